"""Renders a paper as one self-contained HTML page. Every text is escaped."""

from html import escape
from typing import Final

from upcard.reports.rendering.fit import NOT_FITTED, Fit, Size
from upcard.reports.rendering.html_blocks import (
    Alike,
    block_html,
    cite,
    continued,
    rows_alike,
)
from upcard.reports.rendering.paper import Paper, PaperHead
from upcard.reports.rendering.screen import screen
from upcard.reports.rendering.style import foot, style

POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:"
"""Nothing is loaded and nothing is run, whatever a name contains."""


DRAWN: Final = "layout"
"""The paper whose drawing has the whole width."""


def page(paper: Paper, fit: Fit = NOT_FITTED, size: Size | None = None) -> str:
    """The page of a paper; it is printed as its PDF, which has the same `fit` and `size`.

    Without a size it is printed on the paper that the browser has.
    """
    start = (
        f"{_head(paper)}\n<h1>{escape(paper.title)}</h1>\n"
        f'<p class="subtitle">{escape(paper.subtitle)}</p>\n'
    )
    rows_by_columns = rows_alike(paper)
    order = fit.order or range(len(paper.parts))
    parts = [_part(paper, number, rows_by_columns, fit) for number in order]
    foot_of_page = _foot(paper.head)
    if not fit.columns:
        body = start + "\n".join(parts)
    elif paper.form == "card":
        foot_of_page = ""  # it stands on the card's back, which is the last panel
        body = _columns(fit, parts, start, _foot(paper.head))
    else:
        body = start + _columns(fit, parts)
    title = f"{paper.full_title}, {paper.head.table}"
    form = paper.form + (" drawn" if paper.name == DRAWN else "")
    inside = f"{body}\n{foot_of_page}"
    return _document(title, paper.head, inside, form, paper.language, _style(paper, fit, size))


def _style(paper: Paper, fit: Fit, size: Size | None) -> str:
    """The style sheet of a paper's page; a sign's columns are those of its fit, in their order."""
    parts = [paper.parts[number] for column in fit.columns for number in column] or paper.parts
    return style(paper.head, fit, size, screen(parts) if paper.form == "sign" else None)


def _columns(fit: Fit, parts: list[str], start: str = "", end: str = "") -> str:
    """The columns of a sign, or the panels of a rack card, as they are read."""
    inside = ["\n".join(parts[part] for part in numbers) for numbers in fit.columns]
    inside[0] = start + inside[0]
    inside[-1] += end
    styles = [f' style="--loose: {loose:g}"' for loose in fit.loose] or [""] * len(inside)
    columns = [
        f'<div class="column"{loose}>\n{column}\n</div>'
        for column, loose in zip(inside, styles, strict=True)
    ]
    widths = ""
    if fit.share != NOT_FITTED.share:
        first = round(100 * fit.share)
        widths = f' style="grid-template-columns: {first}fr {100 - first}fr"'
    return f'<div class="columns"{widths}>\n' + "\n".join(columns) + "\n</div>"


def _head(paper: Paper) -> str:
    """The head of a page; a rack card has its game's name as its title."""
    return _head_line(paper.head, "" if paper.form == "card" else paper.head.game)


def _head_line(head: PaperHead, game: str) -> str:
    return (
        f'<div class="head"><span><b>{escape(head.table)}</b> {escape(game)}</span>'
        f"<span>{escape(head.rules)}</span></div>"
    )


def _foot(head: PaperHead) -> str:
    lines = "".join(f"<span>{escape(line)}</span>" for line in foot(head).splitlines())
    return f'<div class="foot">{lines}</div>'


def index(head: PaperHead, papers: tuple[Paper, ...]) -> str:
    """The page that links to all papers of a table, each as a page and as a PDF."""
    rows = "\n".join(
        f'<tr><td class="left wide"><a href="{escape(paper.name)}.html">{escape(paper.label)}</a>'
        f'</td><td class="left wide">{escape(paper.subtitle)}</td>'
        f'<td><a href="{escape(paper.name)}.pdf">PDF</a></td></tr>'
        for paper in papers
    )
    title = f"Papers of {head.table}"
    table = f'<div class="scroll"><table><tbody>\n{rows}\n</tbody></table></div>'
    body = f"{_head_line(head, head.game)}\n<h1>{escape(title)}</h1>\n{table}\n{_foot(head)}"
    return _document(title, head, body, "sheet")


def _document(
    title: str,
    head: PaperHead,
    body: str,
    form: str,
    language: str = "en",
    sheet: str = "",
) -> str:
    return f"""<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta http-equiv="Content-Security-Policy" content="{POLICY}"/>
<title>{escape(title)}</title>
<style>
{sheet or style(head, NOT_FITTED)}</style>
</head>
<body>
<main class="{form}">
{body}
</main>
</body>
</html>
"""


def _part(paper: Paper, number: int, alike: Alike, fit: Fit) -> str:
    """A part; what begins a page in the middle of it has its heading above it once more."""
    part = paper.parts[number]
    again = f'<p class="continued" aria-hidden="true">{continued(part.heading)}</p>\n'
    blocks = "\n".join(
        (again if place > 0 and (number, place) in fit.begins else "")
        + block_html(block, alike, part.heading)
        for place, block in enumerate(part.blocks)
    )
    begins = ' class="begins"' if (number, 0) in fit.begins else ""
    if not part.heading:
        return f"<section{begins}>\n{blocks}</section>"
    heading = f"<h2><span>{escape(part.heading)}</span>{cite(part.section)}</h2>"
    return f"<section{begins}>\n{heading}\n{blocks}</section>"
