"""The shell completes commands, options, games and saved games: in each shell that is there."""

import os
import shutil
import subprocess
import sys

import pytest

BASH = """
eval "$(tabletop --show-completion bash)"
COMP_WORDS=({words}); COMP_CWORD=$(( ${{#COMP_WORDS[@]}} - 1 ))
_tabletop_completion tabletop
printf '%s\\n' "${{COMPREPLY[@]}}"
"""
ZSH = """
compdef() {{ : }}
_arguments() {{ print -r -- "$@" }}
words=({words}); CURRENT=${{#words}}
eval "$(tabletop --show-completion zsh)"
_tabletop_completion
"""
FISH = """
tabletop --show-completion fish | source
complete -C "{words}"
"""


@pytest.fixture(params=[("bash", BASH), ("zsh", ZSH), ("fish", FISH)], ids=lambda shell: shell[0])
def completed(request, saves, tmp_path):
    """Return what a shell offers for a line that was begun."""
    shell, script = request.param
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    program = tmp_path / "tabletop"
    start = "from tabletop_core.cli import main; main()"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -c "{start}" "$@"\n')
    program.chmod(0o755)
    environment = os.environ | {"PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}
    # The shell to write for is looked up among the parents, unless this is set.
    environment["_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION"] = "1"

    def completed(words):
        typed = script.format(words=words)
        done = subprocess.run([shell, "-c", typed], env=environment, capture_output=True, text=True)
        assert done.stderr == ""
        return done.stdout

    return completed


def test_commands_are_completed(completed):
    shown = completed("tabletop re")

    assert "resume" in shown
    assert "replay" in shown
    assert "play " not in shown.replace("replay", "")


def test_options_of_a_command_are_completed(completed):
    shown = completed("tabletop play --se")

    assert "--seed" in shown
    assert "--seats" in shown
    assert "--save" not in shown


def test_games_are_completed(completed):
    shown = completed("tabletop play bomber_")

    assert "bomber_boys" in shown
    assert "bomber_run" in shown
    assert "harvest" not in shown


def test_saved_games_are_completed(completed, run, saves):
    run("play harvest --seed 3 --seats human,bot:random", "rye", "quit")
    (path,) = saves.glob("*.toml")

    assert path.stem in completed("tabletop resume harv")
