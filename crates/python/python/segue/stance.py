"""Runs and jumps as chains of stances, and sketches of them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ._ask import PathLike, ask, given, inputs, paths, text
from .clip import Clip, ClipLike, held
from .motion import Drawn

Wanted = Mapping[str, float]


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


class StancePath(Drawn):
    """Motion of the whole body along a path."""

    @property
    def clips(self) -> list[Clip]:
        """A motion for each path."""
        return [Clip(native) for native in self._outcome.clips()]

    def save(self, path: PathLike) -> list[Path]:
        """Writes the motions, with their plants and, in a .glb file, the scene."""
        return paths(self._outcome.save(text(path)))

    def __repr__(self) -> str:
        return f"StancePath({', '.join(map(repr, self.clips))})"


def stances(*clips: ClipLike, mass_kg: float = 70.0) -> Stances:
    """Extracts the stances of clips."""
    return Stances(ask("stance extract", {"clips": {}, "mass_kg": mass_kg}, held(clips)))


def stance_find(
    wanted: Wanted, *, feet: str | None = None, source: PathLike | Sequence[PathLike] | None = None
) -> Drawn:
    """Finds a stance that does what is wanted: `height_start`, `height_end`, `speed_start` and so on."""
    return Drawn(ask("stance find", given({"wanted": wanted, "feet": feet, "source": _source(source)})))


def stance_path(
    path: PathLike | Mapping[str, Any],
    *,
    name: str | None = None,
    rate_hz: float | None = None,
    from_stand: bool = False,
    to_stand: bool = False,
    source: PathLike | Sequence[PathLike] | None = None,
) -> StancePath:
    """Makes motion along a path: a JSON file or its content, a list of stances or a recorded sketch.

    `source` names files or samples to take stances from; without it the synthetic runs and jumps.
    """
    wanted = path if isinstance(path, Mapping) else json.loads(Path(path).read_text(encoding="utf-8"))
    request = {
        "path": wanted, "name": name, "rate_hz": rate_hz, "from_stand": from_stand, "to_stand": to_stand,
        "source": _source(source),
    }  # fmt: skip
    return StancePath(ask("stance path", request))


def _source(source: PathLike | Sequence[PathLike] | None) -> dict[str, Any]:
    return {"from": inputs(source)}
