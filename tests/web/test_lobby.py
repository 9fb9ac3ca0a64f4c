"""The front page, the page of a new game, my games, and what is asked before something is lost."""

import re
from io import BytesIO
from time import time
from types import SimpleNamespace
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from tabletop_core.bots.seating import difficulties, seat_bots
from tabletop_core.engine.outcome import Outcome
from tabletop_core.events.words import said
from tabletop_core.plugins.packs import find_packs, load_pack
from tabletop_core.web.app import make_app
from tabletop_core.web.config import Config
from tabletop_core.web.endings import PointsRow
from tabletop_core.web.rooms import registry
from tabletop_core.web.rooms.dice import TypedDice
from tabletop_core.web.rooms.registry import DELETED_S
from tabletop_core.web.rooms.seating import SILENCE_S

from .conftest import HTML, Browser, question_in, text_of

SECOND = load_pack("squadron_303").seats_for({"players": 2})[1]
PACKS = [pack.id for pack in find_packs().packs]


@pytest.fixture(scope="module")
def of_packs(tmp_path_factory):
    """A server of the packs that come with the program."""
    from starlette.testclient import TestClient

    app = make_app(Config(data=tmp_path_factory.mktemp("data"), catalog=find_packs()))
    with TestClient(app, base_url="http://localhost") as client:
        app.state.portal = client.portal
        yield app


def seats_in(app, room):
    seats = app.state.site.registry._known(room).seating.seats.values()
    return ["person" if one.person else one.bot or "open" for one in seats]


# ---------------------------------------------------------------- the front page


@pytest.mark.parametrize("pack", PACKS)
def test_one_click_on_the_front_page_leads_to_a_question_that_waits_for_nobody_else(of_packs, pack):
    somebody = Browser(of_packs)
    page = somebody.get("/").text
    (tile,) = re.findall(rf'<form method="post" action="/new/{pack}">(.*?)</form>', page, re.S)
    fields = dict(re.findall(r'name="(\w+)" value="(\w*)"', tile))
    table = somebody.post(f"/new/{pack}", **fields)
    room = str(table.url).rpartition("/")[2]

    assert "open" not in seats_in(of_packs, room)
    assert question_in(table.text) is not None or "bot" in table.text


@pytest.mark.parametrize("pack", PACKS)
def test_each_tile_says_how_many_play_how_long_and_how_heavy_it_is(of_packs, pack):
    page = Browser(of_packs).get("/").text
    tile = next(one for one in page.split('<li class="tile"') if f"/art/{pack}" in one)

    assert re.search(r"\d+( |–\d+ )players? [\d–]+ (minutes|hours) (light|easy|medium|rich|heavy)",
                     text_of(tile))  # fmt: skip


@pytest.mark.parametrize("pack", PACKS)
def test_the_title_picture_of_a_game_is_svg_without_scripts(of_packs, pack):
    answer = Browser(of_packs).get(f"/art/{pack}")

    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.text.startswith("<svg")
    assert "<script" not in answer.text


def test_a_game_that_waits_for_me_is_a_tile_on_top_with_its_picture(ann):
    room = ann.new_room("ice_fishers", "me", "me")
    page = ann.get("/").text
    before = page.partition("Choose your game</h1>")[0]
    (picture,) = re.findall(rf'src="(/r/{room}/board[^"]*)"', before)

    assert "Your turn" in before
    assert ann.get(picture).text.startswith("<svg")


def test_a_table_without_a_board_has_the_title_picture_in_lists(ann):
    room = ann.new_room("ice_fishers", "me", "me")

    assert ann.get(f"/r/{room}/board").text == ann.get("/art/ice_fishers").text


def test_few_games_need_no_search(ann):
    assert 'role="search"' not in ann.get("/").text


# ---------------------------------------------------------------- a new game


