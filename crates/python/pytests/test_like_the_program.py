"""Every verb answers as the program does, and writes the same bytes."""

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

#: A command with its Python, which returns an answer or nothing; both write to the folder they work in.
MOTIONS: dict[str, tuple[list[object], Callable[[], Any]]] = {
    "register": (
        ["register", *WALKS, "-o", "r.segue-reg", "--plot", "r.svg"],
        lambda: kept(segue.register(*WALKS), "r.segue-reg", "r.svg"),
    ),
    "blend": (
        ["blend", *WALKS, "-w", "0.3,0.7", "-o", "b.glb", "--plot", "b.svg"],
        lambda: kept(segue.blend(WALKS, weights=[0.3, 0.7]), "b.glb", "b.svg"),
    ),
    "blend with options": (
        ["blend", *WALKS, "-w", "1,1", "-o", "b.bvh", "--exact", "--law", "rate", "--ends", "pinned", "--rate", "60"],
        lambda: kept(
            segue.blend(WALKS, [1, 1], averaging="exact", law="rate", ends="pinned", rate_hz=60), "b.bvh"
        ),
    ),
    "transition": (
        ["transition", "sample:walk", "sample:jog", "-o", "t.bvh", "--half-width", "0.3"],
        lambda: kept(segue.transition("sample:walk", "sample:jog", half_width_secs=0.3), "t.bvh"),
    ),
    "control": (
        ["control", *WALKS, "--weights-file", "w.csv", "-o", "c.glb"],
        lambda: kept(segue.control(WALKS, {0: [1, 0], 1: [0.5, 0.5], 2: [0, 1]}), "c.glb"),
    ),
    "inspect": (["inspect", *WALKS, "--weights", "1,1"], lambda: segue.inspect(WALKS, [1, 1]).answer),
    "info": (["info", "sample:walk"], lambda: segue.info("sample:walk").answer),
    "map": (
        ["map", "sample:walk", "sample:jog"],
        lambda: segue.joint_map("sample:walk", "sample:jog").answer,
    ),
}


def kept(made: Any, file: str, picture: str | None = None) -> Any:
    """Saves what was made and answers as the program does."""
    files = [str(path) for path in made.save(file)]
    if picture:
        made.save_picture(picture)
    if "written" in made.answer:
        made.answer["written"] = files
    if isinstance(made, segue.Motion):
        made.answer["clip"] = Path(file).stem
    return made.answer


@pytest.mark.parametrize("name", MOTIONS)
def test_motion(name: str, cli: Callable[..., Any], tmp_path: Path, here: Path) -> None:
    words, python = MOTIONS[name]
    for folder in (tmp_path / "cli", here):
        (folder / "w.csv").write_text("0,1,0\n1,0.5,0.5\n2,0,1\n")
    answer = cli(*words, "--json")
    assert python() == answer
    assert contents(tmp_path / "cli") == contents(here)


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


def test_parametric(cli: Callable[..., Any], tmp_path: Path, here: Path) -> None:
    clips, measure = ["sample:reach-low", "sample:reach-high"], "wrist.r.y @apex"
    built = cli("parametric", "build", "--clips", *clips, "--measure", measure, "-o", "p.segue-param", "--json")
    motion = segue.Parametric.build("p.segue-param", clips=clips, measure=measure)
    same = ["examples", "samples", "parameters", "bytes", "evaluation"]
    assert {key: motion.built[key] for key in same} == {key: built[key] for key in same}
    target = [(one["from"] + one["to"]) / 2 for one in motion.parameters]
    at = ",".join(map(str, target))
    answer = cli("parametric", "at", "p.segue-param", at, "-o", "k.glb", "--json")
    asked = motion.at(*target)
    asked.save("k.glb")
    assert asked.reached == answer["motions"][0]["reached"]
    assert contents(tmp_path / "cli") == contents(here)


def test_a_function_measures_the_examples(here: Path) -> None:
    clips = segue.load_all("sample:reach-low", "sample:reach-high")
    height = lambda clip: float(clip.positions()[..., 1].max())
    motion = segue.Parametric.build("p.segue-param", clips=clips, measure="given(height)", given={"height": height})
    (parameter,) = motion.parameters
    assert sorted([parameter["from"], parameter["to"]]) == pytest.approx(sorted(map(height, clips)))


def test_stances(cli: Callable[..., Any], tmp_path: Path, here: Path) -> None:
    sketch = ROOT / "docs/sketches/triple-jump.json"
    answer = cli("stance", "path", sketch, "-o", "j.glb", "--json")
    made = segue.stance_path(sketch, name="j")
    made.answer["written"] = [str(file) for file in made.save("j.glb")]
    assert made.answer == answer
    cli("stance", "extract", "sample:jog", "-o", "jog.segue-stances")
    assert len(segue.stances("sample:jog")) > 0
    segue.stances("sample:jog").save("jog.segue-stances")
    assert contents(tmp_path / "cli") == contents(here)


def test_requests_are_json(cli: Callable[..., Any]) -> None:
    assert json.dumps(segue.sync(*WALKS, format="godot").answer["text"]) == json.dumps(
        cli("sync", *WALKS, "--format", "godot")
    )
