"""The program that every answer is compared with."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[3]
PROGRAM = os.environ.get("SEGUE", str(ROOT / "target/debug/segue"))


@pytest.fixture
def cli(tmp_path: Path) -> Callable[..., Any]:
    """Runs the program in a folder of its own and gives its JSON, where it prints any."""
    folder = tmp_path / "cli"
    folder.mkdir()

    def run(*args: object) -> Any:
        words = [PROGRAM, *map(str, args)]
        done = subprocess.run(words, cwd=folder, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout) if "--json" in args else done.stdout

    return run


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that Python works in."""
    folder = tmp_path / "python"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def contents(folder: Path) -> dict[str, bytes]:
    """All files below a folder."""
    files = (file for file in folder.rglob("*") if file.is_file())
    return {str(file.relative_to(folder)): file.read_bytes() for file in files}
