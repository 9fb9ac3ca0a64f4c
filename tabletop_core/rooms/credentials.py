"""Keys that cannot be guessed. They are not part of a game's chance, and no game ever sees them."""

from hashlib import sha256
from pathlib import Path
from secrets import choice, token_urlsafe

LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""The characters that are not mistaken for others."""


def new_key(bits: int = 128) -> str:
    """Return a new key, as written in addresses and cookies."""
    return token_urlsafe(bits // 8)


def new_code() -> str:
    """Return a code of 59 bits that a person can type."""
    return "".join(choice(LETTERS) for _ in range(12))


def digest_of(key: str) -> str:
    """Return what is stored of a key, to recognize it when its owner shows it again."""
    return sha256(key.encode()).hexdigest()


def host_key_in(folder: Path) -> str:
    """Return the host's key, in a file that only its owner reads; make it where there is none."""
    path = folder / "host.key"
    if not path.is_file():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
        path.write_text(new_key())
    return path.read_text().strip()
