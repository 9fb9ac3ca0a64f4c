"""What opens beside a table: the rule of an option, words explained, the end as a page to keep."""

import json
import re
from fractions import Fraction
from types import SimpleNamespace

import attrs
import pytest

from tabletop_core.bots.advice import Advice
from tabletop_core.bots.seating import seat_bots
from tabletop_core.engine.decisions import Decision
from tabletop_core.engine.targets import by_id
from tabletop_core.plugins.packs import load_pack
from tabletop_core.presentation.rulebook import RuleText
from tabletop_core.simulation.statistics import statistic
from tabletop_core.web.popups import MAX_OPTIONS_WITH_ODDS, odds_page
from tabletop_core.web.table.info_pages import (
    end_html,
    hint_html,
    odds_html,
    short_odds_html,
)
from tabletop_core.web.table.part_html import _struck

from .conftest import Table, play_out
from .stories import told

STORIES = """
an option without chances comes with its rule in words and is not headed as chances
    ann opens night_crossing me me me
    ann does look seat=red
    asked sees odds?seat=SEAT&token=TOKEN&option=FIRST: FIRST | <div class="rule-text"> | <h1>Answer
where no dice decide the chances of all say so in one line
    ann opens reed_march me me
    ann sees odds?seat=SEAT&token=TOKEN: The odds are not known: no dice are rolled | not <h2>
a finished game is a page to keep
    the game is played out
    ann sees end: Result: | Seed:
    ann sees it: href="/r/ROOM/end"
where nothing lies nothing is told
    ann opens reed_march me me
    ann sees thing?ids=@table+no_such_thing > 204
"""


@told(STORIES)
def test_beside_a_table(stage, story):
    stage.play(story)


@pytest.fixture
def march(ann):
    """A room in which Ann plays both seats of Reed March."""
    return Table(ann, ann.new_room("reed_march", "me", "me"))


def asking(*options, odds=None, prompt="Fire?", **how):
    """A question to Ann with these options; their chances by option, or the same for all."""
    chances = odds.__getitem__ if odds and set(odds) == set(options) else lambda one: odds
    return Decision(("ann",), prompt, options, odds=chances if odds else None, **how)


THIRD, HALF = Fraction(1, 3), Fraction(1, 2)


def test_a_rule_without_parts_is_named_beside_the_chances():
    rule = RuleText(number="Watch", parts=(("", "Look out."),), rulings=(), steps=(), charts=())

    assert "<b>Watch</b>: Look out." in odds_html(asking("yes", "no"), ["yes"], rule)


def test_the_chances_of_what_a_thing_begins_are_told_together(march):
    seat, token, answers = march.question
    first = answers[-1].split()[0]

    page = march.get(f"odds?seat={seat}&token={token}&touched={first}").text

    begun = [one for one in answers if one.split()[0] == first]
    assert page.count("<h2>") == min(len(begun), MAX_OPTIONS_WITH_ODDS)


def odds_of_touched(decision, touched, **how):
    seating = SimpleNamespace(seats_of=lambda person: (person,))
    match = SimpleNamespace(open=[decision])
    room = SimpleNamespace(match=match, seating=seating, author_seats={})
    return odds_page(room, "ann", "ann", decision.token, "", (touched,), **how)[1]


def test_of_a_thing_that_was_touched_only_what_has_chances_is_told():
    odds = {"tank A1": {}, "tank A2": {"hit": THIRD}, "tank A3": {"hit": HALF}}

    page = odds_of_touched(asking(*odds, odds=odds, at=by_id()), "tank")

    assert re.findall("<h2>(.*?)</h2>", page) == ["tank A2", "tank A3"]


def test_options_with_the_same_chances_are_told_together():
    even, sure = {"yes": HALF, "no": HALF}, {"yes": Fraction(1)}
    decision = asking("a", "b", "c", odds={"a": even, "b": sure, "c": even})

    page = odds_html(decision, decision.options)

    assert re.findall("<h2>(.*?)</h2>", page) == ["The same for 2", "b"]
    assert re.findall("<li>(\\w)</li>", page) == ["a", "c"]
    assert page.count("<meter") == 3


def in_short(*options, odds):
    return short_odds_html(asking(*options, odds=odds), options)


def test_beside_an_option_stands_what_its_shares_leave_out():
    told = in_short("a", odds={"hits": 2 * THIRD, "misses": THIRD, "counting": "nobody evades"})

    assert "<b>67 %</b> hits" in told
    assert "<small>else misses</small>" in told
    assert "<small>counting: nobody evades</small>" in told


