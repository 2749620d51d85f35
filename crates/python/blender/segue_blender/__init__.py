"""Segue in Blender: register, blend, join and search the actions of the selected armatures.

The package `segue` must be installed for Blender's Python (docs/blender.md says how). Every operator takes the actions of the
selected armatures, the active one first; what is made is a new action of the active armature.
"""

from __future__ import annotations

import bpy

from . import operators, panel

bl_info = {
    "name": "Segue",
    "description": "Register, blend, join and search actions",
    "author": "Segue",
    "version": (0, 1, 0),
    "blender": (3, 4, 0),
    "location": "View3D > Sidebar > Segue",
    "category": "Animation",
}

CLASSES = (*operators.ALL, panel.SEGUE_PT_panel)


def register() -> None:
    for one in CLASSES:
        bpy.utils.register_class(one)


def unregister() -> None:
    for one in reversed(CLASSES):
        bpy.utils.unregister_class(one)
