"""A clip in three dimensions, inside a notebook: the viewport of the Studio as one page that needs nothing else."""

from __future__ import annotations

import base64
import html
import json
from typing import TYPE_CHECKING, Any

import numpy as np

from ._segue import view_page

if TYPE_CHECKING:
    from .clip import Clip

#: Frames that are shown at most a second, and altogether.
RATE_HZ, MOST = 30.0, 900


class View:
    """A clip as a page."""

    def __init__(self, clip: Clip, *, height: int = 360) -> None:
        self.clip, self.height = clip, height

    def page(self) -> str:
        """The whole page, to save or to show."""
        clip = json.dumps(_packed(self.clip)).replace("<", "\\u003c")
        before, _, rest = view_page().partition("NAME")
        between, _, after = rest.partition("CLIP")
        return f"{before}{html.escape(self.clip.name)}{between}{clip}{after}"

    def __repr__(self) -> str:
        return f"View({self.clip!r})"

    def _repr_html_(self) -> str:
        page = html.escape(self.page(), quote=True)
        return (
            f'<iframe srcdoc="{page}" sandbox="allow-scripts" title="{html.escape(self.clip.name)}" '
            f'style="width:100%;height:{self.height}px;border:0"></iframe>'
        )


def _packed(clip: Clip) -> dict[str, Any]:
    """A clip as the page takes it, with fewer frames where there are very many."""
    step = max(1, round(clip.rate_hz / RATE_HZ), -(-len(clip) // MOST))
    joints = [
        {"name": joint.name, "parent": -1 if joint.parent is None else joint.parent, "offset": joint.offset,
         "part": part, "side": _side(part)}
        for joint, part in zip(clip.joints, clip._native.parts)
    ]  # fmt: skip
    plants = {kind: [[first // step, last // step] for first, last in ranges] for kind, ranges in clip.plants.items()}
    moves = [clip.translations[clip.joints[joint].name][::step] for joint in clip._native.translated]
    return {
        "name": clip.name, "rate": clip.rate_hz / step, "frames": len(range(0, len(clip), step)), "joints": joints,
        "ends": [{"joint": joint, "offset": offset} for joint, offset in clip._native.end_sites],
        "translated": clip._native.translated, "plants": plants, "root": _base64(clip.root[::step], "<f4"),
        "turns": _base64(np.round(clip.rotations[::step] * 32767), "<i2"),
        "moves": _base64(np.stack(moves, axis=1) if moves else np.zeros(0), "<f4"),
    }  # fmt: skip


def _side(part: str | None) -> str:
    return next((side for side in ("left", "right") if part and part.startswith(side)), "middle")


def _base64(numbers: Any, kind: str) -> str:
    return base64.b64encode(np.ascontiguousarray(numbers, dtype=kind).tobytes()).decode()
