"""The front page, the page of a new game, my games, and what is asked before something is lost."""

import re
from io import BytesIO
from time import time
from types import SimpleNamespace
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from starlette.testclient import TestClient

from tabletop_core.bots.seating import difficulties
from tabletop_core.engine.outcome import Outcome
from tabletop_core.events.words import said
from tabletop_core.plugins.packs import find_packs, load_pack
from tabletop_core.rooms import factory
from tabletop_core.rooms.dice import TypedDice
from tabletop_core.rooms.proposals import SILENCE_S
from tabletop_core.rooms.registry import DELETED_S
from tabletop_core.viewers import ALL_SEEING
from tabletop_core.web.app import make_app
from tabletop_core.web.config import Config
from tabletop_core.web.endings import PointsRow, turning_points

from .conftest import HTML, Browser, play_out, play_well, question_in, seat_links, text_of
from .stories import Stage, fields_of, told

SECOND = load_pack("squadron_303").seats_for({"players": 2})[1]
PACKS = [pack.id for pack in find_packs().packs]


@pytest.fixture(scope="module")
def packs_app(tmp_path_factory):
    app = make_app(Config(data=tmp_path_factory.mktemp("data"), catalog=find_packs(), burst=1e6))
    with TestClient(app, base_url="http://localhost") as client:
        app.state.portal = client.portal
        yield app


@pytest.fixture
def somebody(packs_app):
    """Who has no name yet, at a server of the packs that come with the program."""
    return Browser(packs_app)


def seats_in(app, room):
    seats = app.state.site.registry._known(room).seating.seats.values()
    return ["person" if one.person else one.bot or "open" for one in seats]


STORIES = """
few games need no search
    ann sees /: not role="search"
a game is renamed, archived and taken out again
    ann does mine/rename name=  Sunday   evening
    ann sees /games: Sunday evening
    ann does mine/archive
    ann sees /games: Archive (1)
    ann sees /: not ROOM
    ann does mine/unarchive
    ann sees /games: not Archive (1)
a stranger changes nothing in my list
    ann sees it
    bob does /me name=Bob
    bob does mine/rename name=Mine now > 400
    bob does mine/archive > 400
    bob does mine/restore > 400
    ann sees /games: not Mine now | not Archive (1)
a form that sends no file is told so
    ann does /games/open file=x > 403: first give your name
    ann does /me name=Ann
    ann does /games/open file=x > 400: choose a saved game first
an open table says who waits and for how many
    ann opens ice_fishers me open listed=1
    bob sees /: Ann waits for 1 player
what closes a game is asked first with what will be lost
    ann opens ice_fishers me bot:random
    ann does close: @/r/ROOM/sure/close | Nobody can answer in it any more | Keep it
    ann sees it: not has closed it
what deletes a game is asked first with what will be lost
    ann opens ice_fishers me bot:random
    ann does delete: @/r/ROOM/sure/delete | its log and its chat are deleted for everybody | Keep it
    ann sees it
who resigns is asked first with what will be lost
    ann opens ice_fishers me bot:random
    ann does resign seat=north: You lose this game, and south wins it | Keep it
    ann sees it: not has resigned
nobody is asked to resign for a seat that there is not
    ann sees sure/resign?seat=north
    ann sees sure/resign > 404
a game of several is closed only when the others agree
    two
    ann does close sure=1
    bob sees it: Agree
    bob does agree yes=1
    bob sees it: has closed it
a game of several is deleted only when the others agree, and each may bring it back
    two
    ann does delete sure=1
    bob sees it: Agree
    bob does agree yes=1 > 404
    bob sees it > 404
    bob sees /games: Deleted (1)
    bob does mine/restore
    ann sees it
a game of several that the others want to keep is kept
    two
    ann does delete sure=1
    bob does agree yes=
    bob sees it: not Agree
the history keeps results when the room is gone
    two
    first does resign seat=SEAT, sure=1
    ann does delete sure=1
    the deleted are forgotten
    ann sees it > 404
    first sees /history: Lost : resigned
    other sees /history: Won : resigned
a game in progress has neither an end nor a report
    ann sees end > 404
    ann sees report > 404
a game that was given up has an end page
    two
    first does resign seat=SEAT, sure=1
    other sees end: was given up | has resigned
a game without a log sheet has no empty box
    two
    the game is played out
    ann sees end: not class="sheet"
    ann sees it: Seed:
my games and the end say of a game that is over what became of me
    two
    the game is played out
    winner sees /games: Won : full | not Lost :
    loser sees /games: Lost : full | not Won :
    winner sees end: You won | not You lost
    loser sees end: You lost | not You won
my games say nothing of who won where I played both sides
    the game is played out
    ann sees /games: Over | not Won : | not Lost :
the end compares with games of the same setup here and invents none
    ann opens harvest me me
    the game is played out
    ann sees end: not How it compares
    ann opens harvest me me
    the game is played out
    ann sees end: Here (1 other game)
there are three ways on and a report to keep
    two
    the game is played out
    ann sees end: /r/ROOM/rematch | /r/ROOM/replay | /r/ROOM/report | /r/ROOM/save
    ann sees end: href="/new/ice_fishers"
    ann sees report: ice_fishers.html | <!doctype html> | not <script src
the maker who opens their own link is not asked to sit down
    ann opens ice_fishers me open
    ann sees LINK: not Sit down | send it to them
only the maker sees invitations and only while seats are open
    ann opens ice_fishers me open listed=1
    ann sees it: Invite: a seat is open
    bob sees it: not Invite:
    bob sits
    ann sees it: not Invite:
"""


