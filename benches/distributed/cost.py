"""What an index costs alone and dealt out to workers, and what that makes of larger libraries.

    RAYON_NUM_THREADS=1 python benches/distributed/cost.py [SAMPLES]

It measures processor time, which other programs on the machine change little.
"""

from __future__ import annotations

import resource
import sys
import tempfile
from pathlib import Path

import segue
import segue.distributed
from distributed import Client, LocalCluster

HOURS, CORES, WORKERS = (40, 1000), (8, 64, 512), 2


def processor_secs() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def library(folder: Path, name: str, count: int) -> segue.Library:
    lib = segue.Library(folder / name)
    lib.add(*(f"sample:{sample['name']}" for sample in segue.samples()[-count:]))
    return lib


def alone(lib: segue.Library) -> float:
    before = processor_secs()
    lib.index()
    return processor_secs() - before


def dealt_out(lib: segue.Library, client: Client) -> tuple[float, float, int]:
    """Seconds of the caller, seconds of the workers, tiles."""
    tiles = [0]

    def told(what: str, done: int, total: int) -> None:
        tiles[0] = total

    before, theirs = processor_secs(), sum(client.run(processor_secs).values())
    segue.distributed.index(lib, client, progress=told)
    return processor_secs() - before, sum(client.run(processor_secs).values()) - theirs, tiles[0]


def main(count: int) -> None:
    with tempfile.TemporaryDirectory() as name, LocalCluster(
        n_workers=WORKERS, threads_per_worker=1, dashboard_address=None, local_directory=name
    ) as cluster, Client(cluster) as client:
        folder = Path(name)
        single, many = library(folder, "alone.segue", count), library(folder, "many.segue", count)
        clips = len(single)
        hours = sum(entry["duration_secs"] for entry in single.entries()) / 3600
        one = alone(single)
        own, theirs, tiles = dealt_out(many, client)
    per_square_hour = theirs / hours**2
    print(f"{clips} clips, {60 * hours:.1f} min of motion, {tiles} tiles")
    print(f"alone {one:.1f} s; workers {theirs:.1f} s, caller {own:.1f} s; overhead {(own + theirs) / one - 1:+.0%}")
    print(f"{per_square_hour / 3600:.2f} core-hours for the square of an hour")
    for cores in CORES:
        costs = (f"{total} h: {per_square_hour * total**2 / 3600 / cores:,.1f} h" for total in HOURS)
        print(f"{cores} cores: {', '.join(costs)}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
