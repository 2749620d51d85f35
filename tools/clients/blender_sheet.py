"""Draws a sheet of frames of a GLB file with Blender, to look at a motion without a screen.

    blender --background --python tools/clients/blender_sheet.py -- FILE.glb SHEET.png [--frames 8] [--clip NAME]
        [--view front|side|three-quarter] [--size 320] [--samples 16]

Cycles renders on the processor, so no display is needed; a frame of 320 pixels takes about a second on one core.
"""

import argparse
import math
import os
import sys
import tempfile

import bpy
import numpy as np
from mathutils import Vector

# Debian 12 pairs Blender 3.4, whose importer asks for this alias, with a numpy that dropped it.
if not hasattr(np, "bool"):
    np.bool = bool

VIEWS = {"front": (0.0, -1.0, 0.12), "side": (1.0, 0.0, 0.12), "three-quarter": (0.75, -0.85, 0.3)}


def arguments():
    parser = argparse.ArgumentParser(prog="blender_sheet.py")
    parser.add_argument("file")
    parser.add_argument("sheet")
    parser.add_argument("--frames", type=int, default=8)
    parser.add_argument("--clip")
    parser.add_argument("--view", choices=VIEWS, default="three-quarter")
    parser.add_argument("--size", type=int, default=320)
    parser.add_argument("--samples", type=int, default=16)
    own = sys.argv[sys.argv.index("--") + 1 :] if "--" in sys.argv else []
    return parser.parse_args(own)


def import_scene(path):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.import_scene.gltf(filepath=os.path.abspath(path))
    armature = next(thing for thing in bpy.data.objects if thing.type == "ARMATURE")
    # Parts may hang on bones without a skin. The importer hides the shapes that it gives to bones.
    meshes = [thing for thing in bpy.data.objects if thing.type == "MESH" and thing.visible_get()]
    return armature, meshes


def choose_clip(armature, name):
    """Makes one action play alone; the importer keeps each on a track of its own."""
    actions = {track.strips[0].action.name: track.strips[0].action for track in armature.animation_data.nla_tracks}
    if armature.animation_data.action:
        actions.setdefault(armature.animation_data.action.name, armature.animation_data.action)
    matching = [action for key, action in actions.items() if name is None or key.startswith(name)]
    if not matching:
        raise SystemExit(f"no clip {name!r}; there are {', '.join(actions)}")
    for track in armature.animation_data.nla_tracks:
        track.mute = True
    armature.animation_data.action = matching[0]
    return matching[0]


def body_box(meshes):
    graph = bpy.context.evaluated_depsgraph_get()
    corners = []
    for mesh in meshes:
        posed = mesh.evaluated_get(graph)
        corners += [posed.matrix_world @ vertex.co for vertex in posed.data.vertices]
    points = np.array([corner[:] for corner in corners])
    return points.min(axis=0), points.max(axis=0)


def light_and_floor(low):
    scene = bpy.context.scene
    scene.world = bpy.data.worlds.new("World")
    scene.world.use_nodes = True
    scene.world.node_tree.nodes["Background"].inputs[0].default_value = (0.85, 0.88, 0.92, 1.0)
    scene.world.node_tree.nodes["Background"].inputs[1].default_value = 0.45
    sun = bpy.data.objects.new("Sun", bpy.data.lights.new("Sun", "SUN"))
    sun.data.energy, sun.data.angle = 1.6, 0.15
    sun.rotation_euler = (math.radians(40), math.radians(10), math.radians(-30))
    scene.collection.objects.link(sun)
    bpy.ops.mesh.primitive_plane_add(size=200, location=(0, 0, low))


def aim(camera, centre, extent, view):
    direction = Vector(VIEWS[view]).normalized()
    camera.data.type, camera.data.ortho_scale = "ORTHO", extent * 1.15
    camera.location = Vector(centre) + direction * 20.0
    camera.rotation_euler = direction.to_track_quat("Z", "Y").to_euler()


def prepare_render(size, samples):
    bpy.ops.preferences.addon_enable(module="cycles")
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.cycles.device, scene.cycles.samples = "CPU", samples
    scene.cycles.max_bounces, scene.cycles.use_denoising = 2, False
    scene.render.resolution_x = scene.render.resolution_y = size
    scene.view_settings.view_transform = "Standard"
    scene.camera = bpy.data.objects.new("Camera", bpy.data.cameras.new("Camera"))
    scene.collection.objects.link(scene.camera)
    return scene


def render(scene, path, size):
    scene.render.filepath = path
    bpy.ops.render.render(write_still=True)
    image = bpy.data.images.load(path)
    pixels = np.array(image.pixels[:], dtype=np.float32).reshape(size, size, 4)
    bpy.data.images.remove(image)
    return pixels


def save_sheet(tiles, columns, path):
    size = tiles[0].shape[0]
    rows = math.ceil(len(tiles) / columns)
    sheet = np.ones((rows * size, columns * size, 4), dtype=np.float32)
    for number, tile in enumerate(tiles):
        row, column = rows - 1 - number // columns, number % columns
        sheet[row * size : (row + 1) * size, column * size : (column + 1) * size] = tile
    image = bpy.data.images.new("sheet", columns * size, rows * size)
    image.pixels = sheet.ravel()
    image.filepath_raw, image.file_format = os.path.abspath(path), "PNG"
    image.save()


def main():
    options = arguments()
    armature, meshes = import_scene(options.file)
    action = choose_clip(armature, options.clip)
    scene = prepare_render(options.size, options.samples)
    first, last = action.frame_range
    times = np.linspace(first, last, options.frames)
    boxes = []
    for time in times:
        scene.frame_set(int(time), subframe=float(time % 1))
        boxes.append(body_box(meshes))
    extent = max((high - low).max() for low, high in boxes)
    light_and_floor(min(low[2] for low, _ in boxes))
    tiles = []
    with tempfile.TemporaryDirectory() as folder:
        for time, (low, high) in zip(times, boxes):
            scene.frame_set(int(time), subframe=float(time % 1))
            aim(scene.camera, (low + high) / 2, extent, options.view)
            tiles.append(render(scene, os.path.join(folder, "tile.png"), options.size))
    save_sheet(tiles, min(4, len(tiles)), options.sheet)


main()
