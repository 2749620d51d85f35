"""Actions to clips and back."""

from __future__ import annotations

import bpy
import numpy as np
from mathutils import Quaternion, Vector

import segue

from .figure import Figure, place


def clip_of(armature, action) -> segue.Clip:
    """An action of an armature as a clip, one frame of the scene a frame: constraints and drivers are in it."""
    figure, scene = Figure(armature), bpy.context.scene
    first, last = (round(frame) for frame in action.frame_range)
    own, now = armature.animation_data.action, scene.frame_current
    armature.animation_data.action = action
    try:
        poses = [_pose(figure, scene, frame) for frame in range(first, last + 1)]
    finally:
        armature.animation_data.action = own
        scene.frame_set(now)
    root, turns = (np.array(numbers, dtype=np.float32) for numbers in zip(*poses))
    return segue.Clip.from_numpy(
        joints=figure.joints(), root=root, rotations=turns, rate_hz=rate_of(scene), name=action.name
    )


def rate_of(scene) -> float:
    """Frames of the scene in a second."""
    return scene.render.fps / scene.render.fps_base


def _pose(figure: Figure, scene, frame: int):
    """The place of the root and the turns of all bones against their parents."""
    scene.frame_set(frame)
    posed = figure.armature.pose.bones
    whole = [posed[name].matrix.to_quaternion() for name in figure.names]
    number = {name: n for n, name in enumerate(figure.names)}
    turns = [figure.world().to_quaternion() @ whole[0]]
    turns += [
        whole[number[bone.parent.name]].inverted() @ whole[n] for n, bone in enumerate(figure.bones) if n
    ]
    root = figure.world() @ posed[figure.names[0]].matrix.translation
    return place(root), [(turn.x, turn.y, turn.z, turn.w) for turn in turns]


def action_of(armature, clip: segue.Clip, name: str):
    """A new action of an armature with the motion of a clip on its figure; it becomes the one that plays."""
    figure = Figure(armature)
    action = bpy.data.actions.new(name)
    action.use_fake_user = True
    step = rate_of(bpy.context.scene) / clip.rate_hz
    frames = [1 + n * step for n in range(len(clip))]
    number = {joint.name: n for n, joint in enumerate(clip.joints)}
    for n, bone in enumerate(figure.names):
        armature.pose.bones[bone].rotation_mode = "QUATERNION"
        basis = _basis(figure, n, clip.rotations[:, number[bone]])
        _key(action, bone, "rotation_quaternion", frames, basis)
    _key(action, figure.names[0], "location", frames, _locations(figure, clip.root))
    animation = armature.animation_data or armature.animation_data_create()
    animation.action = action
    return action


def _basis(figure: Figure, number: int, turns) -> list[tuple[float, ...]]:
    """What is keyed: how a bone is turned since its rest, along the shorter way from one frame to the next."""
    back = figure.rest(number).inverted()
    if number == 0:
        back = back @ figure.world().to_quaternion().inverted()
    keys: list[Quaternion] = []
    for x, y, z, w in turns:
        turn = back @ Quaternion((w, x, y, z))
        if keys and keys[-1].dot(turn) < 0:
            turn.negate()
        keys.append(turn)
    return [tuple(turn) for turn in keys]


def _locations(figure: Figure, root) -> list[tuple[float, ...]]:
    """What is keyed for the root: where it is since its rest, in its own axes."""
    rest, back = figure.bones[0].matrix_local, figure.world().inverted()
    turned = rest.to_quaternion().inverted()
    return [tuple(turned @ (back @ Vector(at) - rest.translation)) for at in root.tolist()]


def _key(action, bone: str, channel: str, frames: list[float], values: list[tuple[float, ...]]) -> None:
    path = f'pose.bones["{bpy.utils.escape_identifier(bone)}"].{channel}'
    for index in range(len(values[0])):
        curve = action.fcurves.new(path, index=index, action_group=bone)
        curve.keyframe_points.add(len(frames))
        points = np.column_stack([frames, [value[index] for value in values]]).ravel()
        curve.keyframe_points.foreach_set("co", points)
        kind = bpy.types.Keyframe.bl_rna.properties["interpolation"].enum_items["LINEAR"].value
        curve.keyframe_points.foreach_set("interpolation", [kind] * len(frames))
        curve.update()
