"""Rulings: the reading taken, the one rejected, why, and the option that chooses between them."""

from typing import TYPE_CHECKING, Any

import attrs

from .games import option_value

if TYPE_CHECKING:
    from ..engine.game import Game, GameOption


@attrs.frozen(kw_only=True)
class RulingText:
    """A ruling as a player reads it; `option` chooses between its readings, where there is one."""

    rule: str
    ruling: str
    rejected: str
    why: str
    option: "GameOption | None"

    @property
    def below(self) -> list[tuple[str, str]]:
        """What stands below the reading taken, as headings and words."""
        parts = [("Rejected", self.rejected), ("Reason", self.why), ("GameOption", self._choice)]
        return [(heading, words) for heading, words in parts if words]

    @property
    def _choice(self) -> str:
        option = self.option
        if option is None:
            return ""
        values = ", ".join(map(option_value, option.values))
        return f"{option.name} = {option_value(option.default)} (one of: {values})"


def ruling_texts(game: "Game[Any]") -> list[RulingText]:
    """Return all rulings of a game, those first that an option switches."""
    options = {option.name: option for option in game.options}
    texts = [
        RulingText(
            rule=one.rule,
            ruling=one.ruling,
            rejected=one.rejected,
            why=one.why,
            option=options.get(one.option),
        )
        for one in game.all_rulings
    ]
    return sorted(texts, key=lambda text: text.option is None)


def ruling_json(text: RulingText) -> dict[str, Any]:
    """Return a ruling as plain data."""
    option = text.option
    return {
        "rule": text.rule,
        "ruling": text.ruling,
        "rejected": text.rejected,
        "why": text.why,
        "option": option
        and {"name": option.name, "values": list(option.values), "default": option.default},
    }
