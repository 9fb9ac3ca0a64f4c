"""Whole games: they end, play again the same, and go on from a save inside a fight."""

import pytest

from packs.squadron_303.data import SCENARIOS
from packs.squadron_303.game import GAME
from packs.squadron_303.rules.fight import combat
from packs.squadron_303.rules.movement import movement
from packs.squadron_303.state import Strike
from tabletop_core import ALL_SEEING, Viewer
from tabletop_core.bots import seat_bots
from tabletop_core.bots.seating import play_bots
from tabletop_core.pictures.map_layout import layout_of, names_of
from tabletop_core.pictures.stack_layout import Stack, covered, overlap, spread
from tabletop_core.saves.reader import read_save
from tabletop_core.saves.session import begin, new_session, resume_session

DATA = GAME.data_with()
EVERYTHING = {
    "aces": 3,
    "specialization": True,
    "first_level": 1,
    "hunting": True,
    "mulligan": True,
    "start_change": True,
}


def whole_game(bot, seed, **options):
    match = GAME.start(options, seed=seed, data=DATA, snapshots=False)
    play_bots(match, seat_bots(GAME, dict.fromkeys(match.seats, bot), seed))
    return match.play


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
    def outcomes(bot):
        return (whole_game(bot, seed, players=2).outcome.kind for seed in range(12))

    assert "win" in outcomes("wingman")
    assert "loss" in outcomes("random")


def board_of(table):
    return next(panel for panel in GAME.look.view(table.play, ALL_SEEING) if panel.title == "Map")


def test_the_map_tells_fighters_bombers_and_players_apart(make_table):
    table = make_table(players=2)
    table.fly("blue", "zumbach", "C5")
    fighter = table.plane("bf109", "C5")
    bomber = table.plane("he111", "C5")

    there = {piece.id: piece for piece in board_of(table).on("C5")}

    assert [there[one].symbol for one in (fighter.id, bomber.id)] == ["fighter", "bomber_2"]
    assert there[fighter.id].label == f"f{fighter.id}"
    assert [there[one].tone for one in (fighter.id, "blue")] == ["theirs", "blue"]


def test_the_map_tells_what_stands_on_the_ground_and_how_damaged_it_is(make_table):
    table = make_table(players=2, scenario="training")
    table.fly("yellow", "feric", "northolt", landed=True)
    table.state.bombs["A1"] = 2

    board = board_of(table)

    factory, home = board.spot("A1"), board.spot("northolt")
    assert (factory.symbol, factory.state) == ("factory", "2/3")
    assert (home.symbol, home.label) == ("airfield", "Northolt")
    assert [piece.state for piece in board.on("northolt")] == ["landed"]


def test_the_route_of_a_squadron_begins_at_its_last_plane(make_table):
    table = make_table(players=2)
    table.squadron("I", "A8", "A7", "A5")
    table.plane("he111", "A7", squadron="I")

    (way,) = board_of(table).ways

    assert way.spaces == ("A7", "A5")


def test_a_squadron_that_is_shot_down_has_no_route(make_table):
    table = make_table(players=2)
    table.squadron("I", "A8", "A7", "A5")

    assert not board_of(table).ways


@pytest.mark.parametrize(
    ("area", "state", "told"), [("A3", "T2 0/3", "on turn 2"), ("A1", "0/3", "over")]
)
def test_a_raid_is_due_until_it_is_there(make_table, area, state, told):
    table = make_table(players=2, scenario="training")
    table.state.turn = 2
    table.squadron("I", "A5", "A3", "A1")
    table.plane("he111", area, squadron="I")

    board = board_of(table)

    assert board.spot("A1").state == state
    assert told in board.ways[0].words


def test_an_ace_is_marked_among_planes_of_its_kind(make_table):
    table = make_table(players=2)
    ace, other = table.plane("he111", "A8", ace="steady"), table.plane("he111", "A8")

    there = {piece.id: piece for piece in board_of(table).on("A8")}

    assert (there[ace.id].label, there[other.id].label) == (f"★{ace.id}", f"b{other.id}")


@pytest.mark.parametrize(
    "many", [1, *(pytest.param(n, marks=pytest.mark.gate) for n in range(2, 7))]
)
def test_counters_in_any_area_leave_all_names_of_the_map_to_read(make_table, many):
    board = board_of(make_table(players=2, scenario="home_sweet_home"))
    plan, names = layout_of(board).plan, names_of(board)
    for area in board.board.named:
        stack = Stack(area, many, 46, 41, is_heaped=many > 1)
        block = covered(plan, stack, spread(plan, (stack,), names)[area])

        hidden = [name for name, box in names if overlap(block, box) > 100]

        assert not hidden, area