@told(STORIES)
def test_at_the_lobby(stage, story):
    stage.play(story)


PACKS_STORIES = """
a setup there is not is refused in a line
    ann does /new/squadron_303 setup=no_such > 400: not Traceback
the end compares with the figures that come with the pack
    ann does /new/bomber_boys setup=milk_run
    the game is played out
    ann sees end: Bots ( | games) | this game
    ann sees /history: set out for
the invitation says who asks what and that a name is enough
    ann does /new/bomber_run name=Ann, setup=expanded, others=friends
    bob sees LINK: Ann asks you to play | Expanded formation | minutes | Your name
a difficulty there is not is refused in a line
    ann does /new/squadron_303 setup=blitz, others=genius > 400: not Traceback
"""


@told(PACKS_STORIES)
def test_at_the_lobby_of_the_packs(packs_app, story):
    Stage(packs_app).play(story)


# ---------------------------------------------------------------- the front page


@pytest.mark.parametrize("pack", PACKS)
def test_one_click_on_the_front_page_leads_to_a_question_that_waits_for_nobody_else(
    somebody, packs_app, pack
):
    page = somebody.get("/").text
    (tile,) = re.findall(rf'<form method="post" action="/new/{pack}">(.*?)</form>', page, re.S)
    table = somebody.post(f"/new/{pack}", **dict(re.findall(r'name="(\w+)" value="(\w*)"', tile)))

    assert "open" not in seats_in(packs_app, str(table.url).rpartition("/")[2])
    assert question_in(table.text) is not None or "bot" in table.text


def test_each_tile_says_how_many_play_how_long_and_how_heavy_it_is_beside_a_picture(somebody):
    tiles = somebody.get("/").text.split('<li class="tile"')
    wrong = []
    for pack in PACKS:
        told = text_of(next(one for one in tiles if f"/art/{pack}" in one))
        how = r"\d+( |–\d+ )players? [\d–]+ (minutes|hours) (light|easy|medium|rich|heavy)"
        picture = somebody.get(f"/art/{pack}")
        is_svg = picture.headers["content-type"].startswith("image/svg+xml")
        if not (re.search(how, told) and is_svg and picture.text.startswith("<svg")):
            wrong.append(pack)
        if "<script" in picture.text:
            wrong.append(f"{pack} with a script")

    assert wrong == []


def test_a_game_that_waits_for_me_is_a_tile_on_top_with_its_picture(ann):
    room = ann.new_room("ice_fishers", "me", "me")
    page = ann.get("/").text
    before = page.partition("Choose your game</h1>")[0]
    (picture,) = re.findall(rf'src="(/r/{room}/board[^"]*)"', before)

    assert "Your turn" in before
    assert ann.get(picture).text.startswith("<svg")


