"""The page as fragments: escaped, steady, small, and whole when put together."""

import re
from html.parser import HTMLParser
from importlib.resources import files
from itertools import product
from random import Random

import attrs
import pytest

from tabletop_core.boards import Graph, SquareGrid
from tabletop_core.data.glossary import Word
from tabletop_core.events.drama import Told
from tabletop_core.panels import (
    BoardPanel,
    Card,
    Cards,
    Facts,
    Piece,
    Place,
    Slot,
    Slots,
    Spot,
    TrackPanel,
    changes,
)
from tabletop_core.panels.text_panels import Lines
from tabletop_core.pictures import Scene
from tabletop_core.plugins.packs import load_pack
from tabletop_core.presentation.log import LogLine
from tabletop_core.presentation.table_view import (
    Choice,
    LogCursor,
    Question,
    SeatView,
    TableView,
    table_view,
    with_places,
)
from tabletop_core.saves.session import begin, new_session
from tabletop_core.viewers import Viewer
from tabletop_core.web.table import Links, PageBefore, fragments, page_title, table_html
from tabletop_core.web.table.questions import question
from tabletop_core.web.table.words import explained

EMPTY = {"br", "img", "input", "meta", "link", "hr"}


def nasty(field):
    """Words that would be markup, and say whose they are, if they were told as they stand."""
    return f'<img src={field} onerror="alert(1)">&\'"'


def view(where="A1", fuel="9"):
    return (
        BoardPanel(
            title="Board",
            board=SquareGrid(3, 3),
            pieces=(Piece(id="w1", words="a fighter", at=where, symbol="fighter", tone="ours"),),
            spots=(Spot(id="B2", words="a town", ground="town"),),
        ),
        Facts(title="State", rows=(("fuel", fuel), ("weather", "clear"))),
        Cards(title="Hand", cards=(Card(name="Fog", id="k1"), Card(name="Back", hidden=True))),
        Slots(title="Crew", slots=(Slot(name="pilot", content="fit", tone="good"),)),
        TrackPanel(title="Turns", low=0, high=8, value=3, marks={4: "dusk"}),
        Lines(title="Notes", lines=("one", "two")),
    )


def seen(panels=None, before=None, **more):
    panels = panels or view()
    facts = {
        "title": "The Ford",
        "pack": "ford",
        "package": "packs.bomber_run",
        "address": "/r/abc",
        "scene": Scene(panels=panels, changes=changes(before or panels, panels)),
        "asked": (
            Question(
                seat="west",
                prompt="Move?",
                token=7,
                choices=(Choice("w1 B2", "to B2", ("w1", "B2")), Choice("done", "done")),
            ),
        ),
        "sitting": (SeatView(seat="west", name="Ann", is_awaited=True, is_mine=True),),
        "log": (LogLine("Round 1"), LogLine("w1 waits")),
        "where": ("Round 1", "Move"),
        "undo": None,
    }
    return TableView(**{**facts, **more})


class Reader(HTMLParser):
    """Reads markup strictly: every element is closed in its order; keeps ids and the words."""

    def __init__(self, text):
        super().__init__()
        self.ids, self.tags, self.words, self._open = [], [], [], []
        self.feed(text)
        self.close()
        assert not self._open, self._open

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        self.ids += [value for name, value in attributes if name == "id"]
        if tag not in EMPTY:
            self._open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        self.ids += [value for name, value in attributes if name == "id"]

    def handle_endtag(self, tag):
        assert self._open.pop() == tag

    def handle_data(self, data):
        self.words.append(data)


def test_every_fragment_is_one_element_of_its_id():
    assert [name for name, html in fragments(seen()).items() if Reader(html).ids[0] != name] == []


def test_the_whole_table_has_every_id_once_and_no_hole_but_those_of_the_room():
    page = table_html(fragments(seen()))

    read = Reader(page)
    assert len(read.ids) == len(set(read.ids))
    assert re.findall(r'id="([^"]*)" data-hole', page) == [
        *("room-notice", "room-coach", "@stepper", "room-seats", "room-chat", "room-say"),
    ]
    own = [names for tag, names in read.tags if tag in ("script", "style") or "style" in names]
    assert own == [], "no style and no script of its own"


