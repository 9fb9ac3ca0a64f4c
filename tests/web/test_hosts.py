"""What a host adds: pictures of boards under the spaces of the page, trained policies.

A visitor can choose a policy that the host has named, and makes the server open no file.
"""

import builtins
import io

import pytest

from tabletop_core.errors import DataError, TabletopError
from tabletop_core.rooms import factory

from .conftest import Browser

HOLDS = 'picture = "fields.png"\nsize = [300, 200]\nat.A1 = [50, 50]\nat.C2 = [250, 150]\n'
PICTURE = 'href="data:image/png;base64,YSBwaWN0dXJl"'


@pytest.fixture
def art(tmp_path):
    folder = tmp_path / "art" / "harvest"
    folder.mkdir(parents=True)
    (folder / "fields.toml").write_text(HOLDS)
    (folder / "fields.png").write_bytes(b"a picture")
    return folder.parent


def test_a_picture_lies_below_its_board_on_the_page_and_in_the_story_and_below_no_other(
    make_server, art
):
    ann = Browser(make_server(art=art), "Ann")
    room = ann.new_room("harvest", "me", "me")

    for page in (ann.get(f"/r/{room}").text, ann.get(f"/r/{room}/replay").text):
        assert page.count(PICTURE) == 1
        assert '<g id="A1" class="space printed">' in page
    assert PICTURE not in ann.get(f"/r/{ann.new_room('ice_fishers', 'me', 'me')}").text


def test_a_folder_without_pictures_of_any_game_is_refused_before_the_server_listens(
    make_server, tmp_path
):
    (tmp_path / "empty").mkdir()

    with pytest.raises(TabletopError, match="has no folder named after a game here"):
        make_server(art=tmp_path / "empty")


def test_a_wrong_description_is_told_with_file_and_line_before_the_server_listens(make_server, art):
    (art / "harvest" / "fields.toml").write_text(HOLDS.replace("300", "0"))

    with pytest.raises(DataError, match=r"fields.toml:2.*a picture has pixels"):
        make_server(art=art)


# ---------------------------------------------------------------- trained policies


@pytest.fixture
def ace(tmp_path, catalog, untrained_policy):
    path = tmp_path / "ace.npz"
    untrained_policy(catalog["ice_fishers"].load()).save(path)
    return path


@pytest.fixture
def pilots(ace, catalog, make_server):
    from tabletop_core.adapters.policy import policy_extension

    return make_server(catalog=catalog.extended_by([policy_extension(ace)]))


def test_a_policy_that_the_host_names_can_be_chosen_and_plays(pilots, ace, monkeypatch):
    monkeypatch.setattr(factory, "fresh_seed", lambda: 7)  # a game that asks the person first
    ann = Browser(pilots, "Ann")
    page = ann.get("/new/ice_fishers").text
    room = ann.new_room("ice_fishers", "me", "bot:ace")
    asked = ann.question(room)

    assert 'value="bot:ace"' in page
    assert str(ace) not in page
    assert asked is not None
    assert ann.answer(room, asked).status_code < 400


def test_a_visitor_makes_the_server_open_no_file(pilots, ace, monkeypatch):
    ann, opened, real = Browser(pilots, "Ann"), [], io.open

    def watched(file, *args, **how):
        opened.append(str(file))
        return real(file, *args, **how)

    monkeypatch.setattr(builtins, "open", watched)
    monkeypatch.setattr(io, "open", watched)
    for bot in (f"bot:policy:{ace}", f"policy:{ace}", f"bot:{ace}", f"bot:ace:policy={ace}"):
        answer = ann.post("/new/ice_fishers", follow=False, **{"seat:0": "me", "seat:1": bot})

        assert answer.status_code == 400, bot
    assert str(ace) not in opened
