"""The figure of an armature: bones as joints, with Y up and in metres.

A joint has the axes of its bone. Blender is Z up, so the root stands in turned axes; all other turns are against the parent and
know nothing of that.
"""

from __future__ import annotations

from mathutils import Matrix, Quaternion, Vector

import segue

#: From Blender's axes to Segue's: Z up becomes Y up.
Y_UP = Matrix(((1, 0, 0), (0, 0, 1), (0, -1, 0))).to_4x4()


class Figure:
    """The largest tree of bones of an armature, as it rests."""

    def __init__(self, armature) -> None:
        self.armature = armature
        self.bones = _tree(armature.data.bones)
        self.names = [bone.name for bone in self.bones]
        self.left_out = sorted({bone.name for bone in armature.data.bones} - set(self.names))

    def world(self) -> Matrix:
        """From the armature to Segue's world."""
        return Y_UP @ self.armature.matrix_world

    def rest(self, number: int) -> Quaternion:
        """How a bone is turned against its parent at rest; the first one in the armature."""
        bone = self.bones[number]
        own = bone.matrix_local.to_quaternion()
        return bone.parent.matrix_local.to_quaternion().inverted() @ own if number else own

    def joints(self) -> list[segue.Joint]:
        """The joints, parents first."""
        places = {name: number for number, name in enumerate(self.names)}
        return [self._joint(number, places) for number in range(len(self.bones))]

    def _joint(self, number: int, places: dict[str, int]) -> segue.Joint:
        bone, world = self.bones[number], self.world()
        if number == 0:
            rest = world.to_quaternion() @ bone.matrix_local.to_quaternion()
            return segue.Joint(bone.name, None, tuple(world @ bone.matrix_local.translation), _xyzw(rest))
        way = bone.matrix_local.translation - bone.parent.matrix_local.translation
        offset = bone.parent.matrix_local.to_quaternion().inverted() @ way * world.median_scale
        return segue.Joint(bone.name, places[bone.parent.name], tuple(offset), _xyzw(self.rest(number)))


def _tree(bones) -> list:
    """The root with most bones below it, and these, parents first."""
    root = max((bone for bone in bones if bone.parent is None), key=lambda bone: len(bone.children_recursive))
    found = [root]
    for bone in found:
        found.extend(bone.children)
    return found


def _xyzw(turn: Quaternion) -> tuple[float, float, float, float]:
    return turn.x, turn.y, turn.z, turn.w


def place(point: Vector) -> tuple[float, float, float]:
    """A point as plain numbers."""
    return point.x, point.y, point.z