def test_a_page_tells_a_long_log_in_its_order():
    page = table_html(fragments(seen(log=tuple(LogLine(f"line {at}") for at in range(100)))))

    assert re.findall(r'id="@log-([0-9]+)"', page) == [str(at) for at in range(100)]
    assert re.findall(r"line (\d+)", page) == [str(at) for at in range(100)]


def test_the_fragments_of_the_same_table_are_the_same():
    assert fragments(seen()) == fragments(seen())


CARD = Card(name="Fox", id="c1")
LAID = (
    Cards(title="Discards", cards=(CARD,), place=Place.SIDE),
    Cards(title="Hand", cards=(Card(name="Owl", id="c2"),)),
    Cards(title="Dice", cards=(Card(name="6", id="c3", is_die=True),), place=Place.SIDE),
)
LONG = Cards(
    title="Hand", cards=(Card(name="Wilhelmshaven", id="w"), Card(name="Old Rome", id="r"))
)
WAITS = (Word(id="waits", text="does nothing"),)
GLANCES = (
    Facts(title="State", rows=(("fuel", "9 boxes"),), glance=(("Fuel", "9"),)),
    Facts(title="Time", rows=(("turn", "3 of 8"),), glance=(("Turn", "3/8"),)),
)
MARKUP = [
    # A long word in the name of a card is written smaller to stay whole.
    ({"panels": (LONG,)}, "w", '<strong class="long">Wilhelmshaven</strong>'),
    ({"panels": (LONG,)}, "r", "<strong>Old Rome</strong>"),
    # Cards lie in a tray unless they are in hand, or dice.
    ({"panels": LAID}, "discards", 'class="paper laid"'),
    ({"panels": LAID}, "hand", "not laid"),
    ({"panels": LAID}, "dice", "not laid"),
    # What changed is struck and named for the marks.
    ({"panels": view(fuel="7"), "before": view()}, "state:fuel", "<s>9</s> <ins>7</ins>"),
    ({"panels": view(fuel="7"), "before": view()}, "@news", 'data-fresh="state:fuel"'),
    # A word of the glossary is explained in the log once a line.
    (
        {"words": WAITS, "log": (LogLine("w1 waits and waits"),)},
        "@log-0",
        'w1 <dfn aria-description="does nothing">waits</dfn> and waits',
    ),
    # What panels declare for a glance is always in sight.
    ({"panels": GLANCES}, "@glance", "<dd>9</dd><dt>Fuel</dt>"),
    ({"panels": GLANCES}, "@glance", "<dd>3/8</dd><dt>Turn</dt>"),
    ({}, "@glance", '<dl id="@glance" aria-hidden="true"></dl>'),
    # The rule of a heading in the log stands smaller behind it.
    (
        {"log": (LogLine("Move (rule 9)", rule="rule 9"),)},
        "@log-0",
        ' class="head">Move <small>rule 9</small></li>',
    ),
    ({"log": (LogLine("Round 1 (of 3)"),)}, "@log-0", ' class="head">Round 1 (of 3)</li>'),
]


@pytest.mark.parametrize(("look", "name", "told"), MARKUP)
def test_a_look_is_told_in_its_fragment(look, name, told):
    html = fragments(seen(**look))[name]

    assert (told.removeprefix("not ") in html) == (not told.startswith("not ")), html


def test_a_move_changes_two_stacks_and_the_trails_but_nothing_else_on_the_board():
    before, now = view(), view(where="C3")
    old, new = fragments(seen(before)), fragments(seen(now, before))

    changed = {name for name in new if old.get(name) != new[name]}
    assert changed == {"on:A1", "on:C3", "ways:board", "@news"}


def test_a_question_about_counters_of_a_pile_draws_their_stack_anew_and_nothing_else():
    pieces = [Piece(id=f"f{n}", words="", at="A1", alike="f") for n in range(3)]
    panels = (BoardPanel(title="Board", board=SquareGrid(3, 3), pieces=tuple(pieces)),)
    drawn = PageBefore()
    looks = [
        fragments(seen(scene=Scene(panels=panels, asked=frozenset(asked))), drawn)
        for asked in ((), ("f1",), ())
    ]

    assert set(looks[1].changed_from(looks[0])) == {"on:A1"}
    assert ">f1</text>" in looks[1]["on:A1"]
    assert looks[2]["on:A1"] == looks[0]["on:A1"]


