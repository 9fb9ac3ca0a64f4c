"""Bots made of one function for each rule or kind of decision that asks."""

from collections import Counter

import attrs
import pytest

from tabletop_core import Game, Identity, PackData, RuleBot, Sequence, Step, rule
from tabletop_core.bots import preferred, seat_bots
from tabletop_core.bots.seating import make_bot
from tabletop_core.errors import PackError
from tabletop_core.testing.exam import check_pack


@attrs.define
class Log:
    said: list[str] = attrs.field(factory=list)


@rule("1", "Weigh anchor")
def weigh(play):
    first = yield play.ask("When?", ["now", "later"])
    sail = yield play.ask("Which sail?", ["fore", "main", "none"], kind="sail")
    helper = yield from whistle(play)
    play.state.said += [first, sail, helper]


@rule("2", "Whistle for wind")
def whistle(play):
    return (yield play.ask("Whistle?", ["yes", "no"]))


def arrive(play):
    greeted = yield play.ask("Whom do you greet?", ["all", "none"], least=1, most=2)
    play.state.said += greeted
    play.end("arrived")


class Mate(RuleBot):
    policies = {  # noqa: RUF012
        weigh: preferred("later"),
        "sail": preferred("spinnaker", "main"),
        whistle: lambda play, decision: None,
    }


class Bosun(RuleBot):
    """Has a favourite of its own."""

    favourite = "main"

    def own_policies(self):
        return {"sail": self.hoist}

    def hoist(self, play, decision):
        return self.favourite


def voyage(**changes):
    how = {
        "identity": Identity(id="voyage", title="Voyage", players=(1, 1), summary="Sail."),
        "package": __name__,
        "seats": ("captain",),
        "sequence": Sequence("Trip", Step("Leave", weigh), Step("Arrive", arrive, may_end=True)),
        "state": Log,
        "new_state": lambda play: Log(),
        "bots": {"mate": Mate},
    }
    return Game(**(how | changes))


def test_a_function_that_is_a_method_reaches_its_bot():
    match = voyage().start()
    match.answer("now")
    bosun = Bosun()
    bosun.favourite = "none"

    assert bosun.choose(match, match.decision) == "none"


def test_a_rule_a_kind_and_what_is_left_are_answered_each_by_its_own():
    mate = Mate()
    match = voyage().start()

    match.run(mate.choose)

    assert match.state.said == ["later", "main", "yes", "all"]


def test_a_kind_goes_before_the_rule_that_asks():
    decisions = []
    voyage().start().run(
        lambda play, decision: (
            decisions.append(decision) or decision.options[0] if not decision.several else ("all",)
        )
    )

    assert [(one.kind, one.rule) for one in decisions] == [("", "1"), ("sail", "1"), ("", "2")]
    assert [one.asked_by.title for one in decisions[:2]] == ["Weigh anchor"] * 2


def test_a_bot_with_a_policy_for_what_is_no_rule_says_so():
    class Lost(RuleBot):
        policies = {arrive: preferred("all")}  # noqa: RUF012

    with pytest.raises(PackError, match="has a policy for arrive, which carries out no rule"):
        voyage(bots={"lost": Lost}).start().run(Lost().choose)


def kinds_that_nothing_asks(bot, **changes):
    """Return what the exam says of kinds for which this bot has a policy and nothing asks."""
    problems = check_pack(voyage(bots={"deaf": bot}, **changes), games=1, processes=False)
    return [one.message for one in problems if one.code == "C803"]


def test_the_exam_finds_a_kind_that_nothing_asks():
    class Deaf(RuleBot):
        policies = {"anchor": preferred("now")}  # noqa: RUF012

    assert kinds_that_nothing_asks(Deaf) == [
        "bot 'deaf' has a policy for decisions of the kind 'anchor', which nothing asks"
    ]


def slide(play):
    yield play.ask("Where to?", ("up", "down"), kind="-".join(["snow", "slide"]))
    play.end("down")


def test_a_kind_that_a_rule_computes_is_asked():
    class Careful(RuleBot):
        policies = {"snow-slide": preferred("up")}  # noqa: RUF012

    assert kinds_that_nothing_asks(Careful, sequence=Step("Slide", slide, may_end=True)) == []


@pytest.mark.parametrize("kind", ["avalanche", "fall_of_4_feet"])
def test_a_kind_that_may_be_computed_from_the_data_is_asked_though_no_game_came_to_it(kind):
    class Careful(RuleBot):
        policies = {kind: preferred("now")}  # noqa: RUF012

    data = PackData(names={"avalanche": "Avalanche"})
    assert kinds_that_nothing_asks(Careful, load_data=lambda overlays: data) == []


def fall(play):
    yield play.ask("Jump?", ("up", "down"), kind=f"fall_of_{play.rounds}_feet")


def test_a_bot_that_errs_answers_at_random_that_often():
    answers = Counter(leave_with("mate:errs=0.5", seed) for seed in range(400))

    # Half of the answers are errors, and one error in two is the other answer.
    assert answers == {"later": pytest.approx(300, abs=40), "now": pytest.approx(100, abs=40)}


def test_a_bot_errs_in_the_same_places_whenever_its_seed_is_the_same():
    flawless, once, again = (
        [leave_with(f"mate:errs={errs}", seed) for seed in range(20)] for errs in (0, 0.9, 0.9)
    )

    assert set(flawless) == {"later"}
    assert set(once) == {"later", "now"}
    assert once == again


def leave_with(bot, seed):
    """Return the first answer of a bot in a game with this seed."""
    game = voyage()
    match = game.start()
    return seat_bots(game, {"captain": bot}, seed)["captain"].choose(match, match.decision)


@pytest.mark.parametrize("share", ["1.5", "-0.1", "nan"])
def test_a_share_of_errors_that_is_none_is_refused_with_what_may_be_given(share):
    with pytest.raises(PackError, match="errs must be between 0 and 1"):
        make_bot(voyage(), f"mate:errs={share}")
