"""Trained policies at the table: those that the host has named, no file that a visitor names."""

import builtins
import io

import pytest

pytest.importorskip("numpy", reason="NumPy is not installed")

import numpy as np

from tabletop_core.adapters.layout import Layout
from tabletop_core.adapters.pointer import shapes_of
from tabletop_core.adapters.policy import TrainedPolicy, policy_extension
from tabletop_core.adapters.vocabulary import Vocabulary

from .conftest import Browser


def some_weights(layout, vocabulary):
    shapes = shapes_of(layout, vocabulary.size, 8)
    return {
        name: np.sin(np.arange(np.prod(shape)) * place).reshape(shape).astype(np.float32) / 4
        for place, (name, shape) in enumerate(shapes.items(), 1)
    }


@pytest.fixture
def ace(tmp_path, catalog):
    game = catalog["ice_fishers"].load()
    layout = Layout.by_playing(game, decisions=50)
    vocabulary = Vocabulary.by_playing(game, decisions=50)
    weights = some_weights(layout, vocabulary)
    path = tmp_path / "ace.npz"
    rules = game.identity.rules
    TrainedPolicy(layout=layout, vocabulary=vocabulary, rules=rules, weights=weights).save(path)
    return path


def test_a_policy_that_the_host_names_can_be_chosen_and_plays(make_server, catalog, ace):
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
