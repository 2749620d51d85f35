"""Turn motion-capture clips into motion you can direct: register, blend, search, parameterize.

>>> import segue
>>> left, right = segue.load("sample:walk-left"), segue.load("sample:walk-right")
>>> segue.blend([left, right], weights=[0.5, 0.5]).quality["straightness"] > 0.99
True
"""

from . import errors
from ._segue import __version__
from .clip import Clip, Joint, load, load_all
from .errors import SegueError, SegueWarning
from .files import JointMap, convert, info, joint_map, samples
from .library import Library, Match, Matches
from .motion import (
    Drawn,
    Motion,
    Registration,
    Sync,
    blend,
    control,
    inspect,
    plants,
    pose,
    register,
    sync,
    transition,
)
from .parametric import Parametric
from .stance import (
    JudgedStance,
    StancePath,
    Stances,
    stance_blend,
    stance_coverage,
    stance_find,
    stance_judge,
    stance_path,
    stance_sketch,
    stance_warp,
    stances,
)
from .view import View

__all__ = [
    "Clip",
    "Drawn",
    "Joint",
    "JointMap",
    "JudgedStance",
    "Library",
    "Match",
    "Matches",
    "Motion",
    "Parametric",
    "Registration",
    "SegueError",
    "SegueWarning",
    "StancePath",
    "Stances",
    "Sync",
    "View",
    "__version__",
    "blend",
    "control",
    "convert",
    "errors",
    "info",
    "inspect",
    "joint_map",
    "load",
    "load_all",
    "plants",
    "pose",
    "register",
    "samples",
    "stance_blend",
    "stance_coverage",
    "stance_find",
    "stance_judge",
    "stance_path",
    "stance_sketch",
    "stance_warp",
    "stances",
    "sync",
    "transition",
]
