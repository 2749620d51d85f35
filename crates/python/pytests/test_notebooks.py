"""The notebooks run from top to bottom, and the pictures in them are kept and small. Views are not kept: they are programs.

`python test_notebooks.py` runs them and keeps what comes out.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat
import pytest
from conftest import ROOT
from nbclient import NotebookClient

NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))

#: What a notebook may weigh.
LARGEST = 1_500_000


def run(file: Path) -> Any:
    notebook = nbformat.read(file, as_version=4)
    folder = {"metadata": {"path": str(ROOT / "notebooks")}}
    NotebookClient(notebook, timeout=300, record_timing=False, resources=folder).execute()
    for output in (output for cell in notebook.cells for output in cell.get("outputs", [])):
        if "<iframe" in output.get("data", {}).get("text/html", ""):
            del output["data"]["text/html"]
    return notebook


def kinds(notebook: Any) -> list[set[str]]:
    """The kinds of what each cell shows."""
    outputs = (cell.get("outputs", []) for cell in notebook.cells)
    return [{kind for output in several for kind in output.get("data", {})} for several in outputs]


def test_there_are_four() -> None:
    assert len(NOTEBOOKS) == 4


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_notebook(file: Path) -> None:
    kept = nbformat.read(file, as_version=4)
    assert any("image/svg+xml" in found for found in kinds(kept)), "its pictures are kept"
    assert file.stat().st_size < LARGEST
    assert kinds(run(file)) == kinds(kept), "what is kept is what comes out"


if __name__ == "__main__":
    for one in NOTEBOOKS:
        nbformat.write(run(one), one)
