"""The add-on in a real Blender, without a window."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from conftest import PROGRAM, ROOT

import segue

#: Blender keeps the rest pose of a bone as a 32-bit matrix of the whole armature.
CLOSE_METRES = 1e-3


@pytest.fixture(scope="module")
def facts(tmp_path_factory: pytest.TempPathFactory) -> Any:
    blender = shutil.which("blender")
    if blender is None:
        pytest.skip("no Blender to test the add-on in")
    folder = tmp_path_factory.mktemp("blender")
    samples = ["sample:walk", "sample:walk-left"]
    subprocess.run([PROGRAM, "convert", "-q", *samples, "moves.glb"], cwd=folder, check=True)
    package = Path(segue.__file__).parents[1]
    words = [blender, "--background", "--factory-startup", "--python", ROOT / "crates/python/pytests/in_blender.py", "--"]
    done = subprocess.run([*words, package, ROOT / "crates/python/blender", folder], capture_output=True, text=True)
    file = folder / "facts.json"
    assert file.exists(), done.stdout + done.stderr
    found = json.loads(file.read_text())
    assert "error" not in found, found.get("error")
    return found


def test_actions_are_read_as_the_files_have_them(facts: Any) -> None:
    assert len(facts["actions"]) == 2
    assert all(metres < CLOSE_METRES for metres in facts["read_m"].values()), facts["read_m"]


def test_what_is_written_is_read_again(facts: Any) -> None:
    assert all(metres < CLOSE_METRES for metres in facts["kept_m"].values()), facts["kept_m"]


def test_a_blend_becomes_the_action_that_plays(facts: Any) -> None:
    assert facts["register"] == facts["blend"] == facts["transition"] == ["FINISHED"]
    assert facts["playing"] == "Blend" and facts["joined"]
    assert facts["frames"][0] == facts["frames"][1]
    assert facts["blend_m"] < CLOSE_METRES


def test_matches_become_actions(facts: Any) -> None:
    assert facts["search"] == ["FINISHED"]
    _, other = facts["order"]
    assert facts["found"] and all(name.startswith(f"{other}@") for name in facts["found"]), facts["found"]