def test_odds_in_short_are_one_figure_for_each_option_that_has_any():
    html = in_short("w1 A", "w1 B", odds={"w1 A": {"hit": 2 * THIRD, "miss": THIRD}, "w1 B": {}})

    assert re.findall(r'data-of="([^"]*)"', html) == ["w1 A"]
    assert re.findall(r"<b>(.*?)</b> (\w+)", html) == [("67 %", "hit")]


def test_odds_in_short_name_the_results_that_have_no_bar():
    told = {
        1: [],
        2: ["else r2"],
        3: [],
        4: ["else r4 10 %"],
        9: ["else r4 10 %, r5 10 %, r6 10 %, r7 10 %, r8 10 %, 1 more"],
    }
    results = {n: {f"r{at}": Fraction(1, 10) for at in range(1, n + 1)} for n in told}

    assert {
        n: re.findall("<small>(.*?)</small>", in_short("yes", odds=results[n])) for n in told
    } == told


@pytest.mark.parametrize(("other", "is_told"), [(HALF, True), (THIRD, False)])
def test_odds_that_are_the_same_for_all_options_do_not_stand_between_a_touch_and_its_answer(
    other, is_told
):
    asked = asking("x", "y", odds={"x": {"hit": THIRD}, "y": {"hit": other}}, at=by_id())

    assert bool(odds_of_touched(asked, "x", in_short=True)) == is_told


def test_a_hint_names_no_option_by_its_id_and_says_nothing_twice():
    labels = {"ignore:2": "discard it", "use:1": "use it"}
    decision = asking(*labels, label=labels)
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


def test_a_finished_game_that_slept_tells_its_end_once(alone, site):
    play_out(site, alone.room)
    before = alone.words.count("over")
    site.registry.sleep_idle(idle=-1)

    assert alone.words.count("over") == before


def ended(game):
    """Play a game of bots to its end."""
    match = game.start(seed=1)
    bots = dict(seat_bots(game, dict.fromkeys(match.seats, "random"), seed=1))
    while (asked := match.decision) is not None:
        match.answer(bots[asked.seat].choose(match, asked))
    return match


def test_the_page_to_keep_tells_what_its_game_counts():
    match = ended(load_pack("bomber_run"))

    rows = re.findall(r'<tr><th scope="row">([^<]*)</th><td>([^<]*)</td>', end_html(match))

    assert rows == [
        (count.__name__.replace("_", " "), str(statistic(count)(match.play)))
        for count in match.game.statistics
        if statistic(count)(match.play) is not None
    ]


def test_the_story_of_a_finished_game_is_told_as_a_seat_saw_it(alone, site):
    play_out(site, alone.room)
    page = alone.get("replay").text
    seats = re.findall(r"<option>([^<]*)</option>", page)

    as_seat = alone.get(f"replay?seat={seats[0]}").text

    assert len(frames_in(as_seat)) == len(frames_in(page))
    assert f"<option selected>{seats[0]}</option>" in as_seat


def frames_in(page):
    return json.loads(re.search(r'id="@frames">(.*?)</script>', page, re.S)[1])


def test_each_frame_of_the_story_says_who_answered(alone):
    seat, *_ = alone.question
    alone.answer()

    assert [seat] in [frame[3] for frame in frames_in(alone.get("replay").text)]


def test_a_thing_on_the_table_tells_of_itself_the_topmost_first(march):
    piece = march.question[2][-1].split()[0]

    page = march.get(f"thing?ids=@table+no_such_thing+{piece}").text

    assert "<h1>On the table</h1><h2>" in page
    assert "of the salt side, strength" in page


def test_all_that_lies_on_the_table_is_listed_and_opens_without_a_pointer(ann, march):
    things, piece = f"/r/{march.room}/thing", march.question[2][-1].split()[0]
    assert f'data-opens="" href="{things}"' in march.page

    links = re.findall(r'data-opens="" href="([^"]+)"', ann.get(things).text)

    assert f"{things}?ids={piece}" in links
    assert len(links) == len(set(links))
    assert ann.get(things).text.count("<h1>All pieces</h1>") == 1
    assert all(ann.get(link).status_code == 200 for link in links)


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
    game = load_pack("bomber_boys")
    game = attrs.evolve(game, look=attrs.evolve(game.look, log_sheet=sheet))

    assert end_html(ended(game)).count("Result:") == 1


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
