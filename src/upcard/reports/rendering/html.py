"""Renders a paper as one self-contained HTML page. Every text is escaped."""

import re
from base64 import b64encode
from functools import cache
from html import escape
from importlib import resources
from typing import Final

from upcard.reports.rendering.paper import (
    Drawing,
    Facts,
    Paper,
    PaperBlock,
    PaperColumn,
    PaperHead,
    PaperPart,
    PaperTable,
    Words,
)

POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:"
"""Nothing is loaded and nothing is run, whatever a name contains."""


FACES: Final = {"regular": 400, "bold": 700}
"""The weights of the faces of a page, by the names of their files: see `tools/paper_font.py`."""

SHORT: Final = 36
"""The length up to which a section stays in one line of a column of sections."""

WHOLE: Final = "1"
"""The scale of a page on which nothing is set smaller."""

FIGURE: Final = re.compile(r"[^ ]*\d")
DECIMALS: Final = re.compile(r"[^ ]*\d\.(\d+)")


def page(paper: Paper, scale: str = WHOLE) -> str:
    """The page of a paper; it is printed at the `scale` of its PDF."""
    subtitle = f'<p class="subtitle">{escape(paper.subtitle)}</p>'
    parts = "\n".join(_part(part) for part in paper.parts)
    body = f"<h1>{escape(paper.title)}</h1>\n{subtitle}\n{parts}"
    title = f"{paper.title}, {paper.head.table}"
    return _document(title, paper.head, body, paper.form, paper.language, scale)


def index(head: PaperHead, papers: tuple[Paper, ...]) -> str:
    """The page that links to all papers of a table, each as a page and as a PDF."""
    rows = "\n".join(
        f'<tr><td class="left wide"><a href="{escape(paper.name)}.html">{escape(paper.label)}</a>'
        f'</td><td class="left">{escape(paper.subtitle)}</td>'
        f'<td><a href="{escape(paper.name)}.pdf">PDF</a></td></tr>'
        for paper in papers
    )
    title = f"Papers of {head.table}"
    table = f'<div class="scroll"><table><tbody>\n{rows}\n</tbody></table></div>'
    return _document(title, head, f"<h1>{escape(title)}</h1>\n{table}", "sheet")


def _document(
    title: str, head: PaperHead, body: str, form: str, language: str = "en", scale: str = WHOLE
) -> str:
    rules = f"{head.jurisdiction}, rules of {head.as_of}"
    return f"""<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta http-equiv="Content-Security-Policy" content="{POLICY}"/>
<title>{escape(title)}</title>
<style>
{_style()}:root {{ --scale: {scale}; }}
</style>
</head>
<body>
<main class="{form}">
<div class="head"><span><b>{escape(head.table)}</b> {escape(head.game)}</span>\
<span>{escape(rules)}</span></div>
{body}
<div class="foot"><span>{escape(head.made_by)}</span></div>
</main>
</body>
</html>
"""


@cache
def _style() -> str:
    """The style of every page, with the font of the PDFs inside: lines break where theirs do."""
    folder = resources.files("upcard.reports")
    faces = []
    for face, weight in FACES.items():
        content = b64encode((folder / "fonts" / f"{face}.woff").read_bytes()).decode()
        faces.append(
            f'@font-face {{ font-family: "Libertinus Serif"; font-weight: {weight}; '
            f"src: url(data:font/woff;base64,{content}); }}\n"
        )
    return "".join(faces) + (folder / "paper.css").read_text(encoding="utf-8")


def _part(part: PaperPart) -> str:
    blocks = "\n".join(_block(block) for block in part.blocks)
    if not part.heading:
        return f"<section>\n{blocks}\n</section>"
    heading = f"<h2><span>{escape(part.heading)}</span>{_cite(part.section)}</h2>"
    return f"<section>\n{heading}\n{blocks}\n</section>"


def _cite(section: str) -> str:
    return f'<span class="cite">{escape(section)}</span>' if section else ""


def _block(block: PaperBlock) -> str:
    match block:
        case Facts():
            return _facts(block)
        case PaperTable():
            return _table(block)
        case Drawing():
            return _drawing(block)
        case Words():
            return f"<p>{escape(block.text)}</p>"


def _facts(block: Facts) -> str:
    lines = "\n".join(
        f"<div><dt>{escape(fact.name)}</dt><dd>{escape(fact.value)}</dd>"
        f"<dd>{_cite(fact.section)}</dd></div>"
        for fact in block.facts
    )
    return f"<dl>\n{lines}\n</dl>"


def _table(block: PaperTable) -> str:
    heads = "".join(
        f'<th scope="col"{_class(column)}>{escape(column.heading)}</th>' for column in block.columns
    )
    rows = [f"<tr>{_cells(block, row)}</tr>" for row in block.rows]
    if block.total:
        rows.append(f'<tr class="total">{_cells(block, block.total)}</tr>')
    body = "\n".join(rows)
    head = f"<thead><tr>{heads}</tr></thead>"
    return f'<div class="scroll"><table>{head}<tbody>\n{body}\n</tbody></table></div>'


def _cells(block: PaperTable, row: tuple[str, ...]) -> str:
    return "".join(
        f"<td{_class(column)}>{_cell(column, cell)}{_room(block, at, cell)}</td>"
        for at, (column, cell) in enumerate(zip(block.columns, row, strict=True))
    )


def _cell(column: PaperColumn, text: str) -> str:
    """The text of a cell; a short section is not broken, and a line has room to write on."""
    if column.heading == "Section" and len(text) <= SHORT:
        text = text.replace(" ", "\N{NO-BREAK SPACE}")
    return f'<span class="line">{text}</span>' if text.startswith("____") else escape(text)


def _room(block: PaperTable, at: int, cell: str) -> str:
    """What aligns the decimal point of a figure with those of its column; it is not seen."""
    if block.columns[at].align == "left" or not FIGURE.fullmatch(cell):
        return ""
    most, own = max(_decimals(row[at]) for row in block.rows), _decimals(cell)
    if own >= most:
        return ""
    room = ("" if own else ".") + "0" * (most - own)
    return f'<span class="room" data-room="{room}"></span>'


def _decimals(cell: str) -> int:
    found = DECIMALS.fullmatch(cell)
    return len(found[1]) if found else 0


def _class(column: PaperColumn) -> str:
    chosen = [*(["left"] if column.align == "left" else []), *(["wide"] if column.wide else [])]
    return f' class="{" ".join(chosen)}"' if chosen else ""


def _drawing(block: Drawing) -> str:
    svg = block.svg[block.svg.index("<svg") :]  # a page takes no XML declaration
    caption = f"<figcaption>{escape(block.caption)}</figcaption>" if block.caption else ""
    return f'<figure role="img" aria-label="{escape(block.alt)}">\n{svg}\n{caption}</figure>'
