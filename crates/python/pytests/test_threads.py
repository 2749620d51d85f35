"""Other threads run while a verb does, and Ctrl-C ends it."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import segue

CLIPS = ["sample:walk", "sample:walk-left", "sample:walk-right", "sample:jog"]


def test_two_threads_overlap() -> None:
    """One thread counts while another registers: it would stand still if the verb kept the lock of Python."""
    counted, stop = [0], threading.Event()

    def count() -> None:
        while not stop.is_set():
            counted[0] += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    before, start = counted[0], time.perf_counter()
    segue.register(*CLIPS)
    while_it_ran, took = counted[0] - before, time.perf_counter() - start
    stop.set()
    thread.join()
    assert took > 0.02, "too short to tell"
    assert while_it_ran > 5, f"the other thread counted to {while_it_ran} in {took:.2f} s"


INTERRUPTED = """
import segue, sys
lib = segue.Library(sys.argv[1])
def told(what, done, total):
    print("going", flush=True)
try:
    lib.index(rate_hz=120, webs=True, progress=told)
except KeyboardInterrupt:
    print("interrupted", flush=True)
    sys.exit(7)
"""


def test_an_index_can_be_interrupted_and_continued(tmp_path: Path) -> None:
    file = tmp_path / "many.segue"
    lib = segue.Library(file)
    walk = segue.load("sample:walk")
    for number in range(14):
        walk[number:].renamed(f"walk{number}").save(tmp_path / f"walk{number}.bvh")
    lib.add(tmp_path)
    words = [sys.executable, "-c", INTERRUPTED, str(file)]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "going\n"
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    assert process.returncode == 7 and out.endswith("interrupted\n")
    pairs = 14 * 15 // 2
    answer = lib.index(rate_hz=120, webs=True)
    assert answer["webs"] == pairs and 0 < answer["built"] <= pairs
