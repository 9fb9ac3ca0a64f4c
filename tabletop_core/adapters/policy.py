"""Trained policies: one file each, read without the library that trained it, and played as a bot.

    policy = TrainedPolicy.read(Path("ace.npz"))
    game = with_policies(load_pack("bomber_run"), [Path("ace.npz")])
    run_match(game, "ace", "pilot", games=100)

A policy adds its bot to a game by the hook `tabletop_bots`, as a package does. So a text that names
a bot never names a file: a visitor of a server can choose among the policies of the host, and
cannot make it open anything else. Needs NumPy.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, ClassVar
from zipfile import BadZipFile, is_zipfile

import attrs
import numpy as np

from ..bots.seating import HUMAN, SEARCHERS, make_bot
from ..engine.bot import Bot
from ..engine.decisions import Answer, Decision
from ..engine.game import Game
from ..engine.match import Match
from ..errors import PackError
from ..plugins.extensions import Extension, extend
from ..plugins.hookspecs import build_plugin_manager, hookimpl
from .actions import ActionChooser
from .layout import Layout
from .pointer import batch, described, scored, shapes_of
from .structure import Structure, mask_as
from .vocabulary import Vocabulary

__all__ = ["PolicyBot", "TrainedPolicy", "policy_extension", "with_policies"]

FORMAT = 2
"""The version of the file, raised whenever older files would be misread."""
MAX_BYTES = 64_000_000
"""The largest file that is read, and the largest that it may unpack to."""
ABOUT = "about"


@attrs.frozen(eq=False, kw_only=True)
class TrainedPolicy:
    """A trained network with all that it needs to read a game.

    Attributes:
        layout, vocabulary: how it sees the game, and the numbers of its actions.
        rules: `Identity.rules` of the game that it was trained in.
        weights: the arrays of the network, see `pointer`.
        training: how it was trained, as plain values.
    """

    layout: Layout
    vocabulary: Vocabulary
    rules: int
    weights: Mapping[str, Any]
    training: Mapping[str, Any] = attrs.field(factory=dict)

    def save(self, path: Path) -> None:
        """Write the file: a NumPy archive (`.npz`) with the weights, rounded to half precision, and
        a description in JSON."""
        about = {
            "format": FORMAT,
            "rules": self.rules,
            "layout": attrs.asdict(self.layout),
            "vocabulary": attrs.asdict(self.vocabulary),
            "training": dict(self.training),
        }
        text = json.dumps(about, ensure_ascii=False).encode()
        with path.open("wb") as file:
            arrays = {name: np.asarray(array, np.float16) for name, array in self.weights.items()}
            np.savez_compressed(
                file, allow_pickle=False, **{ABOUT: np.frombuffer(text, np.uint8)}, **arrays
            )

    @classmethod
    def read(cls, path: Path) -> "TrainedPolicy":
        """Return the policy in a file.

        Raises:
            PackError: there is none, it is damaged, or of another version of the file.
        """
        try:
            found = _arrays_in(path)
            about = json.loads(found.pop(ABOUT).tobytes())
            if about["format"] != FORMAT:
                raise PackError(
                    f"{path} has the format {about['format']!r}, but this version reads {FORMAT}; "
                    "train the policy again"
                )
            policy = cls(
                layout=Layout(**about["layout"]),
                vocabulary=Vocabulary(**about["vocabulary"]),
                rules=about["rules"],
                weights={name: array.astype(np.float32) for name, array in found.items()},
                training=about["training"],
            )
            policy._check_shapes()
        except OSError as error:
            raise PackError(f"{path} cannot be read: {error.strerror or error}") from None
        except (BadZipFile, EOFError, KeyError, TypeError, AttributeError, ValueError) as error:
            if isinstance(error, PackError):
                raise
            raise PackError(
                f"{path} holds no policy, or is damaged: {type(error).__name__}: {error}"
            ) from None
        return policy

    def _check_shapes(self) -> None:
        """Compare the weights with those that the layout needs.

        Raises:
            ValueError: one is missing, or has another shape.
        """
        width = self.weights["score"].shape[0]
        for name, shape in shapes_of(self.layout, self.vocabulary.size, width).items():
            found = self.weights[name]
            if found.shape != shape or not np.isfinite(found).all():
                raise ValueError(f"the weights {name!r} do not fit the layout")

    def check(self, game: Game[Any]) -> None:
        """Refuse a game that it was not trained in.

        Raises:
            PackError: another game, or other rules of it.
        """
        identity = game.identity
        if self.layout.pack != game.id or self.vocabulary.pack != game.id:
            raise PackError(f"the policy was trained in {self.layout.pack}, not in {game.id}")
        if self.rules != identity.rules:
            raise PackError(
                f"the policy was trained with rules {self.rules} of {game.id}, but these are rules "
                f"{identity.rules}; train it again"
            )


def _arrays_in(path: Path) -> dict[str, Any]:
    """Return the arrays of an archive, none of them larger than it may be.

    Raises:
        ValueError: it is none, or too large.
    """
    if path.stat().st_size > MAX_BYTES:
        raise ValueError(f"more than {MAX_BYTES:,} bytes")
    if not is_zipfile(path):
        raise ValueError("it is not a NumPy archive")
    with np.load(path, allow_pickle=False) as archive:
        if sum(entry.file_size for entry in archive.zip.infolist()) > MAX_BYTES:
            raise ValueError(f"it unpacks to more than {MAX_BYTES:,} bytes")
        return {name: archive[name] for name in archive.files}


class PolicyBot(Bot):
    """Answers as a policy does: with the option of the highest score.

    With `temperature` above 0 it draws among the options instead, the more evenly the higher.
    """

    parameters: ClassVar = {"temperature": float}
    temperature = 0.0

    def __init__(self, policy: TrainedPolicy) -> None:
        self.policy = policy
        self._structure = Structure(policy.layout)

    def check(self, game: Game[Any]) -> None:
        self.policy.check(game)
        if not 0 <= self.temperature < float("inf"):
            raise PackError(f"a policy cannot have temperature={self.temperature}; give 0 or more")

    def choose(self, match: Match[Any], decision: Decision) -> Answer:
        policy = self.policy
        looked = self._structure.look(match, self.seat)
        chooser = ActionChooser.of(policy.vocabulary, match, decision)
        random = self.random(match)
        while True:
            seen, _ = self._structure.ask(looked, chooser)
            seen["action_mask"] = mask_as(chooser, policy.vocabulary.size)
            question = described(policy.layout, seen)
            scores, _ = scored(policy.weights, batch([question]))
            answer = chooser.take(self._action(question.actions, scores, random.random()))
            if answer is not None:
                return answer

    def _action(self, actions: Any, scores: Any, number: float) -> int:
        if not self.temperature:
            return int(actions[scores.argmax()])
        chances = np.exp((scores - scores.max()) / self.temperature).cumsum()
        return int(actions[min(np.searchsorted(chances, number * chances[-1]), len(actions) - 1)])


class _Plugin:
    """The hook by which a game gets the bot of a policy."""

    def __init__(self, name: str, policy: TrainedPolicy) -> None:
        self.name, self.policy = name, policy

    @hookimpl
    def tabletop_bots(self, game: str) -> "Mapping[str, Callable[[], Bot]] | None":
        if game != self.policy.layout.pack:
            return None
        return {self.name: partial(PolicyBot, self.policy)}


@attrs.frozen
class PolicyExtension(Extension):
    """A policy file as what a package adds to a game: `pack`, in which it was trained."""

    pack: str = ""

    def __reduce__(self) -> Any:
        return policy_extension, (Path(self.origin),)


def policy_extension(path: Path) -> PolicyExtension:
    """Return what a policy file adds to games: a bot named like the file without its ending.

    Raises:
        PackError: the file holds no policy, or its name is not a name for a bot.
    """
    policy, name = TrainedPolicy.read(path), path.stem
    if name in (HUMAN, *SEARCHERS) or not name.replace("-", "_").isidentifier():
        raise PackError(
            f"{path} would be a bot named {name!r}; rename the file to a word of its own"
        )
    manager = build_plugin_manager()
    manager.register(_Plugin(name, policy))
    return PolicyExtension(str(path.resolve()), __name__, manager.hook, policy.layout.pack)


def with_policies(game: Game[Any], files: Iterable[Path]) -> Game[Any]:
    """Return a game that policies can play, too, each under the name of its file.

    Raises:
        PackError: a file holds no policy of this game, or a bot has its name already.
    """
    added = [policy_extension(path) for path in dict.fromkeys(files)]
    extended = extend(game.original or game, [*game.extensions, *added])
    for one in added:
        if one.pack != game.id:
            raise PackError(f"{one.origin} was trained in {one.pack}, not in {game.id}")
        make_bot(extended, Path(one.origin).stem)
    return extended
