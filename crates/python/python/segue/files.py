"""Files and folders: what is in them, into other formats, onto other figures."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

from ._ask import PathLike, ask, given, inputs, paths, text
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
    to: Literal["bvh", "amc", "gltf", "glb", "npz", "csv", "json"] | None = None,
    clip: Sequence[str] = (),
    onto: PathLike | None = None,
    retarget: PathLike | None = None,
    mirror: bool = False,
    resample_hz: float | None = None,
    frames: tuple[int, int] | None = None,
) -> list[dict[str, Any]]:
    """Converts files or whole folders. Names what was written; what could not be converted is a warning.

    `clip` chooses clips of files by name, `onto` names a file with the figure to carry them to, `retarget` a map of its joints.
    """
    edit = given({
        "clip": list(clip), "onto": onto, "retarget": retarget, "mirror": mirror, "resample_hz": resample_hz,
        "frames": frames,
    })  # fmt: skip
    request = {"clips": {"inputs": inputs(named)}, "output": text(output), "to": to, "edit": edit}
    written: list[dict[str, Any]] = ask("convert", request).answer["written"]
    return written


class JointMap(Drawn):
    """Which joint of one figure drives which of another."""

    def save(self, path: PathLike) -> list[Path]:
        """Writes the map (.map.toml), to be edited and given to `convert`."""
        return paths(self._outcome.save(text(path)))


def joint_map(source: PathLike, target: PathLike) -> JointMap:
    """Which joint of one figure drives which of another."""
    return JointMap(ask("map", {"source": text(source), "target": text(target)}))


def samples(
    folder: PathLike | None = None, *, to: Literal["bvh", "amc", "gltf", "glb", "npz", "csv", "json"] = "bvh"
) -> list[dict[str, str]]:
    """The built-in samples; with a folder they are written there.

    >>> import segue
    >>> "walk-left" in [sample["name"] for sample in segue.samples()]
    True
    """
    found: list[dict[str, str]] = ask("samples", {"folder": folder and text(folder), "format": to}).answer["samples"]
    return found
