"""Whole games: they end, play again the same, and go on from a save inside a fight."""

import pytest

from packs.squadron_303.data import SCENARIOS
from packs.squadron_303.game import GAME
from packs.squadron_303.rules.fight import combat
from packs.squadron_303.state import Strike
from tabletop_core import ALL_SEEING, Viewer
from tabletop_core.bots import play_bots, seat_bots
from tabletop_core.saves.journal import read_save
from tabletop_core.saves.session import begin, new_session, resume_session

DATA = GAME.load_data(())
EVERYTHING = {
    "aces": 3,
    "specialization": True,
    "first_level": 1,
    "hunting": True,
    "mulligan": True,
    "start_change": True,
}


def whole_game(bot, seed, **options):
    play = GAME.start(options, seed=seed, data=DATA, snapshots=False)
    play_bots(play, seat_bots(GAME, dict.fromkeys(play.seats, bot), seed))
    return play


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_random_play_comes_to_an_end(scenario, players):
    play = whole_game("random", 1, scenario=scenario, players=players, **EVERYTHING)

    assert play.outcome.kind in ("win", "loss")


@pytest.mark.parametrize("players", [1, 4])
def test_a_campaign_plays_three_scenarios(players):
    play = whole_game("wingman", 5, players=players, campaign=True, **EVERYTHING)

    assert len(play.state.results) == 3
    assert play.state.results.count("win") >= 2 or play.outcome.kind == "loss"


def test_training_can_be_won_and_lost_by_two_players():
    wins = {whole_game("wingman", seed, players=2).outcome.kind for seed in range(12)}
    losses = {whole_game("random", seed, players=2).outcome.kind for seed in range(12)}

    assert "win" in wins
    assert "loss" in losses


def test_every_pilot_flies_or_lies_in_one_place_only():
    play = whole_game("wingman", 3, players=4, scenario="blitz")

    flying = [fighter.pilot for fighter in play.state.fighters.values() if fighter.pilot]
    assert len(set(flying)) == len(flying)
    assert all(play.state.pilots[pilot].status.value == "flying" for pilot in flying)


@pytest.mark.parametrize("scenario", ["biggin_hill", "home_sweet_home"])
def test_no_combat_card_is_lost_or_doubled(scenario):
    play = whole_game("wingman", 7, players=3, scenario=scenario)

    state = play.state
    held = [card for fighter in state.fighters.values() for card in fighter.cards]
    deck = [card for card, number in state.deck.cards.items() for _ in range(number)]
    assert sorted([*held, *deck, *state.discards]) == sorted(DATA.cards)


def test_the_chart_shows_german_planes_by_number_and_players_by_initial(make_table):
    table = make_table(players=2)
    table.fly("blue", "zumbach", "C5")
    table.plane("bf109", "C5")
    table.plane("he111", "C5")

    chart = next(panel for panel in GAME.view(table.play, ALL_SEEING) if panel.title == "Sectors")

    assert chart.cells[3, 5].text == "2B"
    assert chart.cells[3, 5].words == "Poling, 1 Bf 109, 1 He 111, Blue"
    assert chart.cells[2, 7].text == "p"
    assert (1, 2) not in chart.cells


def test_the_areas_tell_what_stands_in_them_and_how_damaged_a_target_is(make_table):
    table = make_table(players=2, scenario="training")
    table.fly("blue", "zumbach", "A5")
    table.fly("yellow", "feric", "northolt", landed=True)
    table.plane("bf109", "A5")
    table.state.bombs["A1"] = 2

    areas = next(
        panel for panel in GAME.view(table.play, ALL_SEEING) if panel.title == "In the areas"
    )

    assert areas.lines == (
        "Northolt: Yellow on the ground",
        "West factory (A1): damage 2 of 3",
        "A5: 1 Bf 109, Blue",
    )


def test_a_strike_shows_the_propellers_that_are_left(make_table):
    table = make_table(players=2)
    table.fly("blue", "zumbach", "A5", "c01")
    table.state.strike = Strike(area="A5", blades=[2, 4])

    strike = next(
        panel for panel in GAME.view(table.play, ALL_SEEING) if panel.title == "Strike at A5"
    )

    assert strike.rows == (("Propellers left", "2-blade, 4-blade"),)


def test_a_prompt_names_the_plane_only_where_the_seat_does_not(make_table):
    for players, words in ((1, "Blue: which dice?"), (2, "which dice?")):
        table = make_table(players=players)
        table.state.leader = "blue"
        blue = table.fly("blue", "zumbach", "A5")
        table.plane("he111", "A5", markers=1)
        table.script("hit", "hit")
        table.run(combat, blue, answers=("raf",))

        assert table.prompts == [words]


def test_all_seats_see_the_same_table():
    play = GAME.start({"players": 3, "scenario": "biggin_hill"}, seed=2, data=DATA)

    assert (
        GAME.view(play, Viewer("blue"))
        == GAME.view(play, Viewer("red"))
        == GAME.view(play, ALL_SEEING)
    )


@pytest.mark.parametrize("players", [1, 3])
def test_the_table_can_be_seen_at_every_decision(players):
    options = {"players": players, "campaign": True, **EVERYTHING}
    play = GAME.start(options, seed=6, data=DATA, snapshots=False)
    bots = seat_bots(GAME, dict.fromkeys(play.seats, "wingman"), 6)
    titles = set()
    while not play.is_over:
        titles |= {panel.title for panel in GAME.view(play, Viewer(play.seats[0]))}
        assert all(play.decision.label_of(option) for option in play.decision.options)
        play.answer(bots[play.decision.seats[0]].choose(play, play.decision))

    assert {"Sectors", "Map", "Squadrons and routes", "Events", "Fight of Blue"} <= titles


def in_a_fight(session):
    bots = seat_bots(GAME, dict.fromkeys(session.play.seats, "wingman"), 1)
    while session.play.state.fight is None or not session.play.state.fight.luftwaffe:
        decision = session.play.decision
        session.answer(bots[decision.seats[0]].choose(session.play, decision))


def test_a_game_broken_off_inside_a_fight_goes_on_from_the_same_dice(tmp_path):
    save = tmp_path / "fight.ttg"
    session = new_session(GAME, options={"players": 2}, seed=4, save=save)
    begin(session)
    in_a_fight(session)
    fight = session.play.state.fight
    prompt = session.play.decision.prompt
    session.close()

    again = resume_session(read_save(save), lambda _: GAME)

    assert again.play.state.fight == fight
    assert again.play.decision.prompt == prompt
    again.close()


def test_undo_inside_a_fight_takes_the_dice_back():
    session = new_session(GAME, options={"players": 2}, seed=4, undo="free")
    begin(session)
    in_a_fight(session)

    session.undo()

    fight = session.play.state.fight
    assert fight is None or not fight.luftwaffe
