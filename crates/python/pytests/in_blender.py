"""Runs inside Blender: the add-on on the actions of a figure that was imported. `test_blender.py` starts it.

    blender --background --factory-startup --python in_blender.py -- PACKAGE ADD-ON FOLDER
"""

import json
import sys
from pathlib import Path

PACKAGE, ADD_ON, FOLDER = sys.argv[sys.argv.index("--") + 1 :]
sys.path[:0] = [PACKAGE, ADD_ON]

import bpy
import numpy as np

# Debian 12 pairs Blender 3.4, whose importer asks for this alias, with a numpy that dropped it.
if not hasattr(np, "bool"):
    np.bool = bool

import segue
import segue_blender
from segue_blender.actions import action_of, clip_of
from segue_blender.operators import sources


def apart(one, other) -> float:
    """The largest distance of a joint that two clips share, in metres."""
    places = [{joint.name: n for n, joint in enumerate(clip.joints)} for clip in (one, other)]
    shared = sorted(set(places[0]) & set(places[1]))
    assert len(shared) > 20 and len(one) == len(other), (len(shared), len(one), len(other))
    a, b = (clip.positions()[:, [own[name] for name in shared]] for clip, own in zip((one, other), places))
    return float(np.abs(a - b).max())


def clear() -> None:
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.context.scene.render.fps = 60
    bpy.ops.import_scene.gltf(filepath=str(Path(FOLDER) / "moves.glb"))


def chosen():
    """The armature, selected with its actions."""
    armature = next(thing for thing in bpy.data.objects if thing.type == "ARMATURE")
    bpy.ops.object.select_all(action="DESELECT")
    armature.select_set(True)
    bpy.context.view_layer.objects.active = armature
    return armature


def main() -> dict:
    segue_blender.register()
    clear()
    segue_blender.unregister()
    segue_blender.register()
    armature = chosen()
    names = [action.name for _, action in sources(bpy.context)]
    figures = {clip.name.split("/")[-1]: clip for clip in segue.load_all(Path(FOLDER) / "moves.glb")}
    read = {action.name: clip_of(armature, action) for _, action in sources(bpy.context)}
    facts = {"actions": names, "read_m": {}, "kept_m": {}}
    for name, clip in read.items():
        own = figures[max((key for key in figures if name.startswith(key)), key=len)]
        facts["read_m"][name] = apart(clip, own)
        again = clip_of(armature, action_of(armature, clip, "again"))
        facts["kept_m"][name] = apart(clip, again)
        armature.animation_data.action = None
        bpy.data.actions.remove(bpy.data.actions["again"])
    # Without an action that plays, those of the tracks come in their order.
    names = [action.name for _, action in sources(bpy.context)]
    facts["order"] = names
    facts["register"] = sorted(bpy.ops.segue.register())
    facts["blend"] = sorted(bpy.ops.segue.blend(weight=0.5))
    made = bpy.data.actions["Blend"]
    facts["playing"] = armature.animation_data.action.name
    blended = clip_of(armature, made)
    wanted = segue.blend([read[name] for name in names], [0.5, 0.5])
    facts["blend_m"] = apart(blended, wanted)
    facts["frames"] = [len(blended), len(wanted)]
    armature.animation_data.action = None
    facts["transition"] = sorted(bpy.ops.segue.transition(half_width=0.3))
    facts["joined"] = "Transition" in bpy.data.actions
    armature.animation_data.action = None
    before = set(bpy.data.actions.keys())
    scene = bpy.context.scene
    scene.use_preview_range, scene.frame_preview_start, scene.frame_preview_end = True, 60, 120
    facts["search"] = sorted(bpy.ops.segue.search())
    facts["found"] = sorted(set(bpy.data.actions.keys()) - before)
    return facts


try:
    result = main()
except BaseException as error:
    import traceback

    result = {"error": traceback.format_exc(), "kind": repr(error)}
Path(FOLDER, "facts.json").write_text(json.dumps(result))
