"""Events in words."""

WORDS: dict[str, str] = {}