@pytest.mark.parametrize(
    ("fields", "seats"),
    [
        ({"others": "normal"}, ["person", "wingman"]),
        (
            {"others": "easy", "option:players": "3"},
            ["person", "wingman:errs=0.1", "wingman:errs=0.1"],
        ),
        ({"others": "friends", "option:players": "4"}, ["person", "open", "open", "open"]),
        ({"others": "me"}, ["person", "person"]),
        ({"others": "normal", "option:players": "1"}, ["person"]),
        ({"others": "normal", "side": SECOND}, ["wingman", "person"]),
        ({"others": "friends", "seat:0": "bot:random", "seat:1": "me"}, ["random", "person"]),
    ],
)
def test_seats_follow_the_number_of_players_and_who_the_others_are(of_packs, fields, seats):
    somebody = Browser(of_packs)
    made = somebody.post("/new/squadron_303", follow=False, setup="training", **fields)

    assert seats_in(of_packs, made.headers["location"].rpartition("/")[2]) == seats


@pytest.mark.parametrize(
    ("pack", "option", "is_asked"),
    [
        ("bomber_boys", "mission", False),
        ("bomber_run", "formation", False),
        ("bomber_run", "diagonals", True),
        ("b29_superfortress", "mission", True),  # of 36 its setups offer four
    ],
)
def test_an_option_whose_values_are_all_setups_is_asked_for_only_there(
    of_packs, pack, option, is_asked
):
    page = Browser(of_packs).get(f"/new/{pack}").text

    assert (f'name="option:{option}"' in page) == is_asked
    assert f"{option}=" in "".join(re.findall(r'data-sets="([^"]*)"', page)) or is_asked


def test_a_setup_sets_options_and_what_is_chosen_besides_goes_before_it(of_packs):
    somebody, registry = Browser(of_packs), of_packs.state.site.registry
    fields = {"setup": "blitz", "option:aces": "2", "option:scenario": "", "others": "normal"}
    made = somebody.post("/new/squadron_303", follow=False, **fields)
    with registry.room(made.headers["location"].rpartition("/")[2]) as room:
        options, setup = room.match.options, room.setup

    assert (options["scenario"], options["aces"], setup) == ("blitz", 2, "Blitz")


@pytest.mark.parametrize("fields", [{"setup": "no_such"}, {"setup": "blitz", "others": "genius"}])
def test_a_setup_or_difficulty_there_is_not_is_refused_in_a_line(of_packs, fields):
    answer = Browser(of_packs).post("/new/squadron_303", **fields)

    assert answer.status_code == 400
    assert "Traceback" not in answer.text


@pytest.mark.parametrize("pack", PACKS)
def test_the_page_of_a_new_game_names_no_bot_and_no_option_by_its_id_before_its_options(
    of_packs, pack
):
    page = Browser(of_packs).get(f"/new/{pack}").text.partition("<details")[0]
    shown = text_of(page.partition("<main")[2])

    assert not re.search(r"\b(mcts|flat|ismcts|greedy|wingman|pilot:|\w+_\w+)\b", shown)


# ---------------------------------------------------------------- my games


def test_a_bot_that_a_seat_may_have_is_named_by_how_strong_it_is_or_how_it_plays(of_packs):
    page = Browser(of_packs).get("/new/bomber_run").text

    for level, bot in difficulties(load_pack("bomber_run")).items():
        assert f'<option value="bot:{bot}">bot: {level} ({bot})' in page
    assert "bot: looks ahead (mcts)" in page
    assert not re.search(r"bot: (random|greedy|flat|mcts|ismcts)<", page)


def test_a_game_is_renamed_archived_and_taken_out_again(ann):
    room = ann.new_room("ice_fishers", "me", "me")
    ann.post(f"/r/{room}/mine/rename", name="  Sunday   evening ")
    named = ann.get("/games").text
    ann.post(f"/r/{room}/mine/archive")
    archived = ann.get("/games").text
    front = ann.get("/").text
    ann.post(f"/r/{room}/mine/unarchive")

    assert "Sunday evening" in named
    assert "Archive (1)" in archived
    assert room not in front
    assert "Archive (1)" not in ann.get("/games").text


@pytest.mark.parametrize("act", ["rename", "archive", "restore"])
def test_a_stranger_changes_nothing_in_my_list(ann, bob, act):
    room = ann.new_room("ice_fishers", "me", "me")
    bob.new_room("ice_fishers", "me", "me")
    answer = bob.post(f"/r/{room}/mine/{act}", name="Mine now")

    assert answer.status_code == 400
    assert "Mine now" not in ann.get("/games").text


