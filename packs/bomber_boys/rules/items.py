"""Item cards, and the one way in which they are offered.

An item may be used at any point. It is offered at the moments when it can change something:
each item names its moments, and a condition that looks at the table as it is.
"""

from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, TypeAlias

import attrs

from tabletop_core import Asks, by_id, rule, ruling

from ..questions.board import (
    AMMO_DIE,
    ENEMY_DIE,
    can_be_hit,
    can_shoot,
    can_take,
    cards_left,
    enemy_named,
    exhausted,
    initiative_of,
    place_of,
    targets,
    title_of,
    wounded,
)
from ..questions.bombsight import hardest_met
from ..state import Damage, InPlay

GO_ON = "go_on"
RABBIT = "rabbits_foot"


class Moment(Enum):
    """When something may be used."""

    PLAN = "before ammo dice are taken in hand"
    ACT = "among the actions of the crew"
    ENEMY_DICE = "when enemy dice have been rolled"
    EVADE = "when a ground attack is about to hit"
    HIT = "when a damage die has been rolled"
    BOMBS = "when bombs have been rolled"


Condition: TypeAlias = Callable[[InPlay, Moment], bool]


@attrs.frozen
class ItemRule:
    """When an item can be used, whether it would matter now, and what it does."""

    moments: tuple[Moment, ...]
    matters: Condition
    use: Callable[[InPlay, Moment], Any]


ITEMS: dict[str, ItemRule] = {}


def item(name: str, *moments: Moment, matters: Condition) -> Callable[[Any], Any]:
    """Mark the procedure that uses an item."""

    def mark(use: Any) -> Any:
        ITEMS[name] = ItemRule(moments, matters, use)
        return use

    return mark


def item_options(play: InPlay, moment: Moment) -> list[str]:
    """Return the items that would matter at this moment, as options."""
    return [
        name
        for name in (*play.state.items, *play.state.turn.in_effect)
        if moment in ITEMS[name].moments and ITEMS[name].matters(play, moment)
    ]


def item_label(play: InPlay, option: str) -> str:
    """Return what an option does that uses an item: it is gone then."""
    card = play.data.items[option]
    return f"use {card.title}: {card.text[:1].lower()}{card.text[1:].rstrip('.')}"


@rule("Using items")
def use_item(play: InPlay, name: str, moment: Moment) -> Asks:
    """Use an item once, at any time, then discard it."""
    state = play.state
    if name not in state.turn.in_effect:
        state.items.remove(name)
        state.discard.append(name)
        play.log("used", item=play.data.names[name])
    yield from ITEMS[name].use(play, moment) or ()


def offer_items(
    play: InPlay,
    moment: Moment,
    prompt: Callable[[], str],
    odds: Callable[[str], Mapping[str, Any]] | None = None,
) -> Asks:
    """Offer the items that matter at this moment, until the player continues or none is left."""
    while play.state.items or play.state.turn.in_effect:
        options = item_options(play, moment)
        if not options:
            return
        answer = yield play.ask(
            f"{prompt()} Use an item?",
            [*options, GO_ON],
            label=lambda option: "no item" if option == GO_ON else item_label(play, option),
            kind="item",
            at=by_id(but=GO_ON),
            odds=odds,
        )
        if answer == GO_ON:
            return
        yield from use_item(play, answer, moment)


def choose_some(play: InPlay, prompt: str, men: list[str], most: int) -> Asks:
    """Let the player choose one or more men, up to this number, if there are more than that.

    If there are not, all are chosen without a question: fewer would gain nothing.
    """
    if len(men) <= most:
        return men
    return (yield play.ask(prompt, men, label=play.data.names, least=1, most=most, at=by_id()))


def flip(play: InPlay, dice: list[int], faces: list[int], what: str, form: str) -> Asks:
    """Turn one die of these faces over to its opposite side."""
    face = yield from play.choose(
        f"Which {what} do you turn over?",
        faces,
        label=lambda face: f"a {face} becomes a {7 - face}",
        at=form.format,
    )
    dice[dice.index(face)] = 7 - face
    play.log("turned_over", what=what, face=face, now=7 - face)


# ---------------------------------------------------------------- the seven items


@item(
    "extra_ammo",
    Moment.ACT,
    matters=lambda play, moment: can_shoot(play) and min(play.state.turn.dice) <= 2,
)
@rule("Extra Ammo")
@ruling(
    "all of them are rolled again",
    rejected="the player chooses which are",
    why="'any or all' lets one keep a 1 or 2, but whatever replaces it is never worse",
)
def use_extra_ammo(play: InPlay, moment: Moment) -> None:
    """Roll ammo dice that show 1 or 2 again, until none of them does."""
    dice = play.state.turn.dice
    for at, face in enumerate(dice):
        while dice[at] <= 2:
            dice[at] = play.die(6, f"ammo die, was {face}")


def _aid_matters(play: InPlay, moment: Moment) -> bool:
    if moment is Moment.HIT:
        station = play.data.at_station.get(play.state.turn.hit)
        return station is not None and play.state.crew[station].is_wounded
    turn = play.state.turn
    return (
        turn.is_jammed
        and bool(turn.dice and targets(play))
        and any(
            play.state.crew[name].is_ready and play.data.crew[name].hits for name in wounded(play)
        )
    )


