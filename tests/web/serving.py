"""`tabletop serve` in a process of its own, and persons who play there."""

import re
import socket
import subprocess
import sys
from pathlib import Path

import attrs
import httpx

from tests.waiting import PATIENCE_S, until

from .conftest import FOLDERS, HTML, events_in, question_in

TABLETOP = "from tabletop_core.cli import main; main()"


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """A server in a process, at the same port and with the same data whenever it starts.

    With it as a context, the process ends whatever happened.
    """

    def __init__(self, data, *words, folders=FOLDERS, port=0, program=TABLETOP):
        self.data, self.words, self.port, self.program = data, words, port, program
        self.packs = [part for folder in folders for part in ("--packs", str(folder))]
        self.log = data.with_name(f"{data.name}.log")
        self.process, self.browsers = None, []

    def start(self):
        words = ["serve", "--port", str(self.port), "--data", str(self.data), *self.words]
        with open(self.log, "w") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-c", self.program, *self.packs, *words], stdout=log, stderr=log
            )
        try:
            self.port = int(until(self._address, f"the server's address in {self.log}")[1])
        except BaseException:
            self.kill()
            raise
        return self

    def _address(self):
        assert self.process.poll() is None, f"the server has ended: {self.said()}"
        return re.search(r"Your table: http://127\.0\.0\.1:(\d+)/.*\n", self.said())

    def said(self):
        return self.log.read_text("utf-8")

    def kill(self):
        self.process.kill()
        self.process.wait()

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        for browser in self.browsers:
            browser.close()
        self.process.terminate()
        try:
            self.process.wait(PATIENCE_S)
        finally:
            self.kill()

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}"

    def browser(self, **how):
        """Return the browser of somebody who has no name yet."""
        how = {"base_url": self.address, "timeout": PATIENCE_S, "headers": HTML} | how
        self.browsers.append(httpx.Client(**how))
        return self.browsers[-1]

    def table(self, pack, *seats, browser=None):
        """Make a room with these seats and return it as Ann, or who uses a browser, has it open."""
        browser = browser or self.browser()
        fields = {"name": "Ann", **{f"seat:{at}": kind for at, kind in enumerate(seats)}}
        made = browser.post(f"/new/{pack}", data=fields)
        assert made.status_code == 303, made.text
        return ServedTable(made.headers["location"].removeprefix("/r/"), browser)


@attrs.define
class ServedTable:
    """A room with the browser of the one who plays in it, and what was acknowledged there."""

    room: str
    browser: httpx.Client
    acknowledged: list = attrs.field(factory=list)

    @property
    def where(self):
        return f"/r/{self.room}"

    def page(self):
        return self.browser.get(self.where)

    def question(self):
        return question_in(self.page().text)

    def answer(self, answer=None, question=None, **how):
        """Give an answer, the first by default, to what is asked; return the status of it."""
        seat, token, answers = question or self.question()
        fields = {"seat": seat, "token": token, "answer": answer or answers[0]}
        headers = {"accept": "*/*"}
        sent = self.browser.post(f"{self.where}/answer", data=fields, headers=headers, **how)
        if sent.status_code == 204:
            self.acknowledged.append((seat, fields["answer"]))
        return sent.status_code

    def answer_at_random(self, random):
        if (question := self.question()) is not None:
            self.answer(random.choice(question[2]), question)

    def stream(self, since=""):
        return self.browser.stream("GET", f"{self.where}/stream?since={since}")


def next_event(lines):
    """Read a stream up to the end of an event with data."""
    read = []
    for line in lines:
        read.append(line)
        if not line and any(one.startswith("data: ") for one in read):
            return events_in("\n".join(read) + "\n")[0]
    raise AssertionError("the stream ended")


def children_of(pid):
    """Return the ids of all processes that descend from one."""
    parents = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            parents[int(path.parent.name)] = int(path.read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
    found, more = set(), {pid}
    while more:
        found |= more
        more = {child for child, parent in parents.items() if parent in more} - found
    return found - {pid}


def is_running(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
