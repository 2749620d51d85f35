"""The panel in the sidebar of the 3D view."""

from __future__ import annotations

import bpy

from .operators import ALL, sources


class SEGUE_PT_panel(bpy.types.Panel):
    """Actions of the selected armatures, and what can be made of them"""

    bl_label = bl_category = "Segue"
    bl_space_type, bl_region_type = "VIEW_3D", "UI"

    def draw(self, context) -> None:
        found = sources(context)
        for number, (armature, action) in enumerate(found, 1):
            self.layout.label(text=f"{number}. {action.name} ({armature.name})", icon="ACTION")
        if len(found) < 2:
            self.layout.label(text="Select armatures with two actions or more")
        for operator in ALL:
            self.layout.operator(operator.bl_idname)