def test_a_game_is_saved_to_a_file_and_opened_again(ann):
    room = ann.new_room("ice_fishers", "me", "me")
    ann.answer(room, ann.question(room))
    file = ann.get(f"/r/{room}/save")
    sent = {"file": ("game.toml", file.content)}
    opened = ann.client.post("/games/open", files=sent, headers=HTML)

    assert 'filename="ice_fishers.toml"' in file.headers["content-disposition"]
    assert question_in(opened.text)[2] == ann.question(room)[2]


def sent(ann, *files):
    return ann.client.post("/games/open", files=[("file", one) for one in files], headers=HTML)


def test_all_games_are_saved_to_one_file_and_opened_elsewhere_under_their_names(ann, bob):
    named = ann.new_room("ice_fishers", "me", "me")
    ann.post(f"/r/{named}/mine/rename", name="Winter")
    ann.answer(named, ann.question(named))
    ann.new_room("reed_march", "me", "me")
    archive = ann.get("/games/save")

    opened = sent(bob, ("all.zip", archive.content))

    assert 'filename="tabletop_games.zip"' in archive.headers["content-disposition"]
    assert "2 games opened" in opened.text
    (room,) = re.findall(r'href="/r/([^"]+)">Winter<', opened.text)
    assert bob.question(room)[2] == ann.question(named)[2]


def test_a_game_that_is_here_already_is_not_opened_twice(ann):
    room = ann.new_room("ice_fishers", "me", "me")
    archive = ann.get("/games/save").content
    again = sent(ann, ("all.zip", archive)).text
    ann.answer(room, ann.question(room))
    later = sent(ann, ("all.zip", archive), ("x.toml", ann.get(f"/r/{room}/save").content)).text

    assert "0 games opened" in again
    assert "Here already" in again
    assert "1 game opened" in later


def test_of_several_files_a_bad_one_is_named_and_the_others_are_opened(ann):
    room = ann.new_room("ice_fishers", "me", "me")
    file = ann.get(f"/r/{room}/save").content
    ann.answer(room, ann.question(room))

    page = sent(ann, ("good.toml", file), ("bad.toml", b"hello"), ("worse.toml", b"a = [")).text

    assert "1 game opened" in page
    assert "<strong>bad.toml</strong>" in page
    assert "<strong>worse.toml</strong>" in page
    assert "/tmp" not in page


def test_a_damaged_game_or_archive_keeps_no_other_game_out(ann, bob):
    room = ann.new_room("ice_fishers", "me", "me")
    ann.new_room("reed_march", "me", "me")
    archive = ann.get("/games/save").content
    ann.answer(room, ann.question(room))
    file = ann.get(f"/r/{room}/save").content
    at = archive.index(b"002_")  # the second entry in the archive: what follows its name
    spoilt = archive[: at + 40] + bytes(20) + archive[at + 60 :]

    one = sent(bob, ("all.zip", spoilt)).text
    other = sent(bob, ("bad.zip", b"PK and nothing more"), ("good.toml", file)).text

    assert "1 game opened" in one
    assert re.search(r"<strong>002_\w+.toml</strong>: it is damaged", one)
    assert "<strong>bad.zip</strong>" in other
    assert "1 game opened" in other


def zipped(*names, content=b"x"):
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for name in names:
            archive.writestr(name, content)
    return packed.getvalue()


@pytest.mark.parametrize(
    ("content", "status"),
    [
        (b"PK and nothing more", 400),
        (zipped("a.toml")[:-30], 400),
        (zipped(*(f"{number}.toml" for number in range(301))), 413),
        (zipped("a.toml", content=bytes(70_000_000)), 413),
    ],
    ids=["none", "cut", "many", "bomb"],
)
def test_an_archive_that_is_none_or_too_large_is_refused_in_one_line(ann, site, content, status):
    answer = sent(ann, ("all.zip", content))

    assert answer.status_code == status
    assert "all.zip" in answer.text
    assert list((site.registry.folder / "games").iterdir()) == []


def test_games_with_others_are_left_out_of_the_file_before_their_end(two, ann):
    _, first, _ = two()
    alone = first.new_room("ice_fishers", "me", "me")

    with ZipFile(BytesIO(first.get("/games/save").content)) as archive:
        assert archive.namelist() == ["001_ice_fishers.toml", "left_out.txt"]
        assert b"everybody's secrets" in archive.read("left_out.txt")
    assert first.get(f"/r/{alone}/save").status_code == 200


