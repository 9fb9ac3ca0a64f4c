"""A match with its players and its file: bots, saving, resume and undo.

Every front end holds a session. The session alone calls the engine, and it saves what happens.
"""

import os
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import attrs

from ..bots.seating import HUMAN, options_to_seat, persons_of, play_bots, read_seats, seat_bots
from ..bots.simple import chooser
from ..chance import Source
from ..engine.checkpoints import Checkpoint, LazyCheckpoint
from ..engine.decisions import Answer, Decision
from ..engine.faults import fault_of
from ..engine.game import Game
from ..engine.match import Match
from ..engine.past import as_it_was
from ..engine.tape import Tape, given_in, is_touched
from ..errors import PackError, ReplayError, SaveError, StaleAnswerError, TabletopError
from ..version import core_version
from .compatibility import compatibility_digest
from .journal import Journal
from .reader import Saved
from .recorder import close_journal, status_of, write_to
from .save_records import FORMAT, CheckpointRecord, Header
from .undoing import FREE, Undo, may_redo, may_undo, policy_for


@attrs.define
class Session:
    """A game in progress with its players.

    `notices` are messages for a person, such as that a torn entry was dropped.
    `undo_policy` says who may undo what: `own`, `asked` or `free`. `salt` gives names to people.
    """

    match: Match[Any]
    players: Mapping[str, str]
    journal: Journal | None
    notices: list[str] = attrs.field(factory=list)
    undo_policy: str = FREE
    salt: str = ""
    _bots: dict[str, Any] = attrs.field(factory=dict, repr=False)

    @property
    def humans(self) -> tuple[str, ...]:
        """The seats played by persons."""
        return persons_of(self.players)

    @property
    def records(self) -> int:
        """The number of records ever written on the tape. It grows with everything that happens."""
        assert self.match.tape is not None
        return self.match.tape.records

    @property
    def awaited(self) -> list[str]:
        """The seats whose answer, dice or cards the game waits for."""
        match = self.match
        if match.is_over:
            return []
        if match.is_waiting:
            return list(match.secret_of or match.seats)
        return list(dict.fromkeys(seat for one in match.open for seat in one.seats))

    def advance(self, watch: Callable[[], object] | None = None) -> None:
        """Let the bots play until a person must decide or the game is over; then save.

        If the game waits for a person's dice or cards, it asks for them again.
        `watch()` is called before each answer of a bot.

        Raises:
            UnsavedError: the file cannot be written.
        """
        if self.match.is_waiting:
            self.match.history.retry()
        play_bots(self.match, self._bots, watch)
        self.save()

    def run_quick_bots(self, is_late: Callable[[], bool]) -> frozenset[str]:
        """Let the bots that do not look ahead play until `is_late()`, and return their seats.

        They stop where anybody else must answer. This does not save.
        """
        quick = {seat: bot for seat, bot in self._bots.items() if not bot.looks_ahead}
        choose = chooser(quick)
        self.match.run(lambda play, asked: None if is_late() else choose(play, asked))
        return frozenset(quick)

    def save(self) -> None:
        """Force the game to the disk. Call it before anybody sees the result of an answer."""
        if self.journal:
            self.journal.sync(status_of(self.match))

    def question(self, seat: str, token: int) -> Decision:
        """Return the open question of a seat, if it is the one with this token.

        Raises:
            StaleAnswerError: the question has another token, or none is open.
        """
        decision = self.match.question_of(seat)
        if decision is None or decision.token != token:
            raise StaleAnswerError(
                "that question is no longer open, so your answer was ignored; the table shows "
                "the current question"
            )
        return decision

    def fork(self, purpose: str) -> Match[Any]:
        """Return a copy for a search in another process, with its last checkpoint."""
        return self.match.fork(purpose, record=True, snapshots=True)

    def as_it_was(self, entries: int) -> "Session":
        """Return this game as of its first `entries` entries, without a file."""
        return attrs.evolve(self, match=as_it_was(self.match, entries), journal=None)

    def answer(self, answer: Answer, *, seat: str | None = None, token: int | None = None) -> None:
        """Give a person's answer.

        `seat`: who gives it (default: the first person who may).
        `token`: `decision.token` of the question that is meant (default: the current one).

        Raises:
            StaleAnswerError: the token is of a question that is no longer open.
            IllegalAnswerError: not one of the options, or the seat may not answer.
        """
        if seat is None and self.match.decision is not None:
            seat = next((one for one in self.match.decision.seats if one in self.humans), None)
        self.match.answer(answer, seat=seat, token=token)

    def may_undo(self, seats: Collection[str] | None = None) -> Undo:
        """Return whether the person of these seats may undo an answer now, and if not, why.

        The default is the person who answered last.
        """
        return may_undo(self.match, self.undo_policy, self.humans, seats)

    def undo(self, seats: Collection[str] | None = None, agreed: Collection[str] = ()) -> bool:
        """Undo the last answer of a person; return False when there is none or it is forbidden.

        `agreed` are the seats that have agreed, where `may_undo` asks for them.
        While persons choose at the same time, their last answer is the sealed one.
        """
        found = self.may_undo(seats)
        if not found.is_allowed or not set(found.asks) <= set(agreed):
            return False
        done = self.match.history.undo([found.seat])
        self._seat_bots()
        return done

    def may_redo(self, seats: Collection[str] | None = None) -> Undo:
        """Return whether the person of these seats may redo the answer undone last."""
        return may_redo(self.match, self.undo_policy, seats)

    def redo(self, seats: Collection[str] | None = None) -> bool:
        """Redo the answer undone last; return False when there is none.

        There is none after another answer was given, nor in a game that was resumed.
        """
        if not self.may_redo(seats).is_allowed:
            return False
        done = self.match.history.redo()
        self._seat_bots()
        return done

    def undo_chance(self) -> bool:
        """Undo the last dice or card a person typed, if no answer of a person came after it."""
        done = self.match.history.undo_chance(self.humans)
        self._seat_bots()
        return done

    def discard_untouched(self, *, real_dice: bool = False) -> bool:
        """Delete the saved game where no person has answered anything yet.

        With real dice and cards, what a person rolled and drew is worth keeping, too.
        Returns False where there is something to keep, or nothing to delete.
        """
        tape = self.match.tape
        if self.journal is None or tape is None or tape.sealed or self.match.is_over:
            return False
        if is_touched(tape.entries, self.humans, real_dice=real_dice):
            return False
        self.journal.discard()
        self.journal = None
        return True

    def close(self) -> None:
        """Close the file of the game.

        Raises:
            UnsavedError: something was not on the disk yet and cannot be written.
        """
        if self.journal:
            close_journal(self.journal, self.match)

    def file_notices(self) -> list[str]:
        """Return, once, what other programs did to the file of this game."""
        found = self.journal.file.notices if self.journal else []
        notices = list(found)
        found.clear()
        return notices

    def seat(self, players: Mapping[str, str]) -> None:
        """Change the players: `human`, or the name of a bot, for each seat."""
        self.players = dict(players)
        self._seat_bots()

    def answers_of(self, seat: str) -> int:
        """Return how many answers of a seat are on the tape, without those undone."""
        tape = self.match.tape
        assert tape is not None
        given = sum(one == seat for entry in tape.entries for one, _ in given_in(entry))
        return given + (seat in tape.sealed)

    def _seat_bots(self) -> None:
        match = self.match
        self._bots = dict(seat_bots(match.game, self.players, match.seed))
        for seat, bot in self._bots.items():
            bot.skip(self.answers_of(seat))