def test_a_card_that_goes_over_to_another_hand_as_it_is_is_told_with_both_hands():
    card = Card(name="Feint", id="c1")
    hands = [
        (Cards(id="blue", title="Blue", cards=blue), Cards(id="red", title="Red", cards=red))
        for blue, red in (((card,), ()), ((), (card,)))
    ]
    before, now = (fragments(seen(panels)) for panels in hands)

    assert now["c1"] == before["c1"]
    *outer, inner = now.changed_from(before)
    assert sorted(outer) == ["blue", "red"]
    assert inner == "c1"


@pytest.mark.parametrize("most", [None, 2])
def test_options_that_touch_a_hand_and_the_discards_are_listed_under_their_titles(most):
    places = {"Hand": ("hand:1", "hand:2"), "Discards": ("discards:1",)}
    panels = tuple(
        Cards(id=title.lower(), title=title, cards=tuple(Card(name="Fox", id=at) for at in ids))
        for title, ids in places.items()
    )
    choices = (
        *(Choice(at, "Fox", (at,)) for ids in places.values() for at in ids),
        Choice("done", "done"),
    )
    asked = Question(seat="west", prompt="Trash?", token=7, choices=choices, most=most)

    form, options = question(with_places(asked, panels), Links("/", "/r/a", "p"))
    heads = re.findall(r'(?:<legend>|label=")(\w+)(?:.*?)(?=</fieldset|</optgroup)', form + options)
    parts = re.findall(r"<(?:fieldset|optgroup).*?</(?:fieldset|optgroup)>", form + options)

    assert heads == ["Hand", "Discards"]
    assert [part.count("Fox") for part in parts] == [2, 1]
    assert all("done" not in part for part in parts)


def test_options_that_touch_one_hand_have_no_title_over_them():
    hand = Cards(title="Hand", cards=(Card(name="Fox", id="h:1"), Card(name="Owl", id="h:2")))
    choices = (Choice("h:1", "Fox", ("h:1",)), Choice("h:2", "Owl", ("h:2",)))
    asked = Question(seat="west", prompt="Trash?", token=7, choices=choices)

    assert with_places(asked, (hand,)) == asked


def test_the_only_option_that_touches_something_is_a_button_beside_others():
    said = [Choice("go", "it withdraws", ("e1",)), Choice("stay", "it fights on")]
    more = Choice("go:2", "e2 withdraws", ("e2",))

    two, three = (
        question(Question(seat="west", prompt="Go?", token=7, choices=choices), Links("/", "/r/x"))
        for choices in (said, [*said, more])
    )

    assert '<button name="answer" value="go" data-at="e1">it withdraws</button>' in two[0]
    assert "or list" not in two[0]
    assert ">it withdraws</button>" not in three[0]


def test_a_line_of_the_log_adds_itself_and_nothing_else():
    old = fragments(seen())
    new = fragments(seen(log=(LogLine("Round 1"), LogLine("w1 waits"), LogLine("w1 flies"))))

    assert [name for name in new if old.get(name) != new[name]] == ["@log-2"]
    assert len(new["@log-2"]) < 250


def test_looks_share_the_spaces_of_a_board():
    one, other = fragments(seen()), fragments(seen(view(where="C3")))

    assert one.maps[-1] is other.maps[-1]
    assert one["B2"] == one.maps[-1]["B2"]
    assert "on:A1" in other.maps[-1]
    assert all("on:A1" not in layer for layer in other.maps[:-1])


def test_outer_parts_come_before_those_inside_them():
    names = list(fragments(seen()).whole())

    assert names.index("@table") < names.index("@board:board") < names.index("A1")
    assert names.index("@log") < names.index("@log-0")


def test_a_log_that_is_told_on_is_told_as_at_once():
    log = tuple(LogLine(f"line {number}") for number in range(80))
    wrong = []
    for told_before, since in product((0, 3, 40, 70), (0, 32, 64)):
        drawn = PageBefore()
        fragments(seen(log=log[:told_before]), drawn)
        now = seen(log=log[since:], since=since, fresh=told_before)
        if fragments(now, drawn) != fragments(now):
            wrong.append((told_before, since))

    assert wrong == []


