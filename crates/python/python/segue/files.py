"""Files and folders: what is in them, into other formats, onto other figures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from ._ask import PathLike, ask, given, inputs, text
from .motion import Drawn


def info(*named: PathLike) -> Drawn:
    """What is in motion files: clips, skeletons, what was inferred.

    >>> import segue
    >>> segue.info("sample:walk").answer["files"][0]["clips"][0]["name"]
    'walk'
    """
    return Drawn(ask("info", {"clips": {"inputs": [one for name in named for one in inputs(name)]}}))


def convert(
    named: PathLike | Sequence[PathLike],
    output: PathLike,
    *,
    to: Literal["bvh", "amc", "gltf", "glb"] | None = None,
    onto: PathLike | None = None,
    mirror: bool = False,
    resample_hz: float | None = None,
    frames: tuple[int, int] | None = None,
) -> list[dict[str, Any]]:
    """Converts files or whole folders. Names what was written; what could not be converted is a warning."""
    edit = given({"onto": onto, "mirror": mirror, "resample_hz": resample_hz, "frames": frames})
    request = {"clips": {"inputs": inputs(named)}, "output": text(output), "to": to, "edit": edit}
    written: list[dict[str, Any]] = ask("convert", request).answer["written"]
    return written


def joint_map(source: PathLike, target: PathLike) -> Drawn:
    """Which joint of one figure drives which of another."""
    return Drawn(ask("map", {"source": text(source), "target": text(target)}))


def samples(folder: PathLike | None = None) -> list[dict[str, str]]:
    """The built-in samples; with a folder they are written there.

    >>> import segue
    >>> "walk-left" in [sample["name"] for sample in segue.samples()]
    True
    """
    found: list[dict[str, str]] = ask("samples", {"folder": folder and text(folder)}).answer["samples"]
    return found
