"""Motions with controls, from variants of one action."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Unpack

from ._ask import Answered, MakeOptions, Measuring, PathLike, ask, check, given, text
from . import _segue
from .clip import Clip, ClipLike, held
from .library import Library
from .motion import Drawn, Motion

#: A function that measures a motion in metres, or such a function with its unit: m, °, m/s, °/s, °/m, s, or "" for a plain number.
Measure = Callable[[Clip], float] | tuple[Callable[[Clip], float], str]


class Asked(Motion):
    """A motion that was asked of a motion with controls."""

    def __init__(self, answered: Answered, number: int, named: bool) -> None:
        super().__init__(answered, number, named=named)
        #: What was asked for and what was reached.
        self.asked: dict[str, Any] = answered.answer["motions"][number]
        self.answer = self.asked["made"]

    @property
    def reached(self) -> list[float]:
        """The parameters of the motion, measured on it."""
        numbers: list[float] = self.asked["reached"]
        return numbers


class Parametric(Drawn):
    """A motion with controls, kept in a file or a library (`moves.segue#kick`). One that is controlled by functions of Python is
    opened with the same `functions`.

    >>> import segue, tempfile, os
    >>> folder = tempfile.TemporaryDirectory()
    >>> reach = segue.Parametric.build(
    ...     os.path.join(folder.name, "reach.segue-param"), clips=["sample:reach-low", "sample:reach-high"],
    ...     measure="wrist.r.y @apex")
    >>> len(reach.parameters)
    1
    >>> folder.cleanup()
    """

    def __init__(self, place: PathLike, *, functions: Mapping[str, Measure] | None = None) -> None:
        self.place = text(place)
        self._measures = _measures(functions)
        super().__init__(self._ask("parametric show", {"motion": self.place}))

    def _ask(self, verb: str, request: Mapping[str, Any]) -> Answered:
        return ask(verb, request, measures=self._measures)

    @classmethod
    def build(
        cls,
        place: PathLike,
        *,
        measure: str,
        clips: Sequence[ClipLike] = (),
        library: Library | None = None,
        search: str | None = None,
        given: Mapping[str, Sequence[float]] | None = None,
        functions: Mapping[str, Measure] | None = None,
        prune_cm: float | None = None,
        tries: int = 1000,
        seed: int = 1,
    ) -> Parametric:
        """Builds it from clips or from a saved search of a library, and keeps it at `place`.

        `measure` says what is controlled: `ankle.r @apex`. What these words do not say is `function(NAME)`, a function of a clip:
        `functions={"height": lambda clip: clip.positions()[..., 1].max()}`. It measures blends too, and the motion that is asked for
        as it is written; the clip starts above the origin and faces z. What cannot be measured at all is `given(NAME)`:
        `given={"mood": [0, 0.5, 1]}`, interpolated by the weights.
        """
        controls = _controls(measure, given, prune_cm, tries, seed)
        request = {"library": library and text(library.path), "search": search, "controls": controls}
        answered = ask("parametric build", request, held(clips), measures=_measures(functions))
        return cls._kept(place, answered, functions)

    @classmethod
    def find(
        cls,
        place: PathLike,
        library: Library,
        query: str,
        *,
        measure: str,
        also: Sequence[str] = (),
        epsilon_cm: float | None = None,
        extended: bool = False,
        mirrored: bool = False,
        tiers: int | None = None,
        reject: Sequence[str] = (),
        labels: Sequence[str] = (),
        functions: Mapping[str, Measure] | None = None,
        prune_cm: float | None = None,
        tries: int = 1000,
        seed: int = 1,
    ) -> Parametric:
        """Builds it from one example in a library: indexes what is missing, searches, and makes a motion of the matches."""
        request = {
            "library": text(library.path), "query": query, "also": list(also), "epsilon_cm": epsilon_cm,
            "extended": extended, "mirrored": mirrored, "tiers": tiers, "reject": list(reject), "labels": list(labels),
            "controls": _controls(measure, None, prune_cm, tries, seed),
        }  # fmt: skip
        return cls._kept(place, ask("parametric from", request, measures=_measures(functions)), functions)

    @classmethod
    def _kept(cls, place: PathLike, answered: Answered, functions: Mapping[str, Measure] | None) -> Parametric:
        answered.outcome.save(text(place))
        kept = cls(place, functions=functions)
        kept.built = answered.answer
        kept._outcome = answered.outcome
        return kept

    #: What is reported of building it; empty when it was opened.
    built: dict[str, Any] = {}

    @property
    def parameters(self) -> list[dict[str, Any]]:
        """What it is controlled by: name, unit, from, to."""
        parameters: list[dict[str, Any]] = self.answer["parameters"]
        return parameters

    def at(self, *target: float, **make: Unpack[MakeOptions]) -> Asked:
        """The motion for these parameters, or the nearest that a body can do."""
        check(make, MakeOptions)
        request = {"motion": self.place, "target": list(target), "make": given(make)}
        return Asked(self._ask("parametric at", request), 0, "name" in make)

    def sweep(self, start: Sequence[float], end: Sequence[float], *, steps: int = 9) -> list[Asked]:
        """Motions from one target to another."""
        request = {"motion": self.place, "target": list(start), "sweep": list(end), "steps": steps}
        answered = self._ask("parametric at", request)
        return [Asked(answered, number, False) for number in range(len(answered.answer["motions"]))]

    def evaluate(self, *, targets: int = 300, seed: int = 1) -> dict[str, Any]:
        """How exactly it does what is asked."""
        return self._ask("parametric eval", {"motion": self.place, "targets": targets, "seed": seed}).answer

    def __repr__(self) -> str:
        names = ", ".join(f"{one['name']} {one['from']:.2f}–{one['to']:.2f} {one['unit']}" for one in self.parameters)
        return f"Parametric({os.path.basename(self.place)}: {names})"


def _measures(functions: Mapping[str, Measure] | None) -> list[Measuring]:
    return [_measure(name, one) for name, one in (functions or {}).items()]


def _measure(name: str, one: Measure) -> Measuring:
    function, unit = one if isinstance(one, tuple) else (one, "m")

    def measured(native: _segue.Clip) -> float:
        return float(function(Clip(native)))

    return name, unit, measured


def _controls(
    measure: str, values: Mapping[str, Sequence[float]] | None, prune_cm: float | None, tries: int, seed: int
) -> dict[str, Any]:
    return given({"measure": measure, "given": values, "prune_cm": prune_cm, "tries": tries, "seed": seed})
