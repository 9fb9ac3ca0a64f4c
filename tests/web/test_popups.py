"""What opens beside a table: the rule of an option, words explained, the end as a page to keep."""

import json
import re
from fractions import Fraction
from types import SimpleNamespace

import attrs
import pytest

from tabletop_core.bots.advice import Advice
from tabletop_core.bots.seating import seat_bots
from tabletop_core.data.glossary import Word
from tabletop_core.engine.decisions import Decision
from tabletop_core.engine.targets import by_id
from tabletop_core.plugins.packs import load_pack
from tabletop_core.presentation.rulebook import RuleText
from tabletop_core.simulation.statistics import statistic
from tabletop_core.web.popups import MAX_OPTIONS_WITH_ODDS, odds_page
from tabletop_core.web.table import Links
from tabletop_core.web.table.info_pages import (
    NO_CHANCES,
    end_html,
    hint_html,
    odds_html,
    short_odds_html,
)
from tabletop_core.web.table.part_html import _struck
from tabletop_core.web.table.words import explained

from .conftest import text_of

WORDS = (
    Word(id="line of sight", text="what <is> seen", also=("sight",)),
    Word(id="fire", text="to shoot"),
)

LINKS = Links("/", "/r/abc")


@pytest.fixture
def server(make_server):
    return make_server(posts=1e6, burst=1e6)


def test_a_word_of_the_glossary_shows_what_it_means_the_longest_first():
    told = explained("Line of sight & Fire", WORDS)

    assert told == (
        '<dfn tabindex="0" aria-description="what &lt;is&gt; seen">Line of sight</dfn> &amp; '
        '<dfn tabindex="0" aria-description="to shoot">Fire</dfn>'
    )


def test_a_part_of_another_word_is_not_explained():
    assert explained("firewood", WORDS) == "firewood"


def test_an_option_without_chances_comes_with_its_rule_in_words_and_is_not_headed_as_chances(ann):
    room = ann.new_room("night_crossing", "me", "me", "me")
    while ann.question(room) is None:
        open_curtain(ann, room)
    seat, token, answers = ann.question(room)

    page = ann.get(f"/r/{room}/odds?seat={seat}&token={token}&option={answers[0]}").text

    assert answers[0] in page
    assert '<div class="rule-text">' in page
    assert "<h1>Answer</h1>" in page


def test_a_rule_without_parts_is_named_beside_the_chances():
    rule = RuleText(number="Watch", parts=(("", "Look out."),), rulings=(), steps=(), charts=())
    decision = Decision(seats=("captain",), prompt="Watch?", options=("yes", "no"))

    assert "<b>Watch</b>: Look out." in odds_html(decision, ["yes"], rule)


def test_the_chances_of_what_a_thing_begins_are_told_together(ann):
    room = ann.new_room("reed_march", "me", "me")
    seat, token, answers = ann.question(room)
    first = answers[-1].split()[0]

    page = ann.get(f"/r/{room}/odds?seat={seat}&token={token}&touched={first}").text

    begun = [one for one in answers if one.split()[0] == first]
    assert page.count("<h2>") == min(len(begun), MAX_OPTIONS_WITH_ODDS)


class _Asking:
    """A room that asks one question."""

    def __init__(self, decision):
        self.decision = decision

    def questions(self, person):
        return [self.decision]


def test_of_a_thing_that_was_touched_only_what_has_chances_is_told():
    odds = {"tank A1": {}, "tank A2": {"hit": Fraction(1, 3)}, "tank A3": {"hit": Fraction(1, 2)}}
    decision = Decision(("ann",), "Where to?", tuple(odds), odds=odds.__getitem__, at=by_id())

    _, page = odds_page(_Asking(decision), "ann", "ann", decision.token, "", ("tank",))

    assert re.findall("<h2>(.*?)</h2>", page) == ["tank A2", "tank A3"]


def test_where_no_dice_decide_the_chances_of_all_say_so_in_one_line(ann):
    room = ann.new_room("reed_march", "me", "me")
    seat, token, _ = ann.question(room)

    page = ann.get(f"/r/{room}/odds?seat={seat}&token={token}").text

    assert NO_CHANCES in page
    assert "<h2>" not in page


def test_options_with_the_same_chances_are_told_together():
    even, sure = {"yes": Fraction(1, 2), "no": Fraction(1, 2)}, {"yes": Fraction(1)}
    odds = {"a": even, "b": sure, "c": even}
    decision = Decision(("ann",), "Who goes?", ("a", "b", "c"), odds=odds.__getitem__)

    page = odds_html(decision, decision.options)

    assert re.findall("<h2>(.*?)</h2>", page) == ["The same for 2", "b"]
    assert re.findall("<li>(\\w)</li>", page) == ["a", "c"]
    assert page.count("<meter") == 3


