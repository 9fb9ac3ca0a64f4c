"""Frames of Python in which code of a game is carried out; it loads nothing of the engine."""

import gc
import sys
import threading
from types import FrameType, ModuleType
from typing import Any

_RUNNER = f"{__package__}.runner"
_PACKS = "tabletop_core.plugins.packs"
_one_look = threading.Lock()


def innermost_frame(thread: int) -> FrameType | None:
    """Return what a thread carries out now; None where it has ended.

    CPython 3.11 may collect garbage while it lists the frames of threads under a lock of its own.
    A finalizer that lets another thread run then stops the whole process (gh-106883).
    """
    with _one_look:
        collects = gc.isenabled()
        gc.disable()
        try:
            return sys._current_frames().get(thread)
        finally:
            if collects:
                gc.enable()


def is_walk(frame: FrameType) -> bool:
    """Return whether a frame is that of a runner which carries out the steps of a game."""
    return frame.f_code.co_name == "_walk" and frame.f_globals.get("__name__") == _RUNNER


def is_import(frame: FrameType) -> bool:
    """Return whether a frame is that of the search for packs, which carries out their own code."""
    code, module = frame.f_code.co_name, frame.f_globals.get("__name__")
    return code == "_carry_out" and module == _PACKS


def pack_of(frame: FrameType) -> ModuleType | None:
    """Return the pack that a frame belongs to."""
    name: str = frame.f_globals.get("__name__", "")
    while name:
        module = sys.modules.get(name)
        if hasattr(module, "tabletop_identity"):
            return module
        name = name.rpartition(".")[0]
    return None


def is_in_rule(frame: FrameType | None) -> bool:
    """Return whether a rule is at work, or has called what is: the system, or another library.

    What the core does for a rule, such as to ask a person for real dice, is not meant.
    """
    is_of_pack = False
    while frame is not None and not is_walk(frame):
        name: str = frame.f_globals.get("__name__", "")
        if not is_of_pack and name.startswith("tabletop_core."):
            return False
        is_of_pack = is_of_pack or pack_of(frame) is not None
        frame = frame.f_back
    return frame is not None and is_of_pack


def piece_at_work(frame: FrameType | None) -> tuple[Any, int] | None:
    """Return the piece of a game that a thread is in now, given its innermost frame.

    It is the innermost game in progress with the number of its answers; where no rule is at work,
    the first function of a pack that was called, or the import of a pack.
    """
    found = None
    while frame is not None:
        if is_walk(frame):
            play = frame.f_locals["self"].play
            return play, play.decisions
        if is_import(frame) or pack_of(frame):
            found = frame, 0
        frame = frame.f_back
    return found
