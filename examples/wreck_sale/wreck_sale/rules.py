"""The rules of The Wreck Sale, each in a function of its own."""

from tabletop_core import Asks, rule

from .state import STICKS, WORTH, InPlay


@rule("1", "Bids")
def sell(play: InPlay) -> Asks:
    """All lay a stick unseen; the longest alone is shown, and takes all lots that are up.

    Where several have laid the longest, the lots wait for the next sale.
    """
    play.state.lots.append(play.draw(play.state.pile, "put up"))
    bids = yield play.ask_all(lambda seat: play.ask("Which stick?", sticks_of(play, seat)))
    state, longest = play.state, max(bids.values())
    for seat, stick in bids.items():
        state.held[seat].move(stick, state.laid[seat])
        if stick == longest:
            state.laid[seat].show(stick, to=None)
        else:
            state.laid[seat].exclude(stick, *STICKS[STICKS.index(longest) :], to=None)
    best = [seat for seat, stick in bids.items() if stick == longest]
    play.log("bids", who=best, stick=longest)
    if len(best) == 1:
        play.log("takes", who=best[0], lots=state.lots)
        state.taken[best[0]] += state.lots
        state.lots = []


def sticks_of(play: InPlay, seat: str) -> tuple[str, ...]:
    return tuple(play.state.held[seat].cards)


@rule("2", "Close")
def close(play: InPlay) -> None:
    """Who has taken what is worth most wins."""
    worth = {seat: sum(WORTH[lot] for lot in lots) for seat, lots in play.state.taken.items()}
    play.end("closed", winner=[s for s in worth if worth[s] == max(worth.values())], scores=worth)