def test_a_table_without_a_board_has_the_title_picture_in_lists(ann, alone):
    assert alone.get("board").text == ann.get("/art/ice_fishers").text


# ---------------------------------------------------------------- a new game


SEATS = {
    "others=normal": "person wingman",
    "others=easy, option:players=3": "person wingman:errs=0.1 wingman:errs=0.1",
    "others=friends, option:players=4": "person open open open",
    "others=me": "person person",
    "others=normal, option:players=1": "person",
    f"others=normal, side={SECOND}": "wingman person",
    "others=friends, seat:0=bot:random, seat:1=me": "random person",
}


def test_seats_follow_the_number_of_players_and_who_the_others_are(somebody, packs_app):
    def seats(fields):
        room = somebody.made("/new/squadron_303", setup="training", **fields_of(fields))
        return " ".join(seats_in(packs_app, room))

    assert {fields: seats(fields) for fields in SEATS} == SEATS


def test_an_option_whose_values_are_all_setups_is_asked_for_only_there(somebody):
    is_asked = {
        ("bomber_boys", "mission"): False,
        ("bomber_run", "formation"): False,
        ("bomber_run", "diagonals"): True,
        ("b29_superfortress", "mission"): True,  # of 36 its setups offer five
    }
    pages = {pack: somebody.get(f"/new/{pack}").text for pack, _ in is_asked}
    sets = {pack: "".join(re.findall(r'data-sets="([^"]*)"', pages[pack])) for pack in pages}

    assert {
        (pack, option): f'name="option:{option}"' in pages[pack] for pack, option in is_asked
    } == is_asked
    assert "mission=" in sets["bomber_boys"]
    assert "formation=" in sets["bomber_run"]


@pytest.mark.parametrize(
    ("fields", "is_opening"),
    [
        ({"setup": "raid"}, True),
        ({"suggested": "1"}, True),
        ({"setup": "raid", "option:tail_guns": "without_cannon"}, False),
        ({"setup": "late"}, False),
    ],
)
def test_a_setup_with_openings_begins_with_one_where_it_is_played_as_it_is(
    somebody, packs_app, fields, is_opening
):
    registry = packs_app.state.site.registry
    room = somebody.made("/new/b29_superfortress", **fields)
    with registry.room(room) as one:
        game, seed = one.match.game, one.match.seed

    openings = [str(one) for one in game.all_setups[0].openings]
    assert (seed in openings) is is_opening


def test_a_setup_sets_options_and_what_is_chosen_besides_goes_before_it(somebody, packs_app):
    fields = {"setup": "blitz", "option:aces": "2", "option:scenario": "", "others": "normal"}
    with packs_app.state.site.registry.room(somebody.made("/new/squadron_303", **fields)) as room:
        options, setup = room.match.options, room.setup

    assert (options["scenario"], options["aces"], setup) == ("blitz", 2, "Blitz")


def test_the_page_of_a_new_game_names_no_bot_and_no_option_by_its_id_before_its_options(somebody):
    ids = re.compile(r"\b(mcts|flat|ismcts|greedy|wingman|pilot:|\w+_\w+)\b")
    shown = {pack: somebody.get(f"/new/{pack}").text.partition("<details")[0] for pack in PACKS}
    told = {pack: text_of(page.partition("<main")[2]) for pack, page in shown.items()}

    assert {pack: ids.findall(words) for pack, words in told.items() if ids.search(words)} == {}


# ---------------------------------------------------------------- my games


def test_a_bot_that_a_seat_may_have_is_named_by_how_strong_it_is_or_how_it_plays(somebody):
    page = somebody.get("/new/bomber_run").text

    for level, bot in difficulties(load_pack("bomber_run")).items():
        assert f'<option value="bot:{bot}">bot: {level} ({bot})' in page
    assert "bot: looks ahead (mcts)" in page
    assert not re.search(r"bot: (random|greedy|flat|mcts|ismcts)<", page)


def opened(browser, *files):
    """Open games of these files, each a name with its content, as somebody with a name."""
    browser.post("/me", name=browser.name)
    sent = [("file", one) for one in files]
    return browser.client.post("/games/open", files=sent, headers=HTML)


