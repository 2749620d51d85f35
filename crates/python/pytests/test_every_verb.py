"""Every verb answers as the program does, and writes the same bytes."""

from __future__ import annotations

import json
import shutil
import sqlite3
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import segue
from conftest import PROGRAM, ROOT, contents
from segue import _segue

WALKS = ["sample:walk-left", "sample:walk-right"]
REACHES = ["sample:reach-low", "sample:reach-high"]
MEASURE = "wrist.r.y @apex"

#: A command, and what does the same in Python; both write to the folder they work in. Where the command prints an answer, it must
#: be what Python returns; where that is nothing, what the package was answered.
Case = tuple[list[str], Callable[[], Any]]


def library() -> segue.Library:
    return segue.Library("m.segue")


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


def drawn(made: Any, picture: str) -> Any:
    made.save_picture(picture)
    return made.answer


def asked(motion: Any, file: str) -> Any:
    motion.asked["made"] = kept(motion, file)
    return {"schema": 1, "verb": "parametric at", "motions": [motion.asked]}


def built(motion: segue.Parametric) -> Any:
    return {**motion.built, "written": motion.place}


def edited(answer: Any, file: str) -> Any:
    Path(file).write_text(json.dumps(answer["sketch"], indent=2, ensure_ascii=False), encoding="utf-8")
    return answer


