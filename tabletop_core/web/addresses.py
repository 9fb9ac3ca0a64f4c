"""The addresses of the server: everything that a page, redirect, cookie or script names."""

from urllib.parse import quote

import attrs

from ..errors import TabletopError
from .table import Links


@attrs.frozen
class Addresses:
    """Addresses under a folder: `/` for a server of its own, `/table/` behind a proxy with others.

    `outside` is where others reach the server; empty where only its own machine does. With
    `seats_assistants` a seat also has an address for an assistant.

    >>> Addresses("/table/").room("x7"), Addresses().to("me")
    ('/table/r/x7', '/me')
    """

    under: str = "/"
    outside: str = ""
    seats_assistants: bool = False

    @classmethod
    def read(cls, text: str) -> "Addresses":
        """Return the addresses under a folder named by a person: `table`, `/table/`.

        Raises:
            TabletopError: it is not a folder of an address.
        """
        names = [name for name in text.split("/") if name]
        if any(quote(name) != name or name in (".", "..") for name in names):
            raise TabletopError(
                f"{text!r} is not a path; use letters, digits and slashes, such as /table/"
            )
        return cls("/".join(["", *names, ""]))

    def to(self, path: str = "") -> str:
        """Return the address of a page, such as `me`; of the lobby without one."""
        return self.under + path

    def room(self, room: str, action: str = "") -> str:
        """Return the address of a room, or of one of its actions."""
        return self.to(f"r/{room}/{action}" if action else f"r/{room}")

    def ask_first(self, room: str, action: str, seat: str = "") -> str:
        """Return the address of the page that asks for confirmation before a loss.

        >>> Addresses().ask_first("x7", "resign", "left wing")
        '/r/x7/sure/resign?seat=left%20wing'
        """
        where = self.room(room, f"sure/{action}")
        return f"{where}?seat={quote(seat)}" if seat else where

    def learn(self, pack: str) -> str:
        """Return where the lesson of a game is offered (GET), and started or resumed (POST)."""
        return self.to(f"learn/{quote(pack)}")

    def static(self, name: str) -> str:
        return self.to(f"static/{name}")

    def links(self, pack: str, room: str = "") -> Links:
        """Return where the pages of a game lead to, and those of one of its rooms."""
        return Links(self.under, self.room(room) if room else "", pack)


ROOT = Addresses()
"""Those of a server that shares its host with nothing else."""
