"""Keys that nobody guesses. They are no chance of a game, and no game ever sees them."""

from hashlib import sha256
from secrets import choice, token_urlsafe

LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Those that nobody takes for another one."""


def new_key(bits: int = 128) -> str:
    """Return a new key, as it is written in addresses and cookies."""
    return token_urlsafe(bits // 8)


def new_code() -> str:
    """Return a code of 59 bits that a person can type."""
    return "".join(choice(LETTERS) for _ in range(12))


def digest_of(key: str) -> str:
    """Return what is kept of a key that its owner shows again."""
    return sha256(key.encode()).hexdigest()
