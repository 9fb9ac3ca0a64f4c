"""The rules as a book: its pages, and what leads from one entry to another."""

import re
from html import unescape
from urllib.parse import unquote

import pytest

from tabletop_core import load_pack
from tabletop_core.plugins.packs import find_packs
from tabletop_core.presentation.book import book_of, numbers_of
from tabletop_core.web.book_text import line_html, result_in_words
from tabletop_core.web.popups import chart_page
from tabletop_core.web.table import Links

from .conftest import FOLDERS, text_of

BOOK = ("rules", "sequence", "chart", "rulings", "words")


@pytest.fixture(scope="module")
def catalog():
    return find_packs(FOLDERS)


@pytest.fixture
def wing(site):
    return site.registry.games.game("wing_and_prayer")


def ids_in(page):
    return [unescape(one) for one in re.findall(r' id="([^"]*)"', page)]


def test_the_rules_stand_in_the_order_of_the_rulebook(ann, wing):
    found = [one for one in ids_in(ann.get("/rules/wing_and_prayer").text) if "rule:" in one]

    places = [found.index(f"rule:{number}") for number in ("6.2", "6.4.1", "9.1.1", "9.1.6.4")]
    assert places == sorted(places)
    assert len(found) == len(numbers_of(wing))


@pytest.mark.parametrize(
    "pack", ["wing_and_prayer", "b29_superfortress", "squadron_303", "harvest"]
)
def test_every_link_of_a_book_leads_to_an_entry_that_is_there(ann, pack):
    pages = {f"/{name}/{pack}": ann.get(f"/{name}/{pack}") for name in BOOK}
    pages = {address: page.text for address, page in pages.items() if page.status_code == 200}
    ids = {address: set(ids_in(page)) for address, page in pages.items()}
    links = [
        unescape(link).partition("#")
        for page in pages.values()
        for link in re.findall(r'href="(/(?:rules|sequence|chart|rulings|words)/[^"]*)"', page)
    ]

    assert links
    assert [one for one in links if one[0] not in pages] == []
    assert [one for one in links if one[1] and unquote(one[2]) not in ids[one[0]]] == []


def test_no_id_stands_twice_on_a_page_of_the_book(ann):
    for name in BOOK:
        found = ids_in(ann.get(f"/{name}/b29_superfortress").text)
        assert len(found) == len(set(found))


@pytest.mark.parametrize(
    ("page", "one", "link"),
    [
        # A rule leads to its chart and words, a step to its rule, and these to the rule.
        ("rules", "rule:10.3", '/chart/wing_and_prayer#chart:flak_damage"'),
        ("chart", "chart:flak_damage", '/rules/wing_and_prayer#rule:10.3"'),
        ("rules", "rule:3.1.1", '/words/wing_and_prayer#word:formation"'),
        ("words", "word:formation", "/rules/wing_and_prayer#rule:3.1"),
        ("sequence", "step:Move_the_formation", "/rules/wing_and_prayer#rule:5.1"),
    ],
)
def test_an_entry_leads_to_what_belongs_to_it(ann, page, one, link):
    assert link in entry(ann.get(f"/{page}/wing_and_prayer").text, one)


def test_a_number_of_dice_is_not_taken_for_a_rule(wing):
    book = book_of(wing)
    links = Links("/", pack="wing_and_prayer")

    assert "href" not in line_html(book, links, "A roll of 5.7 or 9.5")
    assert 'href="/rules/wing_and_prayer#rule:5.7"' in line_html(book, links, "see rule 5.7.")


def test_a_result_names_a_chart_without_a_printed_number_by_its_title():
    charts = load_pack("b29_superfortress").data_with().tables

    told = result_in_words(charts, "see chart 7-3.a.blast, roll on chart 7-5.j, chart none")

    assert told == "see chart “Explosion in the bomb bay”, roll on chart 7-5.j, chart none"


def test_the_pages_of_charts_tell_results_in_the_words_of_the_game(ann):
    words = "only from mission 15 (else no attack): roll on chart 5-15.b"

    assert words in text_of(chart_page(load_pack("b29_superfortress"), "5-15", ""))
    assert words in text_of(ann.get("/chart/b29_superfortress").text)


def test_the_columns_and_groups_of_a_chart_are_said_in_words():
    page = text_of(chart_page(load_pack("b29_superfortress"), "5-11", ""))

    assert "front high" in page
    assert "_" not in page


def test_rulings_say_what_was_rejected_why_and_which_option_switches_them_in_words(ann):
    page = text_of(ann.get("/rulings/squadron_303").text)

    house_rules, _, readings = page.partition("Our readings")
    assert "Withdrawal: who fought or supported (usual); who started a Fight" in house_rules
    assert "Not:" in readings
    assert "Because:" in readings
    assert "_" not in house_rules.partition("House rules")[2]


def test_the_sequence_of_play_names_each_step(ann, wing):
    found = set(ids_in(ann.get("/sequence/wing_and_prayer").text))

    assert {f"step:{'_'.join(name.split())}" for name in wing.program.steps} <= found


def test_a_book_offers_only_the_pages_that_it_has_something_for(ann):
    assert 'href="/chart/bomber_run"' not in ann.get("/rules/bomber_run").text
    assert ann.get("/chart/bomber_run").status_code == 404


def test_the_list_of_rules_and_a_rule_beside_the_table_lead_to_the_book(ann):
    assert 'href="/rules/wing_and_prayer"' in ann.get("/rules").text
    assert 'href="/rules/wing_and_prayer#rule:10.3"' in ann.get("/rules/wing_and_prayer/10.3").text


def entry(page, id_):
    """Return the entry of this id, to the beginning of the next one."""
    return re.split(r'class="entry', page.partition(f'id="{id_}"')[2])[0]
