"""The examples in the documentation run, and the types are those that are stated."""

from __future__ import annotations

import doctest
import importlib
import subprocess
import sys
from pathlib import Path

import pytest
import segue
from conftest import ROOT

MODULES = ["", ".clip", ".motion", ".files", ".library", ".parametric", ".stance", ".errors", ".view"]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    result = doctest.testmod(importlib.import_module(f"segue{name}"))
    assert result.failed == 0


def test_the_page_of_the_manual(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    page = (ROOT / "docs/python.md").read_text(encoding="utf-8")
    lines = ("" if line.startswith("```") else line for line in page.splitlines())
    examples = doctest.DocTestParser().get_doctest("\n".join(lines), {}, "python.md", "python.md", 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    assert len(examples.examples) > 10 and runner.run(examples).failed == 0


def test_types() -> None:
    package = Path(segue.__file__).parent
    words = [sys.executable, "-m", "mypy", "--strict", "--config-file", str(ROOT / "crates/python/pyproject.toml")]
    done = subprocess.run([*words, str(package)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_stub_names_what_the_module_has() -> None:
    from segue import _segue

    stub = (Path(segue.__file__).parent / "_segue.pyi").read_text()
    for name in vars(_segue):
        known = any(f"{word}{name}{end}" in stub for word, end in [("class ", ""), ("def ", "("), ("\n", ": ")])
        assert name.startswith("__") or known, name
    for kind in (_segue.Clip, _segue.Outcome):
        for name in vars(kind):
            assert name.startswith("__") or f"def {name}(" in stub, name


def test_every_name_is_documented() -> None:
    for name in segue.__all__:
        thing = getattr(segue, name)
        assert name == "__version__" or (thing.__doc__ or "").strip(), name
