"""The host's own pictures of boards, under the spaces of the page."""

import pytest

from tabletop_core.errors import DataError, TabletopError

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

    with pytest.raises(TabletopError, match="has no folder that is called as a game here is"):
        make_server(art=tmp_path / "empty")


def test_a_wrong_description_is_told_with_file_and_line_before_the_server_listens(make_server, art):
    (art / "harvest" / "fields.toml").write_text(HOLDS.replace("300", "0"))

    with pytest.raises(DataError, match=r"fields.toml:2.*a picture has pixels"):
        make_server(art=art)
