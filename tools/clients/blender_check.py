"""Tells where Blender puts the joints of a GLB, glTF or BVH file.

    blender --background --python tools/clients/blender_check.py -- FILE OUT.json --rate FPS --frames 0,10,20
        [--clip NAME] [--scale METRES_PER_UNIT]

OUT.json becomes {"frames": [0, 10, …], "joints": {NAME: [[x, y, z], …one per frame]}}, in metres with Y up, as the
file has them. `--clip` picks one animation of a file with several, `--scale` is for BVH, which has no unit.
The test `clients` of the crate segue-formats runs this and compares the positions with its own.
"""

import argparse
import json
import os
import sys

import bpy
import numpy as np

# Debian 12 pairs Blender 3.4, whose importer asks for this alias, with a numpy that dropped it.
if not hasattr(np, "bool"):
    np.bool = bool


def mend_bvh_importer():
    """The importer opens files in mode `rU`, which Debian 12's Python no longer has."""
    from io_anim_bvh import import_bvh

    import_bvh.open = lambda path, mode="r", **more: open(path, mode.replace("U", ""), **more)


def arguments():
    parser = argparse.ArgumentParser(prog="blender_check.py")
    parser.add_argument("file")
    parser.add_argument("out")
    parser.add_argument("--rate", type=float, required=True)
    parser.add_argument("--frames", required=True)
    parser.add_argument("--clip")
    parser.add_argument("--scale", type=float, default=1.0)
    return parser.parse_args(sys.argv[sys.argv.index("--") + 1 :])


def import_file(options):
    """Imports the file and gives its armature."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    path = os.path.abspath(options.file)
    # The glTF importer counts in whole frames per second of the scene; other rates land between frames.
    bpy.context.scene.render.fps = max(1, round(options.rate))
    if path.lower().endswith(".bvh"):
        mend_bvh_importer()
        bpy.ops.import_anim.bvh(
            filepath=path, frame_start=1, global_scale=options.scale, rotate_mode="NATIVE", use_fps_scale=False
        )
    else:
        bpy.ops.import_scene.gltf(filepath=path)
    armature = next(thing for thing in bpy.data.objects if thing.type == "ARMATURE")
    if options.clip is not None:
        play(armature, options.clip)
    return armature


def play(armature, clip):
    """Makes one action play alone; the importer keeps each on a track of its own, called after the animation."""
    tracks = {track.name: track for track in armature.animation_data.nla_tracks}
    if clip not in tracks:
        raise SystemExit(f"no clip {clip!r}; there are {', '.join(tracks)}")
    for track in tracks.values():
        track.mute = True
    armature.animation_data.action = tracks[clip].strips[0].action


def scene_frame(options, frame):
    """BVH rows are frames of the scene, counted from 1, whatever their rate; glTF keys lie at their times."""
    if options.file.lower().endswith(".bvh"):
        return float(frame + 1)
    return frame / options.rate * bpy.context.scene.render.fps


def y_up(point):
    """Blender is Z up; its importers turn files about X."""
    return [point.x, point.z, -point.y]


def joints_at(armature, frame):
    whole = int(frame)
    bpy.context.scene.frame_set(whole, subframe=frame - whole)
    return {bone.name: y_up(armature.matrix_world @ bone.head) for bone in armature.pose.bones}


def main():
    options = arguments()
    frames = [int(frame) for frame in options.frames.split(",")]
    armature = import_file(options)
    joints = {bone.name: [] for bone in armature.pose.bones}
    for frame in frames:
        for name, point in joints_at(armature, scene_frame(options, frame)).items():
            joints[name].append(point)
    with open(options.out, "w", encoding="utf-8") as out:
        json.dump({"frames": frames, "joints": joints}, out)


main()
