"""What others find with the same queries in the same clips, run by `cargo xtask eval search`.

DIR holds what the evaluation left there: `clips.json` ({"clips": [frames], "values": values a frame, "queries": [[clip,
first, last]]}) and `points.f32` (positions of the joints relative to the root, frame by frame, clip by clip, in metres).
Prints one line of JSON per method: its name, seconds of processor time of one thread for all queries, and per query the
stretches it found, nearest first: [clip, first, last].
"""
import json
import os
import sys
import time
import warnings

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMBA_NUM_THREADS"):
    os.environ[name] = "1"
import numpy as np

warnings.filterwarnings("ignore")
# More than there are repetitions of any action in a clip.
MOST = 40


def of_stumpy(normalize):
    import stumpy

    def find(query, clip):
        if len(query) >= len(clip):
            return []
        matches = stumpy.match(query.T, clip.T, max_distance=np.inf, max_matches=MOST, normalize=normalize)
        return [(float(distance), int(at), int(at) + len(query) - 1) for distance, at in matches]

    return find


def dtaidistance(query, clip):
    from dtaidistance.subsequence.dtw import subsequence_alignment

    found = subsequence_alignment(query, clip, use_c=True)
    shortest, longest = len(query) // 2, 2 * len(query)
    matches = found.kbest_matches(k=MOST, overlap=0, minlength=shortest, maxlength=longest)
    return [(float(match.value), *map(int, match.segment)) for match in matches]


def ranked(find, query, clips):
    found = []
    for number, clip in enumerate(clips):
        found += [(distance, number, first, last) for distance, first, last in find(query, clip)]
    return [list(match[1:]) for match in sorted(found)]


def main(folder):
    about = json.load(open(os.path.join(folder, "clips.json")))
    points = np.fromfile(os.path.join(folder, "points.f32"), "<f4").astype(np.float64)
    ends = np.cumsum(about["clips"])[:-1]
    clips = [np.ascontiguousarray(clip) for clip in np.split(points.reshape(-1, about["values"]), ends)]
    methods = {
        "stumpy.match": lambda: of_stumpy(False),
        "stumpy.match, normalised": lambda: of_stumpy(True),
        "dtaidistance": lambda: dtaidistance,
    }
    for name, make in methods.items():
        try:
            find = make()
            # The first call compiles.
            find(clips[0][:20], clips[0])
        except ImportError:
            continue
        started = time.process_time()
        found = [ranked(find, clips[clip][first : last + 1], clips) for clip, first, last in about["queries"]]
        seconds = time.process_time() - started
        print(json.dumps({"name": name, "seconds": seconds, "found": found}), flush=True)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
