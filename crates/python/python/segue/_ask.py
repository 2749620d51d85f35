"""The way from keywords to a request, and from its answer back."""

from __future__ import annotations

import json
import os
import sys
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypedDict

from . import _segue
from .errors import RequestError, SegueWarning

PathLike = str | os.PathLike[str]
Progress = bool | Callable[[str, int, int], object] | None
#: A function that measures motion: its name, its unit, and itself.
Measuring = tuple[str, str, Callable[[_segue.Clip], float]]


class ReadOptions(TypedDict, total=False):
    """How files are read; what is left out is inferred."""

    scale: float
    up: Literal["X", "Y", "Z"]
    fps: float
    rest: Literal["infer", "keep", "drop"]
    repair: bool
    floor: float


class RegisterOptions(TypedDict, total=False):
    """How clips are registered."""

    reference: str
    ends: Literal["auto", "pinned", "open"]
    slope_limit: int
    strikes: bool
    force: bool
    pins: Sequence[Mapping[str, Any]]
    speeds: Sequence[float]


class MakeOptions(TypedDict, total=False):
    """How motion is made."""

    name: str
    rate_hz: float
    averaging: Literal["fast", "exact"]
    law: Literal["duration", "rate"]
    clean_up: bool
    feet: Literal["hold", "follow", "lock"]
    root_motion: Literal["keep", "infer", "in-place"]


class MotionOptions(RegisterOptions, MakeOptions, total=False):
    """How clips are registered and motion is made of them."""

    skeleton: str


@dataclass(frozen=True)
class Answered:
    """An answer as data, with what was made."""

    answer: dict[str, Any]
    outcome: _segue.Outcome


def ask(
    verb: str,
    request: Mapping[str, Any],
    clips: Sequence[_segue.Clip] = (),
    progress: Progress = None,
    measures: Sequence[Measuring] = (),
) -> Answered:
    """Runs a verb. Doubts become warnings; other threads run meanwhile, and Ctrl-C cancels it."""
    with _bar(progress) as told:
        asked = json.dumps(given(request), default=_plain)
        outcome = _segue.run(verb, asked, list(clips), told, list(measures))
    warn(outcome.notes)
    return Answered(json.loads(outcome.answer), outcome)


def given(request: Mapping[str, Any]) -> dict[str, Any]:
    """A request without what was left out."""
    return {key: value for key, value in request.items() if value is not None}


def part(options: Mapping[str, Any], kind: type) -> dict[str, Any]:
    """The options of one kind among others."""
    names = _names(kind)
    return {key: value for key, value in options.items() if key in names}


def check(options: Mapping[str, Any], *kinds: type) -> None:
    """Refuses options that nobody knows."""
    known = {name for kind in kinds for name in _names(kind)}
    if unknown := sorted(set(options) - known):
        raise TypeError(f"there is no argument {unknown[0]!r}; there are {', '.join(sorted(known))}")


def _names(kind: type) -> set[str]:
    return {name for base in kind.__mro__ for name in getattr(base, "__annotations__", {})} | set(
        getattr(kind, "__optional_keys__", ())
    )


def warn(notes: Iterable[tuple[str, str, str | None]]) -> None:
    """Warns of every note that is a warning."""
    for level, text, about in notes:
        if level == "warning":
            warnings.warn(f"{about}: {text}" if about else text, SegueWarning, stacklevel=4)


def text(path: PathLike) -> str:
    """A path as text."""
    return os.fspath(path)


def inputs(named: PathLike | Sequence[PathLike] | None) -> list[str]:
    """One or several inputs as a list of texts."""
    if named is None:
        return []
    if isinstance(named, (str, os.PathLike)):
        return [text(named)]
    return [text(one) for one in named]


def _plain(value: Any) -> Any:
    """What JSON does not know: paths, and the numbers of NumPy."""
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if hasattr(value, "tolist"):
        return value.tolist()
    raise RequestError(f"{value!r} cannot be part of a request")


class _bar:
    """Shows how far work has come on a terminal, or calls a function of the caller."""

    def __init__(self, progress: Progress) -> None:
        self.progress = progress
        self.shown = False

    def __enter__(self) -> Callable[[str, int, int], object] | None:
        if callable(self.progress):
            return self.progress
        return self.show if self.progress else None

    def show(self, what: str, done: int, total: int) -> None:
        self.shown = True
        share = done / total if total else 1.0
        filled = round(30 * share)
        print(f"\r{'█' * filled}{'·' * (30 - filled)} {share:4.0%} {what}\x1b[K", end="", file=sys.stderr)

    def __exit__(self, *_: object) -> None:
        if self.shown:
            print(file=sys.stderr)


def paths(written: Iterable[str]) -> list[Path]:
    """The files that were written."""
    return [Path(one) for one in written]