def test_beside_an_option_stands_what_its_shares_leave_out():
    odds = {"hits": Fraction(2, 3), "misses": Fraction(1, 3), "counting": "nobody evades"}
    decision = Decision(("ann",), "Fire?", ("a",), odds=lambda option: odds)

    told = short_odds_html(decision, decision.options)

    assert "<b>67 %</b> hits" in told
    assert "<small>else misses</small>" in told
    assert "<small>counting: nobody evades</small>" in told


def test_a_hint_names_no_option_by_its_id_and_says_nothing_twice():
    labels = {"ignore:2": "discard it", "use:1": "use it"}
    decision = Decision(("ann",), "What then?", tuple(labels), label=labels)
    best, other = (
        Advice(answer=answer, value=value, low=value - 0.1, high=value + 0.1, playouts=50)
        for answer, value in (("use:1", 0.7), ("ignore:2", 0.4))
    )
    best = attrs.evolve(best, usual_of="captain")

    told = hint_html(decision, [best, other], "ann")
    unlike = hint_html(decision, [other, best], "ann")

    assert "own bot would answer the same" in told
    assert "own bot would answer: <b>use it</b>" in unlike
    assert "ignore:" not in told + unlike


def test_a_long_value_is_told_without_what_it_was():
    was = "6 (of 8: twelve high, the rest level)"

    assert _struck("6", "5") == "<s>6</s> <ins>5</ins>"
    assert _struck(was, was.replace("6", "5")) == f"<ins>{was.replace('6', '5')}</ins>"


def open_curtain(ann, room):
    page = ann.get(f"/r/{room}").text
    act = '/look" class="act"><input type="hidden" name="seat" value="([^"]*)"'
    ann.post(f"/r/{room}/look", seat=re.search(act, page)[1])


@pytest.fixture
def finished(ann):
    """Return a room of two seats whose game is over."""
    room = ann.new_room("ice_fishers", "me", "me")
    for _ in range(2000):
        if "Over:" in ann.get(f"/r/{room}").text:
            return room
        question = ann.question(room)
        if question is None:
            open_curtain(ann, room)
        else:
            ann.answer(room, question, question[2][-1])
    pytest.fail("the game has not ended")


def test_a_finished_game_is_a_page_to_keep(ann, finished):
    page = ann.get(f"/r/{finished}/end").text

    assert "Result:" in page
    assert "Seed:" in page
    assert f'href="/r/{finished}/end"' in ann.get(f"/r/{finished}").text


def test_the_page_to_keep_tells_what_its_game_counts():
    game = load_pack("bomber_run")
    match = game.start(seed=1)
    bots = dict(seat_bots(game, dict.fromkeys(match.seats, "random"), seed=1))
    while (asked := match.decision) is not None:
        match.answer(bots[asked.seat].choose(match, asked))

    rows = re.findall(r'<tr><th scope="row">([^<]*)</th><td>([^<]*)</td>', end_html(match))

    assert rows == [
        (count.__name__.replace("_", " "), str(statistic(count)(match.play)))
        for count in game.statistics
        if statistic(count)(match.play) is not None
    ]


def test_a_finished_game_that_slept_tells_its_end_once(ann, finished, site):
    before = text_of(ann.get(f"/r/{finished}").text)
    site.registry.sleep_idle(idle=-1)

    assert text_of(ann.get(f"/r/{finished}").text).count("over") == before.count("over")


def test_a_game_under_way_is_no_page_to_keep(ann):
    room = ann.new_room("ice_fishers", "me", "me")

    assert ann.get(f"/r/{room}/end").status_code == 404


def test_the_story_of_a_finished_game_is_told_as_a_seat_saw_it(ann, finished):
    page = ann.get(f"/r/{finished}/replay").text
    seats = re.findall(r"<option>([^<]*)</option>", page)

    as_seat = ann.get(f"/r/{finished}/replay?seat={seats[0]}").text

    assert len(frames_in(as_seat)) == len(frames_in(page))
    assert f"<option selected>{seats[0]}</option>" in as_seat


def frames_in(page):
    return json.loads(re.search(r'id="@frames">(.*?)</script>', page, re.S)[1])


def test_each_frame_of_the_story_says_who_answered(ann):
    room = ann.new_room("ice_fishers", "me", "me")
    if ann.question(room) is None:
        open_curtain(ann, room)
    seat, *_ = question = ann.question(room)
    ann.answer(room, question)

    frames = frames_in(ann.get(f"/r/{room}/replay").text)

    assert [seat] in [frame[3] for frame in frames]


def test_a_thing_on_the_table_tells_of_itself_the_topmost_first(ann):
    room = ann.new_room("reed_march", "me", "me")
    *_, answers = ann.question(room)
    piece = answers[-1].split()[0]

    page = ann.get(f"/r/{room}/thing?ids=@table+no_such_thing+{piece}").text

    assert "<h1>On the table</h1><h2>" in page
    assert "of the salt side, strength" in page


