"""Runs and jumps as chains of stances, and sketches of them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, TypedDict, Unpack

from ._ask import PathLike, ask, check, given, inputs, paths, text
from .clip import Clip, ClipLike, held
from .motion import Drawn

#: What a stance should do, by the letters of docs/stances.md: `zs`, `ze`, `vs`, `ve`, `vp`, `x`. What is left out stays as it is.
Wanted = Mapping[str, float]

#: How the horizontal force changes: `lean` tilts the push, `scale` scales it.
Mode = Literal["lean", "scale"]


class SourceOptions(TypedDict, total=False):
    """The stances to choose from; without a source the built-in runs and jumps."""

    #: Files, folders, samples or `.segue-stances` files.
    source: PathLike | Sequence[PathLike]
    #: Whether the mirror images of the clips are added.
    mirror: bool
    mode: Mode
    mass_kg: float


class Stances(Drawn):
    """The stances of clips.

    >>> import segue
    >>> stances = segue.stances("sample:jog")
    >>> len(stances) > 0
    True
    """

    @property
    def all(self) -> list[dict[str, Any]]:
        """Every stance, in order of clip and time."""
        return [one["stance"] for clip in self.answer["clips"] for one in clip["stances"]]

    def save(self, path: PathLike) -> list[Path]:
        """Writes them with their clips (.segue-stances), for the argument `source` of other verbs."""
        return paths(self._outcome.save(text(path)))

    def __len__(self) -> int:
        return len(self.all)

    def __repr__(self) -> str:
        return f"Stances({', '.join(one['name'] for one in self.all)})"


class JudgedStance(Drawn):
    """One stance, and whether a body can do it."""

    @property
    def parameters(self) -> dict[str, float]:
        """Its six numbers."""
        parameters: dict[str, float] = self.answer["stance"]["parameters"]
        return parameters

    @property
    def plausible(self) -> bool:
        """Whether a body can do it."""
        plausible: bool = self.answer["judgement"]["plausible"]
        return plausible

    @property
    def violations(self) -> list[Any]:
        """The limits that it breaks."""
        violations: list[Any] = self.answer["judgement"]["violations"]
        return violations

    def __repr__(self) -> str:
        numbers = " ".join(f"{name.upper()} {value:.2f}" for name, value in self.parameters.items())
        return f"JudgedStance({self.answer['stance']['name']}: {numbers}, plausible: {self.plausible})"


class StancePath(Drawn):
    """Motion of the whole body along a path."""

    @property
    def clips(self) -> list[Clip]:
        """A motion for each path."""
        return [Clip(native) for native in self._outcome.clips()]

    @property
    def verdicts(self) -> list[dict[str, Any]]:
        """Whether a body can do each path: `good`, one line in `summary`, and the `steps`."""
        return [path["verdict"] for path in self.answer["paths"]]

    def save(self, path: PathLike) -> list[Path]:
        """Writes the motions, with their plants and, in a .glb file, the scene."""
        return paths(self._outcome.save(text(path)))

    def __repr__(self) -> str:
        return f"StancePath({', '.join(map(repr, self.clips))})"


def stances(*clips: ClipLike, mass_kg: float = 70.0) -> Stances:
    """Extracts the stances of clips."""
    return Stances(ask("stance extract", {"clips": {}, "mass_kg": mass_kg}, held(clips)))


def stance_judge(stance: str, *, mass_kg: float = 70.0) -> JudgedStance:
    """Judges whether a body can do a stance, named `CLIP:N`.

    >>> import segue
    >>> segue.stance_judge("sample:jog:2").plausible
    True
    """
    return JudgedStance(ask("stance judge", {"stance": _named(stance, mass_kg)}))


def stance_warp(
    stance: str, wanted: Wanted, *, mode: Mode = "lean", ground_factor: float = 1.0, mass_kg: float = 70.0
) -> JudgedStance:
    """Gives a stance other parameters, exactly, and judges whether a body can do that.

    >>> import segue
    >>> faster = segue.stance_warp("sample:jog:4", {"ve": 2.7})
    >>> faster.parameters["ve"], faster.plausible
    (2.7, True)
    """
    request = {"stance": _named(stance, mass_kg), "wanted": wanted, "mode": mode, "ground_factor": ground_factor}
    return JudgedStance(ask("stance warp", request))


def stance_blend(
    first: str,
    second: str,
    share: float = 0.5,
    *,
    wanted: Wanted | None = None,
    mode: Mode = "lean",
    majority_support: bool = False,
    mass_kg: float = 70.0,
) -> JudgedStance:
    """Blends two stances, of which the first has this share, and judges the result.

    >>> import segue
    >>> jog, leap = segue.stance_judge("sample:jog:4"), segue.stance_judge("sample:leap:4")
    >>> between = segue.stance_blend("sample:jog:4", "sample:leap:4")
    >>> round(2 * between.parameters["x"] - jog.parameters["x"] - leap.parameters["x"], 9) + 0
    0.0
    """
    request = {
        "first": _named(first, mass_kg), "second": _named(second, mass_kg), "share": share,
        "wanted": wanted or {}, "mode": mode, "majority_support": majority_support,
    }  # fmt: skip
    return JudgedStance(ask("stance blend", request))


def stance_find(
    wanted: Wanted,
    *,
    kind: Literal["whole", "from_stand", "to_stand"] = "whole",
    feet: Literal["left", "right", "both"] | None = None,
    exhaustive: bool = False,
    **of: Unpack[SourceOptions],
) -> Drawn:
    """Finds a stance that does what is wanted; what is left out is the mean of the stances to choose from.

    >>> import segue
    >>> found = segue.stance_find({"vs": 3.5, "ve": 3.4, "x": 1.6}, feet="left").answer["found"]
    >>> found["stance"]["footing"], found["stance"]["parameters"]["x"]
    ('left', 1.6)
    """
    request = {"wanted": wanted, "kind": kind, "feet": feet, "exhaustive": exhaustive, "source": _source(of)}
    return Drawn(ask("stance find", request))


def stance_coverage(wanted: Wanted | None = None, *, points: int = 28, **of: Unpack[SourceOptions]) -> Drawn:
    """What stances cover: the range of each parameter in which a warp of each is plausible.

    The picture shows slices of the space of parameters, `points` along each side.
    """
    return Drawn(ask("stance coverage", {"wanted": wanted or {}, "points": points, "source": _source(of)}))


def stance_sketch(
    sketch: PathLike | Mapping[str, Any],
    *,
    edits: Sequence[Mapping[str, Any]] = (),
    stances: bool = True,
    playback_hz: float = 0.0,
    **of: Unpack[SourceOptions],
) -> dict[str, Any]:
    """Edits a sketch, a JSON file or its content, and reports what is read and planned of it and whether a body can do it.

    No motion is made: that is what `stance_path` is for. `["sketch"]` of the answer is the sketch with the edits made, and
    `["paths"][n]["verdict"]` says whether a body can do a path: `good`, one line in `summary`, and the `steps`.
    """
    request = {
        "sketch": _content(sketch), "edits": list(edits), "stances": stances, "playback_hz": playback_hz,
        "source": _source(of),
    }  # fmt: skip
    return ask("stance sketch", request).answer


def stance_path(
    path: PathLike | Mapping[str, Any],
    *,
    name: str | None = None,
    rate_hz: float | None = None,
    from_stand: bool = False,
    to_stand: bool = False,
    **of: Unpack[SourceOptions],
) -> StancePath:
    """Makes motion along a path: a JSON file or its content, a list of stances or a recorded sketch."""
    request = {
        "path": _content(path), "name": name, "rate_hz": rate_hz, "from_stand": from_stand, "to_stand": to_stand,
        "source": _source(of),
    }  # fmt: skip
    return StancePath(ask("stance path", request))


def _content(file: PathLike | Mapping[str, Any]) -> Mapping[str, Any]:
    if isinstance(file, Mapping):
        return file
    content: dict[str, Any] = json.loads(Path(file).read_text(encoding="utf-8"))
    return content


def _named(stance: str, mass_kg: float) -> dict[str, Any]:
    return {"name": stance, "mass_kg": mass_kg}


def _source(of: SourceOptions) -> dict[str, Any]:
    check(of, SourceOptions)
    named = {key: value for key, value in of.items() if key != "source"}
    return {"from": inputs(of.get("source")), **named}