@item("first_aid_kit", Moment.HIT, Moment.ACT, matters=_aid_matters)
@rule("First Aid Kit")
def use_first_aid(play: InPlay, moment: Moment) -> Asks:
    """Take the yellow cubes off as many as two stations; engines are not stations."""
    most = play.data.items["first_aid_kit"].amount
    healed = yield from choose_some(play, "Who gets the bandage?", wounded(play), most)
    for name in healed:
        play.state.crew[name].damage = Damage.NONE
    hit = play.data.at_station.get(play.state.turn.hit)
    saved = hit if hit in healed else ""
    play.log("healed", men=[play.data.names[name] for name in healed], saved=saved)


@item(
    "flak_jacket",
    Moment.HIT,
    matters=lambda play, moment: (
        play.state.turn.hit in play.data.at_station and can_be_hit(play, play.state.turn.hit)
    ),
)
@rule("Flak Jacket")
def use_flak_jacket(play: InPlay, moment: Moment) -> None:
    """One damage die that hits the cabin is disregarded."""
    hit = play.state.turn.hit
    man = play.data.at_station[hit]
    saved = man if play.state.crew[man].is_wounded else ""
    play.log("disregarded", place=place_of(play, hit), id=man, saved=saved)
    play.state.turn.hit = 0


@item(
    RABBIT,
    Moment.HIT,
    matters=lambda play, moment: (
        not play.state.turn.hit_again and can_be_hit(play, play.state.turn.hit)
    ),
)
@rule("Rabbit's Foot")
@ruling(
    "each damage die of the turn may be rolled again once, the first of them included",
    rejected="only the next damage die may",
    why="it says each time, and a die has to be seen before one wants to roll it again",
)
def use_rabbits_foot(play: InPlay, moment: Moment) -> None:
    """For the rest of the turn you may roll each damage die again, once."""
    turn = play.state.turn
    if RABBIT not in turn.in_effect:
        turn.in_effect.append(RABBIT)
    turn.hit = play.die(play.data.dice.damage, "damage die again")
    turn.hit_again = True


def _worth_readying(play: InPlay, moment: Moment) -> list[str]:
    """Return the exhausted men who could do something now, were they ready."""
    if moment is Moment.EVADE:
        return [name for name in exhausted(play) if can_take(play, name, "evade")]
    if play.state.turn.initiative is not None:
        return exhausted(play)
    useful = {"repair"} if wounded(play) else set()
    useful |= {"course_correct"} if cards_left(play.state) else set()
    return [name for name in exhausted(play) if useful & set(play.data.crew[name].actions)]


@item(
    "letters_from_home",
    Moment.ACT,
    Moment.EVADE,
    matters=lambda play, moment: bool(_worth_readying(play, moment)),
)
@rule("Letters from Home")
def use_letters(play: InPlay, moment: Moment) -> Asks:
    """As many as two exhausted men are ready again."""
    most = play.data.items["letters_from_home"].amount
    men = yield from choose_some(play, "Who becomes ready again?", exhausted(play), most)
    for name in men:
        play.state.crew[name].exhausted = False
    play.log("readied", men=[play.data.names[name] for name in men])


def _flippable(play: InPlay, moment: Moment) -> list[int]:
    """Return the faces that it may help to turn over.

    Focus, spotting and evasion may still change a die, so its damage as it lies tells nothing.
    An enemy die that is turned up may go to another attacker, whose hits hurt less;
    an ammo die turned down to 1 or 2 may be rolled again with Extra Ammo.
    """
    turn = play.state.turn
    if moment is Moment.ENEMY_DICE:
        is_shared = len(turn.attackers) > 1
        return [face for face in sorted(set(turn.enemy_dice)) if is_shared or 7 - face < face]
    if moment is Moment.BOMBS:
        open_ = play.state.open
        return [
            f for f in sorted(set(turn.dice)) if hardest_met(open_, f) < hardest_met(open_, 7 - f)
        ]
    return sorted(set(turn.dice)) if can_shoot(play) else []


@item(
    "lucky_coin",
    Moment.ACT,
    Moment.ENEMY_DICE,
    Moment.BOMBS,
    matters=lambda play, moment: bool(_flippable(play, moment)),
)
@rule("Lucky Coin")
@ruling(
    "an enemy die is turned over before it is assigned, an ammo die before it is",
    rejected="it may be turned over at any time of the turn",
    why="nothing new is learnt between the roll and the assignment",
)
def use_lucky_coin(play: InPlay, moment: Moment) -> Asks:
    """Turn one die over to its opposite side: an ammo die, a bomb or an enemy die."""
    turn, faces = play.state.turn, _flippable(play, moment)
    if moment is Moment.ENEMY_DICE:
        yield from flip(play, turn.enemy_dice, faces, "enemy die", ENEMY_DIE)
    else:
        what = "bomb" if moment is Moment.BOMBS else "ammo die"
        yield from flip(play, turn.dice, faces, what, AMMO_DIE)


@item(
    "recognition_models",
    Moment.PLAN,
    matters=lambda play, moment: any(initiative_of(play, enemy) for enemy in targets(play)),
)
@rule("Recognition Models")
@ruling(
    "the aircraft keeps the lower initiative as long as it is on display; 0 is the least",
    rejected="the lower initiative holds for the turn",
    why="unlike other items the card names no turn",
)
def use_recognition_models(play: InPlay, moment: Moment) -> Asks:
    """Lower the initiative of one enemy aircraft by 1, before you take ammo dice in hand."""
    choice = {
        enemy.name: title_of(play, enemy) for enemy in targets(play) if initiative_of(play, enemy)
    }
    name = yield from play.choose("Whose initiative drops?", choice, at=by_id())
    enemy = enemy_named(play, name)
    enemy.initiative -= play.data.items["recognition_models"].amount
    play.log("recognised", enemy=title_of(play, enemy), initiative=initiative_of(play, enemy))
