"""A fork holds what its seat knows and the rest redealt; the pack need not do anything."""

from collections import Counter

import attrs
import pytest

from tabletop_core import CardRow, Hand, Identity, Pile, Repeat, Step
from tabletop_core.engine.state import held_in, may_hold
from tabletop_core.errors import PackError
from tests.conftest import race_game

CARDS = ("king", "page", "queen", "spy")


@attrs.define
class Table:
    pile: Pile
    hands: dict[str, Hand]
    aside: CardRow
    spoken: list[str] = attrs.field(factory=list)


def deal_and_ask(play):
    state = play.state
    if not state.hands["blue"].cards:
        for hand in state.hands.values():
            state.pile.move(hand, play.source, "dealt")
        state.aside.lay(state.pile)
    state.spoken.append((yield play.ask("Say?", ("yes", "no"))))
    if len(state.spoken) == 9:
        play.end("done")


def secrets_game(**changes):
    how = {
        "identity": Identity(id="secrets", title="Secrets", players=(2, 2), summary="Hide."),
        "seats": ("red", "blue"),
        "sequence": Repeat("Turn", Step("Ask", deal_and_ask, may_end=True)),
        "state": Table,
        "new_state": lambda play: Table(
            Pile.of(CARDS), {seat: Hand(seat) for seat in play.seats}, CardRow("aside")
        ),
        "view": lambda play, viewer: [],
        "evaluate": None,
    }
    return race_game(**(how | changes))


def hands_in_forks(match, seat, number=60):
    forks = [match.fork("try", one, seat=seat) for one in range(number)]
    return Counter(
        (fork.state.hands["red"].cards[0], fork.state.hands["blue"].cards[0]) for fork in forks
    )


def test_a_fork_keeps_the_hand_of_its_seat_and_draws_the_others_anew():
    match = secrets_game().start(seed=1)
    (own,) = match.state.hands["red"].cards
    found = hands_in_forks(match, "red")

    assert {red for red, _ in found} == {own}
    assert {blue for _, blue in found} == set(CARDS) - {own}


def test_a_fork_for_nobody_in_particular_holds_the_truth():
    match = secrets_game().start(seed=1)

    assert match.fork("copy").state == match.state


def test_what_was_shown_or_excluded_holds_in_a_fork():
    match = secrets_game().start(seed=1)
    blue, (own,) = match.state.hands["blue"], match.state.hands["red"].cards
    others = sorted(set(CARDS) - {own, *blue.cards})
    match.state.hands["blue"].exclude("blue:hand:1", others[0], to=["red"])
    # A fork begins with the state in which the step began.
    match.answer("yes")
    assert {blue for _, blue in hands_in_forks(match, "red")} == {*blue.cards, others[1]}

    match.state.hands["blue"].show("blue:hand:1", to=["red"])
    match.answer("yes")
    assert {blue for _, blue in hands_in_forks(match, "red")} == set(blue.cards)


def test_a_deal_that_does_not_fit_what_a_seat_knows_otherwise_is_drawn_again():
    game = secrets_game(
        consistent=lambda play, seat: play.state.hands["blue"].cards[0] != "spy" or seat == "blue"
    )
    match = next(
        match
        for match in (game.start(seed=seed) for seed in range(20))
        if "spy" not in (*match.state.hands["red"].cards, *match.state.hands["blue"].cards)
    )

    assert "spy" not in {blue for _, blue in hands_in_forks(match, "red")}


def test_a_game_that_accepts_no_deal_says_so():
    match = secrets_game(consistent=lambda play, seat: False).start(seed=1)

    with pytest.raises(PackError, match=r"consistent of secrets accepted none of 1000 deals.*red"):
        match.fork("try", seat="red")


def test_a_redeal_of_the_game_is_used_in_place_of_the_default():
    def determinize(play, seat):
        play.state.hands["blue"].cards[:] = ["joker"]

    match = secrets_game(determinize=determinize).start(seed=1)

    assert {blue for _, blue in hands_in_forks(match, "red", 3)} == {"joker"}


def test_forks_of_games_that_differ_only_in_what_a_seat_does_not_know_are_equal():
    game = secrets_game()
    one, two = game.start(seed=1), game.start(seed=1)
    hand, pile = two.state.hands["blue"], two.state.pile
    other = next(card for card in pile.cards if card not in hand.cards)
    pile.pool = dict(Counter(hand.cards) + Counter(pile.pool) - Counter([other]))
    hand.cards[:] = [other]
    # A fork begins with the state in which the step began.
    for match in (one, two):
        match.answer("yes")

    assert one.state != two.state
    mine, yours = (match.fork("x", seat="red").state for match in (one, two))
    assert mine == yours
    assert list(mine.pile.pool) == list(yours.pile.pool)


def test_a_game_hides_something_where_its_state_has_hands_or_rows():
    @attrs.define
    class Open:
        pile: Pile
        score: dict[str, int]

    assert secrets_game().hides
    assert not secrets_game(state=Open).hides
    assert secrets_game(state=Open, consistent=lambda play, seat: True).hides


def test_holders_are_found_wherever_the_hints_say_that_there_may_be_one():
    @attrs.define
    class Player:
        name: str
        hand: Hand | None = None
        before: "list[tuple[int, Hand]]" = attrs.field(factory=list)

    one, two = Hand("one"), Hand("two")
    players = {"b": Player("b", two), "a": Player("a", None, [(1, one)])}

    assert may_hold(dict[str, Player], Hand)
    assert not may_hold(dict[str, Player], Pile)
    assert held_in(players, Hand) == [one, two]
