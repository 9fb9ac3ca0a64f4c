"""Phase VI: airfields, new pilots, clocks, the turn marker (p. 11 and 15)."""

from tabletop_core import Asks, rule, ruling

from ..questions.board import in_reserve, scenario
from ..questions.hands import is_wingman
from ..questions.names import pilot_name
from ..state import Fighter, InPlay
from .elite import forget_fallen_aces
from .ending import NOBODY_LEFT
from .hands import draw_cards_for, odds_of_next_card
from .medals import take_over
from .specialization import turn_clocks


@rule("11/Airfield", "Spend the action points of landed planes")
@ruling(
    "the points are spent in the Reorganization of the turn in which the plane is there",
    rejected="they are spent in the Reorganization of the turn after the landing",
    why="so does the example; the other passage speaks of the turn before",
)
@ruling(
    "all points of a plane are spent at once",
    rejected="each point is spent separately, and a card is seen before the next one",
    why="the text gives the points together; only a drawn card would be known earlier",
)
@ruling(
    "ammunition never exceeds its initial level",
    rejected="it may be loaded beyond that",
    why="the board has no more spaces",
)
@ruling(
    "a plane that has not landed yet gets no points for waiting at its start",
    rejected="waiting on an airfield is enough, also on the first turn and for a new pilot",
    why="the points are for each landing; only a plane that has landed may wait for another four",
    option="first_service",
)
def service(play: InPlay) -> Asks:
    """Each landed plane is armed, repaired and given cards.

    It has four action points. Each loads two points of ammunition, removes one damage token, or
    draws one Combat card.
    """
    penalty = play.data.numbers.campaign.port_points
    ports = sum(play.data.tiles[tile].penalty == "port" for tile in play.state.damaged_sites)
    points = max(0, play.data.numbers.counts.airfield_points - penalty * ports)
    for fighter in play.state.fighters.values():
        waits = fighter.has_landed or play.options["first_service"]
        if fighter.pilot and fighter.landed and waits:
            yield from serve(play, fighter, points)


def serve(play: InPlay, fighter: Fighter, points: int) -> Asks:
    """Spend the action points of one plane, all at once."""
    play.state.acting = fighter.colour
    if not points:
        return
    options = services(play, fighter, points)
    chosen = yield play.ask(
        f"{fighter.name} on the airfield: spend the action points ({points}) on what?",
        options,
        seat=fighter.seat,
        least=0,
        most=min(points, len(options)),
        kind="service",
        odds=lambda option: odds_of_next_card(play, fighter) if option.startswith("card") else {},
    )
    for service_chosen in chosen:
        carry_out(play, fighter, service_chosen)
    cards = draw_cards_for(play, fighter, sum(one.startswith("card") for one in chosen))
    repaired = [one.removeprefix("repair:") for one in chosen if one.startswith("repair:")]
    if len(repaired) + len(cards) < len(chosen) or repaired:
        play.log(
            "served",
            colour=fighter.colour,
            ammunition=fighter.ammunition,
            armed=any(one.startswith("ammunition") for one in chosen),
            repaired=[play.data.damage_tokens[token].title for token in repaired],
        )


def services(play: InPlay, fighter: Fighter, points: int) -> dict[str, str]:
    """Return in words what an action point may be spent on."""
    counts, tokens = play.data.numbers.counts, play.data.damage_tokens
    missing = counts.ammunition - fighter.ammunition
    loads = min(points, -(-missing // counts.ammunition_per_point))
    options = {
        f"repair:{token}": f"repair {tokens[token].title} ({tokens[token].text})"
        for token in dict.fromkeys(fighter.damage)
    }
    for load in range(loads):
        rounds = min(counts.ammunition_per_point, missing - load * counts.ammunition_per_point)
        more = "more " if load else ""
        options[_numbered("ammunition", load)] = f"load {rounds} {more}ammunition"
    for card in range(points):
        more = f"another Combat card ({card + 1})" if card else "a Combat card"
        options[_numbered("card", card)] = f"draw {more}"
    return options


def _numbered(what: str, number: int) -> str:
    return f"{what}_{number + 1}" if number else what


def carry_out(play: InPlay, fighter: Fighter, chosen: str) -> None:
    """Arm or repair a landed plane for one point. Cards are drawn afterwards, together."""
    counts = play.data.numbers.counts
    what, _, token = chosen.partition(":")
    if what == "repair":
        fighter.damage.remove(token)
        fighter.supply.mix_in([token])
    elif what.startswith("ammunition"):
        more = fighter.ammunition + counts.ammunition_per_point
        fighter.ammunition = min(counts.ammunition, more)


@rule("15/New pilots", "Replace pilots shot down or withdrawn from the Reserve")
def new_pilots(play: InPlay) -> None:
    """A new pilot from the Reserve takes over each board without one.

    He starts in the starting Area with full ammunition, six cards and no damage. If the Reserve is
    empty, the Scenario is lost. The Reserve has one pilot fewer than there are players, and one
    pilot with one or two players.
    """
    state = play.state
    for fighter in state.fighters.values():
        if fighter.pilot:
            continue
        reserve = in_reserve(play)
        if not reserve:
            state.result, state.why = "loss", NOBODY_LEFT
            return
        drawn = play.source.draw(dict.fromkeys(reserve, 1), f"{fighter.name}'s new pilot")
        take_over(play, fighter, drawn)
        play.log("new_pilot", colour=fighter.colour, pilot=pilot_name(play, fighter))
        refit(play, fighter)


@rule("15/A fresh plane", "Full ammunition, full hand, no damage")
@ruling(
    "cards still in hand are kept, and the hand is filled up to six",
    rejected="the hand is discarded, and six new cards are drawn",
    why="the text draws up to the full limit and does not discard",
)
def refit(play: InPlay, fighter: Fighter) -> None:
    """The board is prepared for its new pilot."""
    numbers = play.data.numbers
    fighter.ammunition = numbers.counts.ammunition
    full = numbers.counts.first_cards
    if is_wingman(play, fighter):
        full = numbers.solo.wingman_limit
    draw_cards_for(play, fighter, full - len(fighter.cards))


@rule("15/Reorganization", "Turn the clocks and move the turn marker")
def end_turn(play: InPlay) -> None:
    """The clocks and the turn marker move on, and effects for this turn end."""
    state = play.state
    turn_clocks(play)
    forget_fallen_aces(play)
    for plane in state.planes.values():
        plane.engaged = plane.attacked = plane.brought_up = False
        plane.held = plane.bombed = False
    for squadron in list(state.squadrons.values()):
        squadron.was_attacked = squadron.has_moved = False
        if not squadron.hidden and all(p.squadron != squadron.id for p in state.planes.values()):
            del state.squadrons[squadron.id]
    if not state.result and state.turn < scenario(play).turns:
        state.turn += 1
