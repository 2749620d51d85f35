"""Work on several processes, one of which is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import segue
from segue import distributed as many
from conftest import contents
from test_like_the_program import stored

dask = pytest.importorskip("distributed")

WORKERS = 3


class Cluster:
    """A scheduler and workers as processes of their own, on loopback."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.workers = folder, []
        self.scheduler = self._start("scheduler", "--port", "0", "--no-dashboard", "--scheduler-file", "s.json")
        until(lambda: (folder / "s.json").exists())
        for _ in range(WORKERS):
            self.workers.append(self.worker())
        self.client = dask.Client(scheduler_file=str(folder / "s.json"), timeout=60)
        self.client.wait_for_workers(WORKERS, timeout=60)

    def worker(self) -> subprocess.Popen[bytes]:
        return self._start("worker", "--nthreads", "1", "--no-nanny", "--no-dashboard", "--death-timeout", "30",
                           "--scheduler-file", "s.json", "--local-directory", "scratch")  # fmt: skip

    def _start(self, kind: str, *args: str) -> subprocess.Popen[bytes]:
        words = [sys.executable, "-m", "distributed.cli.dask_" + kind, "--host", "127.0.0.1", *args]
        log = (self.folder / "log.txt").open("ab")
        return subprocess.Popen(words, cwd=self.folder, stdout=log, stderr=log)

    def close(self) -> None:
        self.client.shutdown()
        self.client.close()
        for process in [*self.workers, self.scheduler]:
            try:
                process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def until(holds: object, secs: float = 60) -> None:
    end = time.monotonic() + secs
    while not holds():  # type: ignore[operator]
        assert time.monotonic() < end, "nothing happened"
        time.sleep(0.05)


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    running = Cluster(tmp_path)
    yield running
    running.close()


def library(folder: Path, name: str, clips: int) -> segue.Library:
    motions = folder / "motions"
    motions.mkdir(exist_ok=True)
    walk = segue.load("sample:walk")
    for number in range(clips):
        walk[3 * number :].renamed(f"walk{number}").save(motions / f"walk{number}.bvh")
    lib = segue.Library(folder / name)
    lib.add(motions)
    return lib


def test_a_worker_that_is_killed_changes_nothing(cluster: Cluster, tmp_path: Path) -> None:
    alone, shared = library(tmp_path, "alone.segue", 8), library(tmp_path, "shared.segue", 8)
    expected = alone.index(webs=True)

    def kill(what: str, done: int, total: int) -> None:
        if done == 3:
            os.kill(cluster.workers[0].pid, signal.SIGKILL)

    answer = many.index(shared, cluster.client, tile_frames=150, progress=kill)
    assert cluster.workers[0].wait(timeout=10) == -signal.SIGKILL
    assert answer == {**expected, "built": 0}, "all webs came from the workers"
    assert stored(alone.path) == stored(shared.path)
    assert shared.check() == []
    assert many.index(shared, cluster.client)["built"] == 0, "once more builds nothing"


def test_an_index_is_continued(cluster: Cluster, tmp_path: Path) -> None:
    alone, shared = library(tmp_path, "alone.segue", 5), library(tmp_path, "shared.segue", 5)
    alone.index(webs=True)

    def stop(what: str, done: int, total: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        many.index(shared, cluster.client, tile_frames=150, progress=stop)
    many.index(shared, cluster.client, tile_frames=150)
    assert stored(alone.path) == stored(shared.path)


def test_shards_are_searched_and_folders_worked_through(cluster: Cluster, tmp_path: Path) -> None:
    shards = []
    for number, names in enumerate([["walk", "jog"], ["walk-left"]]):
        lib = segue.Library(tmp_path / f"shard{number}.segue")
        lib.add(*(f"sample:{name}" for name in names))
        lib.index()
        shards.append(lib)
    found = many.search(shards, cluster.client, "sample:walk@60-120")
    one_by_one = [(str(lib.path), match) for lib in shards for match in lib.search("sample:walk@60-120")]
    assert sorted(found) == sorted(one_by_one) and len({shard for shard, _ in found}) == 2

    def frames_of(name: str) -> int:
        return len(segue.load(name))

    frames = many.batch(frames_of, ["sample:walk", "nothing.bvh", "sample:jog"], cluster.client)
    assert frames[0] == len(segue.load("sample:walk")) and isinstance(frames[1], segue.errors.LoadError)


def test_a_folder_is_retargeted_and_judged_although_a_worker_dies(cluster: Cluster, tmp_path: Path) -> None:
    library(tmp_path, "unused.segue", 6)
    captures = sorted((tmp_path / "motions").glob("*.bvh"))
    (tmp_path / "out").mkdir()
    (tmp_path / "alone").mkdir()

    def onto_long_legs(file: Path, out: Path) -> list[float]:
        moved = segue.load(file).retargeted(onto=segue.load("sample:walk-long-legs"))
        [saved] = moved.save(out / file.name)
        judged = segue.inspect([saved]).answer["motions"]
        return [motion["quality"]["worst_drift_mm"] for motion in judged]

    def kill(what: str, done: int, total: int) -> None:
        if done == 2:
            os.kill(cluster.workers[0].pid, signal.SIGKILL)

    done = many.batch(lambda file: onto_long_legs(file, tmp_path / "out"), captures, cluster.client, progress=kill)
    assert cluster.workers[0].wait(timeout=10) == -signal.SIGKILL
    assert done == [onto_long_legs(file, tmp_path / "alone") for file in captures]
    # A draft of the dead worker may lie beside them until somebody writes into the folder again.
    written = {name: data for name, data in contents(tmp_path / "out").items() if not name.endswith(".segue-part")}
    assert written == contents(tmp_path / "alone")
