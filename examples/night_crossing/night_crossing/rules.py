"""The rules of Night Crossing, each in a function of its own."""

from tabletop_core import Asks, rule

from .questions import aboard, rivals
from .state import WORTH, InPlay


@rule("1", "Loading")
def load(play: InPlay) -> None:
    """Lay one crate aside unseen and give each smuggler one."""
    state = play.state
    state.aside.lay(state.pile)
    for seat, hand in state.hands.items():
        hand.put(play.draw(state.pile, "loaded", seats=(seat,)))


@rule("2", "A turn")
def turn(play: InPlay) -> Asks:
    """Take up a crate and use one of the two.

    The fog hides you until your next turn, so that nobody can choose you; who uses the idol leaves.
    """
    state, seat = play.state, play.seat
    if seat in state.out or len(aboard(play)) < 2 or not len(state.pile):
        return
    if seat in state.in_fog:
        state.in_fog.remove(seat)
    state.hands[seat].put(play.draw(state.pile, "taken up", seats=(seat,)))
    # Asked with two equal crates too, so that nobody hears of them by not being asked.
    card = yield play.ask("Use which crate?", tuple(sorted(set(state.hands[seat].cards))))
    play.state.hands[seat].play(card)
    play.state.laid.append(card)
    play.log("use", who=seat, card=card)
    if card == "idol":
        leave(play, seat)
    elif card == "fog":
        play.state.in_fog.append(seat)
    elif card in EFFECTS and rivals(play):
        rival = yield from play.choose("Against whom?", rivals(play))
        yield from EFFECTS[card](play, rival)


def leave(play: InPlay, seat: str) -> None:
    state = play.state
    state.out.append(seat)
    play.log("leave", who=seat, card=state.hands[seat].cards[0])
    state.laid.append(state.hands[seat].play(state.hands[seat].cards[0]))


@rule("3", "Lookout")
def guess(play: InPlay, rival: str) -> Asks:
    """Name what a rival carries, anything but the lookout; if you are right, the rival leaves."""
    named = yield play.ask("What is in the crate?", tuple(k for k in WORTH if k != "lookout"))
    hand = play.state.hands[rival]
    play.log("guess", who=play.seat, rival=rival, card=named)
    if hand.cards == [named]:
        leave(play, rival)
    else:
        hand.exclude(hand.places[0], named, to=None)


@rule("4", "Spyglass")
def look(play: InPlay, rival: str) -> Asks:
    """Look at the crate of a rival."""
    hand = play.state.hands[rival]
    hand.show(hand.places[0], to=[play.seat])
    play.log("look", who=play.seat, rival=rival, card=hand.cards[0], seats=(play.seat, rival))
    return
    yield


@rule("5", "Scales")
def compare(play: InPlay, rival: str) -> Asks:
    """Compare your crate with that of a rival: the one that is worth less leaves."""
    hands = play.state.hands
    for hand, other in ((hands[rival], play.seat), (hands[play.seat], rival)):
        hand.show(hand.places[0], to=[other])
    mine, theirs = (WORTH[hands[seat].cards[0]] for seat in (play.seat, rival))
    if mine != theirs:
        leave(play, rival if mine > theirs else play.seat)
    return
    yield


@rule("6", "Rope")
def swap(play: InPlay, rival: str) -> Asks:
    """Swap your crate for that of a rival."""
    mine, theirs = play.state.hands[play.seat], play.state.hands[rival]
    mine.move(mine.places[0], theirs)
    theirs.move(theirs.places[0], mine)
    return
    yield


EFFECTS = {"lookout": guess, "spyglass": look, "scales": compare, "rope": swap}


@rule("7", "The far shore")
def land(play: InPlay) -> None:
    """End the crossing when one smuggler is left, or when no crate is left to take up.

    Of those still aboard the one with the most valuable crate wins.
    """
    left = aboard(play)
    if len(left) == 1 or not len(play.state.pile):
        worth = {s: WORTH[play.state.hands[s].cards[0]] if s in left else 0 for s in play.seats}
        play.end(
            "landed", winner=[s for s in left if worth[s] == max(worth.values())], scores=worth
        )