def test_a_game_is_saved_to_a_file_and_opened_again(ann, alone):
    alone.answer()
    file = alone.get("save")

    assert 'filename="ice_fishers.toml"' in file.headers["content-disposition"]
    assert question_in(opened(ann, ("game.toml", file.content)).text)[2] == alone.question[2]


def test_all_games_are_saved_to_one_file_and_opened_elsewhere_under_their_names(ann, bob, alone):
    alone.post("mine/rename", name="Winter")
    alone.answer()
    ann.new_room("reed_march", "me", "me")
    archive = ann.get("/games/save")
    page = opened(bob, ("all.zip", archive.content)).text

    assert 'filename="tabletop_games.zip"' in archive.headers["content-disposition"]
    assert "2 games opened" in page
    (room,) = re.findall(r'href="/r/([^"]+)">Winter<', page)
    assert bob.question(room)[2] == alone.question[2]


def test_a_game_that_is_here_already_is_not_opened_twice(ann, alone):
    archive = ann.get("/games/save").content
    again = opened(ann, ("all.zip", archive)).text
    alone.answer()
    later = opened(ann, ("all.zip", archive), ("x.toml", alone.get("save").content)).text

    assert "0 games opened" in again
    assert "Already here" in again
    assert "1 game opened" in later


def test_of_several_files_a_bad_one_is_named_and_the_others_are_opened(ann, alone):
    file = alone.get("save").content
    alone.answer()
    page = opened(ann, ("good.toml", file), ("bad.toml", b"hello"), ("worse.toml", b"a = [")).text

    assert "1 game opened" in page
    assert "<strong>bad.toml</strong>" in page
    assert "<strong>worse.toml</strong>" in page
    assert "/tmp" not in page


def test_a_damaged_game_or_archive_keeps_no_other_game_out(ann, bob, alone):
    ann.new_room("reed_march", "me", "me")
    archive = ann.get("/games/save").content
    alone.answer()
    at = archive.index(b"002_")  # the second entry in the archive: what follows its name
    spoilt = archive[: at + 40] + bytes(20) + archive[at + 60 :]
    good = ("good.toml", alone.get("save").content)
    one = opened(bob, ("all.zip", spoilt)).text
    other = opened(bob, ("bad.zip", b"PK and nothing more"), good).text

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
    ("name", "content", "status", "words"),
    [
        ("all.zip", b"PK and nothing more", 400, "all.zip"),
        ("all.zip", zipped("a.toml")[:-30], 400, "all.zip"),
        ("all.zip", zipped(*(f"{number}.toml" for number in range(301))), 413, "all.zip"),
        ("all.zip", zipped("a.toml", content=bytes(70_000_000)), 413, "all.zip"),
        ("x.toml", b"", 400, "That did not work"),
        ("x.toml", b"hello", 400, "That did not work"),
        ("x.toml", b"\x00" * 100, 400, "That did not work"),
        ("x.toml", b"# tabletop save, format 99\n", 400, "That did not work"),
        ("x.toml", b"a = [" * 10_000, 400, "That did not work"),
        ("x.toml", b"#" * (8 * 1024 * 1024 + 1), 413, ""),
    ],
    ids=["none", "cut", "many", "bomb", "empty", "words", "zeros", "future", "brackets", "large"],
)
def test_a_bad_or_too_large_file_is_refused_in_one_line_and_leaves_nothing(
    ann, site, name, content, status, words
):
    answer = opened(ann, (name, content))

    assert answer.status_code == status
    assert words in answer.text
    assert "/tmp" not in answer.text
    assert list((site.registry.folder / "games").iterdir()) == []


# ---------------------------------------------------------------- nothing ends by one click


def test_silence_for_the_stated_time_is_consent_and_an_answer_is_none(two, ann, site):
    silent, *_ = two()
    ann.post(f"/r/{silent}/delete", sure="1")
    played, first, _ = two()
    ann.post(f"/r/{played}/delete", sure="1")
    first.answer(played, first.question(played))
    for room in (silent, played):
        with site.registry.room(room) as one:
            proposal = one.proposals.open
            if proposal is not None:
                object.__setattr__(proposal, "at", time() - SILENCE_S - 1)
    site.registry.store.change("UPDATE requests SET at = ?", time() - SILENCE_S - 1)
    site.registry.end_by_silence()

    assert ann.get(f"/r/{silent}").status_code == 404
    assert ann.get(f"/r/{played}").status_code == 200


