r"""Stories of persons at a table, in lines of text.

    the claim that is told, a line that stands at the margin
        ann opens ice_fishers me open listed=1       without such a line Ann plays both seats
        two undo=asked                               or a room of Ann and Bob, and who is asked
        bob sits                                     takes the open seat by its link
        asked answers stop                           the first answer, or this one, of who is asked
        ann does mine/rename name=Sunday, sure=1     sends a form of the room, or of an address
        ann does undo > 403: words                   and is answered with that
        bob sees /games: words | words | not words   a page of the room, or of an address
        bob sees it > 404                            the room itself
        bob sees it: @/r/ROOM                        and where that led
        bob sees #room-notice: words                 a part of the room
        ann is asked, or: nothing, the same, again   as when that was last looked at; again by a new
                                                     number
        the game is played out; the room sleeps; the deleted are forgotten; the server starts again

After `two`, `first` is who was asked first and `other` the other one, when the game was played out
`winner` and `loser`. ROOM is the id of the room, LINK leads to its first open seat; SEAT, TOKEN,
FIRST and LAST are who is asked, by which number, and the first and last answer. Words may stand in
a page, in its text or in its headers.
"""

import re

import pytest

from .conftest import Browser, play_out, seat_links, text_of

STEP = re.compile(
    r"(?P<who>\w+) (?P<verb>does|sees|answers|opens|sits|is asked)(?: (?P<what>[^\s>]+?))?"
    r"(?: (?!> )(?P<fields>(?:(?! > ).)+?))?(?: > (?P<status>\d+))?(?:: (?P<words>.+))?"
)


def told(text):
    """Return a mark that gives each story of a text to a test, as `story`."""
    claims = [part.strip("\n").split("\n") for part in re.split(r"\n(?=\S)", text.strip("\n"))]
    stories = [pytest.param([step.strip() for step in steps], id=claim) for claim, *steps in claims]
    return pytest.mark.parametrize("story", stories)


class Stage:
    """Where a story is played: a server, its persons and one room."""

    def __init__(self, server, again=None, two=None, sit=None, **persons):
        self.server, self.again, self.two, self.sit = server, again, two, sit
        self.persons, self.room, self.link, self.questions = persons, None, None, {}

    @property
    def site(self):
        return self.server.state.site

    def play(self, story):
        for line in story:
            try:
                self.step(line)
            except AssertionError as error:
                raise AssertionError(f"{line}: {error}") from None

    def step(self, line):
        match line.split():
            case ["two", *fields]:
                self.room, first, other = self.two(**fields_of(" ".join(fields)))
                named = {one.name.lower(): one for one in (first, other)}
                self.persons = {"first": first, "other": other, **named}
            case ["the", "game", "is", "played", "out"]:
                self.open_room()
                play_out(self.site, self.room)
                self.name_winner()
            case ["the", "room", "sleeps"]:
                self.site.registry.sleep_idle(idle=-1)
            case ["the", "deleted", "are", "forgotten"]:
                self.site.registry.store.change("UPDATE rooms SET deleted = 1 WHERE deleted > 0")
                self.site.registry.forget_deleted()
            case ["the", "server", "starts", "again"]:
                self.server = self.again()
                for person in set(self.persons.values()):
                    person.move_to(self.server)
            case _:
                step = STEP.fullmatch(line)
                assert step, "nobody does that in a story"
                self.act(**step.groupdict())

    def open_room(self):
        if self.room is None:
            self.room = self.person("ann").new_room("ice_fishers", "me", "me")

    def name_winner(self):
        with self.site.registry.room(self.room) as room:
            won = [room.seating.person_at(seat) for seat in room.match.outcome.winners]
        rows = self.site.registry.store.all("SELECT id, name FROM persons")
        names = {row["name"] for row in rows if row["id"] in won}
        for one in set(self.persons.values()):
            self.persons["winner" if one.name in names else "loser"] = one

    def person(self, who):
        if who == "asked":
            return next(one for one in self.persons.values() if one.question(self.room))
        if who not in self.persons:
            self.persons[who] = Browser(self.server, who.capitalize())
        return self.persons[who]

    def act(self, who, verb, what, fields, status, words):
        if verb == "opens":
            seats = [word for word in fields.split() if "=" not in word]
            options = ", ".join(word for word in fields.split() if "=" in word)
            self.room = self.person(who).new_room(what, *seats, **fields_of(options))
            return
        if (what or "")[:1] != "/":
            self.open_room()
        person = self.person(who)
        match verb:
            case "sits":
                self.sit(self.persons["ann"], person, self.room)
            case "answers":
                answer = person.answer(self.room, person.question(self.room), what)
                assert answer.status_code == 204
            case "is asked":
                question, before = person.question(self.room), self.questions.get(who)
                assert (question is None) == (what == "nothing"), question
                assert what != "the" or question == before
                assert what != "again" or question[::2] == before[::2]
                self.questions[who] = question
            case _:
                self.look(person, verb, what, fields, status, words)

    def look(self, person, verb, what, fields, status, words):
        part = re.fullmatch("#(.*)", what)
        path = self.filled(what.split("#")[0].replace("it", "") if part or what == "it" else what)
        path = path if path[:1] == "/" else f"/r/{self.room}/{path}".rstrip("/")
        if verb == "sees":
            answer = person.get(path)
        else:
            answer = person.post(path, **fields_of(self.filled(fields or "")))
        where = answer.url.path
        if re.match("/(new|learn)/", path) and where.startswith("/r/"):
            self.room = where.removeprefix("/r/")
        assert answer.status_code == int(status or 200), text_of(answer.text)[:500]
        page = answer.text
        if part:
            page = re.search(rf'<(\w+) id="{part[1]}".*?</\1>', page, re.S)[0]
        for one in self.filled(words).split(" | ") if words else []:
            wanted = one.removeprefix("not ")
            found = (
                [page] if "<" in wanted else [page, text_of(page), str(answer.headers), f"@{where}"]
            )
            is_there = any(wanted in text for text in found)
            assert is_there == (wanted == one), f"{one!r} at {where}: {text_of(page)}"

    def filled(self, text):
        text = text.replace("ROOM", self.room or "")
        if "LINK" in text:
            page = self.person("ann").get(f"/r/{self.room}").text
            self.link = self.link or seat_links(page)[0]
            text = text.replace("LINK", self.link)
        if re.search("SEAT|TOKEN|FIRST|LAST", text):
            seat, token, answers = self.person("asked").question(self.room)
            named = {"SEAT": seat, "TOKEN": str(token), "FIRST": answers[0], "LAST": answers[-1]}
            text = re.sub("SEAT|TOKEN|FIRST|LAST", lambda name: named[name[0]], text)
        return text


def fields_of(text):
    return dict(one.split("=", 1) for one in text.split(", ") if one)
