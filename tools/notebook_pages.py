"""Notebooks as pages of the documentation site: a hook of MkDocs (`mkdocs.yml`).

Each notebook of `docs/` becomes a page of Markdown with its code and its recorded output, so that
search, links, colors and the table of contents are those of every other page. The notebook itself
stays on the site beside its page.
"""

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files

Cell = dict[str, Any]


def on_files(files: "Files", config: "MkDocsConfig") -> "Files":
    """Add a generated page for each notebook (called by MkDocs)."""
    from mkdocs.structure.files import File  # noqa: PLC0415 - the tests have no MkDocs

    for file in [source for source in files if source.src_uri.endswith(".ipynb")]:
        text = page(json.loads(Path(str(file.abs_src_path)).read_text(encoding="utf-8")))
        name = Path(file.src_uri).name
        title, _, rest = text.partition("\n")
        note = f"*This page is [a notebook]({name}) with its output.*"
        generated = File.generated(
            config,
            file.src_uri.removesuffix("ipynb") + "md",
            content=f"{title}\n\n{note}\n{rest}",
        )
        files.append(generated)
    return files


def on_page_markdown(markdown: str, **_: object) -> str:
    """Link to a notebook lead to its page on the site (called by MkDocs)."""
    return re.sub(r"\((notebooks/[\w-]+)\.ipynb\)", r"(\1.md)", markdown)


def page(notebook: dict[str, Any]) -> str:
    """The Markdown of a notebook: its cells with their output."""
    return "\n\n".join(_cell(cell) for cell in notebook["cells"]) + "\n"


def _cell(cell: Cell) -> str:
    source = _text(cell["source"])
    if cell["cell_type"] == "markdown":
        return re.sub(r"\]\(([\w-]+)\.ipynb\)", r"](\1.md)", source)
    outputs = [_output(output) for output in cell["outputs"]]
    return "\n\n".join([f"```python\n{source}\n```", *filter(None, outputs)])


def _output(output: Cell) -> str:
    """What a cell printed or returned; HTML before text, as a notebook shows it."""
    if output["output_type"] == "stream":
        return _block(_text(output["text"]))
    data = output.get("data", {})
    if "text/html" in data:
        return _raw(_text(data["text/html"]))
    if "image/svg+xml" in data:
        drawing = _text(data["image/svg+xml"])
        return _raw(drawing[drawing.index("<svg") :])
    return _block(_text(data["text/plain"])) if "text/plain" in data else ""


def _raw(html: str) -> str:
    """HTML as it is; in Markdown it would end at an empty line."""
    lines = [line for line in html.splitlines() if line.strip()]
    return "\n".join(['<div class="output">', *lines, "</div>"])


def _block(text: str) -> str:
    return f"```text\n{text.rstrip()}\n```"


def _text(lines: str | list[str]) -> str:
    """The text of a notebook's field, which may be a list of lines."""
    return lines if isinstance(lines, str) else "".join(lines)
