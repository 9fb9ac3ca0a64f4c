"""The terminal shows what the page shows: the first card, the stops, the end as a story."""

from typer.testing import CliRunner

from tabletop_core.cli import app


def said(*args, typed=""):
    done = CliRunner().invoke(app, ["play", "b29_superfortress", *args], input=typed)
    return done.output


def cards(output):
    return [line for line in output.splitlines() if line.startswith("*** ")]


def test_a_game_begins_with_its_orders_once(tmp_path):
    output = said("--seed", "5", "--save", str(tmp_path / "game.toml"), typed="quit\n")

    assert [card.partition(": ")[0] for card in cards(output)] == ["*** Mission 1"]
    assert "A success takes 20 percent of the bombs on the target." in output


def test_a_stop_has_its_dice_what_they_had_to_show_and_how_probable_that_was():
    output = said("--seed", "5", "--seats", "bot:skipper")

    landing = next(card for card in cards(output) if "Down safely" in card or "landing" in card)
    assert "Rolled " in landing
    assert "; needed " in landing
    assert landing.endswith(" chance.")


def test_a_game_ends_with_its_story():
    output = said("--seed", "5", "--seats", "bot:skipper")

    told = output[output.index("What decided it") :]
    assert "What became of them" in told
    assert told.count("came home unhurt") == 11