def _load_data(game: Game[Any], overlays: Sequence[Path]) -> Any:
    for overlay in overlays:
        # `Path.is_file` fails for a name that is too long.
        if not os.path.isfile(overlay):
            raise PackError(f"there is no overlay file {str(overlay)!r}; correct its path")
    return game.data_with(overlays)


def new_session(
    game: Game[Any],
    *,
    options: Mapping[str, Any] | None = None,
    seats: str = HUMAN,
    seed: int | str = 0,
    overlays: Sequence[Path] = (),
    source: Source | None = None,
    save: Path | None = None,
    beside: bool = False,
    undo: str = "",
    salt: str = "",
) -> Session:
    """Start a new game.

    Args:
        seats: who plays, as `human,bot:greedy`. One entry stands for every seat; several set the
            number of seats, where a setting of the game does.
        source: real dice and cards (default: seeded).
        save: the file to write (default: none).
        beside: if that file exists, write another next to it, `NAME-2` and so on.
        undo: who may undo what: `own`, `asked` or `free` (default: *free* with one person,
            *own* with several).
        salt: gives names to people whom the game does not name.

    The first step has not run yet: call `begin`.

    Raises:
        PackError: wrong options, seats, overlays or policy of undo.
        SaveError: the file exists or cannot be written.
    """
    chosen = options_to_seat(game, options or {}, seats)
    players = read_seats(game, game.seats_for(chosen), seats)
    policy = policy_for(undo, persons_of(players))
    overlays = [Path(overlay).absolute() for overlay in overlays]
    data = _load_data(game, overlays)
    # A fault in the pack must show here, before there is a file.
    match = Match(game, options=chosen, data=data, seed=str(seed), source=source, tape=Tape())
    journal = None
    if save is not None:
        header = Header(
            pack=game.id,
            pack_version=game.identity.version,
            rules=game.identity.rules,
            digest=data.digest,
            options=chosen,
            players=players,
            seed=str(seed),
            dice="seeded" if source is None else "manual",
            overlays=tuple(map(str, overlays)),
            undo=policy,
            salt=salt,
        )
        journal = Journal.create(save, header, beside=beside)
    session = Session(match, players, journal, undo_policy=policy, salt=salt)
    session._seat_bots()
    return session