def test_secrets_of_others_are_in_no_file_before_the_end(two):
    room, first, other = two()

    assert first.get(f"/r/{room}/save").status_code == 400
    assert other.get(f"/r/{room}/save").status_code == 400


@pytest.mark.parametrize(
    "content", [b"", b"hello", b"\x00" * 100, b"# tabletop save, format 99\n", b"a = [" * 10_000]
)
def test_a_bad_file_is_refused_in_one_line_and_leaves_nothing(ann, site, content):
    answer = ann.client.post("/games/open", files={"file": ("x.toml", content)}, headers=HTML)

    assert answer.status_code == 400
    assert "That did not work" in answer.text
    assert "/tmp" not in answer.text
    assert list((site.registry.folder / "games").iterdir()) == []


def test_a_file_that_is_too_large_is_not_read(ann):
    sent = {"file": ("x.toml", b"#" * (8 * 1024 * 1024 + 1))}

    assert ann.client.post("/games/open", files=sent, headers=HTML).status_code == 413


def test_a_form_that_sends_no_file_is_told_so(ann):
    answer = ann.post("/games/open", file="x")

    assert answer.status_code == 400
    assert "choose a saved game first" in answer.text


def test_an_open_table_says_who_waits_and_for_how_many(ann, bob):
    ann.new_room("ice_fishers", "me", "open", listed="1")

    assert "Ann waits for 1 player" in text_of(bob.get("/").text)


# ---------------------------------------------------------------- nothing ends by one click


@pytest.mark.parametrize(
    ("act", "lost"),
    [
        ("close", "Nobody can answer in it any more"),
        ("delete", "its log and its chat go away for everybody"),
        ("resign", "You lose this game, and south wins it"),
    ],
)
def test_what_loses_something_is_asked_first_with_what_will_be_lost(ann, act, lost):
    room = ann.new_room("ice_fishers", "me", "bot:random")
    seat = "north" if act == "resign" else ""
    asked = ann.post(f"/r/{room}/{act}", seat=seat)

    assert str(asked.url).partition("?")[0].endswith(f"/r/{room}/sure/{act}")
    assert "Keep it" in asked.text
    assert lost in text_of(asked.text)
    assert ann.get(f"/r/{room}").status_code == 200
    assert "has resigned" not in ann.get(f"/r/{room}").text


@pytest.mark.parametrize("act", ["close", "delete"])
def test_a_game_of_several_ends_only_when_the_others_agree(two, ann, bob, act):
    room, *_ = two()
    ann.post(f"/r/{room}/{act}", sure="1")
    before = bob.get(f"/r/{room}")
    bob.post(f"/r/{room}/agree", yes="1")
    after = bob.get(f"/r/{room}")

    assert question_in(before.text) or "Agree" in before.text
    assert after.status_code == 404 if act == "delete" else "has closed it" in after.text


def test_a_game_of_several_that_the_others_want_to_keep_is_kept(two, ann, bob):
    room, *_ = two()
    ann.post(f"/r/{room}/delete", sure="1")
    bob.post(f"/r/{room}/agree", yes="")

    assert bob.get(f"/r/{room}").status_code == 200


def test_silence_for_the_stated_time_is_consent_and_an_answer_is_none(two, ann, site):
    silent, *_ = two()
    ann.post(f"/r/{silent}/delete", sure="1")
    played, first, _ = two()
    ann.post(f"/r/{played}/delete", sure="1")
    first.answer(played, first.question(played))
    for room in (silent, played):
        with site.registry.room(room) as one:
            petition = one.seating.petition
            if petition is not None:
                object.__setattr__(petition, "at", time() - SILENCE_S - 1)
    site.registry.store.change("UPDATE requests SET at = ?", time() - SILENCE_S - 1)
    site.registry.end_by_silence()

    assert ann.get(f"/r/{silent}").status_code == 404
    assert ann.get(f"/r/{played}").status_code == 200


