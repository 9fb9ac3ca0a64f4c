"""Presets: the settings of a game, kept under a name to start other games with them."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs
import tomli_w

from ..bots.seating import HUMAN
from ..data import load_file
from ..errors import SaveError
from .folder import check_name, saves_folder
from .save_records import DICE, Header

if TYPE_CHECKING:
    from ..engine.game import Game


@attrs.frozen(kw_only=True)
class Preset:
    """A game with its settings that differ from the default, its players and kind of dice."""

    pack: str
    players: Mapping[str, str]
    options: Mapping[str, Any] = attrs.field(factory=dict)
    dice: str = attrs.field(default="seeded", validator=attrs.validators.in_(DICE))
    undo: str = ""
    overlays: tuple[str, ...] = ()

    @classmethod
    def of(cls, header: Header, game: "Game[Any]") -> "Preset":
        """Return the settings of a saved game."""
        usual = {option.name: option.default for option in game.options}
        return cls(
            pack=header.pack,
            players=dict(header.players),
            options={
                name: value
                for name, value in header.options.items()
                if name not in usual or usual[name] != value
            },
            dice=header.dice,
            undo=header.undo,
            overlays=header.overlays,
        )

    @property
    def seats(self) -> str:
        """Who plays, as `new_session` takes it."""
        return ",".join(name if name == HUMAN else f"bot:{name}" for name in self.players.values())

    def turned(self) -> "Preset":
        """Return a copy with each player one seat further on."""
        *others, last = self.players.values()
        return attrs.evolve(self, players=dict(zip(self.players, [last, *others], strict=True)))


def preset_files() -> list[Path]:
    """Return the files of the presets, by name."""
    return sorted((saves_folder() / "presets").glob("*.toml"))


def preset_path(name: str) -> Path:
    """Return the file of the preset of this name, whether there is one or not."""
    return saves_folder() / "presets" / f"{check_name(name)}.toml"


def read_preset(path: Path) -> Preset:
    """Read a preset.

    Raises:
        DataError: the file cannot be read or is not a preset; the message names line and key.
    """
    return load_file(path, Preset)


def keep_preset(preset: Preset, name: str) -> Path:
    """Save a preset under a name, and return its file.

    Raises:
        SaveError: the name is not valid or taken, or the file cannot be written.
    """
    path = preset_path(name)
    values = {key: value for key, value in attrs.asdict(preset).items() if value}
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with open(path, "x", encoding="utf-8") as file:
            file.write(tomli_w.dumps(values))
    except FileExistsError:
        raise SaveError(f"a preset {path.stem!r} already exists; choose another name") from None
    except OSError as error:
        path.unlink(missing_ok=True)
        raise SaveError(f"{path} cannot be written: {error.strerror}") from None
    return path
