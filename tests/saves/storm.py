"""A storm over a game: its process is killed again and again, and its file is damaged.

Beside the process the same game is played here, so that it is known what its file must hold.
"""

import os
import selectors
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import attrs

from tabletop_core import load_pack
from tabletop_core.engine.tape import given_in
from tabletop_core.presentation.answers import NOTHING, Choices
from tabletop_core.saves.reader import read_save
from tabletop_core.saves.session import Session, begin, new_session
from tests.waiting import PATIENCE_S

SEED = 7
PROMPT = b"? for help) > "
TEST_PACKS = Path(__file__).parents[1] / "cli" / "packs"
TABLETOP = (
    *(sys.executable, "-c", "from tabletop_core.cli import main; main()"),
    *("--packs", str(TEST_PACKS)),
)
OPTIONS = {"spies": {"votes": 500}}
"""Options of those games that would be over too soon."""


@attrs.frozen
class Move:
    """What a person does at a prompt: what is typed, and what that is in the game here.

    A new kind of thing that a person can do is added to `moves`.
    """

    typed: str
    do: Any


def moves(session: Session, random: Random) -> Move:
    """Return what is done next: mostly an answer, now and then an undo.

    Where an answer is sealed, undo unseals it.
    """
    decision = session.match.decision
    assert decision is not None
    if random.random() < 0.15 and session.may_undo().is_allowed:
        return Move("/undo", session.undo)
    answer = decision.at_random(random.random())
    choices = Choices(decision)
    chosen = answer if isinstance(answer, tuple) else (answer,)
    keys = [choices.key(list(choices.options).index(option)) for option in chosen]
    return Move(",".join(keys) or NOTHING[0], lambda: session.answer(answer))


class Process:
    """A game in a process of its own, played through its standard input and output."""

    def __init__(self, *command: str) -> None:
        self.process = subprocess.Popen(
            [*TABLETOP, *command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self.said = b""
        assert self.process.stdout is not None
        os.set_blocking(self.process.stdout.fileno(), False)
        self._ready = selectors.DefaultSelector()
        self._ready.register(self.process.stdout, selectors.EVENT_READ)

    def read(self, prompts: int) -> bool:
        """Read until there were so many prompts; False where the process has ended before."""
        assert self.process.stdout is not None
        until = time.monotonic() + PATIENCE_S
        while self.said.count(PROMPT) < prompts:
            assert time.monotonic() < until, f"it hangs after {self.said[-500:]!r}"
            if not self._ready.select(1):
                continue
            part = self.process.stdout.read()
            if part == b"":
                return False
            self.said += part or b""
        return True

    def type(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()

    def end(self, kill: bool = True) -> str:
        """End the process, as the system would; return what it complained of."""
        if kill:
            self.process.kill()
        _, errors = self.process.communicate(timeout=PATIENCE_S)
        self._ready.close()
        return errors.decode()


def play_through_kills(pack: str, path: Path, seats: str, kills: int, random: Random) -> Session:
    """Play a game whose process is killed so often at random moments, then to its end or a while.

    Raises:
        AssertionError: an answer that a prompt came after was lost, or the file is not that of
            the game; or there was a traceback.
    """
    game = load_pack(pack, [TEST_PACKS])
    options = OPTIONS.get(pack, {})
    here = new_session(game, options=options, seed=SEED, seats=seats, undo="free")
    begin(here)
    here.advance()
    begun = ("play", pack, "--seed", str(SEED), "--seats", seats, "--undo", "free")
    begun += tuple(f"--option={name}={value}" for name, value in options.items())
    for number in range(kills + 1):
        exists = path.exists()
        command = ("resume", str(path)) if exists else (*begun, "--save", str(path))
        process = Process(*command)
        is_last = number == kills
        if random.random() < 0.2 and not is_last:
            time.sleep(random.random() * 0.6)
            errors = process.end()
        else:
            errors = _play_on(process, here, random.randrange(1, 12), is_last, random)
        assert not errors, errors
        if not _holds_what_it_must(path, here):
            path.unlink()
        if here.match.is_over:
            break
    return here


def _play_on(process: Process, here: Session, answers: int, is_last: bool, random: Random) -> str:
    for number in range(1, answers + 1):
        if not process.read(number):
            return process.end(kill=False)
        if here.match.is_over:
            break
        move = moves(here, random)
        process.type(move.typed)
        if number == answers and not is_last:
            # The move is under way: it may be kept or not, but nothing before it may be lost.
            time.sleep(random.random() * 0.004)
            errors = process.end()
            _PENDING.append(move)
            return errors
        move.do()
        here.advance()
    process.read(answers + 1)
    return process.end()


_PENDING: list[Move] = []


def _holds_what_it_must(path: Path, here: Session) -> bool:
    """Compare the file with the game here, which takes over a move that was under way.

    False where there is no game in it yet.
    """
    pending = _PENDING.pop() if _PENDING else None
    tape = here.match.tape
    assert tape is not None
    before, sealed = list(tape.entries), dict(tape.sealed)
    if not _after_last_answer(before, here) and not _is_begun(path):
        return not path.exists()
    saved = read_save(path)
    kept = saved.entries
    if pending is not None and (kept, saved.sealed) != (before, sealed):
        pending.do()
        here.advance()
    # What comes by itself after the last answer, dice and bots, may be cut off anywhere.
    whole = tape.entries
    assert kept == whole[: len(kept)], "the file holds another game"
    assert len(kept) >= _after_last_answer(whole, here), "an answer was lost"
    assert _of_persons(saved.sealed, here) == _of_persons(tape.sealed, here), "sealed is another"
    return True


def _of_persons(sealed: dict[str, Any], here: Session) -> dict[str, Any]:
    return {seat: answer for seat, answer in sealed.items() if seat in here.humans}


def _is_begun(path: Path) -> bool:
    return path.exists() and b"[[part]]" in path.read_bytes()


def _after_last_answer(entries: list[tuple[Any, ...]], here: Session) -> int:
    """Return how many entries there are up to the last thing that a person did."""
    done = [
        number
        for number, entry in enumerate(entries, 1)
        if entry[0] == "undone" or any(seat in here.humans for seat, _ in given_in(entry))
    ]
    return done[-1] if done else 0


# ---------------------------------------------------------------- damage


def cuts(content: bytes) -> Iterator[bytes]:
    """Yield a file as it is when its writing stopped at each byte."""
    for size in range(len(content)):
        yield content[:size]


def flips(content: bytes, random: Random, step: int = 1) -> Iterator[bytes]:
    """Yield a file with one bit turned over, in each byte or in every so many."""
    for at in range(random.randrange(step), len(content), step):
        bit = 1 << random.randrange(8)
        yield content[:at] + bytes([content[at] ^ bit]) + content[at + 1 :]


def accidents(content: bytes, random: Random, count: int) -> Iterator[bytes]:
    """Yield a file to which worse things have happened."""
    for _ in range(count):
        first, last = sorted(random.sample(range(len(content)), 2))
        last = min(last, first + 200)
        lines = content.splitlines(keepends=True)
        one, other = random.randrange(len(lines)), random.randrange(len(lines))
        swapped = list(lines)
        swapped[one], swapped[other] = swapped[other], swapped[one]
        yield content[:first] + content[last:]
        yield content[:last] + content[first:]
        yield content[:first] + bytes(last - first) + content[last:]
        yield content[:first] + random.randbytes(last - first) + content[last:]
        yield content[:first] + bytes(len(content) - first)
        yield b"".join(swapped)
        yield b"".join(lines[:one] + lines[one + 1 :])
        yield random.randbytes(len(content))
