"""Exact chances of what follows from a choice, each with what they leave out."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

from ..questions.board import card_of, chances, enemy_named, title_of
from ..questions.gunfire import best_raised, focus_for, guns_of, rolled, stoppable
from ..questions.gunfire import chances as chances_to_stop
from ..questions.harm import damage_awaited
from ..state import InPlay
from .abilities import Deed
from .damage import harm_of

GUNS_ALONE = {"counting": "guns and focus alone"}
UNHINDERED = {"counting": "all enemies as they are, nobody evades"}


def of_first_dice(play: InPlay, number: int) -> Mapping[str, Any]:
    """Return the chances to stop the enemy with so many ammo dice, by guns and focus alone."""
    initiative = play.data.dice.ammo - number
    foes, guns = stoppable(play, initiative), guns_of(play)
    focus = max(0, focus_for(play, initiative))
    dice = rolled(number)
    if focus:
        dice = ((chance, best_raised(guns, foes, roll, focus)) for chance, roll in dice)
    return _stopping(play, foes, chances_to_stop(guns, foes, dice)) | GUNS_ALONE


def of_standing_by(play: InPlay) -> Mapping[str, Any]:
    """Return the chances of the damage of this turn where nobody fires at the enemy or evades."""
    return damage_awaited(play) | UNHINDERED


def of_deed(play: InPlay, deed: Deed) -> Mapping[str, Any]:
    """Return the chances of what a deed, or an item named as one, leads to by dice or cards."""
    action = deed.action or deed.man
    if action == "reload":
        return _rolling_again(play, deed.man)
    if action == "extra_ammo":
        kept = [face for face in play.state.turn.dice if face > 2]
        again = len(play.state.turn.dice) - len(kept)
        return _with_guns(play, rolled(again, kept, lowest=3))
    return of_next_card(play) if action == "course_correct" else {}


def of_event(play: InPlay, event: str) -> Mapping[str, Any]:
    """Return the chances of what suffering an event leads to."""
    if event == "friendly_fire":
        return harm_of(play)
    if event == "relentless":
        cards = play.state.discard
        return _kinds(play, {card: cards.count(card) for card in cards})
    return {}


def of_next_card(play: InPlay) -> Mapping[str, Any]:
    return _kinds(play, chances(play.state))


def _kinds(play: InPlay, cards: Mapping[str, int]) -> dict[str, Fraction]:
    """Return the chances of each kind of card."""
    found: dict[str, Fraction] = {}
    for card, count in cards.items():
        kind = "an event"
        if card in play.data.enemies or card in play.data.items:
            kind = "an enemy" if card in play.data.enemies else "an item"
        found[kind] = found.get(kind, Fraction(0)) + Fraction(count, sum(cards.values()))
    return dict(sorted(found.items()))


def _rolling_again(play: InPlay, man: str) -> Mapping[str, Any]:
    """Return the chances after a reload of the dice that are best rolled again."""
    dice = play.state.turn.dice
    choices = {
        tuple(sorted(kept)) for number in range(len(dice)) for kept in combinations(dice, number)
    }
    rolls = (rolled(len(dice) - len(kept), kept) for kept in sorted(choices))
    return max((_with_guns(play, roll, but=man) for roll in rolls), key=_likeliest)


def _likeliest(found: Mapping[str, Any]) -> list[Fraction]:
    return [chance for chance in found.values() if isinstance(chance, Fraction)]


def _with_guns(
    play: InPlay, dice: Iterable[tuple[Fraction, Sequence[int]]], but: str = ""
) -> dict[str, Any]:
    """Return the chances to stop the enemy with these dice, by the guns that are ready."""
    foes = stoppable(play, play.state.turn.initiative or 0)
    guns = [gun for gun in guns_of(play) if gun.man != but]
    focus = max(0, play.state.turn.focus)
    if focus:
        dice = ((chance, best_raised(guns, foes, roll, focus)) for chance, roll in dice)
    return _stopping(play, foes, chances_to_stop(guns, foes, dice)) | GUNS_ALONE


def _stopping(
    play: InPlay, foes: Mapping[str, int], found: Sequence[Fraction]
) -> dict[str, Fraction]:
    """Put into words how many of the foes are stopped, most first."""
    return {
        words: chance
        for words, chance in zip(_stopped(play, foes), reversed(found), strict=True)
        if chance
    }


def _stopped(play: InPlay, foes: Mapping[str, int]) -> Iterator[str]:
    """Yield the words for all of the foes stopped, one less, and so on."""
    all_fall = all(card_of(play, enemy_named(play, name)).capacity for name in foes)
    done = "shot down" if all_fall else "shot down or held off"
    if len(foes) == 1:
        (name,) = foes
        yield f"{title_of(play, enemy_named(play, name))} {done}"
        yield f"not {done}"
        return
    for number in range(len(foes), -1, -1):
        yield f"{number} of {len(foes)} {done}" if foes else "nothing to shoot down"
