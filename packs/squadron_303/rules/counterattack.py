"""Phase IV: the Counterattack of German fighters that nobody fought (p. 13)."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from tabletop_core import Asks, rule, ruling
from tabletop_core.events import counted

from ..questions.board import british_in, germans_in, raf_in
from ..questions.germans import areas_with_friends, has_friends, may_counterattack
from ..questions.names import area_name, blades_words, plane_name, planes_named
from ..state import Fighter, InPlay, Plane, Strike
from .damage import damage_fighter, odds_of_damage, plane_down
from .dice import propeller, roll_dice
from .elite import reveal_ace
from .hands import discard
from .medals import may_use
from .shot_down import bonus_moves
from .strikes import dice_of


@rule("13/Counterattack", "All German fighters that were not fought strike")
@ruling(
    "bombers never counterattack; they roll their dice only when attacked",
    rejected="all German planes that were not fought roll their dice, including bombers",
    why="the text gives the Counterattack to German fighters",
)
@ruling(
    "only fighters take part that may strike when the phase begins, each in the area where it is "
    "then, not those that an additional move brings up or frees of a token in this phase",
    rejected="all that may strike when their area comes take part, so that an area may suffer a "
    "second Counterattack",
    why="the fighters left over strike as the phase begins, all of an area at once; an additional "
    "move is only a move",
    option="morale_strikes",
)
@ruling(
    "the areas come one after the other, in map order",
    rejected="the players choose the order, or all areas roll before any Hit counts",
    why="the text gives no order, and a pilot shot down moves the Germans at once",
)
def counterattacks(play: InPlay) -> Asks:
    """Roll the dice of the German fighters that nobody fought, in each area with friendly planes.

    A fighter that fought, has already struck, or has a Maneuver token takes no part; nor do planes
    in Escape mode unless they were attacked, or fighters that come while the Counterattack goes
    on. Only propellers count: each Hit that no card cancels is one damage to every friendly plane
    in the air in the area.
    """
    if play.options["morale_strikes"] == "at_once":
        while area := next((it for it in areas_with_friends(play) if strikers_in(play, it)), ""):
            yield from attack_with(play, area, strikers_in(play, area))
        return
    ready = {
        area: [plane.id for plane in strikers_in(play, area)] for area in areas_with_friends(play)
    }
    for area, waiting in ready.items():
        planes = [plane for plane in strikers_in(play, area) if plane.id in waiting]
        if planes and has_friends(play, area):
            yield from attack_with(play, area, planes)


def strikers_in(play: InPlay, area: str) -> list[Plane]:
    """Return the fighters in an area that may counterattack."""
    return [plane for plane in germans_in(play, area) if may_counterattack(play, plane)]


def attack_with(
    play: InPlay, area: str, planes: Sequence[Plane], moved: Sequence[Plane] = ()
) -> Asks:
    """Let these planes strike together; each one that has `moved` rolls a die fewer."""
    for plane in planes:
        plane.attacked = True
        reveal_ace(play, plane.squadron)
    dice = dice_of(play, planes, moved)
    names = planes_named(play, planes)
    play.log("counterattack", area=area_name(play, area), planes=names)
    yield from strike(play, area, dice, "the Counterattack")


def strike(play: InPlay, area: str, dice: Mapping[str, int], whose: str) -> Asks:
    """Roll Luftwaffe dice against all friendly planes in an area; players may cancel propellers."""
    rolled = [die for die, number in dice.items() for _ in range(number)]
    faces = roll_dice(play, rolled, whose).faces
    blades = sorted(propeller(face) for face in faces if propeller(face))
    play.log("propellers", whose=whose, dice=dict(dice), faces=list(faces), blades=list(blades))
    for fighter in raf_in(play, area):
        fighter.struck = True
    if blades:
        play.state.strike = Strike(area=area, blades=blades)
        yield from defend(play, area, blades)
        play.state.strike = None
    if not blades:
        return
    play.log("struck", area=area_name(play, area), hits=len(blades), at=area)
    for plane in british_in(play, area):
        yield from damage_british(play, plane, len(blades))
    for fighter in raf_in(play, area):
        yield from damage_fighter(play, fighter, len(blades))


@rule("13/Defence", "Cancel propellers with Combat cards")
@ruling(
    "each plane may play one card against each Counterattack, which cancels one propeller",
    rejected="a player may play a card against each propeller",
    why="one passage gives each player one card, another asks for one card for each symbol: "
    "several players together may cancel several",
    option="defence_cards",
)
def defend(play: InPlay, area: str, blades: list[int]) -> Asks:
    """Let the players in the area play cards in any order, each to cancel a propeller.

    A card cancels a Hit whose propeller has as many blades as one of its own two, and is
    discarded. Every plane in the area may play one, whether it fought or not; the Hits left hit
    all of them. With an option a plane may play several.
    """
    played: list[str] = []
    while blades:
        options = _defences(play, area, blades, played)
        if not options:
            break
        colours = dict.fromkeys(option.split(":")[0] for option in options)
        seats = tuple(dict.fromkeys(play.state.fighters[colour].seat for colour in colours))
        answer = yield play.ask(
            f"{blades_words(blades)} against every plane at {area_name(play, area)}: "
            "cancel one with a card?",
            (*options, "none"),
            label=partial(_defence_words, play),
            seat=seats,
            at=lambda option: option.split(":")[1:2],
            odds=lambda option: odds_of_hits(play, area, len(blades) - (option != "none")),
        )
        if answer == "none":
            break
        colour, card, blade = answer.split(":")
        blades.remove(int(blade))
        if play.options["defence_cards"] == "one":
            played.append(colour)
        fighter = play.state.fighters[colour]
        discard(play, fighter, card)
        name = play.data.names[card]
        play.log("defended", colour=colour, card=card, name=name, blade=int(blade))
        yield from _second_propeller(play, fighter, card, int(blade), blades)


def odds_of_hits(play: InPlay, area: str, hits: int) -> dict[str, Any]:
    """Return the effect of this many Hits on every plane if no further card cancels any.

    For a single plane these are the chances of its damage tokens; for several, how many each draws.
    """
    counting = {"counting": "no further card"}
    fighters = raf_in(play, area)
    if len(fighters) == 1:
        return odds_of_damage(play, fighters[0], hits) | counting
    limit = play.data.numbers.counts.damage_destroys
    told = {
        fighter.name: "shot down"
        if len(fighter.damage) + hits >= limit
        else counted(hits, "damage token")
        for fighter in fighters
    }
    return told | counting


@rule("13/Double defence", "Krasnodębski cancels with both propellers")
def _second_propeller(
    play: InPlay, fighter: Fighter, card: str, first: int, blades: list[int]
) -> Asks:
    """Also cancel with the other propeller of the same card if the ability allows it.

    This takes another Hit with exactly that many blades.
    """
    propellers = list(play.data.cards[card].defence)
    propellers.remove(first)
    (other,) = propellers
    if other not in blades:
        return
    if (yield from may_use(play, fighter, "double_defence")):
        blades.remove(other)
        play.log("defended_twice", colour=fighter.colour, blade=other)


def _defences(play: InPlay, area: str, blades: list[int], played: list[str]) -> list[str]:
    """Return the ways to cancel a propeller, each with its colour, card and blades."""
    cards = play.data.cards
    return [
        f"{fighter.colour}:{card}:{blade}"
        for fighter in raf_in(play, area)
        if fighter.colour not in played
        for card in fighter.cards
        for blade in dict.fromkeys(cards[card].defence)
        if blade in blades
    ]


def _defence_words(play: InPlay, defence: str) -> str:
    if defence == "none":
        return "no card"
    colour, card, blade = defence.split(":")
    name = play.state.fighters[colour].name
    return f"{name}: {play.data.names[card]} cancels a {blade}-blade"


@rule("14/British planes shot down", "British planes are Allied planes too")
@ruling(
    "each British plane that is shot down gives the Germans near it an additional move",
    rejected="only the loss of a player's pilot gives one",
    why="an Allied plane grants it, and the text calls British pilots allied; where it counts the "
    "moves it names RAF pilots only as the usual case",
    option="british_morale",
)
def damage_british(play: InPlay, plane: Plane, hits: int) -> Asks:
    """Deal the Hits of a strike to a British plane; its loss raises German morale.

    Each Hit is one point of damage. The plane is lost when it has as many as its toughness has.
    """
    toughness = play.data.aircraft[plane.aircraft].toughness
    plane.damage += hits
    play.log(
        "british_hit",
        plane=plane_name(play, plane),
        damage=plane.damage,
        toughness=len(toughness),
        id=plane.id,
    )
    if plane.damage >= len(toughness):
        plane_down(play, plane, None)
        if play.options["british_morale"]:
            yield from bonus_moves(play, plane.area)