def test_where_an_answer_was_taken_back_the_log_is_told_anew():
    drawn = PageBefore()
    fragments(seen(), drawn)
    now = seen(log=(LogLine("Round 1"), LogLine("w1 flies")), fresh=0)

    assert fragments(now, drawn) == fragments(now)


def test_of_a_log_only_the_block_with_a_new_line_is_another():
    drawn, log = PageBefore(), tuple(LogLine(f"line {number}") for number in range(70))
    before = fragments(seen(log=log[:-1]), drawn)
    now = fragments(seen(log=log, fresh=69), drawn)

    assert [one is other for one, other in zip(before.maps, now.maps, strict=True)].count(True) >= 3
    assert set(now.changed_from(before)) == {"@log-69"}


@pytest.mark.parametrize("pack", ["bomber_run", "wing_and_prayer"])
def test_what_is_drawn_from_the_look_before_is_what_would_be_drawn_anew(pack):
    game = begun(load_pack(pack), seed=3, undo="free")
    random = Random(1)
    viewers = [Viewer(seat) for seat in game.match.seats]
    tellings = {viewer: LogCursor(viewer) for viewer in viewers}
    drawn, looks = {viewer: PageBefore() for viewer in viewers}, dict.fromkeys(viewers, ())
    pages = {viewer: fragments(table_view(game, viewer, address="/r/a")) for viewer in viewers}
    for number in range(40):
        if number % 7 == 6:
            game.undo()
        else:
            game.answer(game.match.decision.at_random(random.random()))
        for viewer in viewers:
            before = looks[viewer] or None
            anew = fragments(table_view(game, viewer, before=before, address="/r/a"))
            look = table_view(
                game,
                viewer,
                before=before,
                known=looks.values(),
                telling=tellings[viewer],
                address="/r/a",
            )
            page = fragments(look, drawn[viewer])
            changed = page.changed_from(pages[viewer])
            gone = {name for name, html in changed.items() if html is None}

            assert page == anew
            assert {**pages[viewer], **changed}.keys() - gone == page.keys()
            assert all(page[name] == changed.get(name, pages[viewer].get(name)) for name in page)
            looks[viewer], pages[viewer] = look.scene.panels, page


def test_words_of_packs_and_persons_stay_words():
    board, facts, cards, *rest = view()
    piece = attrs.evolve(
        board.pieces[0], words=nasty("words"), label=nasty("label"), state=nasty("state")
    )
    panels = (
        attrs.evolve(board, pieces=(piece,)),
        attrs.evolve(facts, rows=((nasty("fact"), nasty("value")),)),
        attrs.evolve(cards, cards=(Card(name=nasty("card"), detail=nasty("detail"), id="k1"),)),
        *rest,
    )
    choice = Choice(nasty("option").replace(" ", ""), nasty("answer"))
    asked = (Question(seat="west", prompt=nasty("prompt"), token=1, choices=(choice,)),)
    sitting, log = (SeatView(seat="west", name=nasty("name")),), (LogLine(nasty("line")),)

    read = Reader(table_html(fragments(seen(panels, asked=asked, sitting=sitting, log=log))))

    assert [names for tag, names in read.tags if tag == "img"] == []
    assert not [names for _, names in read.tags if any(name.startswith("on") for name in names)]


def begun(game, **how):
    session = new_session(game, **how)
    begin(session)
    return session


def asking(*choices):
    """The form of a question with these options."""
    asked = Question(seat="west", prompt="Move?", token=7, choices=choices)
    return Reader(fragments(seen(asked=(asked,)))["@ask:west"])


MOVES = tuple(Choice(f"w1 {to}", f"to {to}", ("w1", to)) for to in ("B2", "B3", "C2"))


def test_a_question_is_a_form_that_names_its_token_and_every_answer():
    form = asking(*MOVES[:2], Choice("done", "done"))

    sent = {names.get("name"): names.get("value") for tag, names in form.tags if tag == "input"}
    buttons = [names["value"] for tag, names in form.tags if tag == "button" and "value" in names]
    assert sent == {"token": "7", "seat": "west"}
    assert buttons == ["done"], "only what touches nothing is a button"
    assert options_of(form) == ["w1 B2", "w1 B3"]
    assert not [names for tag, names in form.tags if tag == "option" and "data-at" in names]