def test_a_deleted_game_is_brought_back_by_whoever_played_in_it(two, ann, bob, site):
    room, *_ = two()
    ann.post(f"/r/{room}/delete", sure="1")
    bob.post(f"/r/{room}/agree", yes="1")
    listed = bob.get("/games").text
    bob.post(f"/r/{room}/mine/restore")

    assert "Deleted (1)" in listed
    assert ann.get(f"/r/{room}").status_code == 200
    assert site.registry.journal(room).exists()


def test_after_a_week_a_deleted_game_is_gone_and_not_listed(ann, site):
    room = ann.new_room("ice_fishers", "me", "me")
    ann.post(f"/r/{room}/delete", sure="1")
    almost, over = time() - DELETED_S + 60, time() - DELETED_S - 1
    site.registry.store.change("UPDATE rooms SET deleted = ? WHERE id = ?", almost, room)
    site.registry.forget_deleted()
    listed = ann.get("/games").text
    site.registry.store.change("UPDATE rooms SET deleted = ? WHERE id = ?", over, room)
    site.registry.forget_deleted()
    ann.post("/games/restore", room=room)

    assert "Deleted (1)" in listed
    assert "Deleted" not in ann.get("/games").text
    assert ann.get(f"/r/{room}").status_code == 404
    assert DELETED_S == 7 * 24 * 3600


# ---------------------------------------------------------------- the history


def test_the_history_keeps_results_when_the_room_is_gone(two, ann, bob, site):
    room, first, other = two()
    first.post(f"/r/{room}/resign", seat=first.question(room)[0], sure="1")
    ann.post(f"/r/{room}/delete", sure="1")
    site.registry.store.change("UPDATE rooms SET deleted = 1 WHERE id = ?", room)
    site.registry.forget_deleted()

    assert "Lost : resigned" in text_of(first.get("/history").text)
    assert "Won : resigned" in text_of(other.get("/history").text)


def play_out(site, room):
    """Give any answers until the game is over."""
    with site.registry.room(room) as one:
        while (decision := one.match.decision) is not None:
            seat = decision.seats[0]
            answer = decision.at_random(0.5)
            texts = list(map(str, answer if decision.several else [answer]))
            one.answer(one.seating.person_at(seat), seat, texts, decision.token)


def play_well(site, room):
    """Play as the bot of a normal game does until the game is over."""
    with site.registry.room(room) as one:
        match = one.match
        seats = dict.fromkeys(one.seating.seats, difficulties(match.game)["normal"])
        bots = dict(seat_bots(match.game, seats, match.decisions))
        while (decision := one.match.decision) is not None:
            answer = bots[decision.seat].choose(one.match, decision)
            texts = list(map(str, answer if decision.several else [answer]))
            one.answer(one.seating.person_at(decision.seat), decision.seat, texts, decision.token)


def test_my_games_say_of_a_game_that_is_over_what_became_of_me(ann, bob, site, sit):
    room = ann.new_room("ice_fishers", "me", "open")
    sit(ann, bob, room)
    play_out(site, room)
    alone = ann.new_room("ice_fishers", "me", "me")
    play_out(site, alone)
    mine, theirs = (text_of(one.get("/games").text) for one in (ann, bob))

    assert {"Won : full" in mine, "Won : full" in theirs} == {True, False}
    assert {"Lost : full" in mine, "Lost : full" in theirs} == {True, False}
    assert mine.count("Won :") + mine.count("Lost :") == 1


def test_a_game_that_is_over_is_in_the_history_for_each_seat(ann, site):
    room = ann.new_room("harvest", "me", "me")
    play_out(site, room)
    shown = ann.get("/history").text

    assert shown.count(f"/r/{room}/end") == 2
    assert "_" not in text_of(shown.partition("<main")[2])


def test_a_campaign_that_ended_is_a_keepsake_while_its_game_is_there(of_packs):
    somebody, site = Browser(of_packs), of_packs.state.site
    rooms = {}
    for setup in ("single", "short"):
        made = somebody.post("/new/wing_and_prayer", follow=False, setup=setup)
        rooms[setup] = made.headers["location"].rpartition("/")[2]
        play_well(site, rooms[setup])
    shown = somebody.get("/history").text.partition("Keepsakes")[2].partition("</ul>")[0]
    pictures = re.findall(r'src="(/r/[^"]+/board[^"]*)"', shown)
    somebody.post(f"/r/{rooms['short']}/delete", sure="1")

    assert [rooms["short"] in one for one in pictures] == [True]
    assert somebody.get(pictures[0].partition("?")[0]).status_code == 404
    assert "Keepsakes" not in somebody.get("/history").text


