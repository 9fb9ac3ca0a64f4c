"""The search on the front page: by words, players, minutes and weight."""

from collections.abc import Mapping

import attrs

from ..engine.identity import Identity


def words_of(pack: Identity) -> str:
    """Return the words by which a pack is found, in small letters."""
    return " ".join([pack.title, pack.summary, *pack.modes]).lower()


@attrs.frozen
class PackSearch:
    """What somebody looks for; an empty field, or one that is not a number, leaves every pack.

    `minutes` is the most that a game may take; a pack that does not say is left out then.
    """

    find: str = ""
    players: str = ""
    minutes: str = ""
    weight: str = ""

    @classmethod
    def read(cls, query: Mapping[str, str]) -> "PackSearch":
        """Read the fields of an address."""
        numbers = {name: query.get(name, "") for name in ("players", "minutes", "weight")}
        legal = {
            name: one
            for name, one in numbers.items()
            if one.isascii() and one.isdecimal() and len(one) < 5
        }
        return cls(query.get("find", "")[:80], **legal)

    def fits(self, pack: Identity) -> bool:
        """Return whether a pack is what is looked for."""
        least, most = pack.players
        words = words_of(pack)
        return (
            all(word in words for word in self.find.lower().split())
            and (not self.players or least <= int(self.players) <= most)
            and (not self.minutes or bool(pack.minutes and pack.minutes[0] <= int(self.minutes)))
            and (not self.weight or pack.weight == int(self.weight))
        )