def begin(session: Session) -> None:
    """Play to the first decision, and save everything from the first roll on.

    A game that cannot begin leaves no file.
    """
    journal = session.journal
    if journal is None:
        session.match.begin()
        return
    write_to(journal, session.match)
    try:
        session.match.begin()
    except Exception:
        journal.discard()
        raise


def resume_session(
    saved: Saved,
    find: Callable[[str], Game[Any]],
    *,
    source: Source | None = None,
    force: bool = False,
    write: bool = True,
    whole: bool = False,
) -> Session:
    """Resume a saved game.

    It resumes at its last checkpoint if the core, the code and the data of the pack are the same
    as when that was written. Otherwise its whole tape is replayed up to the last answer.

    Args:
        find: returns the game of a pack id.
        force: if the tape no longer replays, go on from the last checkpoint that loads,
            in a new file beside the old one.
        write: write on to the file; False is for reading only.
        whole: replay the whole tape in any case.

    Raises:
        PackError: the pack is missing.
        SaveError: the game no longer replays; the file is left as it is.
    """
    header = saved.header
    try:
        game = find(header.pack)
    except PackError as error:
        raise PackError(
            f"{saved.path} needs the pack {header.pack!r}: {error}; fix that and try again; the "
            "file is left as it is"
        ) from None
    try:
        data = _load_data(game, [Path(overlay) for overlay in header.overlays])
    except TabletopError as error:
        raise PackError(
            f"{saved.path} needs its data: {error}; the file is left as it is"
        ) from None
    notices = list(saved.notices)
    change = _change(header, game, data)
    written = len(saved.entries)
    match = None if whole else _woken(saved, game, data, source)
    journal = None
    try:
        if match is None:
            match = _replay(saved, game, data, source)
        if change:
            notices.append(f"{change}, but the whole game still replays; continuing")
    # A tape of other rules, or a forged one, can make the rules raise any error.
    except Exception as error:
        if not force:
            why = f"{change or 'it does not follow the rules'}: {_cause(error)}"
            if header.core != core_version():
                why += f" (it was saved by tabletop {header.core}, and this is {core_version()})"
            raise ReplayError(
                f"{saved.path} cannot be replayed, because {why}; the file is left as it is; "
                "--force continues from the last checkpoint that loads, in a new file"
                + _or_install(header, game),
                why,
            ) from error
        match, journal = _from_checkpoint(saved, game, data, source, notices)
        written = 0
    if write and journal is None:
        journal = Journal.go_on(saved)
    policy = policy_for(header.undo, persons_of(header.players))
    session = Session(match, header.players, journal, notices, policy, header.salt)
    try:
        session._seat_bots()
        if journal:
            write_to(journal, match, written)
    except BaseException:
        session.close()  # An open file stays locked, and nobody could try again.
        raise
    return session


