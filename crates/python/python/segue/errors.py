"""One exception for each kind of error. All are `SegueError`; their texts say what to do where more can be said.

>>> import segue
>>> try:
...     segue.load("no-such-file.bvh")
... except segue.errors.LoadError as error:
...     print(error)
no such file or folder: no-such-file.bvh
"""

from ._segue import (
    BlendError,
    EditError,
    FileError,
    LibraryError,
    LoadError,
    ParametricError,
    RegisterError,
    RequestError,
    SaveError,
    SearchError,
    SegueError,
    SkeletonError,
    StanceError,
)


class SegueWarning(UserWarning):
    """What a person should know about a result: a doubt, a repair, an input that was skipped."""


__all__ = [
    "BlendError",
    "EditError",
    "FileError",
    "LibraryError",
    "LoadError",
    "ParametricError",
    "RegisterError",
    "RequestError",
    "SaveError",
    "SearchError",
    "SegueError",
    "SegueWarning",
    "SkeletonError",
    "StanceError",
]
