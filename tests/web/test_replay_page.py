"""A whole game as one page: all in it, nothing loaded, nothing told that the seat may not see."""

import gzip
import json
import re
from base64 import b64decode

import pytest

from tabletop_core import cli
from tabletop_core.engine.past import as_it_was
from tabletop_core.engine.runner import Runner
from tabletop_core.plugins.packs import find_packs, load_pack
from tabletop_core.presentation.table_view import LogCursor, table_view
from tabletop_core.viewers import ALL_SEEING, Viewer
from tabletop_core.web.replay_page import frames, replay_parts, report_html
from tabletop_core.web.table import fragments

from .conftest import ROOT, played


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
    match = session.match
    before = match.game.look.view(as_it_was(match, match.history.last_answer()).play, viewer)
    telling = LogCursor(viewer, whole=match.events)
    seen = table_view(session, viewer, before=before, telling=telling, mine=())
    last, now = states(told)[-1], fragments(seen)
    assert last.pop("@prompt") != now.pop("@prompt"), "nobody waits in a replay"
    assert last == now


def test_each_frame_tells_what_its_answer_brought_and_nobody_waits():
    session = played(load_pack("wing_and_prayer"), 40, seed=1)

    told = [state["@prompt"] for state in states(frames(session, Viewer("squadron")))]

    assert ">The target for today is " in told[0]
    assert not [prompt for prompt in told if "Waiting for" in prompt or "></p>" in prompt]
    assert any(" bombs hit the target. The photographs of " in prompt for prompt in told)


def test_the_game_is_played_again_once_for_all_frames_and_not_from_its_beginning_for_each(
    monkeypatch,
):
    session, recalled, true = played(load_pack("bomber_run"), 40), [], Runner.recall
    monkeypatch.setattr(Runner, "recall", lambda *given: recalled.append(1) or true(*given))
    copy = session.as_it_was(len(session.match.tape.entries))

    assert len(copy.match.history.checkpoints.kept) > 2
    assert len(list(frames(copy, Viewer("west")))) == 41
    assert len(recalled) <= 1


@pytest.fixture(scope="module")
def begun():
    return played(load_pack("bomber_run"), 5)


def test_the_page_loads_nothing(begun):
    page = report_html(begun, ALL_SEEING)

    assert not re.findall(r"""(?:src|href)=["'](?!#)[^"']+["']""", page.split("<script")[0])
    assert "<link" not in page
    assert "<script src" not in page


def test_the_frames_in_a_story_cannot_end_their_script(begun):
    _, data = replay_parts(begun, ALL_SEEING)

    assert "</" not in data
    assert "<!" not in data
    assert len(json.loads(data)) == 6


def test_a_page_without_a_server_holds_the_frames_of_the_story_packed(begun):
    page = report_html(begun, ALL_SEEING)

    packed = re.search(r'<script type="application/gzip" id="@frames">(.*?)</script>', page)[1]
    _, data = replay_parts(begun, ALL_SEEING)
    assert json.loads(gzip.decompress(b64decode(packed))) == json.loads(data)


@pytest.mark.gate
def test_a_game_of_500_answers_is_under_two_megabytes():
    session = played(load_pack("bomber_run"), 500, seed=3)

    page = report_html(session, ALL_SEEING)

    assert session.match.decisions == 500
    assert len(page.encode()) < 2_000_000


def test_a_spectator_is_told_no_card_that_was_drawn_in_secret():
    game = find_packs((ROOT / "examples" / "night_crossing",), points=())["night_crossing"].load()
    session = played(game, 3, seats="human")
    others = session.match.seats
    hidden = {
        event.facts["name"]
        for event in session.match.events
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
    session.save()
    session.close()
    out = tmp_path / "out.html"

    with pytest.raises(SystemExit) as left:
        cli.app(["replay", str(tmp_path / "a.game"), "--html", str(out)])

    assert left.value.code in (0, None)
    assert out.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert "out.html" in capsys.readouterr().out