def options_of(form):
    return [names["value"] for tag, names in form.tags if tag == "option"]


def test_what_a_direction_tells_after_a_line_stands_under_its_arrow():
    east = Choice("w1 B2 E", "w1 flies to B2, nose E | e4 ahead", ("w1", "B2"), way=90)
    form = asking(east, Choice("w1 B3 E", "w1 flies to B3 | far", ("w1", "B3")))

    told = [names.get("data-more") for tag, names in form.tags if tag == "option"]
    assert told == ["e4 ahead", None]


def test_answers_too_long_for_the_dock_stand_in_the_rail_and_belong_to_the_question():
    ways = [Choice(f"way:{at}", f"the way number {at} over the river and home") for at in range(4)]
    asked = Question(seat="west", prompt="Which way?", token=1, choices=tuple(ways))

    form, options = question(asked, Links())

    assert "way:1" not in form
    told = Reader(options).tags
    assert [names["form"] for tag, names in told if tag == "button"] == ["@ask:west"] * 4


def test_of_several_boards_the_one_asked_about_takes_the_stage_else_the_main_one():
    here, there = (
        BoardPanel(title=title, board=Graph((space,), (), positions={space: (0, 0)}))
        for title, space in (("Here", "a"), ("There", "b"))
    )
    drawn = PageBefore()
    asked = Question(seat="west", prompt="Where?", token=1, choices=(Choice("b", "b", ("b",)),))
    on_stage = []
    for questions in ((), (asked,), ()):
        parts = fragments(seen((here, there), asked=questions), drawn)
        on_stage.append([name for name in ("here", "there") if "checked" in parts[f"up:{name}"]])

    assert on_stage == [["here"], ["there"], ["here"]]


def test_an_option_whose_words_say_more_than_the_touch_is_a_button_beside_the_list():
    way = Choice("plan:short", "the short way: 3 hexes", ("A9",), is_button=True)

    form = asking(way, *MOVES)

    shown = {"name": "answer", "value": "plan:short", "data-at": "A9"}
    assert ("button", shown) in form.tags
    assert options_of(form) == ["w1 B2", "w1 B3", "w1 C2"]


def test_what_a_label_tells_after_its_name_stands_smaller_on_its_button():
    form = asking(Choice("c42", "Wing to wing 42 | Evasion | move 3"), Choice("none", "no card"))

    at = form.words.index("Wing to wing 42 ")
    assert form.words[at + 1] == "Evasion, move 3"
    assert [tag for tag, _ in form.tags].count("small") == 1


def test_the_tab_says_whose_turn_it_is():
    assert page_title(seen()) == "Your turn: The Ford"
    assert page_title(seen(asked=())) == "The Ford"
    assert page_title(seen(asked=(), ended=("Result: won",))) == "Over: The Ford"


def test_a_lookup_opens_its_dice_its_modifiers_and_why():
    game = begun(load_pack("b29_superfortress"), seed=1)
    parts = fragments(table_view(game, Viewer("commander"), address="/r/abc"))

    told = [html for name, html in parts.items() if name.startswith("@log-") and "<details" in html]
    assert told
    assert all("<dt>Row</dt>" in html and "/chart/b29_superfortress/" in html for html in told)


def test_only_whoever_sits_there_is_asked(race):
    game = begun(race, seats="human")
    seats = game.match.decision.seats
    mine, watched = (
        table_view(game, viewer, address="/r/abc") for viewer in (Viewer(*seats), Viewer())
    )

    assert [one.seat for one in mine.asked] == [seats[0]]
    assert watched.asked == ()
    assert watched.awaited == [seats[0]]


def test_where_the_game_is_leaves_out_the_root_of_the_sequence_as_headings_do():
    game = begun(load_pack("bomber_run"), seed=3)
    game.answer("first")

    assert game.match.play.where[0] == "Bomber Run"
    assert table_view(game, Viewer("west")).where[:2] == ("Round 1", "Turn west")


def test_why_a_game_ended_is_told_once_and_not_in_the_log_too():
    game = begun(load_pack("bomber_boys"), seed=3)
    random = Random(1)
    while not game.match.is_over:
        game.answer(game.match.decision.at_random(random.random()))
    look = table_view(game, Viewer("captain"))
    why = game.match.outcome.why

    assert any(why in line.lower() for line in look.ended)
    assert not any(why in line.text.lower() for line in look.log)
    assert look.log[-1].event is not None, "no heading stands alone"