def test_all_that_lies_on_the_table_is_listed_and_opens_without_a_pointer(ann):
    room = ann.new_room("reed_march", "me", "me")
    *_, answers = ann.question(room)
    piece = answers[-1].split()[0]
    assert f'data-opens="" href="/r/{room}/thing"' in ann.get(f"/r/{room}").text

    links = re.findall(r'data-opens="" href="([^"]+)"', ann.get(f"/r/{room}/thing").text)

    assert f"/r/{room}/thing?ids={piece}" in links
    assert len(links) == len(set(links))
    assert ann.get(f"/r/{room}/thing").text.count("<h1>All pieces</h1>") == 1
    assert all(ann.get(link).status_code == 200 for link in links)


def test_where_nothing_lies_nothing_is_told(ann):
    room = ann.new_room("reed_march", "me", "me")

    reply = ann.get(f"/r/{room}/thing?ids=@table+no_such_thing")

    assert (reply.status_code, reply.text) == (204, "")


def test_a_thing_tells_each_person_what_his_seat_may_see(ann, bob):
    room = ann.new_room("night_crossing", "me", "open", "open", listed="1")
    bob.post(f"/r/{room}/sit", name="Bob", seat="blue")

    mine, hers = (
        {who: who.get(f"/r/{room}/thing?ids=aboard:{seat}").text for who in (ann, bob)}
        for seat in ("blue", "red")
    )

    assert "<li>?" in mine[ann]
    assert "<li>?" not in mine[bob]
    assert "<li>?" in hers[bob]
    assert "<li>?" not in hers[ann]


@pytest.mark.parametrize(
    "sheet", [None, lambda match, viewer: "# Log\n", lambda match, viewer: "- Result: X has won\n"]
)
def test_the_page_to_keep_tells_the_result_once_whatever_the_log_sheet_holds(sheet):
    game = attrs.evolve(load_pack("bomber_boys"), log_sheet=sheet)
    match = game.start(seed=1)
    bots = dict(seat_bots(game, dict.fromkeys(match.seats, "random"), seed=1))
    while (asked := match.decision) is not None:
        match.answer(bots[asked.seat].choose(match, asked))

    assert end_html(match).count("Result:") == 1


def test_a_hint_tells_the_best_answer_in_words_and_where_there_is_no_clear_difference():
    asked = Decision(("west",), "Move?", ("a", "b", "c"), {"a": "go on", "b": "wait", "c": "flee"})

    def told(*bounds):
        found = [
            Advice(answer=answer, value=(low + high) / 2, low=low, high=high, playouts=9)
            for answer, (low, high) in zip("abc", bounds, strict=True)
        ]
        return hint_html(asked, found, "west").partition("<details>")[0]

    assert told((0.6, 0.7), (0.3, 0.4), (0.1, 0.2)) == (
        "<p>Best: <b>go on</b>, clearly ahead of the others.</p>"
    )
    assert told((0.6, 0.7), (0.5, 0.65), (0.1, 0.2)) == (
        "<p>Best: <b>go on</b>. No clear difference from wait.</p>"
    )
    assert "No clear difference. Slightly ahead: <b>go on</b>" in told(
        (0.6, 0.7), (0.5, 0.65), (0.5, 0.61)
    )


def test_odds_in_short_are_one_figure_for_each_option_that_has_any():
    asked = Decision(
        ("west",),
        "Fire?",
        ("w1 A", "w1 B"),
        odds=lambda option: (
            {"hit": Fraction(2, 3), "miss": Fraction(1, 3)} if "A" in option else {}
        ),
    )

    html = short_odds_html(asked, asked.options)

    assert re.findall(r'data-of="([^"]*)"', html) == ["w1 A"]
    assert re.findall(r"<b>(.*?)</b> (\w+)", html) == [("67 %", "hit")]


@pytest.mark.parametrize(("share", "is_told"), [("b", True), ("a", False)])
def test_odds_that_are_the_same_for_all_options_do_not_stand_between_a_touch_and_its_answer(
    share, is_told
):
    odds = {"a": {"hit": Fraction(1, 3)}, "b": {"hit": Fraction(1, 2)}}
    asked = Decision(
        ("west",),
        "Fire?",
        ("x", "y"),
        at=by_id(),
        odds=lambda one: odds["a" if one == "x" else share],
    )
    room = SimpleNamespace(questions=lambda person: [asked])

    told = odds_page(room, "ann", "west", asked.token, "", ("x",), in_short=True)[1]

    assert bool(told) == is_told


@pytest.mark.parametrize(
    ("count", "told"),
    [
        (1, ""),
        (2, "else r2"),
        (3, ""),
        (4, "else r4 10 %"),
        (9, "else r4 10 %, r5 10 %, r6 10 %, r7 10 %, r8 10 %, 1 more"),
    ],
)
def test_odds_in_short_name_the_results_that_have_no_bar(count, told):
    results = {f"r{at}": Fraction(1, 10) for at in range(1, count + 1)}
    asked = Decision(("west",), "Land?", ("yes",), odds=lambda one: results)

    html = short_odds_html(asked, asked.options)

    assert re.findall("<small>(.*?)</small>", html) == ([told] if told else [])
