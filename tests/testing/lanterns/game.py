"""The rules of Lanterns."""

import attrs

from tabletop_core import (
    ForEach,
    Game,
    GameOption,
    Hand,
    Look,
    Pile,
    Repeat,
    Sequence,
    Step,
    determinize,
    rule,
    ruling,
)
from tabletop_core.panels import Facts

from . import IDENTITY
from .data import load


@attrs.define
class State:
    pile: Pile
    hands: dict[str, Hand]
    light: dict[str, int]
    windy: bool = False
    seen: set[str] = attrs.field(factory=set)


def new_state(play):
    pile = Pile.of(dict.fromkeys(play.data.lanterns, play.data.copies))
    hands = {seat: Hand(seat) for seat in play.seats}
    return State(pile, hands, dict.fromkeys(play.seats, 0))


@rule("1", "Deal")
def deal_lanterns(play):
    for seat in play.seats:
        for _ in range(4):
            card = play.draw(play.state.pile, "dealt", seats=(seat,))
            play.state.hands[seat].cards.append(card)


@rule("2", "Wind")
def wind(play):
    state = play.state
    state.windy = play.look_up("wind", with_=["dusk"]).result == "gust"


@rule("3", "Light a lantern")
@ruling("any lantern may be lit", "the text does not forbid it", rejected="the dimmest")
def light_one(play):
    state = play.state
    hand = state.hands[play.seat]
    if len(hand) < 2:
        return
    card = yield play.ask("Which lantern?", tuple(sorted(set(hand.cards) | {"none"})), label=str)
    if card != "none":
        hand.play(card)
        shine(play, card)
    elif state.windy:
        play.log("wait", who=play.seat)


@rule("4", "Light")
def shine(play, card):
    state = play.state
    state.seen.add(card)
    light = play.data.lanterns[card].light
    state.light[play.seat] += light
    play.log("shine", who=play.seat, card=card, light=light)


@rule("5", "Night")
def night(play):
    if play.round("Evening") == play.options["evenings"]:
        play.end("night", scores=play.state.light)


def is_windy(play):
    return play.state.windy


def view(play, viewer):
    rows = [(name, " ".join(c or "?" for c in h.seen_by(viewer))) for name, h in hands_of(play)]
    return [Facts(title="Hands", rows=tuple(rows))]


def hands_of(play):
    return play.state.hands.items()


def redeal(play, seat):
    determinize(play.source, [play.state.pile, *play.state.hands.values()], seat)


def evaluate(play, seat):
    return play.state.light[seat]


GAME = Game(
    identity=IDENTITY,
    package=__package__,
    seats=("ann", "ben"),
    options=(GameOption(name="evenings", values=(5, 8), default=5, help="How many evenings."),),
    sequence=Sequence(
        "Game",
        Step("Deal", deal_lanterns),
        Repeat(
            "Evening",
            Step("Wind", wind),
            ForEach("Player", lambda play: play.seats, Step("Light", light_one)),
            Step("Night", night, may_end=True),
        ),
    ),
    state=State,
    new_state=new_state,
    load_data=load,
    look=Look(
        view=view,
        words={
            "shine": "{who} lights the {card} lantern: {light}",
            "wait": "{who} waits for the wind to drop",
        },
    ),
    evaluate=evaluate,
    conditions={"is_windy": is_windy},
    determinize=redeal,
)
