"""Stable actions: one number for one meaning, every option reachable, the same in every process."""

from random import Random

import pytest

from tabletop_core import Step, load_pack
from tabletop_core.adapters.actions import ActionChooser
from tabletop_core.adapters.by_playing import made_once
from tabletop_core.adapters.vocabulary import (
    Vocabulary,
    action_key,
    numbering_of,
)
from tabletop_core.engine.decisions import Decision
from tabletop_core.errors import PackError
from tests.adapters.conftest import every_pack


def questions(game, seed, most=150):
    """Yield a match at each decision of a game at random."""
    match, random = game.start(seed=seed), Random(seed)
    while match.decision is not None and match.decisions < most:
        yield match
        match.answer(match.decision.at_random(random.random()))


@every_pack
def test_a_number_always_means_the_same_and_every_option_has_one_of_its_own(pack):
    game = load_pack(pack)
    vocabulary = made_once(Vocabulary, game, game.read_options({}))
    meanings, places = {}, 0
    for match in questions(game, 5):
        decision = match.decision
        numbers = vocabulary.numbers(match, decision)
        assert len(set(numbers)) == len(decision.options)
        assert max(numbers) < vocabulary.size - 1
        for option, number in zip(decision.options, numbers, strict=True):
            if number < vocabulary.known:
                key = action_key(match.play, decision, option)
                assert meanings.setdefault(number, key) == key
            else:
                places += 1

    assert len(meanings) > 20
    assert places < sum(len(match.decision.options) for match in questions(game, 5)) / 5
    # Also in other games most options are known.
    assert vocabulary.share_known(game, games=5) > 0.9


def test_an_option_without_a_key_takes_its_place_after_the_keys(boxes):
    match = boxes.start()
    keys = [action_key(match.play, match.decision, one) for one in match.decision.options]
    vocabulary = Vocabulary("boxes", "1.0", {}, (keys[2], keys[0]), 10)

    assert vocabulary.numbers(match, match.decision) == [1, 3, 0]
    assert vocabulary.size == 13
    with pytest.raises(PackError, match=r"3 options, but there are 2 places.*most_options"):
        Vocabulary("boxes", "1.0", {}, (), 2).numbers(match, match.decision)


def test_a_pack_may_say_itself_what_an_option_means_and_two_of_one_key_are_told_apart(boxes_with):
    game = boxes_with(action_key=lambda play, decision, option: str(option)[0])
    decision = Decision(("ann",), "Pack what?", ("tea", "toys", "rum"))

    assert Vocabulary.by_playing(game, games=2).keys[:3] == ("r", "t", "s")
    vocabulary = Vocabulary("boxes", "1.0", {}, ("r", "t", "s"), 10)
    assert vocabulary.numbers(game.start(), decision) == [1, 4, 0]


def test_the_end_of_a_choice_is_the_last_number(boxes):
    match = boxes.start()
    vocabulary = Vocabulary.by_playing(boxes, games=2)
    chooser = ActionChooser.of(vocabulary, match, match.decision)
    tea = vocabulary.numbers(match, match.decision)[1]

    assert chooser.take(tea) is None
    assert vocabulary.size - 1 in chooser.legal()
    assert chooser.take(vocabulary.size - 1) == ("tea",)


def test_the_actions_of_an_answer_give_that_answer():
    game = load_pack("bomber_boys")
    vocabulary = made_once(Vocabulary, game, game.read_options({}))
    several = 0
    for match in questions(game, 3):
        for number in range(5):
            answer = match.decision.at_random(number / 5)
            chooser = ActionChooser.of(vocabulary, match, match.decision)
            *first, last = chooser.actions_of(answer)
            assert [chooser.take(action) for action in first] == [None] * len(first)
            assert match.decision.check(chooser.take(last)) == answer
            several += bool(first)

    assert several > 3


def test_a_vocabulary_is_the_same_for_the_same_games_saved_read_and_told_in_words(boxes, tmp_path):
    vocabulary, file = Vocabulary.by_playing(boxes, games=2), tmp_path / "boxes.json"
    vocabulary.save(file)

    assert Vocabulary.by_playing(boxes, games=2) == Vocabulary.read(file) == vocabulary
    assert str(vocabulary) == (
        f"boxes 1.0: {vocabulary.size} actions, of which {vocabulary.known} have a meaning of "
        "their own, 255 are places for other options, and one ends a choice of several"
    )
    file.write_text("[1, 2]")
    with pytest.raises(PackError, match=r"boxes\.json holds no vocabulary"):
        Vocabulary.read(file)


def test_a_game_that_somebody_else_plays_ends_the_making(boxes_with):
    def ask(play):
        yield play.ask("Go?", ("yes", "no"), seat="nobody")

    game = boxes_with(sequence=Step("Go", ask))

    assert Vocabulary.by_playing(game, games=2).known == 2


def test_a_vocabulary_of_another_game_and_unknown_words_are_refused(boxes):
    with pytest.raises(PackError, match="the vocabulary is of pig, not of boxes"):
        numbering_of(boxes, {}, Vocabulary("pig", "1.0", {}, (), 3))
    with pytest.raises(PackError, match="actions cannot be 'many'; give keys, places, a number"):
        numbering_of(boxes, {}, "many")
