"""A file of words: what each means, and what is refused."""

import pytest

from tabletop_core.data import load_file
from tabletop_core.data.glossary import Glossary
from tabletop_core.errors import DataError

HEAD = 'schema = 1\nid = "glossary"\nprovenance = "rulebook"\n'


def read(tmp_path, words):
    file = tmp_path / "glossary.toml"
    file.write_text(HEAD + words, encoding="utf-8")
    return load_file(file, Glossary).word


def test_a_word_has_other_forms_and_a_meaning(tmp_path):
    (word,) = read(tmp_path, '[[word]]\nid = "focus"\nalso = ["token"]\ntext = "Raises a die."\n')

    assert word.forms == ("focus", "token")
    assert word.text == "Raises a die."


@pytest.mark.parametrize(
    ("words", "line", "says"),
    [
        ('[[word]]\nid = "focus"\ntext = " "\n', 6, "the word is not explained"),
        ('[[word]]\nid = ""\ntext = "It."\n', 5, "a word is blank"),
        (
            '[[word]]\nid = "ace"\ntext = "It."\n[[word]]\nid = "jet"\nalso = ["Ace"]\ntext = ""\n',
            9,
            "this word is explained twice",
        ),
        (
            '[[word]]\nid = "set"\ntext = "Two."\nbut = ["lay out"]\n',
            7,
            "the phrase does not contain a form of the word",
        ),
    ],
    ids=["no meaning", "blank", "twice, in upper case", "a phrase without the word"],
)
def test_what_explains_nothing_or_twice_is_refused(tmp_path, words, line, says):
    with pytest.raises(DataError, match=rf"glossary\.toml:{line} D110: .*{says}"):
        read(tmp_path, words)
