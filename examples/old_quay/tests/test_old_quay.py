"""The rules of The Old Quay, with cards and answers written down."""

from collections.abc import Callable

import pytest

from old_quay.game import InPlay, buy, clean_up, close, play_cards, points_of, set_up
from tabletop_core import Game, Viewer, run_games
from tabletop_core.testing import PackExam, Replay, perform

RED, BLUE, NOBODY = Viewer("red"), Viewer("blue"), Viewer()


class TestExam(PackExam):
    """Every check that tabletop knows."""

    games = 20


@pytest.fixture
def table(pack: Game) -> Callable[..., InPlay]:
    """Return a function that starts a game in which the seats hold these cards."""

    def table(**hands: str) -> InPlay:
        play = pack.start(options={"players": 3}).play
        for seat, deck in play.state.decks.items():
            deck.draw_pile.mix_in(deck.hand)
            deck.draw_pile.mix_in(deck.in_play)
            for card in hands.get(seat, ()):
                deck.hand.put(card, seats=[seat])
        return play

    return table


def test_each_player_begins_with_five_of_ten_cards_and_five_cards_are_for_sale(pack: Game) -> None:
    row = ["porter", "pedlar", "porter", "rag_picker", "chandlery"]
    hands = ["penny"] * 3 + ["driftwood"] * 2
    play = pack.start().play
    market, decks = play.state.market, play.state.decks
    market.pile.mix_in(market.row)
    for deck in decks.values():
        deck.draw_pile.mix_in(deck.hand)
        deck.draw_pile.mix_in(deck.in_play)
    perform(play, set_up, script=[*row, *hands, *hands])

    assert market.row.seen_by(NOBODY) == row
    assert [(len(deck.hand), len(deck)) for deck in decks.values()] == [(5, 10)] * 2


def test_all_money_is_played_and_makes_the_coins_of_the_turn(table: Callable[..., InPlay]) -> None:
    play = table(red=["penny", "shilling", "driftwood", "guinea", "warehouse"])
    perform(play, play_cards)

    assert play.state.coins == 6
    assert play.state.decks["red"].in_play.cards == ["guinea", "penny", "shilling"]
    assert play.state.decks["red"].hand.cards == ["driftwood", "warehouse"]


def test_a_pedlar_draws_a_card_and_gives_a_coin(table: Callable[..., InPlay]) -> None:
    play = table(red=["pedlar"])
    perform(play, play_cards, script=["penny"], answers=["pedlar"])

    assert play.state.coins == 2


def test_a_hand_need_not_be_played(table: Callable[..., InPlay]) -> None:
    play = table(red=["pedlar", "penny"])
    perform(play, play_cards, answers=["done"])

    assert play.state.coins == 1
    assert play.state.decks["red"].hand.cards == ["pedlar"]


def test_a_rag_picker_trashes_up_to_two_cards_which_leave_the_game(
    table: Callable[..., InPlay],
) -> None:
    play = table(red=["rag_picker", "driftwood", "penny", "driftwood"])
    perform(
        play, play_cards, answers=["rag_picker", ("red:hand:driftwood:1", "red:hand:driftwood:2")]
    )

    deck = play.state.decks["red"]
    assert deck.in_play.cards == ["rag_picker", "penny"]
    assert (deck.hand.cards, deck.discards.cards) == ([], [])


def test_the_press_gang_makes_those_with_more_than_three_cards_discard_what_they_choose(
    table: Callable[..., InPlay],
) -> None:
    play = table(
        red=["press_gang"],
        blue=["penny", "driftwood", "penny", "guinea"],
        green=["penny", "penny", "penny"],
    )
    done = perform(play, play_cards, answers=["press_gang", ("blue:hand:driftwood:1",)])

    assert done.prompts == ["Play which card?", "Discard 1 card"]
    assert play.state.decks["blue"].hand.cards == ["penny", "penny", "guinea"]
    assert play.state.decks["blue"].discards.seen_by(NOBODY) == ["driftwood"]
    assert len(play.state.decks["green"].hand) == 3
    assert play.state.coins == 2


def test_the_press_gang_asks_nobody_where_nobody_holds_more_than_three(
    table: Callable[..., InPlay],
) -> None:
    play = table(red=["press_gang"], blue=["penny"])

    assert perform(play, play_cards, answers=["press_gang"]).prompts == ["Play which card?"]


def test_what_is_bought_goes_to_the_discards_and_the_coins_are_spent(
    table: Callable[..., InPlay],
) -> None:
    play = table()
    play.state.coins = 10
    perform(play, buy, answers=["guinea", "shilling"])

    assert play.state.decks["red"].discards.seen_by(NOBODY) == ["guinea", "shilling"]
    assert (play.state.coins, play.state.market.stalls["guinea"]) == (1, 11)


def test_only_what_the_coins_pay_can_be_bought(table: Callable[..., InPlay]) -> None:
    play = table()
    play.state.market.row.empty()
    play.state.coins = 3
    options = perform(play, buy, answers=["done"]).asked[0].options

    assert options == ("shilling", "done")


def test_where_the_coins_pay_nothing_there_is_no_question(table: Callable[..., InPlay]) -> None:
    play = table()
    play.state.coins = 1

    assert perform(play, buy).prompts == []


def test_at_the_end_of_a_turn_all_is_discarded_and_five_cards_are_drawn(
    table: Callable[..., InPlay],
) -> None:
    play = table(red=["penny", "warehouse"])
    deck = play.state.decks["red"]
    perform(play, clean_up, script=["penny"] * 3 + ["driftwood"] * 2)

    assert deck.discards.seen_by(BLUE) == ["penny", "warehouse"]
    assert deck.hand.seen_by(BLUE) == [None] * 5
    assert play.state.coins == 0


def test_points_count_wherever_the_card_is(table: Callable[..., InPlay]) -> None:
    play = table(red=["warehouse", "penny"])
    deck = play.state.decks["red"]
    deck.draw_pile.put_on_top("chandlery")
    deck.discards.put("harbour_master")

    assert points_of(play, "red") == 6


def test_the_game_ends_when_the_warehouses_are_gone_and_most_points_win(
    table: Callable[..., InPlay],
) -> None:
    play = table(blue=["warehouse"])
    play.state.market.stalls["warehouse"] = 0
    perform(play, close)

    assert (play.outcome.winner, play.outcome.scores["blue"]) == ("blue", 3)


def test_the_game_goes_on_while_there_are_warehouses_and_rounds(
    table: Callable[..., InPlay],
) -> None:
    play = table()
    perform(play, close)

    assert play.outcome is None


def test_a_fork_keeps_what_a_seat_knows_and_redraws_the_other_hands(pack: Game) -> None:
    match = pack.start(seed=3)
    forks = [match.fork(number, seat="red").state.decks for number in range(20)]

    assert {tuple(decks["red"].hand.cards) for decks in forks} == {
        tuple(match.state.decks["red"].hand.cards)
    }
    assert len({tuple(sorted(decks["blue"].hand.cards)) for decks in forks}) > 1
    assert {decks["blue"].cards["driftwood"] for decks in forks} == {4}


def test_the_trader_beats_random_play(pack: Game) -> None:
    report = run_games(pack, 20, seed=1, players={"red": "trader", "blue": "random"})

    assert report.wins["red"] > 18


def test_a_recorded_day_at_the_quay_goes_as_it_did(replay: Replay) -> None:
    replay("four_rounds", seed=5, bots="bot:trader", options={"rounds": "10"})
