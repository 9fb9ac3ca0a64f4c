"""Words of a game explained where they stand."""

import re
from collections.abc import Sequence
from functools import lru_cache

from ...data.glossary import Word
from ...pictures.writing import esc


def explained(text: str, words: tuple[Word, ...], reached: bool = True) -> str:
    """Return a text as HTML; the words of the glossary in it show, once each, what they mean.

    `reached`: by the keyboard, too; not inside what is a button itself.

    >>> explained("roll", (Word(id="roll", text="throw <dice>"),))
    '<dfn tabindex="0" aria-description="throw &lt;dice&gt;">roll</dfn>'
    """
    if not words:
        return esc(text)
    pattern, meanings = _known(words)
    parts, at = [], 0
    focus = ' tabindex="0"' if reached else ""
    told = set()
    for found in pattern.finditer(text):
        meaning = meanings[found.group().casefold()]
        if meaning in told:
            continue
        told.add(meaning)
        parts.append(esc(text[at : found.start()]))
        parts.append(f'<dfn{focus} aria-description="{esc(meaning)}">{esc(found.group())}</dfn>')
        at = found.end()
    return "".join([*parts, esc(text[at:])])


@lru_cache(maxsize=32)
def _known(words: Sequence[Word]) -> tuple[re.Pattern[str], dict[str, str]]:
    meanings = {form.casefold(): word.text for word in words for form in word.forms}
    forms = "|".join(map(re.escape, sorted(meanings, key=len, reverse=True)))
    return re.compile(rf"(?<![\w'’])(?:{forms})(?!\w)", re.IGNORECASE), meanings
