"""Work on many machines, dealt out by Dask distributed.

Every worker must see the library under the same path: a shared folder, or one machine. Workers only read; the caller is the one
who writes. Each tile that comes back is stored in one change, so work that stops is continued by the same call.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from . import _segue
from ._ask import PathLike, Progress, _bar, text
from .library import Library, Match, Matches, index_request

#: Frames of a group of clips; a tile compares two groups.
TILE_FRAMES = 8192

Item = TypeVar("Item")
Result = TypeVar("Result")


def index(
    library: Library | PathLike,
    client: Any,
    *,
    rate_hz: float | None = None,
    coarse_hz: float | None = None,
    epsilon_cm: float | None = None,
    labels: Sequence[str] = (),
    tile_frames: int = TILE_FRAMES,
    retries: int = 3,
    progress: Progress = None,
) -> dict[str, Any]:
    """Indexes a library as `Library.index` with `webs` does, with the workers of a Dask client; the result is the same.

    A worker that dies is replaced by another: its tile is built again. Only missing webs are built.
    """
    lib = library if isinstance(library, Library) else Library(library)
    path = os.path.abspath(text(lib.path))
    request = index_request(rate_hz, coarse_hz, epsilon_cm, labels, True)
    tiles = _segue.plan(json.dumps({"library": path, **request}), tile_frames)
    for tile in _deal(client, _build, [(path, tile) for tile in tiles], retries, progress):
        _segue.merge_tile(path, tile)
    return lib.index(rate_hz=rate_hz, coarse_hz=coarse_hz, epsilon_cm=epsilon_cm, labels=labels, webs=True)


def search(
    libraries: Sequence[Library | PathLike], client: Any, query: str, *, retries: int = 3, **how: Any
) -> list[tuple[str, Match]]:
    """Searches libraries that hold parts of one collection; the nearest matches come first, each with its library.

    The query is a file or a sample, so that every library understands it. `how` is that of `Library.search`.
    """
    shards = [os.path.abspath(text(one.path if isinstance(one, Library) else one)) for one in libraries]
    found: list[tuple[str, Match]] = []
    for shard, matches in _deal(client, _search, [(shard, query, how) for shard in shards], retries, None):
        found.extend((shard, Match(*match)) for match in matches)
    return sorted(found, key=lambda one: (_distance(one[1]), one[0], one[1].clip, one[1].first))


def batch(
    work: Callable[[Item], Result], items: Iterable[Item], client: Any, *, retries: int = 3, progress: Progress = None
) -> list[Result | Exception]:
    """Calls a function on many things (retarget, clean, judge each of a thousand files), in order.

    What fails is an exception in the list; the rest goes on.
    """
    jobs = list(enumerate(items))
    done = dict(_deal(client, _attempt, [(work, number, item) for number, item in jobs], retries, progress))
    return [done[number] for number, _ in jobs]


def _build(job: tuple[str, list[list[str]]]) -> bytes:
    path, pairs = job
    return _segue.build_tile(path, pairs)


def _search(job: tuple[str, str, dict[str, Any]]) -> tuple[str, list[tuple[Any, ...]]]:
    path, query, how = job
    matches: Matches = Library(path).search(query, **how)
    return path, [tuple(match) for match in matches]


def _attempt(job: tuple[Callable[[Any], Any], int, Any]) -> tuple[int, Any]:
    work, number, item = job
    try:
        return number, work(item)
    except Exception as error:
        return number, error


def _deal(client: Any, work: Callable[[Any], Any], jobs: list[Any], retries: int, progress: Progress) -> Iterable[Any]:
    """Deals jobs out and yields results as they come; each is forgotten by the workers once it is here."""
    from distributed import as_completed

    futures = client.map(work, jobs, pure=False, retries=retries)
    arriving = as_completed(futures)
    with _bar(progress) as told:
        try:
            for number, future in enumerate(arriving, 1):
                yield future.result()
                future.release()
                if told:
                    told(f"{len(jobs)} tiles", number, len(jobs))
        finally:
            client.cancel([future for future in futures if not future.done()])


def _distance(match: Match) -> float:
    return float("inf") if match.direct_cm is None else match.direct_cm

