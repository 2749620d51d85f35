"""What the package gives is what the program gives: answers, and bytes of files."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import segue
from conftest import ROOT, contents

WALKS = ["sample:walk-left", "sample:walk-right"]


def test_a_saved_registration_is_used(cli: Callable[..., Any], tmp_path: Path, here: Path) -> None:
    cli("register", *WALKS, "-o", "r.segue-reg")
    cli("blend", *WALKS, "-w", "1,2", "--registration", "r.segue-reg", "-o", "b.glb")
    segue.register(*WALKS).save("r.segue-reg")
    segue.blend(WALKS, [1, 2], registration="r.segue-reg").save("b.glb")
    assert contents(tmp_path / "cli") == contents(here)


@pytest.mark.parametrize("file", ["walk.bvh", "walk.glb", "walk.npz", "walk.csv", "walk.json"])
def test_convert_and_save_are_the_same(file: str, cli: Callable[..., Any], tmp_path: Path, here: Path) -> None:
    cli("convert", "sample:walk", file)
    segue.load("sample:walk").save(file)
    segue.convert("sample:walk", f"other/{file}")
    assert contents(tmp_path / "cli") == {file: (here / file).read_bytes()}
    assert (here / "other" / file).read_bytes() == (here / file).read_bytes()


def test_a_file_keeps_its_shape(cli: Callable[..., Any], tmp_path: Path, here: Path) -> None:
    cli("convert", "sample:walk", "a.bvh")
    source = tmp_path / "cli/a.bvh"
    cli("convert", "a.bvh", "b.bvh", "--mirror", "--resample", "24")
    segue.load(source).mirrored().resampled(24).save("b.bvh")
    assert (here / "b.bvh").read_bytes() == (tmp_path / "cli/b.bvh").read_bytes()


def test_libraries(cli: Callable[..., Any], here: Path) -> None:
    names = ["sample:walk", "sample:walk-left", "sample:jog"]
    cli("library", "new", "m.segue")
    added = cli("library", "add", "m.segue", *names, "--json")
    index = cli("index", "m.segue", "--json")
    found = cli("search", "m.segue", "--query", "walk@60-120", "--save", "steps", "--json")
    lib = segue.Library("m.segue")
    assert lib.add(*names) == added
    assert lib.index(progress=True) == index
    matches = lib.search("walk@60-120", save="steps")
    assert matches.answer == found
    assert len(matches) > 1 and all(len(clip) == one.last - one.first + 1 for one, clip in zip(matches, matches.clips()))
    assert lib.entries() == cli("library", "list", "m.segue", "--json")["clips"]
    assert stored(here.parent / "cli/m.segue") == stored(here / "m.segue")
    assert lib.check() == []


def stored(library: Path) -> dict[str, Any]:
    """Everything that was made of the clips of a library."""
    with sqlite3.connect(library) as connection:
        things = connection.execute("SELECT kind, name, hash, bytes FROM thing ORDER BY kind, name").fetchall()
        made_of = connection.execute(
            "SELECT thing.name, clip.name FROM made_of JOIN thing ON thing.id = made_of.thing JOIN clip ON clip.id ="
            " made_of.clip ORDER BY 1, 2"
        ).fetchall()
    return {"things": things, "made of": made_of}


def highest(clip: segue.Clip) -> float:
    return float(clip.positions()[..., 1].max())


def test_a_function_controls_a_motion(here: Path) -> None:
    clips = segue.load_all("sample:reach-low", "sample:reach-high")
    functions = {"height": highest}
    motion = segue.Parametric.build("p.segue-param", clips=clips, measure="function(height)", functions=functions)
    (parameter,) = motion.parameters
    assert parameter["unit"] == "m" and parameter["from"] < parameter["to"]
    wanted = (parameter["from"] + parameter["to"]) / 2
    made = motion.at(wanted)
    assert made.reached == pytest.approx([wanted], abs=0.001)
    assert highest(made) == pytest.approx(wanted, abs=0.001), "measured on the clip itself"
    made.save("reach.glb")
    assert highest(segue.load("reach.glb")) == pytest.approx(wanted, abs=0.001), "and on the file"
    assert segue.Parametric("p.segue-param", functions=functions).parameters == motion.parameters
    with pytest.raises(segue.SegueError, match=r"function\(height\)"):
        segue.Parametric("p.segue-param")


def test_what_a_function_raises_comes_back(here: Path) -> None:
    def refuses(clip: segue.Clip) -> float:
        raise KeyError("no such joint")

    clips = ["sample:reach-low", "sample:reach-high"]
    with pytest.raises(KeyError, match="no such joint"):
        segue.Parametric.build("p.segue-param", clips=clips, measure="function(f)", functions={"f": refuses})
    with pytest.raises(segue.SegueError, match="furlongs"):
        segue.Parametric.build(
            "p.segue-param", clips=clips, measure="function(f)", functions={"f": (highest, "furlongs")}
        )
