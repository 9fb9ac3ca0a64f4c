"""A rule keeps a deck across a question: in forks and after undo it is that of the state."""

from pathlib import Path

from tabletop_core import load_pack
from tabletop_core.bots.seating import seat_bots

EXAMPLES = Path(__file__).parents[2] / "examples" / "old_quay"


def decks_kept(match):
    """Return whether each deck that a rule holds at its question is the one in the state."""
    found, asking = [], match._runner.asking
    while asking is not None and getattr(asking, "gi_frame", None) is not None:
        if deck := asking.gi_frame.f_locals.get("deck"):
            found.append(deck is match.state.decks[deck.owner])
        asking = asking.gi_yieldfrom
    return found


def test_a_deck_that_a_rule_keeps_is_the_one_in_the_state_of_a_fork_and_after_undo():
    match = load_pack("old_quay", folders=[EXAMPLES]).start(seed=1)
    bots = seat_bots(match.game, dict.fromkeys(match.seats, "trader"), 1)
    kept = []

    for number in range(1, 60):
        decision = match.decision
        kept += decks_kept(match) + decks_kept(match.fork(number, seat=decision.seat))
        match.answer(bots[decision.seat].choose(match, decision))
        if number % 7 == 0:
            match.history.undo()
            kept += decks_kept(match)

    assert len(kept) > 50
    assert all(kept)
