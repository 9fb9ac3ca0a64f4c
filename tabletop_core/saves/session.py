"""A game with its players: persons and bots, a saved file, resume and undo.

Front ends hold a session; it keeps the promise that nothing is lost.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs

from ..bots.seating import HUMAN, play_bots, read_seats, seat_bots
from ..chance import Source
from ..engine.decisions import Answer
from ..engine.game import Game
from ..engine.play import Play
from ..engine.tape import Tape
from ..errors import PackError, SaveError
from .journal import Checkpoint, Header, Journal, Saved


@attrs.define
class Session:
    """A game in progress with its players.

    `notices` are things a person should be told, such as a torn entry that was dropped.
    """

    play: Play[Any]
    players: Mapping[str, str]
    journal: Journal | None
    notices: list[str] = attrs.field(factory=list)
    _bots: dict[str, Any] = attrs.field(factory=dict, repr=False)

    @property
    def humans(self) -> tuple[str, ...]:
        """The seats played by persons."""
        return tuple(seat for seat, name in self.players.items() if name == HUMAN)

    def advance(self, watch: Callable[[], object] | None = None) -> None:
        """Let the bots play until a person must decide or the game is over; then save.

        A game that waits for a person's dice or cards asks for them again.
        `watch()` is called before each answer of a bot.
        """
        if self.play.is_waiting:
            self.play.retry()
        play_bots(self.play, self._bots, watch)
        if self.journal:
            self.journal.sync()

    def answer(self, answer: Answer, *, seat: str | None = None, token: int | None = None) -> None:
        """Give a person's answer.

        `seat`: who gives it (default: the first person who may).
        `token`: `decision.token` of the question that is meant (default: the present one).

        Raises:
            StaleAnswerError: the token is of a question that is not open any more.
            IllegalAnswerError: not one of the options, or the seat may not answer.
        """
        if seat is None and self.play.decision is not None:
            seat = next((one for one in self.play.decision.seats if one in self.humans), None)
        self.play.answer(answer, seat=seat, token=token)

    def undo(self) -> bool:
        """Take back the last answer of a person; False when there is none."""
        done = self.play.undo(self.humans)
        self._seat_bots()
        return done

    def undo_chance(self) -> bool:
        """Take back the last dice or card a person typed, if no answer of a person came after."""
        done = self.play.undo_chance(self.humans)
        self._seat_bots()
        return done

    def close(self) -> None:
        if self.journal:
            self.journal.close()

    def _seat_bots(self) -> None:
        play = self.play
        self._bots = dict(seat_bots(play.game, self.players, play.seed))
        tape = play.tape
        assert tape is not None
        given = Counter(entry[1] for entry in tape.entries if entry[0] == "answer")
        for seat, bot in self._bots.items():
            bot.skip(given[seat])


def _load_data(game: Game[Any], overlays: Sequence[Path]) -> Any:
    for overlay in overlays:
        if not overlay.is_file():
            raise PackError(f"there is no overlay file {str(overlay)!r}; correct its path")
    return game.load_data(overlays)


def new_session(
    game: Game[Any],
    *,
    options: Mapping[str, Any] | None = None,
    seats: str = HUMAN,
    seed: int | str = 0,
    overlays: Sequence[Path] = (),
    source: Source | None = None,
    save: Path | None = None,
) -> Session:
    """Start a new game.

    Args:
        seats: who plays, as `human,bot:greedy`; one entry stands for every seat.
        source: a person's own dice and cards (default: seeded).
        save: the file to write (default: none).

    The first step has not run yet: call `begin`.

    Raises:
        PackError: wrong options, seats or overlays.
        SaveError: the file exists or cannot be written.
    """
    chosen = game.read_options(options or {})
    players = read_seats(game, game.seats_for(chosen), seats)
    overlays = [Path(overlay).absolute() for overlay in overlays]
    data = _load_data(game, overlays)
    journal = None
    if save is not None:
        header = Header(
            pack=game.id,
            pack_version=game.identity.version,
            digest=data.digest,
            options=chosen,
            players=players,
            seed=str(seed),
            dice="seeded" if source is None else "manual",
            overlays=tuple(map(str, overlays)),
        )
        journal = Journal.create(save, header)
    play = Play(game, options=chosen, data=data, seed=str(seed), source=source, tape=Tape())
    session = Session(play, players, journal)
    session._seat_bots()
    return session


def begin(session: Session) -> None:
    """Play to the first decision, writing from the first roll on."""
    if session.journal:
        session.journal.attach(session.play)
    session.play.begin()


def resume_session(
    saved: Saved,
    find: Callable[[str], Game[Any]],
    *,
    source: Source | None = None,
    force: bool = False,
    write: bool = True,
) -> Session:
    """Go on with a saved game; its tape is played again up to the last answer.

    Args:
        find: returns the game of a pack id.
        force: if the tape no longer replays, go on from the last checkpoint that loads,
            in a new file beside the old one.
        write: go on writing to the file; False only looks.

    Raises:
        PackError: the pack is missing.
        SaveError: the game no longer replays; the file is left as it is.
    """
    header = saved.header
    try:
        game = find(header.pack)
    except PackError as error:
        raise PackError(
            f"{saved.path} needs the pack {header.pack!r}: {error}; install it and try again; "
            "the file is left as it is"
        ) from None
    data = _load_data(game, [Path(overlay) for overlay in header.overlays])
    notices = list(saved.notices)
    changed = data.digest != header.digest or game.identity.version != header.pack_version
    written = len(saved.entries)
    journal = None
    try:
        play = _replay(saved, game, data, source, saved.start, saved.entries)
        if changed:
            notices.append(
                f"the data or rules of {game.title} have changed since this game was saved, "
                "but all of it plays again; going on"
            )
    except Exception as error:
        if not isinstance(error, SaveError | PackError | ValueError | LookupError | TypeError):
            raise
        why = "its data or rules have changed" if changed else "it does not follow the rules"
        if not force:
            raise SaveError(
                f"{saved.path} cannot be played again, since {why}: {error}; the file is left as "
                "it is; --force goes on from the last checkpoint that loads, in a new file"
            ) from error
        play, journal = _from_checkpoint(saved, game, data, source, notices)
        written = 0
    if write and journal is None:
        journal = Journal.go_on(saved)
    session = Session(play, header.players, journal, notices)
    session._seat_bots()
    if journal:
        journal.attach(play, written)
    return session


def _replay(
    saved: Saved,
    game: Game[Any],
    data: Any,
    source: Source | None,
    start: Checkpoint | None,
    entries: Sequence[tuple[Any, ...]],
) -> Play[Any]:
    play = Play(
        game,
        options=game.read_options(saved.header.options),
        data=data,
        seed=saved.header.seed,
        source=source,
        tape=Tape(list(entries), records=saved.written),
        start=start.to_start(game) if start else None,
    ).begin()
    assert play.tape is not None
    if play.tape.is_feeding:
        raise SaveError(
            f"the game ends after {play.tape.at} of {len(play.tape.entries)} entries of the tape"
        )
    return play


def _from_checkpoint(
    saved: Saved, game: Game[Any], data: Any, source: Source | None, notices: list[str]
) -> tuple[Play[Any], Journal]:
    for point in reversed(saved.checkpoints):
        try:
            play = _replay(saved, game, data, source, point, ())
        except (SaveError, PackError):
            continue
        path = _free_name(saved.path)
        header = attrs.evolve(saved.header, digest=data.digest, pack_version=game.identity.version)
        notices.append(
            f"going on from the checkpoint after entry {point.entry} of {len(saved.entries)}, "
            f"in the new file {path}"
        )
        return play, Journal.create(path, header, point)
    raise SaveError(
        f"{saved.path} holds no checkpoint that still loads; play it with the version of "
        f"{game.title} it was saved with ({saved.header.pack_version})"
    )


def _free_name(path: Path) -> Path:
    for number in range(2, 1000):
        free = path.with_name(f"{path.stem}-{number}{path.suffix}")
        if not free.exists():
            return free
    raise SaveError(f"there are too many copies of {path}; move some away")
