"""The panels of a Fight, as two rows of dice and cards with their sums, and of a strike."""

from collections.abc import Iterator

from tabletop_core.events import counted
from tabletop_core.panels import Card, Cards, Facts, Place

from ..questions.board import kind_of
from ..questions.names import area_name, symbol_words
from ..questions.symbols import hits_and_evasions
from ..state import Fight, InPlay, Strike
from .cards import combat_card

_FACES = {
    "hit": "on the opponent",
    "evade": "cancels a Hit",
    "maneuver": "for a set or a token",
    "blank": "brings nothing",
    "success": "Hit, Evasion or Maneuver",
    "failure": "damages your plane if placed",
}


_DIE_TONES = {"black": "black", "white": "white"}
"""How the dice of the Luftwaffe look, by their colours; the red ones have that of their side."""


def fight_panels(play: InPlay, fight: Fight) -> Iterator[Facts | Cards]:
    """Yield a Fight: its sums, the dice and cards of the player, the dice of the Luftwaffe.

    Before they are rolled there is nothing to see of the dice.
    """
    yield standing(play, fight)
    yield from (row for row in (own_row(play, fight), luftwaffe_row(play, fight)) if row.cards)


def standing(play: InPlay, fight: Fight) -> Facts:
    """Sum up the current state of both sides."""
    plane = play.state.planes.get(fight.opponent)
    opponent = "shot down"
    if plane:
        left = "-".join(map(str, kind_of(play, plane).toughness[plane.damage :]))
        opponent = f"{kind_of(play, plane).title} #{plane.id}, toughness {left}"
    hits, evasions = hits_and_evasions(play, fight)
    their_hits = sum(face.startswith("hit") for face in fight.luftwaffe)
    their_evasions = 0 if fight.first_strike else fight.luftwaffe.count("evade")
    ignore = min(fight.ignore, max(0, their_hits - evasions))
    through, taken = hits - their_evasions, their_hits - evasions - ignore
    ignored = f", {ignore} ignored" if ignore else ""
    rows = [
        ("Opponent", opponent),
        ("Our Hits", f"{hits} - {counted(their_evasions, 'Evasion')} = {max(0, through)}"),
        ("Their Hits", f"{their_hits} - {counted(evasions, 'Evasion')}{ignored} = {max(0, taken)}"),
        ("Support", symbol_words(fight.support) if fight.support else _support_words(fight)),
    ]
    name = play.state.fighters[fight.colour].name
    title = f"Fight of {name}, round {fight.round} of {fight.rounds}"
    return Facts(id="fight", title=title, rows=tuple(rows))


def _support_words(fight: Fight) -> str:
    return "used in this Fight" if fight.supported else "none yet"


def own_row(play: InPlay, fight: Fight) -> Cards:
    """Show the player's dice, and the cards that count against this opponent."""
    dice = [
        Card(
            id=f"die:{number}",
            name=symbol_words(face),
            symbol=f"die_{face}",
            detail=_FACES[face],
            state=_state_of(fight, number),
            tone="yellow" if number == 1 and fight.special else "blue",
        )
        for number, face in enumerate(fight.dice)
    ]
    cards = [
        combat_card(play.data, card, state="active" if card == fight.active else "")
        for card in fight.cards
    ]
    name = play.state.fighters[fight.colour].name
    return Cards(
        id="fight:ours",
        title=f"Dice and cards of {name}",
        cards=(*dice, *cards),
        per_row=2,
        place=Place.SIDE,
    )


def _state_of(fight: Fight, die: int) -> str:
    states = []
    if die in fight.counting:
        states.append("placed, counts")
    elif die in fight.placed:
        states.append("used against another plane")
    if die in fight.spent:
        states.append("rolled again")
    return ", ".join(states)


def luftwaffe_row(play: InPlay, fight: Fight) -> Cards:
    """Show the dice of the opponent in the colour of its kind, and pale once it is shot down."""
    plane = play.state.planes.get(fight.opponent)
    tone = _DIE_TONES.get(kind_of(play, plane).die, "theirs") if plane else "quiet"
    return Cards(
        id="fight:luftwaffe",
        title="Dice of the Luftwaffe",
        cards=tuple(
            Card(
                id=f"luftwaffe:{number}",
                name=symbol_words(face),
                symbol=f"die_{face.replace('-', '_')}",
                detail="on your plane" if face.startswith("hit") else _FACES[face],
                state="rolled again" if number in fight.luftwaffe_spent else "",
                tone=tone,
            )
            for number, face in enumerate(fight.luftwaffe)
        ),
        per_row=2,
        place=Place.SIDE,
    )


def strike_panel(play: InPlay, strike: Strike) -> Cards:
    """Show the propellers of a strike that nobody has cancelled."""
    return Cards(
        id="strike",
        title=f"Strike at {area_name(play, strike.area)}",
        cards=tuple(
            Card(
                id=f"propeller:{number}",
                name=f"{blades}-blade",
                symbol=f"die_hit_{blades}",
                detail="Hit on every friendly plane here, unless a Combat card cancels it",
                tone="theirs",
            )
            for number, blades in enumerate(strike.blades)
        ),
        per_row=3,
        place=Place.SIDE,
    )