def test_a_strike_shows_the_propellers_that_are_left(make_table):
    table = make_table(players=2)
    table.fly("blue", "zumbach", "A5", "c01")
    table.state.strike = Strike(area="A5", blades=[2, 4])

    strike = next(
        panel for panel in GAME.look.view(table.play, ALL_SEEING) if panel.title == "Strike at A5"
    )

    assert [card.name for card in strike.cards] == ["2-blade", "4-blade"]


def test_a_prompt_names_the_plane_since_one_may_sit_on_several_seats(make_table):
    for players in (1, 2):
        table = make_table(players=players)
        table.state.leader = "blue"
        blue = table.fly("blue", "zumbach", "A5")
        table.plane("he111", "A5", markers=1)
        table.script("hit", "hit")
        table.run(combat, blue, answers=("raf",))

        assert table.prompts == ["Blue: which dice?"]


def test_all_seats_see_the_same_table():
    play = GAME.start({"players": 3, "scenario": "biggin_hill"}, seed=2, data=DATA).play

    assert (
        GAME.look.view(play, Viewer("blue"))
        == GAME.look.view(play, Viewer("red"))
        == GAME.look.view(play, ALL_SEEING)
    )


@pytest.mark.parametrize("players", [1, pytest.param(3, marks=pytest.mark.gate)])
def test_the_table_can_be_seen_at_every_decision(players):
    options = {"players": players, "campaign": True, **EVERYTHING}
    match = GAME.start(options, seed=6, data=DATA, snapshots=False)
    bots = seat_bots(GAME, dict.fromkeys(match.seats, "wingman"), 6)
    titles = set()
    while not match.is_over:
        titles |= {panel.title for panel in GAME.look.view(match.play, Viewer(match.seats[0]))}
        assert all(match.decision.label_of(option) for option in match.decision.options)
        match.answer(bots[match.decision.seats[0]].choose(match, match.decision))

    assert {"Map", "Squadrons", "Events", "Fight of Blue, round 1 of 2"} <= titles


def in_a_fight(session):
    bots = seat_bots(GAME, dict.fromkeys(session.match.seats, "wingman"), 1)
    while session.match.state.fight is None or not session.match.state.fight.luftwaffe:
        decision = session.match.decision
        session.answer(bots[decision.seats[0]].choose(session.match, decision))


def test_a_game_broken_off_inside_a_fight_goes_on_from_the_same_dice(tmp_path):
    save = tmp_path / "fight.ttg"
    session = new_session(GAME, options={"players": 2}, seed=4, save=save)
    begin(session)
    in_a_fight(session)
    fight = session.match.state.fight
    prompt = session.match.decision.prompt
    session.close()

    again = resume_session(read_save(save), lambda _: GAME)

    assert again.match.state.fight == fight
    assert again.match.decision.prompt == prompt
    again.close()


def test_undo_inside_a_fight_takes_the_dice_back():
    session = new_session(GAME, options={"players": 2}, seed=4, undo="free")
    begin(session)
    in_a_fight(session)

    session.undo()

    fight = session.match.state.fight
    assert fight is None or not fight.luftwaffe


@pytest.mark.parametrize(("prey", "spends"), [("A5", False), ("A8", True)])
def test_the_wingman_spends_a_medal_on_a_longer_way_to_a_better_area_only(table, prey, spends):
    table.fly("blue", "zumbach", "A5")
    table.fly("yellow", "feric", "A5")
    table.state.pilots["zumbach"].medals = 1
    table.plane("he111", prey)
    asked = next(movement(table.play))
    bot = dict(seat_bots(GAME, {"blue": "wingman"}, 1))["blue"]

    answer = bot.choose(table.match, asked)

    assert "blue medal" in asked.options
    assert (answer == "blue medal") is spends


def test_a_board_that_waits_for_a_pilot_tells_no_hand_limit(table):
    table.fly("blue", "feric", "A5")

    titles = {panel.id: panel.title for panel in GAME.look.view(table.play, ALL_SEEING)}

    assert (titles["cards:blue"], titles["cards:yellow"]) == (
        "Blue's cards, limit 6",
        "Yellow's cards",
    )
