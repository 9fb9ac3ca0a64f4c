"""A rule that fails is told in one message, and the game is kept."""

import pytest

TYPED = "rye\n2\n20\n"
PLAY = "play harvest --seats human,bot:random -o years=2"
MARKET = 'card = play.draw(play.state.pile, "the event'
DEAL = 'card = play.draw(play.state.pile, f"the hand'


@pytest.fixture
def rules(own_packs):
    return own_packs / "harvest" / "game.py"


@pytest.fixture
def fail(rules):
    """Let the rules fail before a line; return the number of the line that does."""

    def fail(line=MARKET, how="{}['price']"):
        before, found, after = rules.read_text().partition(line)
        assert found
        indent = before[before.rindex("\n") + 1 :]
        rules.write_text(f"{before}{how}\n{indent}{found}{after}")
        return before.count("\n") + 1

    return fail


@pytest.mark.parametrize(
    ("how", "why"),
    [
        ("{}['price']", "KeyError: 'price'"),
        # An error of the core is told with the rule that met it.
        ('play.ask("Which?", ())', "offers no option"),
    ],
)
def test_rule_file_and_line_are_told_without_a_traceback(tabletop, rules, fail, how, why):
    line = fail(how=how)
    done = tabletop(PLAY, TYPED * 2)

    assert done.returncode == 2
    assert f"rule '3.1 Market' of Harvest failed at {rules}:{line}: " in done.stderr
    assert why in done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_traceback_shows_the_way_there_before_the_message(tabletop, fail):
    fail()
    done = tabletop(f"{PLAY} --traceback", TYPED * 2)

    assert done.stderr.startswith("Traceback (most recent call last)")
    assert "--traceback" not in done.stderr.splitlines()[-1]
    assert done.returncode == 2


@pytest.mark.parametrize("how", ["{}['price']", "1 / 0"])
def test_the_game_is_kept_fails_again_and_goes_on_once_the_rule_is_mended(
    tabletop, rules, fail, saves, how
):
    whole = rules.read_text()
    line = fail(how=how)
    done = tabletop(PLAY, TYPED * 2)
    (path,) = saves.glob("*.toml")
    assert f"the game is saved: tabletop resume {path}" in done.stderr

    again = tabletop("resume")
    assert again.returncode == 2
    assert f"rule '3.1 Market' of Harvest failed at {rules}:{line}: " in again.stderr
    assert "Traceback" not in again.stderr

    rules.write_text(whole)
    resumed = tabletop(f"resume {path}", TYPED)
    assert resumed.returncode == 0
    assert "the mood of the market" in resumed.stdout


def test_a_game_that_fails_before_its_first_question_is_not_saved(tabletop, rules, fail):
    line = fail(DEAL)
    done = tabletop(PLAY, TYPED)

    assert f"rule '1.1 Cards dealt' of Harvest failed at {rules}:{line}" in done.stderr
    assert "the game is saved" not in done.stderr
