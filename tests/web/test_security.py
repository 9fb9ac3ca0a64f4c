"""What strangers send, and what they get."""

import gzip
import re
from pathlib import Path

import pytest

from tabletop_core import web
from tabletop_core.web.security import MAX_BODY_BYTES, RateLimiter

from .conftest import HTML, Browser


@pytest.mark.parametrize(
    "path",
    [
        *("/nothing", "/r/nothing", "/r/nothing/stream", "/s/nothing", "/host/nothing"),
        *("/new/nothing", "/r/../../etc/passwd", "/static/../app.py", "/static/%2e%2e/app.py"),
    ],
)
def test_what_is_not_there_gets_a_page_that_leads_back(ann, path):
    answer = ann.get(path)

    assert answer.status_code == 404
    assert "Traceback" not in answer.text
    if not path.startswith("/static"):
        assert "To the list of games" in answer.text


def test_an_address_of_a_button_says_so_to_whoever_opens_it(alone):
    answer = alone.get("undo")

    assert answer.status_code == 405
    assert "this address accepts only what a button sends" in answer.text


def test_every_page_has_the_strict_headers_and_no_script_or_style_of_its_own(ann, alone):
    room = f"/r/{alone.room}"
    for path in ("/", "/me", room, "/new/ice_fishers", "/static/table.js", "/nothing"):
        answer = ann.get(path)

        assert answer.headers["content-security-policy"].startswith("default-src 'self';"), path
        assert "unsafe" not in answer.headers["content-security-policy"], path
        assert answer.headers["x-content-type-options"] == "nosniff", path
        own = ("<style", " style=", "<script>", " onclick=")
        assert path == "/static/table.js" or [one for one in own if one in answer.text] == [], path


def test_the_cookie_is_kept_from_scripts_and_other_sites(ann):
    answer = ann.post("/new/ice_fishers", follow=False, name="Ann")
    cookie = answer.headers["set-cookie"].lower()

    assert "httponly" in cookie
    assert "samesite=lax" in cookie


def test_a_browser_is_known_by_its_cookie_until_it_is_closed_or_has_a_name(server, alone):
    nobody, room = Browser(server), f"/r/{alone.room}"
    key, *how = nobody.get(room).headers["set-cookie"].split("; ")

    assert "_browser=" in key
    assert {one for one in how if not one.startswith("Path")} == {"HttpOnly", "SameSite=lax"}
    assert "set-cookie" not in nobody.get(room).headers
    assert "set-cookie" not in alone.get().headers


def test_a_name_that_points_at_this_machine_is_not_served(ann):
    answer = ann.client.get("/", headers={"host": "evil.example", **HTML})

    assert answer.status_code == 421
    assert "New game" not in answer.text


def test_a_huge_body_is_refused(ann, alone):
    where = f"/r/{alone.room}/chat"
    told = ann.client.post(where, content=b"x" * (MAX_BODY_BYTES + 1))
    parts = (b"x" * 1000 for _ in range(MAX_BODY_BYTES // 1000 + 1))
    untold = ann.client.post(where, content=parts)

    assert (told.status_code, untold.status_code) == (413, 413)


ELSEWHERE = [
    {"origin": "http://evil.example"},
    {"origin": "null"},
    {"sec-fetch-site": "cross-site"},
]
NO_FORMS = [b"\xff\xfe", b"&" * 5000, b"=&" * 3000, b"token=\x00&seat=%00"]


@pytest.mark.parametrize(
    ("statuses", "words", "sent"),
    [
        *[((403,), "", {"headers": headers}) for headers in ELSEWHERE],
        *[((400, 409), "", {"content": body, "headers": HTML}) for body in NO_FORMS],
        *[((409,), "", {"token": token}) for token in ("", "-1", "x", "9" * 40, "0", "9", "²")],
        ((409,), "", {"token": []}),
        ((400,), "is not an option here", {"answer": "<b>"}),
        ((400,), "", {"seat": "nobody"}),
    ],
)
def test_a_form_of_another_site_or_with_what_nobody_was_asked_changes_nothing(
    alone, statuses, words, sent
):
    seat, token, answers = question = alone.question
    if "content" not in sent:
        fields = {"seat": seat, "token": token, "answer": answers[0], **sent}
        sent = {"data": fields, "headers": fields.pop("headers", None)}
    answer = alone.browser.client.post(f"/r/{alone.room}/answer", **sent)

    assert answer.status_code in statuses
    assert words in answer.text
    assert "Traceback" not in answer.text
    assert alone.question == question


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
    assert [allowance.take(who) for who in ("ann", "ann", "bob")] == [True, False, True]


def test_a_fault_of_the_program_shows_no_traceback(ann, site, monkeypatch, capsys):
    monkeypatch.setattr(site.registry.store, "all", lambda *how: 1 / 0)
    ann.client._transport.raise_server_exceptions = False
    answer = ann.get("/r/anything")

    assert answer.status_code == 500
    assert "the program failed here" in answer.text
    assert "ZeroDivisionError" not in answer.text
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_the_scripts_of_a_table_have_under_37_kb_with_what_is_vendored(alone):
    names = re.findall(r'<script src="/static/(\S+)"', alone.page)
    scripts = [Path(web.__file__).parent / "static" / name for name in names]

    assert any(".min." in name for name in names)
    assert sum(len(gzip.compress(one.read_bytes(), 9)) for one in scripts) < 37_000


@pytest.mark.parametrize(("under", "prefix"), [("/", "__Host-"), ("/table/", "__Secure-")])
def test_cookies_over_https_cannot_be_set_by_another_host_of_the_domain(make_server, under, prefix):
    site = make_server(public="https://games.example.org", under=under).state.site

    assert site.cookies.name.startswith(f"{prefix}tabletop_")