CASES: dict[str, list[Case]] = {
    "info": [(["info", "sample:walk", "--json"], lambda: segue.info("sample:walk").answer)],
    "convert": [
        (["convert", "sample:walk", "sample:jog", "out", "--to", "glb", "--json"],
         lambda: {"schema": 1, "verb": "convert", "written": segue.convert(["sample:walk", "sample:jog"], "out", to="glb"),
                  "errors": []}),
        (["convert", "walk.bvh", "b.bvh", "--mirror", "--resample", "24"],
         lambda: segue.load("walk.bvh").mirrored().resampled(24).save("b.bvh")),
    ],
    "map": [(["map", *WALKS, "-o", "w.map.toml", "--json"], lambda: kept(segue.joint_map(*WALKS), "w.map.toml"))],
    "samples": [(["samples", "all", "--format", "npz"], lambda: segue.samples("all", to="npz"))],
    "plants": [
        (["plants", "sample:walk", "--plot", "p.svg", "--json"], lambda: drawn(segue.plants("sample:walk"), "p.svg")),
        (["plants", "walk.bvh", "--write", "--json"], lambda: segue.plants("walk.bvh", write=True).answer),
    ],
    "register": [
        (["register", *WALKS, "-o", "r.segue-reg", "--plot", "r.svg", "--json"],
         lambda: kept(segue.register(*WALKS), "r.segue-reg", "r.svg")),
    ],
    "blend": [
        (["blend", *WALKS, "-w", "0.3,0.7", "-o", "b.glb", "--plot", "b.svg", "--json"],
         lambda: kept(segue.blend(WALKS, weights=[0.3, 0.7]), "b.glb", "b.svg")),
        (["blend", *WALKS, "-w", "1,1", "-o", "b.bvh", "--exact", "--law", "rate", "--ends", "pinned", "--rate", "60", "--json"],
         lambda: kept(segue.blend(WALKS, [1, 1], averaging="exact", law="rate", ends="pinned", rate_hz=60), "b.bvh")),
    ],
    "transition": [
        (["transition", "sample:walk", "sample:jog", "-o", "t.bvh", "--half-width", "0.3", "--json"],
         lambda: kept(segue.transition("sample:walk", "sample:jog", half_width_secs=0.3), "t.bvh")),
    ],
    "control": [
        (["control", *WALKS, "--weights-file", "w.csv", "-o", "c.glb", "--json"],
         lambda: kept(segue.control(WALKS, {0: [1, 0], 1: [0.5, 0.5], 2: [0, 1]}), "c.glb")),
    ],
    "pose": [
        (["pose", *REACHES, "--point", "wrist.r", "--at", "-0.2,1.2,0.4", "-o", "p.bvh", "--json"],
         lambda: kept(segue.pose(REACHES, "wrist.r", (-0.2, 1.2, 0.4), name="p"), "p.bvh")),
    ],
    "inspect": [(["inspect", *WALKS, "--weights", "1,1", "--json"], lambda: segue.inspect(WALKS, [1, 1]).answer)],
    "sync": [(["sync", *WALKS, "--format", "godot", "-o", "s.gd"], lambda: segue.sync(*WALKS, format="godot").save("s.gd"))],
    "library new": [(["library", "new", "new.segue"], lambda: segue.Library("new.segue"))],
    "library add": [(["library", "add", "m.segue", "sample:run", "--json"], lambda: library().add("sample:run"))],
    "library list": [
        (["library", "list", "m.segue", "--json"],
         lambda: {"schema": 1, "verb": "library list", "clips": library().entries()}),
    ],
    "library label": [
        (["library", "label", "m.segue", "walk", "--add", "slow", "--plants", "plants.json"],
         lambda: library().label("walk", add=["slow"], plants="plants.json")),
    ],
    "library rename": [(["library", "rename", "m.segue", "jog", "run"], lambda: library().rename("jog", "run"))],
    "library remove": [(["library", "remove", "m.segue", "jog"], lambda: library().remove("jog"))],
    "library check": [
        (["library", "check", "m.segue", "--json"],
         lambda: None if library().check() == [] else "faults"),
    ],
    "library compact": [(["library", "compact", "m.segue"], lambda: library().compact())],
    "library export": [(["library", "export", "m.segue", "out", "--to", "bvh"], lambda: library().export("out", to="bvh"))],
    "index": [(["index", "m.segue", "--rate", "24", "--json"], lambda: library().index(rate_hz=24))],
    "search": [
        (["search", "m.segue", "--query", "walk@60-120", "--save", "again", "--plot", "s.svg", "--cut", "cut", "--json"],
         lambda: found("walk@60-120")),
    ],
    "search explain": [
        (["search", "m.segue", "--query", "walk@60-120", "--explain", "walk-left@60-120", "--json"],
         lambda: library().explain("walk@60-120", "walk-left@60-120")),
    ],
    "search saved": [(["search", "m.segue", "--saved", "steps", "--json"], lambda: library().saved("steps"))],
    "parametric build": [
        (["parametric", "build", "--clips", *REACHES, "--measure", MEASURE, "-o", "b.segue-param", "--json"],
         lambda: built(segue.Parametric.build("b.segue-param", clips=REACHES, measure=MEASURE))),
    ],
    "parametric from": [
        (["parametric", "from", "m.segue", "--query", "walk@60-120", "--measure", "root.z @end", "-o", "f.segue-param", "--json"],
         lambda: built(segue.Parametric.find("f.segue-param", library(), "walk@60-120", measure="root.z @end"))),
    ],
    "parametric show": [
        (["parametric", "show", "p.segue-param", "--plot", "p.svg", "--json"],
         lambda: drawn(segue.Parametric("p.segue-param"), "p.svg")),
    ],
    "parametric at": [
        (["parametric", "at", "p.segue-param", "1.3", "-o", "k.glb", "--json"],
         lambda: asked(segue.Parametric("p.segue-param").at(1.3), "k.glb")),
    ],
    "parametric eval": [
        (["parametric", "eval", "p.segue-param", "--targets", "20", "--json"],
         lambda: segue.Parametric("p.segue-param").evaluate(targets=20)),
    ],
    "stance extract": [
        (["stance", "extract", "sample:jog", "-o", "jog.segue-stances", "--json"],
         lambda: kept(segue.stances("sample:jog"), "jog.segue-stances")),
    ],
    "stance judge": [
        (["stance", "judge", "sample:jog:2", "--mass", "60", "--plot", "j.svg", "--json"],
         lambda: drawn(segue.stance_judge("sample:jog:2", mass_kg=60), "j.svg")),
    ],
    "stance warp": [
        (["stance", "warp", "sample:jog:4", "--ve", "2.7", "--mode", "scale", "--plot", "w.svg", "--json"],
         lambda: drawn(segue.stance_warp("sample:jog:4", {"ve": 2.7}, mode="scale"), "w.svg")),
    ],
    "stance blend": [
        (["stance", "blend", "sample:jog:4", "sample:leap:4", "-k", "0.7", "--plot", "b.svg", "--json"],
         lambda: drawn(segue.stance_blend("sample:jog:4", "sample:leap:4", 0.7), "b.svg")),
    ],
    "stance find": [
        (["stance", "find", "--ve", "2.7", "--feet", "left", "--from", "sample:jog", "sample:leap", "--plot", "f.svg", "--json"],
         lambda: drawn(segue.stance_find({"ve": 2.7}, feet="left", source=["sample:jog", "sample:leap"]), "f.svg")),
    ],
    "stance coverage": [
        (["stance", "coverage", "--from", "sample:jog", "--points", "5", "--no-mirror", "--plot", "c.svg", "--json"],
         lambda: drawn(segue.stance_coverage(points=5, source="sample:jog", mirror=False), "c.svg")),
    ],
    "stance sketch": [
        (["stance", "sketch", "run.json", "--edits", "edits.json", "-o", "s.json", "--playback", "10", "--json"],
         lambda: edited(segue.stance_sketch("run.json", edits=EDITS, playback_hz=10), "s.json")),
    ],
    "stance path": [
        (["stance", "path", "run.json", "-o", "j.glb", "--plot", "j.svg", "--json"],
         lambda: kept(segue.stance_path("run.json", name="j"), "j.glb", "j.svg")),
    ],
}  # fmt: skip

