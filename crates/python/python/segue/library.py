"""Motion libraries: many clips in one file, indexed and searched."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypedDict, Unpack

from ._ask import PathLike, Progress, ReadOptions, ask, check, given, inputs, paths, text
from .clip import Clip, load
from .motion import Drawn


class SearchOptions(TypedDict, total=False):
    """What counts as a match."""

    also: Sequence[str]
    epsilon_cm: float | None
    extended: bool
    mirrored: bool
    tiers: int | None
    same: float
    apart: float
    reject: Sequence[str]
    labels: Sequence[str]


class Match(NamedTuple):
    """A stretch of a clip that is like the query."""

    clip: str
    first: int
    last: int
    #: How far it is from the query; None where it is like another match.
    direct_cm: float | None
    tier: int
    mirrored: bool


class Matches(Drawn, Sequence[Match]):
    """What a search found, nearest first."""

    def __init__(self, library: Library, answered: Any) -> None:
        super().__init__(answered)
        self.library = library
        self._matches = [
            Match(one["clip"], first, last, one["direct_cm"], one["tier"], one["mirrored"])
            for one in self.answer["matches"]
            for first, last in [one["range"]]
        ]

    @property
    def epsilon_cm(self) -> float:
        """How far apart two stretches could be."""
        epsilon: float = self.answer["epsilon_cm"]
        return epsilon

    def clips(self) -> list[Clip]:
        """The matches as clips."""
        return [self.library[one.clip][one.first : one.last + 1] for one in self]

    def cut(self, folder: PathLike, *, to: str = "bvh") -> dict[str, Any]:
        """Writes each match to a folder as a motion file, with its plants and which of its moments correspond to the query's."""
        cut: dict[str, Any] = json.loads(self._outcome.cut(text(folder), to))
        return cut

    def __getitem__(self, number: Any) -> Any:
        return self._matches[number]

    def __len__(self) -> int:
        return len(self._matches)

    def __repr__(self) -> str:
        return f"Matches({len(self)} within {self.epsilon_cm:.2f} cm)"