def test_after_a_week_a_deleted_game_is_gone_and_not_listed(ann, alone, site):
    alone.post("delete", sure="1")
    listed = []
    for ago in (DELETED_S - 60, DELETED_S + 1):
        site.registry.store.change("UPDATE rooms SET deleted = ?", time() - ago)
        site.registry.forget_deleted()
        listed.append("Deleted (1)" in ann.get("/games").text)
    ann.post("/games/restore", room=alone.room)

    assert listed == [True, False]
    assert "Deleted" not in (games := ann.get("/games").text)
    assert alone.room not in games
    assert alone.get().status_code == 404
    assert not site.registry.journal(alone.room).exists()
    assert DELETED_S == 7 * 24 * 3600


# ---------------------------------------------------------------- the history


def test_a_campaign_that_ended_is_a_keepsake_while_its_game_is_there(somebody, packs_app):
    rooms = {}
    for setup in ("single", "short"):
        rooms[setup] = somebody.made("/new/wing_and_prayer", setup=setup)
        play_well(packs_app.state.site, rooms[setup])
    shown = somebody.get("/history").text.partition("Keepsakes")[2].partition("</ul>")[0]
    pictures = re.findall(r'src="(/r/[^"]+/board[^"]*)"', shown)
    somebody.post(f"/r/{rooms['short']}/delete", sure="1")

    assert [rooms["short"] in one for one in pictures] == [True]
    assert somebody.get(pictures[0].partition("?")[0]).status_code == 404
    assert "Keepsakes" not in somebody.get("/history").text


# ---------------------------------------------------------------- the end of a game


@pytest.fixture
def play_one(ann, bob, site, sit):
    """Return a function that plays a game between Ann and Bob to its end, and tells its room."""

    def play_one():
        room = ann.new_room("ice_fishers", "me", "open")
        sit(ann, bob, room)
        play_out(site, room)
        return room

    return play_one


def test_the_end_says_how_i_fared_with_the_same_setup_before(ann, bob, play_one):
    def played():
        room = play_one()
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


def test_the_end_compares_points_with_those_of_bots_and_with_my_own_before(
    ann, bob, site, play_one
):
    def played():
        room = play_one()
        shown = text_of(ann.get(f"/r/{room}/end").text)
        with site.registry.room(room) as one:
            scores = one.match.outcome.scores
        assert re.search(rf"North has {scores['north']:g} points?, .* the bots' \w+", shown)
        assert "Result of this setup" not in shown  # a hut is full after every game
        return scores, *(points_in(one.get(f"/r/{room}/end").text) for one in (ann, bob))

    (first, alone, _), (second, again, theirs) = played(), played()
    measured = site.registry.games.game("ice_fishers").measured["standard"].scores
    of_bots = {seat: f"{low:g} to {high:g}" for seat, (low, _, high) in measured.items()}

    assert alone[0] == ["Points", "This game", "The bots' middle half"]
    assert alone[1][1:] == [f"{first['north']:g}", of_bots["north"]]
    assert again[0][3:] == ["You, last time", "Your best before"]
    assert again[1][3:] == [f"{first['north']:g}"] * 2
    assert theirs[1][1:4] == [f"{second['south']:g}", of_bots["south"], f"{first['south']:g}"]


def test_points_are_ranked_among_those_of_the_bots():
    ranked = {
        11: "in the bots' top quarter",
        9: "above the bots' median",
        8: "at the bots' median",
        6: "below the bots' median",
        4: "in the bots' bottom quarter",
    }

    assert {at: PointsRow("red", at, (5.0, 8.0, 11.0), ()).rank for at in ranked} == ranked


def test_who_plays_alone_reads_that_they_have_won_or_lost_and_how(somebody, packs_app):
    room = somebody.made("/new/b29_superfortress", setup="first")
    play_out(packs_app.state.site, room)
    with packs_app.state.site.registry.room(room) as one:
        outcome = one.match.outcome
    page = somebody.get(f"/r/{room}/end").text
    (result,) = re.findall(r'<header class="result">(.*?)</header>', page, re.S)

    drawn = said(outcome.kind).capitalize() if outcome.is_draw else "You lost"
    assert f"<h1>{'You won' if outcome.winners else drawn}" in result
    assert outcome.why.lower() in result.lower()
    assert f"/r/{room}/board" in result


