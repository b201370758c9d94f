"""Draws the Mermaid diagrams of the documentation site from its own files: a hook of MkDocs.

The theme loads Mermaid from a foreign server where a page does not bring it along. NiceGUI, which
draws the server's pages, has Mermaid with it: its files are copied into the site, and pages with a
diagram load them.
"""

from importlib.util import find_spec
from pathlib import Path
from shutil import copytree
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.pages import Page

DIAGRAM: Final = '<pre class="mermaid">'
FOLDER: Final = "javascripts/mermaid"
SCRIPT: Final = """<script type="module">
import { mermaid } from "%s/index.js";
window.mermaid = mermaid;
</script>
"""


def on_post_page(output: str, page: "Page", config: "MkDocsConfig") -> str:  # noqa: ARG001 - as MkDocs calls it
    """Add Mermaid to a page that has a diagram (called by MkDocs)."""
    return with_mermaid(output, page.url)


def on_post_build(config: "MkDocsConfig") -> None:
    """Copy Mermaid into the site (called by MkDocs)."""
    copytree(mermaid(), Path(config.site_dir, FOLDER), dirs_exist_ok=True)


def with_mermaid(text: str, url: str) -> str:
    """A page of the site that loads Mermaid, if it has a diagram; `url` is its place there."""
    if DIAGRAM not in text:
        return text
    script = SCRIPT % f"{'../' * url.count('/') or './'}{FOLDER}"
    return text.replace("</head>", f"{script}</head>", 1)


def mermaid() -> Path:
    """The folder of Mermaid's files."""
    spec = find_spec("nicegui")
    assert spec is not None, "the development environment has NiceGUI"
    return Path(str(spec.origin)).parent / "elements" / "mermaid" / "dist"