class Library:
    """A motion library on disk; it is made when it is not there.

    >>> import segue, tempfile, os
    >>> folder = tempfile.TemporaryDirectory()
    >>> lib = segue.Library(os.path.join(folder.name, "moves.segue"))
    >>> sorted(lib.add("sample:walk", "sample:walk-left")["added"])
    ['walk', 'walk-left']
    >>> lib.index()["clips"]
    2
    >>> {match.clip for match in lib.search("walk@60-120", save="steps")} == {"walk", "walk-left"}
    True
    >>> len(lib.saved("steps")["segments"]) > 1
    True
    >>> lib.explain("walk@60-120", "walk-left@0-60")["match"] in (True, False)
    True
    >>> folder.cleanup()
    """

    def __init__(self, path: PathLike) -> None:
        self.path = Path(path)
        if not self.path.exists():
            ask("library new", {"library": text(path)})

    def add(
        self, *named: PathLike, trials: PathLike | None = None, progress: Progress = None, **read: Unpack[ReadOptions]
    ) -> dict[str, Any]:
        """Adds the clips of files, folders or samples. Unchanged files are skipped; `trials` is a list of trials."""
        check(read, ReadOptions)
        files = [one for name in named for one in inputs(name)]
        return self._ask("library add", {"inputs": files, "index": trials, "read": given(read)}, progress)

    def index(
        self,
        *,
        rate_hz: float | None = None,
        coarse_hz: float | None = None,
        epsilon_cm: float | None = None,
        labels: Sequence[str] = (),
        webs: bool = False,
        progress: Progress = None,
    ) -> dict[str, Any]:
        """Prepares the library for searches; `webs` also compares every pair of clips now, instead of those that a search needs.

        Only what is missing is made; Ctrl-C keeps what is done.
        """
        return self._ask("index", index_request(rate_hz, coarse_hz, epsilon_cm, labels, webs), progress)

    def search(
        self,
        query: str,
        *,
        save: str | None = None,
        progress: Progress = None,
        **how: Unpack[SearchOptions],
    ) -> Matches:
        """Finds every instance of an action from one example: `CLIP@first-last`, a file or a sample.

        `how`: `also`, `epsilon_cm`, `extended`, `mirrored`, `tiers`, `same`, `apart`, `reject`, `labels`, as docs/json-library.md
        describes them. `save` keeps the result in the library.
        """
        request = {**self._search(query, how), "save": save}
        return Matches(self, ask("search", request, progress=progress))

    def explain(self, query: str, segment: str, **how: Unpack[SearchOptions]) -> dict[str, Any]:
        """Says why a stretch, `CLIP@first-last`, is or is not a match of a search: which criterion fails, and where."""
        return ask("search explain", {"search": self._search(query, how), "segment": segment}).answer

    def saved(self, name: str) -> dict[str, Any]:
        """The matches of a search that was saved, after the query itself."""
        return self._ask("search saved", {"name": name})

    def entries(self, *labels: str) -> list[dict[str, Any]]:
        """What is known about the clips, or about those with all of these labels."""
        found: list[dict[str, Any]] = self._ask("library list", {"labels": list(labels)})["clips"]
        return found

    def label(
        self,
        *clips: str,
        add: Sequence[str] = (),
        remove: Sequence[str] = (),
        plants: PathLike | None = None,
        detected_plants: bool = False,
    ) -> list[dict[str, Any]]:
        """Adds labels to clips and removes others; corrects their plants by a plants file, or returns to the detected ones."""
        request = {
            "clips": list(clips), "add": list(add), "remove": list(remove), "plants": plants and text(plants),
            "detected_plants": detected_plants,
        }  # fmt: skip
        labelled: list[dict[str, Any]] = self._ask("library label", request)["clips"]
        return labelled

    def rename(self, clip: str, name: str) -> None:
        """Gives a clip another name."""
        self._ask("library rename", {"clip": clip, "name": name})

    def remove(self, *clips: str) -> list[str]:
        """Takes clips out."""
        removed: list[str] = self._ask("library remove", {"clips": list(clips)})["removed"]
        return removed

    def check(self) -> list[str]:
        """What is wrong with the file, a sentence each; nothing for a sound library."""
        faults: list[str] = self._ask("library check", {})["faults"]
        return faults

    def compact(self) -> int:
        """Writes the file anew without the room that removed clips took; how many bytes that gave back."""
        answer = self._ask("library compact", {})
        return int(answer["bytes_before"]) - int(answer["bytes_after"])

    def export(
        self, folder: PathLike, *, clips: Sequence[str] = (), labels: Sequence[str] = (), to: str | None = None
    ) -> list[Path]:
        """Writes clips to motion files."""
        request = {"folder": text(folder), "clips": list(clips), "labels": list(labels), "to": to}
        return paths(self._ask("library export", request)["written"])

    def __getitem__(self, clip: str) -> Clip:
        return load(f"{text(self.path)}#{clip}")

    def __iter__(self) -> Iterator[str]:
        return (entry["name"] for entry in self.entries())

    def __len__(self) -> int:
        return len(self.entries())

    def __contains__(self, clip: object) -> bool:
        return clip in list(self)

    def __repr__(self) -> str:
        return f"Library({text(self.path)!r}, {len(self)} clips)"

    def _search(self, query: str, how: SearchOptions) -> dict[str, Any]:
        check(how, SearchOptions)
        return given({"library": text(self.path), "query": query, **how})

    def _ask(self, verb: str, request: dict[str, Any], progress: Progress = None) -> dict[str, Any]:
        return ask(verb, {"library": text(self.path), **request}, progress=progress).answer


def index_request(
    rate_hz: float | None, coarse_hz: float | None, epsilon_cm: float | None, labels: Sequence[str], webs: bool
) -> dict[str, Any]:
    """What an index is made with."""
    chosen = {"rate_hz": rate_hz, "coarse_hz": coarse_hz, "epsilon_cm": epsilon_cm, "labels": list(labels)}
    return given({**chosen, "webs": webs})


__all__ = ["Library", "Match", "Matches"]
