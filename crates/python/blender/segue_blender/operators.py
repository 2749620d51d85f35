"""What the panel does: each operator is one verb of the package."""

from __future__ import annotations

import tempfile
from pathlib import Path

import bpy
from bpy.props import FloatProperty

import segue

from .actions import action_of, clip_of


def armatures(context) -> list:
    """The selected armatures, the active one first."""
    chosen = [thing for thing in context.selected_objects if thing.type == "ARMATURE"]
    return sorted(chosen, key=lambda thing: thing != context.object)


def sources(context) -> list:
    """The actions that are worked on, each with its armature: the one that plays on each, then those on the tracks of its NLA."""
    found = []
    for armature in armatures(context):
        animation = armature.animation_data
        if animation is None:
            continue
        strips = [strip.action for track in animation.nla_tracks for strip in track.strips]
        for action in [animation.action, *strips]:
            if action is not None and (armature, action) not in found:
                found.append((armature, action))
    return found


class Verb(bpy.types.Operator):
    """What all operators share: clips in, a report out."""

    bl_options = {"REGISTER", "UNDO"}
    #: How many actions it needs, and how many it takes.
    least, most = 2, 99

    @classmethod
    def poll(cls, context) -> bool:
        return len(sources(context)) >= cls.least

    def execute(self, context):
        chosen = sources(context)[: self.most]
        try:
            self.report({"INFO"}, self.work(context, chosen))
        except segue.SegueError as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        return {"FINISHED"}

    def work(self, context, chosen) -> str:
        raise NotImplementedError

    def clips(self, chosen) -> list[segue.Clip]:
        return [clip_of(armature, action) for armature, action in chosen]

    def keep(self, chosen, clip: segue.Clip, name: str) -> str:
        """Makes an action of a clip, on the armature of the first action."""
        action = action_of(chosen[0][0], clip, name)
        return f"{action.name}: {len(clip)} frames, {clip.duration_secs:.2f} s"


class SEGUE_OT_register(Verb):
    """Find which moments of the actions correspond, and say how far apart the poses are"""

    bl_idname, bl_label = "segue.register", "Register"

    def work(self, context, chosen) -> str:
        found = segue.register(*self.clips(chosen))
        apart = [
            f"{name} {found.distance_cm(name):.1f} cm" for name in found.names if found.distance_cm(name) is not None
        ]
        return f"reference {found.reference}; poses apart by: {', '.join(apart)}"


class SEGUE_OT_blend(Verb):
    """Make a motion in between as a new action"""

    bl_idname, bl_label = "segue.blend", "Blend"
    weight: FloatProperty(
        name="Weight",
        description="How much of the other actions; they share it. Below 0 and above 1 go beyond",
        default=0.5, soft_min=0.0, soft_max=1.0, min=-0.5, max=1.5,
    )  # fmt: skip

    def work(self, context, chosen) -> str:
        others = len(chosen) - 1
        weights = [1 - self.weight, *[self.weight / others] * others]
        motion = segue.blend(self.clips(chosen), weights)
        return f"{self.keep(chosen, motion, 'Blend')}. {motion.verdict['summary']}"


class SEGUE_OT_transition(Verb):
    """Go from the first action over into the second, as a new action"""

    bl_idname, bl_label = "segue.transition", "Transition"
    most = 2
    half_width: FloatProperty(
        name="Half width", description="Half of the time that the change takes", default=0.4, min=0.02, max=5.0,
        subtype="TIME_ABSOLUTE", unit="TIME_ABSOLUTE",
    )  # fmt: skip

    def work(self, context, chosen) -> str:
        first, second = self.clips(chosen)
        motion = segue.transition(first, second, half_width_secs=self.half_width)
        return f"{self.keep(chosen, motion, 'Transition')}. {motion.verdict['summary']}"


class SEGUE_OT_search(Verb):
    """Find what is like the first action in the others; each match becomes a new action. A preview range of the scene says which
    part of the first action is meant"""

    bl_idname, bl_label = "segue.search", "Search"

    def work(self, context, chosen) -> str:
        clips = self.clips(chosen)
        with tempfile.TemporaryDirectory() as folder:
            library = segue.Library(Path(folder) / "actions.segue")
            for number, clip in enumerate(clips):
                clip.save(Path(folder) / f"{number}.glb")
                library.add(Path(folder) / f"{number}.glb")
            library.index()
            found = library.search(f"0@{self.range(context, chosen, clips[0])}")
            matches = [(match, clip) for match, clip in zip(found, found.clips()) if match.clip != "0"]
        names = [self.match(chosen, match, clip) for match, clip in matches]
        return f"{len(names)} matches within {found.epsilon_cm:.1f} cm: {', '.join(names)}"

    def range(self, context, chosen, clip: segue.Clip) -> str:
        """The frames of the query, counted from 0."""
        scene, last = context.scene, len(clip) - 1
        if not scene.use_preview_range:
            return f"0-{last}"
        start = round(chosen[0][1].frame_range[0])
        ends = (scene.frame_preview_start - start, scene.frame_preview_end - start)
        return "-".join(str(min(max(end, 0), last)) for end in ends)

    def match(self, chosen, match, clip: segue.Clip) -> str:
        armature, action = chosen[int(match.clip)]
        own = armature.animation_data.action
        made = action_of(armature, clip, f"{action.name}@{match.first}-{match.last}")
        armature.animation_data.action = own
        return made.name


ALL = (SEGUE_OT_register, SEGUE_OT_blend, SEGUE_OT_transition, SEGUE_OT_search)