def test_a_persons_page_shows_what_they_have_played(ann, site):
    before = ann.get("/me").text
    room = ann.new_room("harvest", "me", "me")
    play_out(site, room)

    assert 'class="tally"' not in before
    assert re.search(r"<b>2</b> Harvest<small>\d won", ann.get("/me").text)


def test_nobody_is_asked_to_resign_for_a_seat_that_there_is_not(ann):
    room = ann.new_room("ice_fishers", "me", "me")

    assert ann.get(f"/r/{room}/sure/resign?seat=north").status_code == 200
    assert ann.get(f"/r/{room}/sure/resign").status_code == 404


# ---------------------------------------------------------------- the end of a game


@pytest.fixture
def ended(ann, bob, site, sit):
    """A game between Ann and Bob that is over."""
    room = ann.new_room("ice_fishers", "me", "open")
    sit(ann, bob, room)
    play_out(site, room)
    return room


def test_each_reads_what_happened_to_them(ann, bob, ended):
    mine, theirs = (text_of(one.get(f"/r/{ended}/end").text) for one in (ann, bob))

    assert {"You won" in mine, "You won" in theirs} == {True, False}
    assert {"You lost" in mine, "You lost" in theirs} == {True, False}


def test_the_end_compares_with_games_of_the_same_setup_here_and_invents_none(ann, site):
    first, second = (ann.new_room("harvest", "me", "me") for _ in range(2))
    play_out(site, first)
    alone = ann.get(f"/r/{first}/end").text
    play_out(site, second)

    assert "How it compares" not in alone
    assert "Here (1 other game)" in text_of(ann.get(f"/r/{first}/end").text)


def test_the_end_compares_with_the_figures_that_come_with_the_pack(of_packs):
    somebody, site = Browser(of_packs), of_packs.state.site
    made = somebody.post("/new/bomber_boys", follow=False, setup="milk_run")
    room = made.headers["location"].rpartition("/")[2]
    play_out(site, room)
    shown = text_of(somebody.get(f"/r/{room}/end").text)

    assert re.search(r"Bots \(\d+ games\)", shown)
    assert "this game" in shown


def test_the_end_says_how_i_fared_with_the_same_setup_before(ann, bob, site, sit):
    def played():
        room = ann.new_room("ice_fishers", "me", "open")
        sit(ann, bob, room)
        play_out(site, room)
        return {one: text_of(one.get(f"/r/{room}/end").text) for one in (ann, bob)}

    first, second = played(), played()
    won = sum("You won" in one[ann] for one in (first, second))

    assert "You, with this setup" not in first[ann]
    assert f"You, with this setup: 2 games and {won} won." in second[ann]
    assert f"You, with this setup: 2 games and {2 - won} won." in second[bob]


def points_in(page):
    """Return the words of the table of points, row by row."""
    table = re.search(r"<table[^>]*><thead><tr><th[^>]*>Points<.*?</table>", page, re.S)
    rows = re.findall(r"<tr>(.*?)</tr>", table[0], re.S) if table else []
    return [[text_of(cell).strip() for cell in re.findall(r"<t[hd].*?</t[hd]>", r)] for r in rows]


def test_the_end_compares_points_with_those_of_bots_and_with_my_own_before(ann, bob, site, sit):
    def played():
        room = ann.new_room("ice_fishers", "me", "open")
        sit(ann, bob, room)
        play_out(site, room)
        shown = text_of(ann.get(f"/r/{room}/end").text)
        with site.registry.room(room) as one:
            scores = one.match.outcome.scores
        assert re.search(rf"North has {scores['north']:g} points?, .* of the bots\.", shown)
        assert "Result of this setup" not in shown  # a hut is full after every game
        return scores, *(points_in(one.get(f"/r/{room}/end").text) for one in (ann, bob))

    (first, alone, _), (second, again, theirs) = played(), played()
    measured = site.registry.game("ice_fishers").measured["standard"].scores
    of_bots = {seat: f"{low:g} to {high:g}" for seat, (low, _, high) in measured.items()}

    assert alone[0] == ["Points", "This game", "Half of the bots' games"]
    assert alone[1][1:] == [f"{first['north']:g}", of_bots["north"]]
    assert again[0][3:] == ["You, last time", "Your best before"]
    assert again[1][3:] == [f"{first['north']:g}"] * 2
    assert theirs[1][1:4] == [f"{second['south']:g}", of_bots["south"], f"{first['south']:g}"]


