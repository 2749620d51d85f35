"""Times the BVH readers written in Python on one file, for comparison with `cargo bench -p segue-formats --bench bvh`.

Installs nothing. Make an environment by hand:

    python3 -m venv venv && venv/bin/pip install bvhtoolbox pybvh bvhio
    venv/bin/python benches/peers/bvh.py FILE.bvh

Prints processor time, the best of a few rounds per reader, and the speed in MB/s; readers that are not installed are left out.
"""

import os
import sys
import time

ROUNDS = 3


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


def best(read, path):
    times = []
    for _ in range(ROUNDS):
        start = time.process_time()
        read(path)
        times.append(time.process_time() - start)
    return min(times)


def main(path):
    megabytes = os.path.getsize(path) / 1e6
    for reader in (bvhtoolbox, pybvh, bvhio):
        try:
            seconds = best(reader, path)
        except ImportError:
            print(f"{reader.__name__:<12} not installed")
            continue
        print(f"{reader.__name__:<12} {1000 * seconds:>10.1f} ms {megabytes / seconds:>8.2f} MB/s")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
