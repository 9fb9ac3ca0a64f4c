"""The glossary of a game: words and their meanings."""

import re
from collections.abc import Iterator
from difflib import get_close_matches
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ..errors import TabletopError

if TYPE_CHECKING:
    from ..data.glossary import Word
    from ..engine.game import Game
    from ..engine.pack_data import PackData


def words_in(text: str, words: "tuple[Word, ...]") -> "Iterator[tuple[re.Match[str], Word]]":
    """Yield the first place of each word of a glossary in a text; longer forms go first.

    Phrases in which a word means something else are passed over.

    >>> from tabletop_core.data.glossary import Word
    >>> sight = Word(id="line of sight", text="what is seen", also=("sight",))
    >>> [(found.group(), word.id) for found, word in words_in("Line of sight, sight", (sight,))]
    [('Line of sight', 'line of sight')]
    >>> sets = Word(id="set", text="two symbols", but=("set up",))
    >>> [found.start() for found, _ in words_in("Set up a set", (sets,))]
    [9]
    """
    if not words:
        return
    pattern, meant = _pattern_of(words)
    told = set()
    for found in pattern.finditer(text):
        word = meant.get(found.group().casefold())
        if word is not None and word.id not in told:
            told.add(word.id)
            yield found, word


@lru_cache(maxsize=32)
def _pattern_of(words: "tuple[Word, ...]") -> "tuple[re.Pattern[str], dict[str, Word]]":
    meant = {form.casefold(): word for word in words for form in word.forms}
    apart = {phrase.casefold() for word in words for phrase in word.but}
    forms = "|".join(map(re.escape, sorted({*meant, *apart}, key=len, reverse=True)))
    return re.compile(rf"(?<![\w'’])(?:{forms})(?!\w)", re.IGNORECASE), meant


def word_of(game: "Game[Any]", data: "PackData", wanted: str) -> "Word":
    """Return the word of the glossary with this name, in any case, or an unambiguous beginning.

    Raises:
        TabletopError: the game explains no such word, or several begin like this.
    """
    forms = {form.casefold(): word for word in data.glossary for form in word.forms}
    folded = " ".join(wanted.split()).casefold()
    if folded in forms:
        return forms[folded]
    begun = {word.id: word for form, word in forms.items() if folded and form.startswith(folded)}
    if len(begun) == 1:
        return next(iter(begun.values()))
    if begun:
        raise TabletopError(f"{wanted!r} may be {', '.join(begun)}; write the whole word")
    close = get_close_matches(folded, forms, 1)
    known = f"did you mean {forms[close[0]].id!r}?" if close else f"it explains {_all(data)}"
    raise TabletopError(f"{game.title} does not explain {wanted!r}; {known}")


def _all(data: "PackData") -> str:
    return ", ".join(word.id for word in data.glossary) or "no words"


def glossary_lines(data: "PackData") -> list[str]:
    """Return a line for each word and its meaning."""
    return [f"{word.id}: {word.text}" for word in data.glossary]
