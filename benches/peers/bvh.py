"""Times the BVH readers written in Python on one file.

`cargo bench -p segue-formats --bench bvh` runs it in turn with its own readers when SEGUE_PEERS names a Python that has
them. Prints one line per reader: its name and seconds of processor time, the least of a few rounds; readers that are
not installed are left out.
"""

import sys
import time

ROUNDS = 5


def bvhtoolbox(path):
    from bvhtoolbox import Bvh

    with open(path) as file:
        return Bvh(file.read())


def pybvh(path):
    import pybvh

    return pybvh.read_bvh_file(path)


def bvhio(path):
    import bvhio

    return bvhio.readAsBvh(path)


def best(read, path, rounds):
    times = []
    for _ in range(rounds):
        start = time.process_time()
        read(path)
        times.append(time.process_time() - start)
    return min(times)


def main(path):
    for reader in (bvhtoolbox, pybvh, bvhio):
        try:
            seconds = best(reader, path, 1)
            # The slow ones take seconds, and are far from the bar.
            if seconds < 1:
                seconds = min(seconds, best(reader, path, ROUNDS))
        except ImportError:
            continue
        print(reader.__name__, seconds)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
