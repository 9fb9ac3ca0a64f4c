"""A whole game as one page: all in it, nothing loaded, nothing told that the seat may not see."""

import gzip
import json
import re
from base64 import b64decode
from pathlib import Path
from random import Random

import pytest

from tabletop_core import cli
from tabletop_core.plugins.packs import find_packs, load_pack
from tabletop_core.presentation.table_view import LogCursor, table_view
from tabletop_core.saves.session import begin, new_session
from tabletop_core.viewers import ALL_SEEING, Viewer
from tabletop_core.web.report import frames, report_html, story_of
from tabletop_core.web.table import fragments

ROOT = Path(__file__).parents[2]


def played(game, answers, seed=1, **how):
    session = new_session(game, seed=seed, **how)
    begin(session)
    random = Random(seed)
    for _ in range(answers):
        if session.play.decision is None:
            break
        session.answer(session.play.decision.at_random(random.random()))
    return session


def states(told):
    """Return all fragments after each frame, put together from what each frame changes."""
    now, found = {}, []
    for frame in told:
        now = {name: html for name, html in {**now, **frame.parts}.items() if html is not None}
        found.append(now)
    return found


def test_the_frames_put_together_are_the_table_as_it_was_at_the_end():
    session = played(load_pack("bomber_run"), 40)
    viewer = Viewer("west")

    told = list(frames(session, viewer))

    assert len(told) == 41
    play = session.play
    before = play.game.view(play.as_it_was(play.last_answer()), viewer)
    seen = table_view(
        session, viewer, before=before, telling=LogCursor(viewer, whole=True), mine=()
    )
    assert states(told)[-1] == fragments(seen)


def test_the_page_loads_nothing():
    page = report_html(played(load_pack("bomber_run"), 5), ALL_SEEING)

    assert not re.findall(r"""(?:src|href)=["'](?!#)[^"']+["']""", page.split("<script")[0])
    assert "<link" not in page
    assert "<script src" not in page


def test_the_frames_in_a_story_cannot_end_their_script():
    _, data = story_of(played(load_pack("bomber_run"), 5), ALL_SEEING)

    assert "</" not in data
    assert "<!" not in data
    assert len(json.loads(data)) == 6


def test_a_page_without_a_server_holds_the_frames_of_the_story_packed():
    session = played(load_pack("bomber_run"), 5)

    page = report_html(session, ALL_SEEING)

    packed = re.search(r'<script type="application/gzip" id="@frames">(.*?)</script>', page)[1]
    _, data = story_of(session, ALL_SEEING)
    assert json.loads(gzip.decompress(b64decode(packed))) == json.loads(data)


def test_a_game_of_500_answers_is_under_two_megabytes():
    session = played(load_pack("bomber_run"), 500, seed=3)

    page = report_html(session, ALL_SEEING)

    assert session.play.decisions == 500
    assert len(page.encode()) < 2_000_000


def test_a_spectator_is_told_no_card_that_was_drawn_in_secret():
    game = find_packs((ROOT / "examples" / "night_crossing",), points=())["night_crossing"].load()
    session = played(game, 3, seats="human")
    others = session.play.seats
    hidden = {
        event.facts["name"]
        for event in session.play.events
        if event.kind == "draw" and event.seats is not None and set(event.seats) <= set(others)
    }

    mine = "".join(
        html
        for frame in frames(session, Viewer())
        for name, html in frame.parts.items()
        if html and name.startswith("@log-")
    )

    assert hidden
    assert not [name for name in hidden if f"draws {name}" in mine]


def test_replay_writes_the_page(tmp_path, capsys):
    session = played(load_pack("bomber_run"), 3, save=tmp_path / "a.game")
    session.journal.sync()
    session.close()
    out = tmp_path / "out.html"

    with pytest.raises(SystemExit) as left:
        cli.app(["replay", str(tmp_path / "a.game"), "--html", str(out)])

    assert left.value.code in (0, None)
    assert out.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert "out.html" in capsys.readouterr().out
