"""Each may look at the rival's card; then both vote at the same time, and again."""

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
)
from tabletop_core.panels import Facts

from . import IDENTITY


@attrs.define
class State:
    pile: Pile
    hands: dict[str, Hand]
    votes: int = 0


def deal(play):
    for seat, hand in play.state.hands.items():
        hand.cards.append(play.draw(play.state.pile, f"the card of {seat}", seats=(seat,)))


def spy(play):
    (rival,) = (seat for seat in play.seats if seat != play.seat)
    if (yield play.ask("Look at the other card?", ("look", "wait"))) == "look":
        card = play.state.hands[rival].cards[0]
        play.log("looked", seats=(play.seat,), of=rival, card=card)


def vote(play):
    votes = yield play.ask_all(dict.fromkeys(play.seats, play.ask("Vote?", ("yea", "nay"))))
    play.state.votes += 1
    play.log("votes", **votes)
    if play.state.votes == play.options["votes"]:
        play.end("voted", winner=play.seats[0])


def view(play, viewer):
    return [Facts(title="Votes held", rows=(("so far", str(play.state.votes)),))]


GAME = Game(
    identity=IDENTITY,
    package=__package__,
    seats=("ann", "bob"),
    options=(GameOption(name="votes", values=(2, 500), default=2, help="How often they vote."),),
    sequence=Sequence(
        "Spies",
        Step("Deal", deal),
        ForEach("Spy", lambda play: play.seats, Step("Look", spy)),
        Repeat("Ballot", Step("Vote", vote, may_end=True)),
    ),
    new_state=lambda play: State(
        Pile.of(("crown", "dagger", "mirror")), {seat: Hand(seat) for seat in play.seats}
    ),
    state=State,
    look=Look(
        view=view,
        log_sheet=lambda play, viewer: f"# The ballots\n\nHeld: {play.state.votes}\n",
        words={
            "looked": "{of} has the {card}",
            "votes": "ann votes {ann}, bob votes {bob}",
        },
    ),
    determinize=lambda play, seat: determinize(
        play.source, [play.state.pile, *play.state.hands.values()], seat
    ),
)
