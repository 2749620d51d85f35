"""What others do with the same points and grids, run by `cargo bench -p segue-register --bench speed`.

DIR holds what the benchmark left there: `points_N_a.f32` and `points_N_b.f32` (frames x 40 points x 3, metres),
`grid_N.f32` (the distances), and `ours.txt` with our times in seconds of CPU of one thread. Every figure is CPU time of
one thread, the least of some repeats; a ratio above 1 says how many times as long as ours it takes. Prints a table in Markdown.
"""
import os
import sys
import time
import warnings

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMBA_NUM_THREADS"):
    os.environ[name] = "1"
import numpy as np

warnings.filterwarnings("ignore")
WINDOW = 5


def best(run, repeats):
    least = float("inf")
    for _ in range(repeats):
        start = time.process_time()
        run()
        least = min(least, time.process_time() - start)
    return least


def clamped_windows(points):
    half = WINDOW // 2
    last = len(points) - 1
    frames = np.clip(np.arange(len(points))[:, None] + np.arange(-half, half + 1), 0, last)
    return points[frames].reshape(len(points), -1, 3)


def prepared(points, dtype):
    windows = clamped_windows(points.astype(np.float64))
    scale = 1 / np.sqrt(windows.shape[1])
    x = windows[..., 0] - windows[..., 0].mean(1, keepdims=True)
    z = windows[..., 2] - windows[..., 2].mean(1, keepdims=True)
    y = windows[..., 1] - 0.9
    return [(c * scale).astype(dtype) for c in (x, y, z)]


def plain(a, b):
    """The closed form as most would write it: windows as long vectors, five matrix products."""
    (x, y, z), (x2, y2, z2) = a, b
    along = x @ x2.T + z @ z2.T
    across = x @ z2.T - z @ x2.T
    norms = (x * x + y * y + z * z).sum(1)[:, None] + (x2 * x2 + y2 * y2 + z2 * z2).sum(1)[None]
    return np.maximum(norms - 2 * (np.sqrt(along * along + across * across) + y @ y2.T), 0)


def slope_limited():
    """The recursion with at most 3 frames of one clip to one of the other, as a step pattern of dtw-python."""
    from dtw import stepPattern
    rows = []
    for number, steps in enumerate([
        [(1, 1, -1), (0, 0, 1)],
        [(2, 1, -1), (1, 0, 1), (0, 0, 1)],
        [(3, 1, -1), (2, 0, 1), (1, 0, 1), (0, 0, 1)],
        [(1, 2, -1), (0, 1, 1), (0, 0, 1)],
        [(1, 3, -1), (0, 2, 1), (0, 1, 1), (0, 0, 1)],
    ]):
        rows += [[number + 1, *step] for step in steps]
    return stepPattern.StepPattern(np.array(rows, float), "NA")


def report(what, secs, ours):
    print(f"| {what} | {secs * 1e3:.2f} | {secs / ours:.1f} |", flush=True)


def grids(folder, ours, frames, repeats):
    load = lambda side: np.fromfile(f"{folder}/points_{frames}_{side}.f32", np.float32).reshape(frames, 40, 3)
    expected = np.fromfile(f"{folder}/grid_{frames}.f32", np.float32).reshape(frames, frames)
    for dtype in (np.float32, np.float64):
        a, b = prepared(load("a"), dtype), prepared(load("b"), dtype)
        error = np.abs(plain(a, b)[:200] - expected[:200]).max()
        report(f"distances {frames} × {frames}, NumPy, {dtype.__name__} (differs by {error:.0e})", best(lambda: plain(a, b), repeats), ours[f"grid_{frames}"])


def warps(folder, ours, frames, repeats):
    grid = np.fromfile(f"{folder}/grid_{frames}.f32", np.float32).reshape(frames, frames).astype(np.float64)
    own = ours[f"dtw_{frames}"]
    try:
        from dtw import dtw
        pattern = slope_limited()
        report(f"timewarping {frames} × {frames}, dtw-python, same steps", best(lambda: dtw(grid, step_pattern=pattern), 1), own)
    except ImportError as error:
        print(f"skipped: {error}", file=sys.stderr)
    try:
        from tslearn.metrics import dtw_path_from_metric
        run = lambda: dtw_path_from_metric(grid, metric="precomputed")
        run()
        report(f"timewarping {frames} × {frames}, tslearn, plain steps", best(run, repeats), own)
    except ImportError as error:
        print(f"skipped: {error}", file=sys.stderr)
    try:
        from aeon.distances import dtw_alignment_path
        series = np.sin(np.arange(frames) * 0.06), np.sin(np.arange(frames) * 0.07)
        run = lambda: dtw_alignment_path(*series)
        run()
        report(f"timewarping {frames} × {frames}, aeon, plain steps, two series of numbers", best(run, repeats), own)
    except ImportError as error:
        print(f"skipped: {error}", file=sys.stderr)


def main(folder):
    with open(f"{folder}/ours.txt") as lines:
        ours = {key: float(secs) for key, secs in (line.split() for line in lines)}
    print("\n| other libraries with the same distances | ms | times ours |\n|---|---|---|", flush=True)
    for frames, repeats in ((600, 10), (5000, 2)):
        grids(folder, ours, frames, repeats)
        warps(folder, ours, frames, repeats)


if __name__ == "__main__":
    main(sys.argv[1])
