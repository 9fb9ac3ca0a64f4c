"""Whole games: recorded ones, bots, every option, resume in the middle."""

import pytest

from tabletop_core.bots import seat_bots
from tabletop_core.bots.seating import play_bots
from tabletop_core.chance import Scripted
from tabletop_core.engine.state import fingerprint
from tabletop_core.engine.tape import Tape
from tabletop_core.events.event import to_lines

from .conftest import DATA, GAME

# ---------------------------------------------------------------------- recorded games


@pytest.mark.parametrize(("name", "seed", "winner"), [("win", 13, "squadron"), ("loss", 0, None)])
def test_a_recorded_mission_replays_line_by_line(replay, name, seed, winner):
    outcome = replay(name, seed=seed, bots="bot:commander", options={"campaign": "single"}).outcome

    assert outcome.winner == winner
    assert (outcome.scores["squadron"] > 0) is (winner is not None)


# ---------------------------------------------------------------------- bots


def played(seed, bots, **options):
    match = GAME.start(options, seed=seed, data=DATA, record=False, snapshots=False)
    players = dict(zip(match.seats, bots, strict=False))
    play_bots(match, seat_bots(GAME, players, seed))
    return match.play


def campaign_points(bots, games, **options):
    return sum(played(seed, bots, **options).state.campaign_vp for seed in range(games)) / games


@pytest.mark.gate
def test_the_commander_does_better_than_random():
    commander, random = (
        campaign_points([bot], 20, campaign="late_war") for bot in ("commander", "random")
    )

    assert commander > random + 1


@pytest.mark.gate
def test_the_german_side_of_the_commander_does_better_than_random():
    against_commander, against_random = (
        campaign_points(["commander", bot], 12, campaign="late_war", players=2)
        for bot in ("commander", "random")
    )

    assert against_commander < against_random - 1


# ---------------------------------------------------------------------- every option


ALL_OPTIONS = {
    "landing": True, "starting_crews": "rolled", "crew_fate": "dated", "commander": True,
    "go_around": True, "kill_upgrade": True, "hasty_maintenance": True, "use_damaged": True,
    "maximum_effort": True, "tag_along": True, "low_altitude": True, "clouds_affect_flak": True,
    "squadron": "b24", "targets": "named",
}  # fmt: skip


@pytest.mark.parametrize(("players", "bot"), [(1, "commander"), (2, "random")])
def test_a_campaign_with_every_optional_rule_comes_to_an_end(players, bot):
    play = played(0, [bot] * 2, campaign="short", players=players, **ALL_OPTIONS)

    assert play.outcome is not None
    assert "b24g" in {one.kind for one in play.state.bombers.values()}


@pytest.mark.gate
def test_the_squadron_never_has_more_than_twelve_bombers_or_a_crew_twice():
    for seed in range(4):
        play = played(seed, ["random"], campaign="full", crew_fate="on", use_damaged=True)
        state = play.state
        aboard = [one.crew for one in state.bombers.values() if one.crew]
        assert len(state.bombers) <= 12
        assert len(aboard) == len(set(aboard))
        assert set(aboard) <= set(state.crews)
        used = [name for pool in state.bomber_pool.values() for name in pool]
        assert sorted([*used, *state.bombers]) == sorted(
            name for kind in ("b17f", "b17g") for name in DATA.aircraft[kind].ids
        )


def counters(play):
    """Every counter in the game with the place where it lies."""
    state, mission = play.state, play.state.mission
    fighters = [*mission.escorts, *mission.interceptors, *mission.retired]
    aces = [ace for pool in state.aces.values() for ace in pool]
    aces += [one.ace for one in fighters if one.ace]
    aces += [*mission.aces_home, *mission.german.aces]
    aces += [state.commander] if state.commander else []
    crews = [*state.crew_pool, *(name for name in state.crews if name in DATA.crews)]
    bombers = [*state.bombers, *(one for pool in state.bomber_pool.values() for one in pool)]
    aboard = [one.crew for one in state.bombers.values() if one.crew]
    formation = [name for name in mission.formation if name]
    return aces, crews, bombers, aboard, formation, state.lady_luck


@pytest.mark.parametrize("players", [1, 2])
def test_no_counter_ever_lies_in_two_places(players):
    options = {"campaign": "short_1944", "players": players, **ALL_OPTIONS}
    match = GAME.start(options, seed=players, data=DATA, snapshots=False)
    bots = seat_bots(GAME, dict.fromkeys(match.seats, "random"), 2)
    while match.decision is not None:
        for pile in counters(match.play):
            assert len(pile) == len(set(pile))
        formation = counters(match.play)[4]
        assert set(formation) <= set(match.state.bombers)
        match.answer(bots[match.decision.seat].choose(match, match.decision))

    points = [0]
    for event in match.events:
        if event.kind == "vp":
            points[-1] += event.facts["amount"]
            assert points[-1] == event.facts["total"]
        elif event.kind == "mission_vp":
            assert event.facts["total"] == points[-1]
            points.append(0)
    assert points[:-1] == [record.vp for record in match.state.log]


# ---------------------------------------------------------------------- going on


SEED = 0
"""A game in which escorts are asked for cover."""


def test_a_game_left_in_an_air_combat_goes_on_as_if_it_had_not_been_left():
    options = {"campaign": "single", "mission": 20}
    whole = GAME.start(options, seed=SEED, data=DATA)
    bot = seat_bots(GAME, {"squadron": "commander"}, SEED)["squadron"]
    while whole.decision.rule != "9.2.3":
        whole.answer(bot.choose(whole, whole.decision))

    resumed = GAME.start(options, seed=SEED, data=DATA, tape=Tape(list(whole.tape.entries)))

    assert resumed.decision.prompt == whole.decision.prompt
    assert fingerprint(resumed.state) == fingerprint(whole.state)
    for match in (whole, resumed):
        play_bots(match, {"squadron": bot})
    assert to_lines(resumed.events) == to_lines(whole.events)


# ---------------------------------------------------------------------- a mission, die by die


def test_a_mission_to_abbeville_and_back_with_all_its_dice():
    quiet, crews = [6, 6], ["memphis_belle", "hells_angels", "sky_drummer"]
    planning = [1, 1, 1, 1]  # clear sky; P-47s without an ace
    approach, egress = [1] * 4 * 9, [1] * 2 * 9  # flak 18 and, over a destroyed target, 8
    bombs = [4] * 6 + [1] * 6  # 36 factors, one row up for the lead crew: 12 dice
    dice = Scripted([*crews, *planning, *quiet * 3, *approach, *bombs, *egress, *quiet * 2])
    match = GAME.start({"campaign": "single", "target": "abbeville"}, source=dice, data=DATA)

    for answer in ("best", "plan:direct", "plan:direct"):
        match.answer(answer)

    assert dice.left == []  # nothing is rolled after a single mission
    assert match.outcome.kind == "major_success"
    record = match.state.log[0]
    assert (record.hits, record.damage, record.vp) == (6, "heavy damage", 12)
    assert match.state.completed == ["abbeville"]
    assert match.state.deck.count("abbeville") == 0
