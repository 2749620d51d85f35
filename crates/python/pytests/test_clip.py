"""Clips as numbers, and back."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import segue


def test_numbers_are_views_that_cannot_be_written_to() -> None:
    walk = segue.load("sample:walk")
    first, second = walk.rotations, walk.rotations
    assert np.shares_memory(first, second) and np.shares_memory(walk.root, walk.root)
    with pytest.raises(ValueError, match="read-only"):
        first[0] = 0
    del walk, second
    assert np.allclose(np.linalg.norm(first, axis=-1), 1, atol=1e-5), "the view keeps the clip"


def test_positions_are_forward_kinematics() -> None:
    walk = segue.load("sample:walk@0-9")
    places, turns = walk.positions(), {}
    for number, joint in enumerate(walk.joints):
        own = walk.rotations[:, number]
        if joint.parent is None:
            turns[number], place = own, walk.root
        else:
            turns[number] = product(turns[joint.parent], own)
            place = places[:, joint.parent] + rotated(turns[joint.parent], np.array(joint.offset))
        assert np.allclose(places[:, number], place, atol=1e-4), joint.name


def product(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    (ax, ay, az, aw), (bx, by, bz, bw) = a.T, b.T
    return np.stack([
        aw * bx + ax * bw + ay * bz - az * by, aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw, aw * bw - ax * bx - ay * by - az * bz,
    ], axis=-1)


def rotated(turn: np.ndarray, point: np.ndarray) -> np.ndarray:
    axis, w = turn[:, :3], turn[:, 3:]
    cross = np.cross(axis, point)
    return point + 2 * (w * cross + np.cross(axis, cross))


def test_numbers_come_back_as_they_went() -> None:
    walk = segue.load("sample:walk")
    again = segue.Clip.from_numpy(
        joints=walk.joints, end_sites=walk._native.end_sites, root=walk.root, rotations=walk.rotations,
        rate_hz=walk.rate_hz, name="walk",
    )
    assert np.array_equal(again.rotations, walk.rotations) and np.array_equal(again.positions(), walk.positions())
    higher = walk.with_poses(root=walk.root + [0, 0.5, 0], rotations=walk.rotations)
    assert np.allclose(higher.positions(), walk.positions() + [0, 0.5, 0], atol=1e-5)
    assert again.plants, "plants are detected"


def test_a_clip_in_memory_is_like_one_in_a_file(tmp_path: Path) -> None:
    left, right = (segue.load(f"sample:walk-{side}") for side in ("left", "right"))
    from_memory = segue.blend([left[5:], right], [1, 1])
    from_names = segue.blend([f"sample:walk-left@5-{len(left) - 1}", "sample:walk-right"], [1, 1])
    assert from_memory == from_names


def test_arrays_of_body_models_go_in_and_out(tmp_path: Path) -> None:
    """AMASS files: a root and a turn (axis times angle) for each joint of SMPL."""
    poses = np.zeros((40, 156))
    poses[:, 3 * 4] = np.linspace(0, 0.8, 40)
    trans = np.linspace([0, 0, 0.9], [0, 1.2, 0.9], 40)
    file = tmp_path / "amass.npz"
    np.savez(file, poses=poses, trans=trans, mocap_framerate=np.array(60.0), gender="neutral", betas=np.zeros(16))
    clip = segue.load(file)
    assert len(clip) == 40 and clip.rate_hz == 60
    clip.save(tmp_path / "out.npz")
    back = np.load(tmp_path / "out.npz")
    assert segue.load(tmp_path / "out.npz").positions().shape == clip.positions().shape, list(back)


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (lambda: segue.load("nothing.bvh"), "LoadError", "no such file"),
        (lambda: segue.blend(["sample:walk"], [1, 2]), "RequestError", "2 weights for 1 clips"),
        (lambda: segue.blend(["sample:walk"], [1], feet="glue"), "RequestError", "glue"),
        (lambda: segue.load("sample:walk").save("x.txt"), "SaveError", "ends in .bvh"),
        (lambda: segue.load("sample:walk").resampled(-1), "EditError", "resample"),
        (lambda: segue.Library("missing.segue").search("x"), "SearchError", "library"),
        (lambda: segue.register("sample:walk", "sample:jog", slope_limit=99), "RequestError", "slope limit"),
        (lambda: segue.Parametric("none.segue-param"), "FileError", "none.segue-param"),
    ],
)
def test_each_kind_of_error_has_its_class(
    call: object, error: str, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(getattr(segue.errors, error), match=text):
        call()  # type: ignore[operator]


def test_an_unknown_keyword_is_refused() -> None:
    with pytest.raises(TypeError, match="'wieght'"):
        segue.blend(["sample:walk"], [1], wieght=2)


def test_doubts_are_warnings() -> None:
    with pytest.warns(segue.SegueWarning):
        segue.transition("sample:walk", "sample:cartwheel", at_secs=(1.0, 1.0), force=True)


def test_a_view_is_one_page() -> None:
    page = segue.load("sample:walk").view()._repr_html_()
    # The viewport of the Studio is 207 kB of it.
    assert "http" not in page and "walk" in page and len(page) < 260_000
