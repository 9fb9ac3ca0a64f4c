"""The shell completes commands, options, games and saved games: in each shell that is there."""

import os
import shlex
import shutil
import subprocess
import sys

import pytest

from .conftest import START

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
    program.write_text(f'#!/bin/sh\nexec {shlex.join([sys.executable, "-c", START])} "$@"\n')
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


@pytest.mark.parametrize(
    ("begun", "offered", "not_offered"),
    [
        ("tabletop re", {"resume", "replay"}, "play "),
        ("tabletop play --se", {"--seed", "--seats"}, "--save"),
        ("tabletop play bomber_", {"bomber_boys", "bomber_run"}, "harvest"),
    ],
    ids=["commands", "options of a command", "games"],
)
def test_what_was_begun_is_completed(completed, begun, offered, not_offered):
    shown = completed(begun)

    assert [word for word in offered if word not in shown] == []
    assert not_offered not in shown.replace("replay", "")


def test_saved_games_are_completed(completed, left):
    assert left.stem in completed("tabletop resume harv")
