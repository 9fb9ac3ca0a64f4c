"""6.1.2 Lady Luck counters: drawn by an event, kept, and offered wherever they apply."""

from collections.abc import Callable

from tabletop_core import Asks, rule, ruling

from ..questions.chances import Chances
from ..questions.names import LADY_LUCK, name_of
from ..state import SQUADRON, InPlay


@rule("6.1.2", "Lady Luck counters")
def draw_lady_luck(play: InPlay) -> None:
    """The squadron draws one of the remaining counters at random and keeps it until it is used."""
    state = play.state
    left = [name for name in play.data.lady_luck if name not in state.lady_luck]
    if not left:
        play.log("luck_full")
        return
    state.lady_luck.append(play.pick(left, LADY_LUCK))


@rule("6.1.2", "Lady Luck counters")
@ruling(
    "Wing and a Prayer cancels damage (by systems trouble too), destruction and casualties, of "
    "bombers and escorts, but no dropping out by the check of 10.4",
    rejected="it cancels the results of enemy fire only, or dropping out as well",
    why="it names damage and reduction, and an aircraft that turns for home suffers neither",
)
@ruling(
    "Bench Mark and Wing and a Prayer also cancel a failure to return",
    rejected="a bomber that has left the formation is beyond their help",
    why="one ignores any lost result, the other any destroyed one, and 10.5.3 counts it as that",
)
@ruling(
    "Covering Arcs counts for all fire of the bombers in one air combat",
    rejected="it counts for one roll, or for the rest of the mission",
    why="it names rolls in the plural and no end; one air combat is the least whole thing",
)
@ruling(
    "Clear Skies Ahead can also be used just before the bombs fall",
    rejected="it is used in the weather step alone",
    why="counters may be used whenever they apply, and it improves the weather over the target",
)
@ruling(
    "Clear Skies Ahead also keeps a clear sky from changing",
    rejected="it may be used only where there are clouds to improve",
    why="only the improvement has nothing to do where the sky is clear already; the change that it "
    "ignores is one all the same",
)
def use_luck(
    play: InPlay,
    wanted: str | tuple[str, ...],
    prompt: str,
    odds: Callable[[str], Chances] | None = None,
) -> Asks:
    """Offer the counters that are held and apply here."""
    # `odds`: what follows from `no`, or from a counter. Returns whether one was used.
    state = play.state
    names = (wanted,) if isinstance(wanted, str) else wanted
    held = [name for name in names if name in state.lady_luck]
    if not held:
        return False
    answer = yield play.ask(
        f"{prompt} (Lady Luck)",
        ["no", *held],
        label=lambda name: "no" if name == "no" else counter_label(play, name),
        odds=odds,
        seat=SQUADRON,
        kind="luck",
    )
    if answer == "no":
        return False
    state.lady_luck.remove(answer)
    play.log("luck_used", counter=name_of(play, answer))
    return True


def counter_label(play: InPlay, name: str) -> str:
    counter = play.data.lady_luck[name]
    return f"use {counter.name}: {counter.text}"