def _check_players(game: Game[Any], options: Mapping[str, Any], header: Header) -> None:
    """Raise `TabletopError` where the players of a saved game do not fit its seats."""
    seats = game.seats_for(options)
    if set(header.players) != set(seats):
        raise SaveError(
            f"it has players for {', '.join(header.players) or 'no seat'}, but the seats are "
            f"{', '.join(seats)}"
        )
    policy_for(header.undo, persons_of(header.players))
    seat_bots(game, header.players, header.seed)


def _cause(error: Exception) -> str:
    """Say what went wrong: in which rule, or else how."""
    fault = fault_of(error)
    if fault is not None or isinstance(error, TabletopError):
        return str(fault or error)
    return f"{type(error).__name__}: {error}"


def _change(header: Header, game: Game[Any], data: Any) -> str:
    """Say what has changed since a game was saved; empty where nothing has."""
    now = game.identity
    if now.rules != header.rules:
        # Two numbers of rules may be those of one version of a pack, while it is being written.
        is_other = now.version != header.pack_version
        before, present = (
            f" (version {version})" if is_other else ""
            for version in (header.pack_version, now.version)
        )
        return (
            f"this game was saved under rules {header.rules} of {game.title}{before}, and the "
            f"current rules are {now.rules}{present}"
        )
    if data.digest != header.digest or now.version != header.pack_version:
        return f"the data or rules of {game.title} have changed since this game was saved"
    return ""


def _or_install(header: Header, game: Game[Any]) -> str:
    """Name the version of a pack that plays an older game, where it is another one."""
    if header.pack_version == game.identity.version:
        return ""
    return f"; or install version {header.pack_version} of {game.title} to continue it unchanged"


def _woken(saved: Saved, game: Game[Any], data: Any, source: Source | None) -> Match[Any] | None:
    """Resume at the last checkpoint that can be trusted; return None if there is none."""
    compatibility = compatibility_digest(game, data)
    points = [
        point
        for point in saved.checkpoints
        if compatibility and point.compatibility == compatibility
    ]
    if not points:
        return None
    kept = [LazyCheckpoint(point.entry, partial(_read, point, game)) for point in points]
    try:
        return _replay(saved, game, data, source, kept)
    except Exception:
        # The caller then replays the whole tape, which reports what is wrong, if anything is.
        return None


def _read(point: CheckpointRecord, game: Game[Any]) -> Checkpoint:
    return point.read().to_checkpoint(game)


def _replay(
    saved: Saved,
    game: Game[Any],
    data: Any,
    source: Source | None,
    checkpoints: Sequence[LazyCheckpoint] = (),
) -> Match[Any]:
    """Replay a saved game up to its last answer, from the last of these checkpoints."""
    start = saved.start
    options = game.read_options(saved.header.options)
    _check_players(game, options, saved.header)
    match = Match(
        game,
        options=options,
        data=data,
        seed=saved.header.seed,
        source=source,
        tape=Tape(list(saved.entries), records=saved.written, sealed=dict(saved.sealed)),
        start=start.beginning().to_checkpoint(game) if start else None,
        checkpoints=checkpoints,
    ).begin()
    assert match.tape is not None
    if match.tape.is_feeding:
        raise SaveError(
            f"the game ends after {match.tape.at} of {len(match.tape.entries)} entries of the tape"
        )
    return match


def _from_checkpoint(
    saved: Saved, game: Game[Any], data: Any, source: Source | None, notices: list[str]
) -> tuple[Match[Any], Journal]:
    """Begin a new game at the last checkpoint of a game whose tape no longer replays."""
    for written in reversed(saved.checkpoints):
        try:
            start = written.read().beginning()
            match = _replay(
                attrs.evolve(saved, start=start, entries=[], written=0, sealed={}),
                game,
                data,
                source,
            )
        except Exception:
            continue
        header = attrs.evolve(
            saved.header,
            digest=data.digest,
            pack_version=game.identity.version,
            rules=game.identity.rules,
            core=core_version(),
            format=FORMAT,
        )
        journal = Journal.create(saved.path, header, start, beside=True)
        change = _change(saved.header, game, data)
        notices.append(
            (f"{change}; " if change else "")
            + f"continuing from the checkpoint after entry {written.entry} of "
            f"{len(saved.entries)}, in the new file {journal.path}"
        )
        return match, journal
    raise SaveError(
        f"{saved.path} holds no checkpoint that still loads; play it with the version of "
        f"{game.title} it was saved with ({saved.header.pack_version})"
    )
