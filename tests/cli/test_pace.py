"""Where line mode waits for a key."""

from typer.testing import CliRunner

from tabletop_core.cli import app

WAIT = "(Enter to go on)"


def typed(tmp_path, monkeypatch, *options):
    monkeypatch.setenv("TABLETOP_SAVES", str(tmp_path))
    command = ["--plain", "play", "bomber_run", "--seed", "3", *options]
    return CliRunner().invoke(app, command, input="\n\nfirst\nquit\n").output


def test_at_the_pace_of_steps_each_step_waits_for_enter(tmp_path, monkeypatch):
    output = typed(tmp_path, monkeypatch, "--pace", "step")

    # Bases, aircraft, first player: two waits between three steps, then the question.
    before = output.partition("Go first or second?")[0]
    assert before.count(WAIT) == 2


def test_at_the_pace_of_decisions_nothing_waits(tmp_path, monkeypatch):
    assert WAIT not in typed(tmp_path, monkeypatch)
