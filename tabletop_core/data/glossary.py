"""The glossary of a game: the words on its table and their meanings."""

from collections.abc import Iterator

import attrs

from ..errors import Problem
from .entries import Component, Entry
from .structuring import fault


@attrs.frozen(kw_only=True)
class Word(Entry):
    """A word of a game.

    id: the word as it is written on the table, such as `line of sight`.
    also: other forms of it.
    but: phrases in which a form means something else, such as `set up` for `set`.
    text: what it means, in a sentence or two.
    rule: the number of its rule, shown on the page of a thing on the table with this name.
    """

    id: str
    text: str
    also: tuple[str, ...] = ()
    but: tuple[str, ...] = ()
    rule: str = ""

    @property
    def forms(self) -> tuple[str, ...]:
        """All forms of the word."""
        return (self.id, *self.also)


@attrs.frozen(kw_only=True)
class Glossary(Component):
    """A file of words, by convention `data/glossary.toml`.

    A pack reads it and hands the words on: `Data(glossary=folder.file("glossary.toml",
    Glossary).word, ...)`.
    """

    word: tuple[Word, ...]

    def faults(self) -> Iterator[Problem]:
        """Yield forms that are blank or stand for two words, and what says nothing of a word."""
        seen: set[str] = set()
        for number, word in enumerate(self.word):
            if not word.text.strip():
                yield fault(f"word[{number}].text", "the word is not explained", word.text, "do so")
            for form in word.forms:
                key = f"word[{number}].{'id' if form == word.id else 'also'}"
                if not form.strip():
                    yield fault(key, "a word is blank", form, "write it, or leave it out")
                elif form.casefold() in seen:
                    yield fault(key, "this word is explained twice", form, "leave one out")
                seen.add(form.casefold())
            for phrase in word.but:
                if not any(form.casefold() in phrase.casefold() for form in word.forms):
                    found = "the phrase does not contain a form of the word"
                    yield fault(f"word[{number}].but", found, phrase, "write one, or leave it out")
