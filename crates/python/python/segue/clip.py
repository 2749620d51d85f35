"""Clips: poses at a fixed rate on one skeleton, in metres, seconds and Y up."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Unpack

import numpy as np

from . import _segue
from ._ask import PathLike, ReadOptions, check, given, inputs, paths, text, warn
from .errors import LoadError, RequestError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from .view import View

Plants = dict[str, list[list[int]]]


class Joint(NamedTuple):
    """A joint of a skeleton."""

    name: str
    #: The number of its parent; None for the root.
    parent: int | None
    #: From the parent, in metres.
    offset: tuple[float, float, float]
    #: Its turn in the rest pose: x, y, z, w.
    rest: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 1.0)


class Clip:
    """Poses at a fixed rate on one skeleton. A clip never changes; methods make new ones.

    >>> import segue
    >>> walk = segue.load("sample:walk")
    >>> walk.name, walk.rate_hz, walk.positions().shape == (len(walk), len(walk.joints), 3)
    ('walk', 60.0, True)
    >>> part = walk[10:40]
    >>> len(part), bool((part.root == walk.root[10:40]).all())
    (30, True)
    """

    def __init__(self, native: _segue.Clip, *, made: bool = False, named: bool = False) -> None:
        self._native = native
        self._made = made
        self._named = named

    @property
    def name(self) -> str:
        """What it is called."""
        return self._native.name

    @property
    def source(self) -> str:
        """Where it was read from; the name of a clip that comes from no file."""
        return self._native.source

    @property
    def rate_hz(self) -> float:
        """Frames per second."""
        return self._native.rate_hz

    @property
    def duration_secs(self) -> float:
        """Time from the first frame to the last."""
        return (len(self) - 1) / self.rate_hz

    @property
    def labels(self) -> list[str]:
        """Words that say what happens in it."""
        return self._native.labels

    @property
    def joints(self) -> list[Joint]:
        """The joints, parents before children."""
        return [Joint(name, parent, _three(offset), _four(rest)) for name, parent, offset, rest in self._native.joints]

    @property
    def plants(self) -> Plants:
        """When points of the body are planted: first and last frames, both included, by the name of the point."""
        plants: Plants = json.loads(self._native.plants())
        return plants

    @property
    def rotations(self) -> NDArray[np.float32]:
        """How each joint is turned against its parent, as quaternions: frames × joints × (x, y, z, w).

        It is a view into the clip, without a copy, so it cannot be written to.
        """
        return self._rows()[:, 1 : 1 + len(self._native.joints)]

    @property
    def root(self) -> NDArray[np.float32]:
        """Where the root is, in metres: frames × 3. A view into the clip."""
        return self._rows()[:, 0, :3]

    @property
    def translations(self) -> dict[str, NDArray[np.float32]]:
        """The places of joints that move against their parents, by name: frames × 3. Views into the clip."""
        names = [name for name, *_ in self._native.joints]
        first = 1 + len(names)
        tracks = enumerate(self._native.translated)
        return {names[joint]: self._rows()[:, first + n, :3] for n, joint in tracks}

    def _rows(self) -> NDArray[np.float32]:
        rows = 1 + len(self._native.joints) + len(self._native.translated)
        return np.frombuffer(memoryview(self._native), dtype=np.float32).reshape(len(self), rows, 4)

    def positions(self) -> NDArray[np.float32]:
        """Where every joint is, in metres: frames × joints × 3."""
        numbers = np.frombuffer(self._native.positions(), dtype=np.float32)
        return numbers.reshape(len(self), len(self._native.joints), 3)

    def times(self) -> NDArray[np.float64]:
        """The moment of each frame, in seconds."""
        return np.arange(len(self)) / self.rate_hz

    @classmethod
    def from_numpy(
        cls,
        *,
        joints: Sequence[Joint],
        root: ArrayLike,
        rotations: ArrayLike,
        rate_hz: float,
        name: str = "clip",
        end_sites: Sequence[tuple[int, tuple[float, float, float]]] = (),
    ) -> Clip:
        """A clip of numbers: `root` is frames × 3 in metres, `rotations` frames × joints × (x, y, z, w).

        Plants are detected in the motion.

        >>> import numpy as np, segue
        >>> hips = segue.Joint("Hips", None, (0, 1, 0))
        >>> still = np.tile([0, 0, 0, 1], (31, 1, 1))
        >>> slide = segue.Clip.from_numpy(
        ...     joints=[hips], root=np.linspace([0, 1, 0], [1, 1, 0], 31), rotations=still, rate_hz=30)
        >>> slide.duration_secs
        1.0
        """
        bones = [(joint.name, joint.parent, joint.offset, joint.rest) for joint in joints]
        poses = _poses(root, rotations, len(bones))
        return cls(_segue.build((name, rate_hz), bones, list(end_sites), *poses))

    def with_poses(
        self, *, root: ArrayLike, rotations: ArrayLike, rate_hz: float | None = None, name: str | None = None
    ) -> Clip:
        """The same figure in other poses, as for `from_numpy`. Plants are detected anew."""
        roots, turns = _poses(root, rotations, len(self._native.joints))
        rate = self.rate_hz if rate_hz is None else rate_hz
        return Clip(self._native.with_poses(name or self.name, rate, roots, turns))

    def with_plants(self, plants: Mapping[str, Sequence[Sequence[int]]]) -> Clip:
        """The clip with other plants."""
        return Clip(self._native.with_plants(json.dumps(plants)), made=self._made, named=self._named)

    def renamed(self, name: str) -> Clip:
        """The same clip under another name."""
        return Clip(self._native.renamed(name))

    def mirrored(self) -> Clip:
        """Left and right swapped."""
        return Clip(self._native.mirrored())

    def resampled(self, rate_hz: float) -> Clip:
        """The same motion in other frames; it takes as long as before."""
        return Clip(self._native.resampled(rate_hz))

    def retargeted(self, onto: Clip) -> Clip:
        """The motion on the figure of another clip."""
        return Clip(self._native.retargeted(onto._native))

    def save(
        self,
        path: PathLike,
        *,
        plants: bool | None = None,
        add: bool = False,
        no_clobber: bool = False,
        in_place: bool = False,
        unit: Literal["cm", "m", "in"] | None = None,
    ) -> list[Path]:
        """Writes the clip as .bvh, .amc, .gltf, .glb, .npz, .csv or .json, whole or not at all; names the files.

        A motion that was made has the name of its file unless it got another, and its plants are written beside it, as the
        command line does. `plants` decides otherwise.
        """
        options = {"add": add, "no_clobber": no_clobber, "in_place": in_place, "unit": unit}
        beside = self._made if plants is None else plants
        native = self._native.renamed(Path(path).stem) if self._made and not self._named else self._native
        return paths(native.save(text(path), beside, json.dumps(given(options))))

    def view(self, *, height: int = 360) -> View:
        """The clip in three dimensions, in a notebook: drag to turn it, drag the bar to move in time."""
        from .view import View

        return View(self, height=height)

    def __len__(self) -> int:
        return len(self._native)

    def __getitem__(self, frames: slice) -> Clip:
        first, last, step = frames.indices(len(self))
        if step != 1 or last <= first:
            raise RequestError(f"a part of a clip is first:last with at least one frame, not {frames}")
        return Clip(self._native.slice(first, last - 1))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Clip) and self._native == other._native

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        joints = len(self._native.joints)
        return f"Clip({self.name!r}, {len(self)} frames, {self.duration_secs:.2f} s at {self.rate_hz:g} Hz, {joints} joints)"

    def _repr_svg_(self) -> str:
        return self._native.sheet(12)


ClipLike = Clip | PathLike


def load(input: PathLike, **read: Unpack[ReadOptions]) -> Clip:
    """Reads one clip: a file, one clip of several (`moves.glb#Walk`), some frames (`kicks.bvh@83-231`) or a sample.

    `scale` (metres per unit), `up`, `fps`, `rest`, `repair` and `floor` say how; what is left out is inferred.

    >>> import segue
    >>> segue.load("sample:walk@0-59")
    Clip('walk', 60 frames, 0.98 s at 60 Hz, 31 joints)
    """
    clips = load_all(input, **read)
    if len(clips) != 1:
        names = ", ".join(clip.name for clip in clips[:12])
        raise LoadError(f"{text(input)} has {len(clips)} clips, not one; name one as {text(input)}#NAME, or use load_all: {names}")
    return clips[0]


def load_all(*named: PathLike, **read: Unpack[ReadOptions]) -> list[Clip]:
    """Reads all clips of files, folders, libraries or samples, in order."""
    check(read, ReadOptions)
    clips, notes = _segue.load([one for name in named for one in inputs(name)], json.dumps(given(read)))
    warn(notes)
    return [Clip(clip) for clip in clips]


def held(clips: Sequence[ClipLike]) -> list[_segue.Clip]:
    """Clips as verbs take them; what is not yet a clip is read."""
    found: list[_segue.Clip] = []
    for clip in clips:
        found.extend([clip._native] if isinstance(clip, Clip) else [one._native for one in load_all(clip)])
    return found


def _poses(root: Any, rotations: Any, joints: int) -> tuple[bytes, bytes]:
    roots = np.ascontiguousarray(root, dtype=np.float32)
    turns = np.ascontiguousarray(rotations, dtype=np.float32)
    if roots.ndim != 2 or roots.shape[1] != 3 or turns.shape != (len(roots), joints, 4):
        raise RequestError(
            f"root must be frames × 3 and rotations frames × {joints} × 4, not {roots.shape} and {turns.shape}"
        )
    return roots.tobytes(), turns.tobytes()


def _three(numbers: Sequence[float]) -> tuple[float, float, float]:
    x, y, z = numbers
    return x, y, z


def _four(numbers: Sequence[float]) -> tuple[float, float, float, float]:
    x, y, z, w = numbers
    return x, y, z, w