NOTHING, SIGHT = Word(id="clock", text="around"), Word(id="sight", text="what <is> seen")
FIRE, LINE = Word(id="fire", text="to shoot"), Word(id="line of sight", text="seen", also=("view",))


@pytest.mark.parametrize(
    ("words", "text", "told"),
    [
        # Not inside another word.
        ((NOTHING,), "9 o'clock high, 9 o’clock, clockwise", []),
        ((FIRE,), "firewood", []),
        ((NOTHING,), "on the clock", [("around", "clock")]),
        # The longest first, and what it means is not a markup.
        (
            (SIGHT, LINE, FIRE),
            "Line of sight & Fire, sight",
            [("seen", "Line of sight"), ("to shoot", "Fire"), ("what &lt;is&gt; seen", "sight")],
        ),
    ],
)
def test_a_word_of_the_glossary_shows_what_it_means(words, text, told):
    shown = explained(text, words)
    dfn = r'<dfn tabindex="0" aria-description="([^"]*)">([^<]*)</dfn>'

    assert re.findall(dfn, shown) == told
    assert re.sub(r"<[^>]*>", "", shown) == text.replace("&", "&amp;").replace("'", "&#x27;")


def listed(*noses):
    """The options of a list as they stand in the page: what the menu tells, and their labels."""
    ways = [Choice(f"w1 D7 {nose}", f"w1 flies to D7, nose {nose}", ("w1", "D7")) for nose in noses]
    others = [Choice(f"w{at} E7", f"w{at} flies to E7, nose E", (f"w{at}", "E7")) for at in (2, 3)]
    asked = Question(seat="west", prompt="Fly?", token=1, choices=(*ways, *others))
    form, _ = question(asked, Links())
    return re.findall(r'<option value="w1[^>]*?(?: label="([^"]*)")?>([^<]*)</option>', form)


def test_of_many_options_that_touch_the_same_the_menu_tells_what_differs():
    assert listed("N", "E", "S", "W", "NE")[0] == ("w1 flies to D7, nose N", "nose N")
    assert listed("N", "E", "S", "W")[0] == ("", "w1 flies to D7, nose N")


def test_each_question_has_its_own_button_to_answer_so_that_the_focus_goes_on_to_the_next():
    ids = [
        re.findall(
            r'<button id="(.*?)">Answer</button>',
            question(
                Question(seat="west", prompt="How many?", token=token, numbers=range(3)),
                Links(),
            )[0],
        )
        for token in (1, 2)
    ]

    assert [len(one) for one in ids] == [1, 1]
    assert ids[0] != ids[1]


def test_the_people_on_a_panel_have_the_names_and_faces_that_the_story_gives_them():
    game = load_pack("b29_superfortress")
    session = begun(game, seed=3)
    crew = session.match.state.crew

    def shown():
        parts = fragments(table_view(session, Viewer("commander")), PageBefore())
        return re.findall("<li.*?</li>", parts["crew"].partition("</ul>")[0])

    drawn = fragments(table_view(session, Viewer("commander")), PageBefore())["crew"]
    # A page without a server has this style alone.
    style = files("tabletop_core.web").joinpath("static/style.css").read_text(encoding="utf-8")
    assert set(re.findall(r'class="([\w-]+)', drawn)) <= set(re.findall(r"\.([\w-]+)", style))
    told = Told({}, session.match.data.names, game.look.drama.people)
    first = shown()
    assert len(first) == len(crew) == 11
    assert all(told.surname(post) in drawn for post, drawn in zip(crew, first, strict=True))
    crew["pilot"].light, crew["copilot"].fate = 1, "killed"
    hurt, dead, *others = shown()
    assert "1 light wound" in hurt
    assert "killed" in dead
    assert ["grayscale" in one for one in (hurt, dead)] == [False, True]
    assert others == first[2:]
    crew["copilot"] = attrs.evolve(crew["copilot"], number=2, fate="")
    told.renew("copilot")
    assert told.surname("copilot") in shown()[1]
    assert shown()[1] not in {first[1], dead}
