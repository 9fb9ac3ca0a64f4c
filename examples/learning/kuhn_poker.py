"""Kuhn poker: the smallest game of hidden hands, whose best play is known (Kuhn 1950)."""

from typing import NoReturn

import attrs

from tabletop_core import (
    Asks,
    ForEach,
    Game,
    Hand,
    Identity,
    Look,
    Match,
    Pile,
    Play,
    Sequence,
    Step,
    Viewer,
    rule,
)
from tabletop_core.panels import Facts, Panel

CARDS = ("jack", "queen", "king")


@attrs.define
class State:
    pile: Pile
    held: dict[str, Hand]
    paid: dict[str, int]


def new_state(play: Play) -> State:
    held = {seat: Hand(seat, deck="cards") for seat in play.seats}
    return State(Pile.of(CARDS, deck="cards"), held, dict.fromkeys(play.seats, 1))


@rule("1", "Deal")
def deal(play: Play[State]) -> None:
    """Each is dealt a card that the other does not see."""
    seat = play.seat
    card = play.draw(play.state.pile, f"the card of {seat}", seats=(seat,))
    play.state.held[seat].put(card)


@rule("2", "Bet")
def bet(play: Play[State]) -> Asks:
    """Each may bet one more; who does not answer a bet gives up."""
    first, second = play.seats
    if (yield play.ask("Pass or bet?", ("pass", "bet"), seat=first, kind="open")) == "bet":
        yield from answer_bet(play, second, first)
    elif (yield play.ask("Pass or bet?", ("pass", "bet"), seat=second, kind="second")) == "bet":
        yield from answer_bet(play, first, second)
    best = max(play.seats, key=lambda seat: CARDS.index(play.state.held[seat].cards[0]))
    finish(play, best)


def answer_bet(play: Play[State], seat: str, other: str) -> Asks:
    play.state.paid[other] += 1
    if (yield play.ask("Fold or call?", ("fold", "call"), seat=seat, kind="answer")) == "fold":
        finish(play, other)
    play.state.paid[seat] += 1


def finish(play: Play[State], winner: str) -> NoReturn:
    loser = next(seat for seat in play.seats if seat != winner)
    won = play.state.paid[loser]
    play.end("won", winner=winner, scores={winner: won, loser: -won})


def view(play: Play[State], viewer: Viewer) -> list[Panel]:
    held, paid = play.state.held, play.state.paid
    return [
        Facts(
            title="Table",
            rows=tuple(
                (
                    seat,
                    f"{' '.join(card or '?' for card in held[seat].seen_by(viewer))}; {paid[seat]}",
                )
                for seat in held
            ),
        )
    ]


GAME = Game(
    identity=Identity(
        id="kuhn_poker",
        title="Kuhn poker",
        players=(2, 2),
        summary="Three cards, one for each, and one bet.",
        modes=("two players",),
    ),
    package=__name__,
    seats=("first", "second"),
    sequence=Sequence(
        "Hand", ForEach("Seat", lambda play: play.seats, Step("Deal", deal)), Step("Bet", bet)
    ),
    state=State,
    new_state=new_state,
    look=Look(view=view),
)


def stake(match: Match[State]) -> dict[str, float]:
    """Return what each seat has won, as a share of the two that it can win at most."""
    if match.outcome is None:
        return dict.fromkeys(match.seats, 0.0)
    return {seat: score / 2 for seat, score in match.outcome.scores.items()}