@pytest.mark.parametrize(
    ("points", "words"),
    [
        (11, "at least as many as in three in four games of the bots"),
        (8, "at least as many as in half of the games of the bots"),
        (6, "fewer than in half of the games of the bots"),
        (4, "fewer than in three in four games of the bots"),
    ],
)
def test_points_are_ranked_among_those_of_the_bots(points, words):
    assert PointsRow("red", points, (5.0, 8.0, 11.0), ()).rank == words


def test_who_plays_alone_reads_that_they_have_won_or_lost_and_how(of_packs):
    somebody, site = Browser(of_packs), of_packs.state.site
    made = somebody.post("/new/b29_superfortress", follow=False, setup="first")
    room = made.headers["location"].rpartition("/")[2]
    play_out(site, room)
    with site.registry.room(room) as one:
        outcome = one.match.outcome
    (result,) = re.findall(
        r'<header class="result">(.*?)</header>', somebody.get(f"/r/{room}/end").text, re.S
    )

    drawn = said(outcome.kind).capitalize() if outcome.is_draw else "You lost"
    assert f"<h1>{'You won' if outcome.winners else drawn}" in result
    assert outcome.why.lower() in result.lower()
    assert f"/r/{room}/board" in result


def test_what_a_pack_warns_with_are_turning_points_where_it_has_nothing_stronger(
    of_packs, monkeypatch
):
    monkeypatch.setattr("tabletop_core.web.rooms.registry.fresh_seed", lambda: "14")
    somebody, site = Browser(of_packs), of_packs.state.site
    made = somebody.post("/new/wing_and_prayer", follow=False, setup="single")
    room = made.headers["location"].rpartition("/")[2]
    play_well(site, room)
    page = somebody.get(f"/r/{room}/end").text

    assert 1 <= page.count('<li class="warn">') <= 6


@pytest.mark.parametrize("pack", ["ice_fishers", "night_crossing"])
def test_turning_points_are_good_or_bad_for_whoever_reads_them(ann, bob, site, sit, pack):
    """In a game with hidden hands, too, of which everybody sees all when it is over."""
    players = {"option:players": "2"} if pack == "night_crossing" else {}
    room = ann.new_room(pack, "me", "open", **players)
    sit(ann, bob, room)
    play_well(site, room)
    mine, theirs = (
        re.findall(r'<li class="(good|bad)">', one.get(f"/r/{room}/end").text) for one in (ann, bob)
    )

    assert mine
    assert theirs == [{"good": "bad", "bad": "good"}[tone] for tone in mine]


def test_who_plays_both_sides_sees_the_turning_points_of_both(ann, site, monkeypatch):
    monkeypatch.setattr(registry, "fresh_seed", lambda: 7)
    room = ann.new_room("ice_fishers", "me", "me")
    play_well(site, room)

    assert '<li class="">' in ann.get(f"/r/{room}/end").text


@pytest.mark.parametrize(("dice", "is_told"), [(None, True), (TypedDice(), False)])
def test_after_a_game_with_real_dice_no_seed_is_told(ann, site, ended, dice, is_told):
    with site.registry.room(ended) as room:
        room.live.dice = dice

    assert ("Seed: " in ann.get(f"/r/{ended}").text) == is_told


def test_a_game_without_a_log_sheet_has_no_empty_box(ann, ended):
    assert 'class="sheet"' not in ann.get(f"/r/{ended}/end").text


def test_there_are_three_ways_on_and_a_report_to_keep(ann, ended):
    page = ann.get(f"/r/{ended}/end").text
    report = ann.get(f"/r/{ended}/report")

    assert all(f"/r/{ended}/{way}" in page for way in ("rematch", "replay", "report", "save"))
    assert 'href="/new/ice_fishers"' in page
    assert 'filename="ice_fishers.html"' in report.headers["content-disposition"]
    assert report.text.startswith("<!doctype html>")
    assert "<script src" not in report.text


