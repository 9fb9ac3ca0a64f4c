"""Words of a game explained where they appear."""

from ...data.glossary import Word
from ...pictures.svg_text import esc
from ...presentation.glossary import words_in


def explained(text: str, words: tuple[Word, ...], reached: bool = True) -> str:
    """Return a text as HTML in which each glossary word shows its meaning, once.

    `reached`: the words can be reached by keyboard. They cannot inside a button.

    >>> explained("roll", (Word(id="roll", text="throw <dice>"),))
    '<dfn tabindex="0" aria-description="throw &lt;dice&gt;">roll</dfn>'
    """
    parts, at = [], 0
    focus = ' tabindex="0"' if reached else ""
    for found, word in words_in(text, words):
        parts.append(esc(text[at : found.start()]))
        parts.append(f'<dfn{focus} aria-description="{esc(word.text)}">{esc(found.group())}</dfn>')
        at = found.end()
    return "".join([*parts, esc(text[at:])])