EDITS = [{"edit": "ends", "path": 0, "begin": "contact", "end": "contact"}]


def found(query: str) -> Any:
    matches = library().search(query, save="again")
    matches.cut("cut")
    return drawn(matches, "s.svg")


def run(folder: Path, words: list[str]) -> Any:
    done = subprocess.run([PROGRAM, *words], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout) if "--json" in words else None


@pytest.fixture(scope="module")
def beginning(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What every case finds in its folder."""
    folder = tmp_path_factory.mktemp("beginning")
    run(folder, ["convert", "sample:walk", "walk.bvh"])
    run(folder, ["library", "new", "m.segue"])
    run(folder, ["library", "add", "m.segue", "sample:walk", *WALKS, "sample:jog"])
    run(folder, ["index", "m.segue"])
    run(folder, ["search", "m.segue", "--query", "walk@60-120", "--save", "steps"])
    run(folder, ["parametric", "build", "--clips", *REACHES, "--measure", MEASURE, "-o", "p.segue-param"])
    (folder / "w.csv").write_text("0,1,0\n1,0.5,0.5\n2,0,1\n")
    (folder / "plants.json").write_text('{"left_toe": [[0, 25]]}')
    (folder / "edits.json").write_text(json.dumps(EDITS))
    shutil.copy(ROOT / "docs/sketches/run.json", folder)
    return folder


def test_every_verb_has_a_case() -> None:
    assert set(CASES) == set(_segue.VERBS)


#: Commands that are no verbs: they explain the program, or show what the verbs do.
WITHOUT_VERB = {"demo", "studio", "completions", "man"}

#: Verbs that a command has as an option.
OPTIONS = {"search explain", "search saved"}


def commands(*words: str) -> list[str]:
    """The commands of the program that have none below them."""
    done = subprocess.run([PROGRAM, *words, "--help"], capture_output=True, text=True, check=True)
    _, _, listed = done.stdout.partition("\nCommands:\n")
    lines = (line for line in listed.split("\n\n")[0].splitlines() if line.startswith("  ") and line[2] != " ")
    names = [name for name in (line.split()[0] for line in lines) if name != "help"]
    return [found for name in names for found in commands(*words, name)] or [" ".join(words)]


def test_every_command_is_a_verb() -> None:
    assert set(commands()) - WITHOUT_VERB == set(_segue.VERBS) - OPTIONS


@pytest.mark.parametrize(("verb", "number"), [(verb, n) for verb, cases in CASES.items() for n in range(len(cases))])
def test_verb(
    verb: str, number: int, beginning: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words, python = CASES[verb][number]
    program, package = tmp_path / "program/work", tmp_path / "package/work"
    for folder in (program, package):
        shutil.copytree(beginning, folder)
    monkeypatch.chdir(package)
    heard = listen(monkeypatch)
    answer, own = run(program, words), python()
    assert verb in heard or verb == "convert", f"{verb} was not asked, but {list(heard)}"
    assert answer is None or untimed(own or heard[verb]) == untimed(answer)
    assert files(package) == files(program)


def listen(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What the package is answered from now on, by verb."""
    heard: dict[str, Any] = {}
    native = _segue.run

    def run(verb: str, *rest: Any) -> _segue.Outcome:
        outcome = native(verb, *rest)
        heard[verb] = json.loads(outcome.answer)
        return outcome

    monkeypatch.setattr(_segue, "run", run)
    return heard


def untimed(answer: dict[str, Any]) -> dict[str, Any]:
    """An answer without how long it took."""
    return {key: value for key, value in answer.items() if key != "build_secs"}


def files(folder: Path) -> dict[str, Any]:
    """All files of a folder; of libraries, what is in them."""
    return {name: rows(folder / name) if name.endswith(".segue") else data for name, data in contents(folder).items()}


def rows(library: Path) -> dict[str, list[Any]]:
    """Every row of every table."""
    with sqlite3.connect(library) as connection:
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {name: connection.execute(f"SELECT * FROM {name}").fetchall() for name in names}