def test_a_game_in_progress_has_no_report(ann):
    room = ann.new_room("ice_fishers", "me", "me")

    assert ann.get(f"/r/{room}/report").status_code == 404


def test_a_game_that_was_given_up_has_an_end_page(two):
    room, first, other = two()
    first.post(f"/r/{room}/resign", seat=first.question(room)[0], sure="1")
    shown = other.get(f"/r/{room}/end")

    assert "was given up" in shown.text
    assert "has resigned" in shown.text


# ---------------------------------------------------------------- friends


def test_title_and_header_say_whose_real_dice_are_awaited(ann, bob, site, sit):
    room = ann.new_room("ice_fishers", "me", "open", dice="manual")
    sit(ann, bob, room)

    def told():
        pages = [one.get(f"/r/{room}").text for one in (ann, bob)]
        titles = [re.search(r'data-title="([^"]*)"', page)[1] for page in pages]
        people = re.search(r'<ul id="@people".*?</ul>', pages[0], re.S)[0]
        return titles, [text_of(one) for one in people.split("</li>") if "to roll" in one]

    first = told()
    with site.registry.room(room) as one:
        one.give_dice(one.seating.person_at("north"), "5")
        asked = one.match.decision
    answered = told()
    with site.registry.room(room) as one:
        one.answer(one.seating.person_at("north"), "north", ["home"], asked.token)

    assert first == (["Your roll: Ice Fishers", "Ice Fishers"], ["north Ann you, to roll"])
    assert answered == (["Your turn: Ice Fishers", "Ice Fishers"], [])
    assert told() == (["Ice Fishers", "Your roll: Ice Fishers"], ["south Bob to roll"])


def test_the_invitation_says_who_asks_what_and_that_a_name_is_enough(of_packs):
    ann, bob = Browser(of_packs, "Ann"), Browser(of_packs, "Bob")
    made = ann.post("/new/bomber_run", name="Ann", setup="expanded", others="friends")
    (link,) = set(re.findall(r'href="(/s/[^"]+)"', made.text))
    shown = text_of(bob.get(link).text)

    assert "Ann asks you to play" in shown
    assert "Expanded formation" in shown
    assert re.search(r"\d+ to \d+ minutes", shown)
    assert "Your name" in shown


def test_the_maker_who_opens_their_own_link_is_not_asked_to_sit_down(ann):
    room = ann.new_room("ice_fishers", "me", "open")
    (link,) = set(re.findall(r'href="(/s/[^"]+)"', ann.get(f"/r/{room}").text))

    assert "Sit down" not in ann.get(link).text
    assert "send it to them" in ann.get(link).text


def test_only_the_maker_sees_invitations_and_only_while_seats_are_open(ann, bob, sit):
    room = ann.new_room("ice_fishers", "me", "open", listed="1")
    before, watched = ann.get(f"/r/{room}").text, bob.get(f"/r/{room}").text
    sit(ann, bob, room)

    assert "Invite: a seat is open" in before
    assert "Invite:" not in watched + ann.get(f"/r/{room}").text


def test_the_code_of_a_link_is_a_picture_of_its_address(ann):
    segno = pytest.importorskip("segno")
    room = ann.new_room("ice_fishers", "me", "open")
    (link,) = set(re.findall(r'href="(/s/[^"]+)"', ann.get(f"/r/{room}").text))
    svg = BytesIO()
    code = segno.make(f"http://localhost{link}", error="m", micro=False)
    code.save(svg, kind="svg", scale=4, border=3, dark="#000", light="#fff", xmldecl=False)

    assert ann.get(f"{link}/qr").text == svg.getvalue().decode()
    assert ann.get("/s/nothing/qr").status_code == 404


def test_a_game_of_somebody_alone_that_is_neither_won_nor_lost_is_kept_as_drawn(ann, site):
    room = ann.new_room("ice_fishers", "me", "me")
    with site.registry.room(room) as held:
        ended = SimpleNamespace(
            outcome=Outcome(kind="returned", is_draw=True),
            options=held.match.options,
            teams=[tuple(held.seating.seats)],
        )
        held.results.keep(ended, held.seating)

    assert {row["worth"] for row in site.registry.store.all("SELECT worth FROM results")} == {0.5}
