"""Trained policies at the table: those that the host has named, no file that a visitor names."""

import builtins
import io

import pytest

pytest.importorskip("numpy", reason="NumPy is not installed")


from tabletop_core.adapters.policy import policy_extension
from tabletop_core.web.rooms import registry

from .conftest import Browser


@pytest.fixture
def ace(tmp_path, catalog, untrained_policy):
    game = catalog["ice_fishers"].load()
    path = tmp_path / "ace.npz"
    untrained_policy(game).save(path)
    return path


def test_a_policy_that_the_host_names_can_be_chosen_and_plays(
    make_server, catalog, ace, monkeypatch
):
    monkeypatch.setattr(registry, "fresh_seed", lambda: 7)  # a game that asks the person first
    server = make_server(catalog=catalog.extended_by([policy_extension(ace)]))
    ann = Browser(server, "Ann")
    page = ann.get("/new/ice_fishers").text
    room = ann.new_room("ice_fishers", "me", "bot:ace")
    asked = ann.question(room)

    assert 'value="bot:ace"' in page
    assert str(ace) not in page
    assert asked is not None
    assert ann.answer(room, asked).status_code < 400


def test_a_visitor_makes_the_server_open_no_file(make_server, catalog, ace, monkeypatch):
    server = make_server(catalog=catalog.extended_by([policy_extension(ace)]))
    ann, opened, real = Browser(server, "Ann"), [], io.open

    def watched(file, *args, **how):
        opened.append(str(file))
        return real(file, *args, **how)

    monkeypatch.setattr(builtins, "open", watched)
    monkeypatch.setattr(io, "open", watched)
    for bot in (f"bot:policy:{ace}", f"policy:{ace}", f"bot:{ace}", f"bot:ace:policy={ace}"):
        answer = ann.post("/new/ice_fishers", follow=False, **{"seat:0": "me", "seat:1": bot})

        assert answer.status_code == 400, bot
    assert str(ace) not in opened
