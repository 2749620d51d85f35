"""Clips into new motion: register, blend, transition, control, pose; and judge what comes out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Unpack

import numpy as np

from ._ask import (
    Answered,
    MakeOptions,
    MotionOptions,
    PathLike,
    RegisterOptions,
    ask,
    check,
    given,
    part,
    paths,
    text,
)
from .clip import Clip, ClipLike, held

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Drawn:
    """Something with an answer and a picture."""

    def __init__(self, answered: Answered) -> None:
        #: What the command line prints with `--json`.
        self.answer = answered.answer
        self._outcome = answered.outcome

    def svg(self) -> str | None:
        """The picture as SVG; None where there is none."""
        return self._outcome.svg()

    def save_picture(self, path: PathLike) -> Path:
        """Writes the picture, as SVG or PNG by the name of the file."""
        file = Path(path)
        if file.suffix.lower() == ".png":
            file.write_bytes(self._outcome.png(2.0) or b"")
        else:
            file.write_text(self.svg() or "", encoding="utf-8")
        return file

    def _repr_svg_(self) -> str | None:
        return self.svg()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.answer['verb']})"


class Registration(Drawn):
    """How clips correspond.

    >>> import segue
    >>> reg = segue.register("sample:walk-left", "sample:walk-right")
    >>> reg.reference in reg.names, len(reg.moments("walk-left")) == len(reg.u)
    (True, True)
    """

    @property
    def names(self) -> list[str]:
        """The names of the clips."""
        return [clip["name"] for clip in self.answer["clips"]]

    @property
    def reference(self) -> str:
        """The clip that the others are compared with."""
        name: str = self.answer["reference"]
        return name

    @property
    def u(self) -> NDArray[np.float64]:
        """The parameter at which curves are sampled: corresponding moments have the same."""
        return np.array(self.answer["u"])

    def moments(self, clip: str | int) -> NDArray[np.float64]:
        """The moment of a clip at each value of `u`, in seconds."""
        return np.array(self._clip(clip)["moments_secs"])

    def distance_cm(self, clip: str | int) -> float | None:
        """How far bodies are apart in corresponding frames; None for the reference."""
        distance: float | None = self._clip(clip)["mean_distance_cm"]
        return distance

    def save(self, path: PathLike) -> list[Path]:
        """Stores the registration (.segue-reg), for the argument `registration` of other verbs."""
        return paths(self._outcome.save(text(path)))

    def plot(self) -> Any:
        """The timewarp curves in matplotlib; returns the axes."""
        import matplotlib.pyplot as plt

        _, axes = plt.subplots()
        for name in self.names:
            axes.plot(self.moments(self.reference), self.moments(name), label=name)
        axes.set_xlabel(f"{self.reference} [s]")
        axes.set_ylabel("corresponding moment [s]")
        axes.legend()
        return axes

    def _clip(self, clip: str | int) -> dict[str, Any]:
        number = self.names.index(clip) if isinstance(clip, str) else clip
        found: dict[str, Any] = self.answer["clips"][number]
        return found

    def __repr__(self) -> str:
        return f"Registration({', '.join(self.names)}; reference {self.reference})"


class Motion(Clip, Drawn):
    """A clip that was made, with what is known about it.

    >>> import segue
    >>> straight = segue.blend(["sample:walk-left", "sample:walk-right"], weights=[1, 1])
    >>> straight.verdict["good"], straight.quality["straightness"] > 0.99
    (True, True)
    """

    def __init__(self, answered: Answered, number: int = 0, *, named: bool = False) -> None:
        Clip.__init__(self, answered.outcome.clips()[number], made=True, named=named)
        Drawn.__init__(self, answered)

    @property
    def quality(self) -> dict[str, Any]:
        """Its numbers: skating, penetration, straightness and so on."""
        numbers: dict[str, Any] = self.answer["quality"]
        return numbers

    @property
    def verdict(self) -> dict[str, Any]:
        """Whether it is as good as the clips it is made of, and what is wrong with it."""
        verdict: dict[str, Any] = self.answer["verdict"]
        return verdict

    def _repr_svg_(self) -> str:
        return self.svg() or Clip._repr_svg_(self)


def register(*clips: ClipLike, skeleton: str | None = None, **how: Unpack[RegisterOptions]) -> Registration:
    """Finds how clips correspond: which moments, where each must stand, which foot plants are the same.

    `how`: `reference`, `ends`, `slope_limit`, `strikes`, `force`, `pins`, `speeds`, as docs/json.md describes them.
    """
    check(how, RegisterOptions)
    request = {"clips": given({"skeleton": skeleton}), "register": given(how)}
    return Registration(ask("register", request, held(clips)))


def blend(
    clips: Sequence[ClipLike],
    weights: Sequence[float] = (),
    *,
    registration: PathLike | None = None,
    **how: Unpack[MotionOptions],
) -> Motion:
    """Makes a motion in between: the clips are registered, blended with one weight each, and planted feet are held.

    Without weights all clips count alike. Weights need not sum to 1; negative ones and ones above 1 reach beyond the clips.
    """
    return _made("blend", clips, how, {"weights": list(weights), "registration": registration})


def transition(
    first: ClipLike,
    second: ClipLike,
    *,
    at_secs: tuple[float, float] | None = None,
    keep: Literal["a", "b", "both"] = "b",
    half_width_secs: float = 0.4,
    snap: bool = False,
    optimal: bool = False,
    **how: Unpack[MotionOptions],
) -> Motion:
    """Goes from one clip over into another. Without `at_secs` the moments are two that are alike.

    >>> import segue
    >>> run_up = segue.transition("sample:walk", "sample:jog")
    >>> sorted(run_up.answer["transition"]["clips"])
    ['jog', 'walk']
    """
    middle = given({"at_secs": at_secs, "keep": keep, "half_width_secs": half_width_secs})
    return _made("transition", [first, second], how, {"middle": middle, "snap": snap, "optimal": optimal})


def control(
    clips: Sequence[ClipLike],
    weights: Mapping[float, Sequence[float]],
    *,
    looping: bool = False,
    registration: PathLike | None = None,
    **how: Unpack[MotionOptions],
) -> Motion:
    """Directs a blend by weights that change in time: `weights` has one for each clip, by the moment in seconds.

    >>> import segue
    >>> turn = segue.control(["sample:walk-left", "sample:walk-right"], {0: [1, 0], 2: [0, 1]})
    >>> round(turn.duration_secs, 1)
    2.0
    """
    rows = [{"secs": secs, "weights": list(row)} for secs, row in sorted(weights.items())]
    return _made("control", clips, how, {"weights": rows, "looping": looping, "registration": registration})


def pose(
    clips: Sequence[ClipLike], point: str, at_metres: tuple[float, float, float], *, name: str | None = None
) -> Motion:
    """Makes a pose in which a point of the body (`wrist.r`) is at a place: to the left, up from the floor, ahead."""
    request = given({"clips": {}, "point": point, "at_metres": at_metres, "name": name})
    return Motion(ask("pose", request, held(clips)), named=name is not None)


def inspect(
    clips: Sequence[ClipLike],
    weights: Sequence[float] = (),
    *,
    transition: bool = False,
    registration: PathLike | None = None,
    **how: Unpack[RegisterOptions],
) -> Drawn:
    """Measures clips, and what blending or joining makes of them, next to other methods."""
    check(how, RegisterOptions)
    request = {
        "clips": {}, "weights": list(weights), "transition": transition, "registration": registration,
        "register": given(how),
    }  # fmt: skip
    return Drawn(ask("inspect", request, held(clips)))


class Sync(Drawn):
    """How clips correspond, for a game engine."""

    @property
    def text(self) -> str:
        """The file as the engine reads it."""
        written: str = self.answer["text"]
        return written

    def save(self, path: PathLike) -> Path:
        """Writes the text to a file."""
        file = Path(path)
        file.write_text(self.text, encoding="utf-8", newline="")
        return file


def sync(
    *clips: ClipLike,
    format: Literal["json", "bevy", "godot", "unreal"] = "json",
    points: int = 33,
    registration: PathLike | None = None,
    **how: Unpack[RegisterOptions],
) -> Sync:
    """Says how clips correspond in the words of a game engine.

    >>> import segue
    >>> "walk-left" in segue.sync("sample:walk-left", "sample:walk-right", format="godot").text
    True
    """
    check(how, RegisterOptions)
    request = {
        "clips": {}, "format": format, "points": points, "registration": registration, "register": given(how),
    }  # fmt: skip
    return Sync(ask("sync", request, held(clips)))


def plants(*clips: ClipLike, write: bool = False, force: bool = False) -> Drawn:
    """Detects when heels and toes stand still on the floor.

    `write` keeps the plants beside the motion file (`FILE.plants.json`), from then on that file is what counts; `force` replaces one
    that says something else.

    >>> import segue
    >>> found = segue.plants("sample:walk").answer["clips"][0]
    >>> found["frames"] == len(segue.load("sample:walk")), "left_heel" in found["plants"]
    (True, True)
    """
    return Drawn(ask("plants", {"clips": {}, "write": write, "force": force}, held(clips)))


def _made(verb: str, clips: Sequence[ClipLike], how: MotionOptions, request: Mapping[str, Any]) -> Motion:
    check(how, MotionOptions)
    whole = {
        **given(request),
        "clips": given({"skeleton": how.get("skeleton")}),
        "register": given(part(how, RegisterOptions)),
        "make": given(part(how, MakeOptions)),
    }
    return Motion(ask(verb, whole, held(clips)), named="name" in how)
