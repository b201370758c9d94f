"""Runs the notebooks of the documentation: records their output, or compares with what is recorded.

`python tools/run_notebooks.py` writes what comes out into the notebooks; with `--check` it writes
nothing and ends with status 1 where a cell fails or its output is another. The names of notebooks,
such as `a-live-table`, narrow it down. Needs the group `docs`.
"""

import sys
from pathlib import Path
from typing import Any, Final

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

ROOT: Final = Path(__file__).parent.parent
FOLDER: Final = ROOT / "docs" / "notebooks"


def main(words: list[str]) -> int:
    """Run every notebook; the exit status."""
    failed, names = 0, [word for word in words if word != "--check"]
    for path in sorted(FOLDER.glob("*.ipynb")):
        if names and path.stem not in names:
            continue
        before = nbformat.read(path, as_version=4)
        try:
            after = run(path)
        except CellExecutionError as error:
            print(f"{path.name}: {error}")
            failed = 1
            continue
        if "--check" not in words:
            nbformat.write(after, path)
        elif shown(before) != shown(after):
            print(
                f"{path.name}: the output is no longer the recorded one; run {Path(__file__).name}."
            )
            failed = 1
        print(f"{path.name} ran")
    return failed


def run(path: Path) -> Any:
    """A notebook after a run from top to bottom, without what differs from run to run."""
    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(notebook, timeout=600, resources={"metadata": {"path": ROOT}})
    client.create_kernel_manager().transport = "ipc"
    client.execute()
    notebook.metadata = {"language_info": {"name": "python"}}
    for number, cell in enumerate(notebook.cells, 1):
        cell.id = f"cell-{number}"
        cell.metadata = {}
    return notebook


def shown(notebook: Any) -> list[Any]:
    """What the cells print and return, without drawings, whose files name their elements anew."""
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    return [
        output.get("text")
        or {kind: text for kind, text in output.data.items() if "<svg" not in str(text)}
        for output in outputs
    ]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
