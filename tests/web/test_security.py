"""What strangers send, and what they get."""

import pytest

from tabletop_core.web.security import MAX_BODY_BYTES, RateLimiter

from .conftest import HTML, Browser


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/nothing", 404),
        ("/r/nothing", 404),
        ("/r/nothing/stream", 404),
        ("/s/nothing", 404),
        ("/host/nothing", 404),
        ("/new/nothing", 404),
        ("/r/../../etc/passwd", 404),
        ("/static/../app.py", 404),
        ("/static/%2e%2e/app.py", 404),
    ],
)
def test_what_is_not_there_gets_a_page_that_leads_back(ann, path, status):
    answer = ann.get(path)

    assert answer.status_code == status
    assert "Traceback" not in answer.text
    if not path.startswith("/static"):
        assert "To the list of games" in answer.text


def test_an_address_of_a_button_says_so_to_whoever_opens_it(ann):
    room = ann.new_room("ice_fishers", "me", "me")

    answer = ann.get(f"/r/{room}/undo")

    assert answer.status_code == 405
    assert "this address only takes what a button sends" in answer.text


def test_every_answer_has_the_strict_headers(ann):
    room = ann.new_room("ice_fishers", "me", "me")
    for path in ("/", "/me", f"/r/{room}", "/new/ice_fishers", "/static/table.js", "/nothing"):
        headers = ann.get(path).headers

        assert headers["content-security-policy"].startswith("default-src 'self';"), path
        assert "unsafe" not in headers["content-security-policy"], path
        assert headers["x-content-type-options"] == "nosniff", path


def test_no_page_holds_a_script_or_a_style_of_its_own(ann):
    room = ann.new_room("ice_fishers", "me", "me")
    for path in ("/", "/me", f"/r/{room}", "/new/ice_fishers", "/nothing"):
        page = ann.get(path).text

        assert "<style" not in page, path
        assert " style=" not in page, path
        assert "<script>" not in page, path
        assert " onclick=" not in page, path


def test_the_cookie_is_kept_from_scripts_and_other_sites(ann):
    answer = ann.post("/new/ice_fishers", follow=False, name="Ann")
    cookie = answer.headers["set-cookie"].lower()

    assert "httponly" in cookie
    assert "samesite=lax" in cookie


@pytest.mark.parametrize(
    "headers",
    [{"origin": "http://evil.example"}, {"origin": "null"}, {"sec-fetch-site": "cross-site"}],
)
def test_a_form_of_another_site_is_refused(ann, headers):
    room = ann.new_room("ice_fishers", "me", "me")
    question = ann.question(room)
    seat, token, answers = question
    fields = {"seat": seat, "token": token, "answer": answers[0]}
    answer = ann.client.post(f"/r/{room}/answer", data=fields, headers=headers)

    assert answer.status_code == 403
    assert ann.question(room) == question


def test_a_name_that_points_at_this_machine_is_not_served(ann):
    answer = ann.client.get("/", headers={"host": "evil.example", **HTML})

    assert answer.status_code == 421
    assert "New game" not in answer.text


def test_a_huge_body_is_refused(ann):
    room = ann.new_room("ice_fishers", "me", "me")
    told = ann.client.post(f"/r/{room}/chat", content=b"x" * (MAX_BODY_BYTES + 1))
    parts = (b"x" * 1000 for _ in range(MAX_BODY_BYTES // 1000 + 1))
    untold = ann.client.post(f"/r/{room}/chat", content=parts)

    assert (told.status_code, untold.status_code) == (413, 413)


@pytest.mark.parametrize("body", [b"\xff\xfe", b"&" * 5000, b"=&" * 3000, b"token=\x00&seat=%00"])
def test_what_is_no_form_is_told_so(ann, body):
    room = ann.new_room("ice_fishers", "me", "me")
    question = ann.question(room)
    answer = ann.client.post(f"/r/{room}/answer", content=body, headers=HTML)

    assert answer.status_code in (400, 409)
    assert "Traceback" not in answer.text
    assert ann.question(room) == question


@pytest.mark.parametrize("token", ["", "-1", "x", "9" * 30, "0", "²"])
def test_a_forged_token_changes_nothing(ann, token):
    room = ann.new_room("ice_fishers", "me", "me")
    question = ann.question(room)
    seat, _, answers = question
    answer = ann.answer(room, (seat, token, answers))

    assert answer.status_code == 409
    assert ann.question(room) == question


def test_an_answer_that_is_no_option_is_told_so(ann):
    room = ann.new_room("ice_fishers", "me", "me")
    question = ann.question(room)
    answer = ann.answer(room, question, "<b>")

    assert answer.status_code == 400
    assert "is not an option here" in answer.text
    assert ann.question(room) == question


def test_who_sends_too_much_must_wait(make_server):
    ann = Browser(make_server(posts=0.001, burst=3), "Ann")
    answers = [ann.post("/me", name="Ann").status_code for _ in range(5)]

    assert 429 in answers


def test_an_allowance_comes_back_in_time(monkeypatch):
    now = [0.0]
    monkeypatch.setattr("tabletop_core.web.security.monotonic", lambda: now[0])
    allowance = RateLimiter(rate=1, burst=2)
    taken = [allowance.take("ann") for _ in range(3)]
    now[0] = 1.5

    assert taken == [True, True, False]
    assert allowance.take("ann")
    assert not allowance.take("ann")
    assert allowance.take("bob")


def test_a_fault_of_the_program_shows_no_traceback(ann, site, monkeypatch, capsys):
    monkeypatch.setattr(site.registry.store, "all", lambda *how: 1 / 0)
    ann.client._transport.raise_server_exceptions = False
    answer = ann.get("/r/anything")

    assert answer.status_code == 500
    assert "the program failed at this" in answer.text
    assert "ZeroDivisionError" not in answer.text
    assert "ZeroDivisionError" in capsys.readouterr().err
