"""A game in a few lines: its introduction, its result, a saved game, a preset."""

import re
from typing import TYPE_CHECKING, Any

from ..engine.setups import MeasuredSetup
from ..errors import SaveError
from ..events.words import counted, places_in_words, said

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..engine.game import Game
    from ..engine.match import Match
    from ..engine.setups import Setup
    from ..saves.presets import Preset
    from ..saves.reader import Saved
    from ..saves.session import Session


def option_value(value: Any) -> str:
    """Write the value of an option as the command line takes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def options_told(match: "Match[Any]") -> list[str]:
    """Return the first option of a game and those that differ from their default, in words."""
    return [
        f"{option.title}: {option.words(match.options[option.name])}"
        for at, option in enumerate(match.game.options)
        if at == 0 or match.options[option.name] != option.default
    ]


def setup_of(game: "Game[Any]", options: "Mapping[str, Any]") -> "Setup | None":
    """Return which setup of a game these options play; None where they are none of them.

    Of several that fit it is the one that sets most options.
    """
    read = game.read_options(options)
    fitting = [
        setup
        for setup in game.all_setups
        if all(read[name] == value for name, value in game.read_options(setup.options).items())
        or (setup.options and all(read[name] == one for name, one in setup.options.items()))
    ]
    return max(fitting, key=lambda setup: len(setup.options), default=None)


def measured_of(match: "Match[Any]") -> MeasuredSetup:
    """Return what the pack has measured with the very same options; no games if it has nothing."""
    game = match.game
    for setup in game.all_setups:
        measured = game.measured.get(setup.id)
        if measured is not None and game.read_options(setup.options) == match.options:
            return measured
    return MeasuredSetup(id="", games=0, bot="", minutes=(0, 0))


def bots_words(match: "Match[Any]") -> str:
    """Return how games of bots with the same setup ended; nothing where none were measured."""
    figures = measured_of(match)
    if len(figures.results) < 2:
        return ""
    ends = (
        f"{said(kind)} {100 * number / figures.games:.0f} %"
        for kind, number in figures.results.items()
    )
    return f"Bots, in {figures.games} games of this setup: {', '.join(ends)}"


def setup_words(game: "Game[Any]", options: "Mapping[str, Any]") -> str:
    """Return the title of the setup that these options play; nothing where they are none."""
    setup = setup_of(game, options)
    return setup.title if setup else ""


def hides_seed(session: "Session") -> bool:
    """Return whether the seed must stay secret: it would let one person foresee the dice."""
    return len(session.humans) > 1 and not session.match.is_over


def introduction(session: "Session", *, is_manual: bool, is_seed_given: bool = False) -> list[str]:
    """Say which game this is, who plays, and with which dice.

    With several persons the seed is shown at the end, unless one of them has given it.
    """
    match = session.match
    who = ", ".join(f"{seat} ({name})" for seat, name in session.players.items())
    lines = [match.game.title, f"Players: {who}"]
    if match.options:
        options = (f"{name} = {option_value(value)}" for name, value in match.options.items())
        lines.append(f"Options: {', '.join(options)}")
    hidden = hides_seed(session) and not is_seed_given
    seed = f"Seed: {'shown at the end' if hidden else match.seed}"
    lines.append("Real dice and cards: you enter the results" if is_manual else seed)
    return lines


def suggested_words(game: "Game[Any]", options: "Mapping[str, Any]") -> str:
    """Return how the setup that pages offer first is played, where these options are the defaults.

    Empty where that setup sets nothing else, or somebody has chosen options.
    """
    usual, first = game.read_options({}), game.all_setups[0]
    other = game.read_options(first.options)
    if dict(options) != usual or other == usual:
        return ""
    set_to = " ".join(
        f"-o {name}={option_value(value)}" for name, value in other.items() if value != usual[name]
    )
    seed = f" --seed {first.openings[0]}" if first.openings else ""
    return f"These are the defaults. Suggested for a first game: {first.title} ({set_to}{seed})"


_SAYS_NO_MORE = {"victory", "win", "won", "defeat", "loss", "lost"}
"""Kinds of outcomes that say only that somebody has won or lost, which may be the other side."""


def outcome_lines(
    match: "Match[Any]", *, mine: "Sequence[str]" = (), with_reason: bool = True
) -> list[str]:
    """Return in words how a game ended.

    `mine` are the seats of whoever reads it, who have won or lost. The reason is
    left out if the log has just given it.
    """
    outcome = match.outcome
    assert outcome is not None
    result, kind = _result_for(match, mine), said(outcome.kind)
    is_told = result != "Result" and kind in _SAYS_NO_MORE
    lines = [result if is_told else f"{result}: {kind}"]
    # Of two sides, whoever has won or lost knows who the winner is.
    if len(match.teams) > 2 or (len(match.teams) == 2 and result == "Result"):
        several = "s" if len(outcome.winners) > 1 else ""
        lines[0] += f"; winner{several}: {outcome.winner or 'nobody'}"
    if outcome.why and with_reason:
        lines.append(outcome.why[:1].upper() + outcome.why[1:])
    if len(outcome.places) > 2:
        lines.append(f"Places: {places_in_words(outcome.places)}")
    if outcome.scores and not _are_told(outcome.scores, outcome.why):
        each = {seat: f"{score:g}" for seat, score in outcome.scores.items()}
        # Whoever plays alone need not be told whose points these are.
        told = each.values() if len(match.seats) == 1 else (" ".join(one) for one in each.items())
        lines.append(f"Points: {', '.join(told)}")
    return lines


def fate_words(fate: str, kind: str, is_alone: bool) -> tuple[str, str]:
    """Return what became of whoever played, and how the game ended where that says more.

    `fate` is `won`, `lost` or `drawn`. Who plays alone has nobody to draw with.

    >>> fate_words("lost", "won", False), fate_words("won", "major victory", True)
    (('Lost', ''), ('Won', 'major victory'))
    >>> fate_words("drawn", "minimal success", True), fate_words("drawn", "draw", False)
    (('Minimal success', ''), ('Drawn', ''))
    """
    kind = f"{kind[:1].lower()}{kind[1:]}"
    if fate == "drawn" and is_alone:
        return f"{kind[:1].upper()}{kind[1:]}", ""
    return fate.capitalize(), "" if kind in _SAYS_NO_MORE | {"draw"} else kind


def _are_told(scores: "Mapping[str, float]", why: str) -> bool:
    """Return whether the reason of an end tells the points: *5 campaign points*."""
    told = re.findall(r"(\d+) (?:\w+ )?points?\b", why)
    return {f"{abs(score):g}" for score in scores.values()} == set(told)


def is_won_by(match: "Match[Any]", seats: "Sequence[str]") -> bool | None:
    """Return whether these seats have won; None for a draw, and for whoever does not play."""
    outcome = match.outcome
    sides = [team for team in match.teams if set(team) & set(seats)]
    if outcome is None or len(sides) != 1:
        return None
    if not outcome.winners:
        return None if len(match.teams) > 1 or outcome.is_draw else False
    return any(outcome.has_won(seat) for seat in seats)


def _result_for(match: "Match[Any]", mine: "Sequence[str]") -> str:
    """Return the result as these seats see it."""
    is_won = is_won_by(match, mine)
    return "Result" if is_won is None else "You won" if is_won else "You lost"


def saved_words(saved: "Saved | SaveError", titles: "Mapping[str, str] | None" = None) -> str:
    """Return a saved game in a line: its title, status, players and number of answers.

    `titles` are the titles of the packs by id. For a file that cannot be read, return the reason.
    """
    pack, rest = saved_parts(saved)
    return (titles or {}).get(pack, pack) + rest


def saved_parts(saved: "Saved | SaveError") -> tuple[str, str]:
    """Return the pack of a saved game, and what follows its title in a line."""
    from ..engine.tape import given_in

    if isinstance(saved, SaveError):
        return "", f"cannot be read: {saved}"
    header = saved.header
    answers = sum(len(given_in(entry)) for entry in saved.entries) + len(saved.sealed)
    who = ", ".join(f"{seat} {name}" for seat, name in header.players.items())
    dice = ", real dice" if header.dice == "manual" else ""
    end = f", over: {said(saved.outcome)}" if saved.outcome else ""
    status = f", {saved.status}" if saved.status and not saved.outcome else ""
    return header.pack, f"{status} ({who}; {counted(answers, 'answer')}{dice}{end})"


def preset_words(preset: "Preset") -> str:
    """Return a preset in a line: who plays, options other than the default, whose dice."""
    who = ", ".join(f"{seat} {name}" for seat, name in preset.players.items())
    options = [f"{name} = {option_value(value)}" for name, value in preset.options.items()]
    dice = ["real dice"] if preset.dice == "manual" else []
    files = [f"with {path}" for path in preset.overlays]
    return "; ".join([who, *options, *dice, *files])