def test_what_a_pack_warns_with_are_turning_points_where_it_has_nothing_stronger(
    somebody, packs_app, monkeypatch
):
    monkeypatch.setattr(factory, "fresh_seed", lambda: "14")
    fields = {"setup": "single", "option:mission": "4"}
    room = somebody.made("/new/wing_and_prayer", **fields)
    play_well(packs_app.state.site, room)

    with packs_app.state.site.registry.room(room) as held:
        found = turning_points(held.match, ALL_SEEING, ("squadron",))

    assert 1 <= len(found) <= 6
    assert {line.tone for _, line in found} == {"warn"}


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


def test_who_plays_both_sides_sees_the_turning_points_of_both(alone, site):
    play_well(site, alone.room)

    assert '<li class="">' in alone.get("end").text


def test_after_a_game_with_real_dice_no_seed_is_told(ann, site, play_one):
    ended = play_one()
    with site.registry.room(ended) as room:
        room.match.history.checkpoints.source = TypedDice()

    assert "Seed: " not in ann.get(f"/r/{ended}").text


def test_a_game_that_is_over_is_in_the_history_and_among_what_was_played_for_each_seat(ann, site):
    before = ann.get("/me").text
    room = ann.new_room("harvest", "me", "me")
    play_out(site, room)
    shown = ann.get("/history").text

    assert shown.count(f"/r/{room}/end") == 2
    assert "_" not in text_of(shown.partition("<main")[2])
    assert 'class="tally"' not in before
    assert re.search(r"<b>2</b> Harvest<small>\d won", ann.get("/me").text)


@pytest.mark.parametrize(
    ("result", "others", "worth", "told"),
    [
        ("minimal success", "", 0.5, "Minimal success"),
        ("draw", "Bob", 0.5, "Drawn"),
        ("won", "Bob", 0, "Lost"),
        ("fleet sunk", "Bob", 1, "Won : fleet sunk"),
    ],
)
def test_the_history_says_what_an_ending_was_to_its_reader(ann, site, result, others, worth, told):
    play_out(site, ann.new_room("harvest", "me", "me"))
    change = "UPDATE results SET result = ?, others = ?, worth = ?, score = NULL"
    site.registry.store.change(change, result, others, worth)

    _, _, shown = ann.get("/history").text.partition("Games that ended")
    assert text_of(re.search(r"<p>(.*?)</p>", shown, re.S)[1]) == told


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
        one.answer(one.seating.person_at("north"), "north", "home", asked.token)

    assert first == (["Your roll: Ice Fishers", "Ice Fishers"], ["north Ann you, to roll"])
    assert answered == (["Your turn: Ice Fishers", "Ice Fishers"], [])
    assert told() == (["Ice Fishers", "Your roll: Ice Fishers"], ["south Bob to roll"])


def test_the_code_of_a_link_is_a_picture_of_its_address(ann):
    segno = pytest.importorskip("segno")
    (link, *_) = seat_links(ann.get(f"/r/{ann.new_room('ice_fishers', 'me', 'open')}").text)
    svg = BytesIO()
    code = segno.make(f"http://localhost{link}", error="m", micro=False)
    code.save(svg, kind="svg", scale=4, border=3, dark="#000", light="#fff", xmldecl=False)

    assert ann.get(f"{link}/qr").text == svg.getvalue().decode()
    assert ann.get("/s/nothing/qr").status_code == 404


def test_a_game_of_somebody_alone_that_is_neither_won_nor_lost_is_kept_as_drawn(alone, site):
    with site.registry.room(alone.room) as held:
        ended = SimpleNamespace(
            outcome=Outcome(kind="returned", is_draw=True),
            options=held.match.options,
            teams=[tuple(held.seating.seats)],
        )
        held.results.keep(ended, held.seating)

    assert {row["worth"] for row in site.registry.store.all("SELECT worth FROM results")} == {0.5}
