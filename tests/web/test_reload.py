"""A server that begins again when a pack changes."""

import re
import shutil
import socket

import pytest

from tests.waiting import PATIENCE_S, until

from .conftest import FOLDERS
from .serving import Server, free_port

pytestmark = pytest.mark.gate


def test_a_server_begins_again_when_a_pack_changes_and_the_rooms_go_on(tmp_path):
    pack = tmp_path / "packs" / "ice_fishers"
    shutil.copytree(FOLDERS[2] / "ice_fishers", pack)
    reloading = Server(tmp_path / "data", "--reload", folders=[pack.parent], port=free_port())
    with reloading as server:
        until(lambda: server.said().count("Ctrl+C") == 1, "the server begins")
        table = server.table("ice_fishers", "me", "me")
        before, view = table.question(), pack / "__init__.py"
        title = re.search(r'title="([^"]*)"', view.read_text())[1]
        view.write_text(view.read_text().replace(title, "Other ice"))
        until(lambda: "has changed" in server.said(), "the change is seen")
        until(lambda: server.said().count("Ctrl+C") == 2, "the server begins again")

        assert "Only this machine can open it; --lan" in server.said()
        assert "Other ice" in table.page().text
        assert table.question() == before
        server.process.terminate()
        assert server.process.wait(PATIENCE_S) == 0
        with socket.socket() as probe:
            assert probe.connect_ex(("127.0.0.1", server.port)) != 0
