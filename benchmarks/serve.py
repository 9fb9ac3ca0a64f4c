"""The server of the table in a browser under load: answers a second, and when every page has them.

usage: python benchmarks/serve.py [SECONDS] [--beside FOLDER] [--workers N[,N]]
(0 seconds: only the memory; with --workers only the load, for each number of workers in turn)

Rooms of two seats, each with an open page: a compressed stream of what changes. An answer counts
when both pages hold the line of the log that it made; by then it is on the disk. `--beside` runs
boardgame.io's own server in turns with it, from a copy of `benchmarks/boardgameio` in which
`npm install` was run; its pages are its own clients over sockets, and it keeps its games in memory.
It has no workers: with several, as many of its servers have a part of the rooms each.
Where the machine is busy with other things look at the work: the milliseconds of a processor that
the server takes for an answer (boardgame.io's with its part of making the rooms).
"""

import asyncio
import json
import os
import re
import subprocess
import sys
import tempfile
import zlib
from contextlib import contextmanager, suppress
from html import unescape
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import monotonic, perf_counter
from urllib.parse import urlencode

from measure import PLAIN, plain_moves, rates
from measure import Line as Ratio

HERE = Path(__file__).parent
TICTACTOE, WIDE = "endless_tic_tac_toe", "wide_march"
IDLE = 40.0
"""Seconds after which rooms go to sleep, where their memory is measured."""

PONDERING = "endless_tic_tac_toe that tries each mark 250 times"
"""A game whose rules work for some milliseconds, as those of a large wargame do."""
RUNS = [  # game, rooms, answers a second of each room (0: as fast as it goes)
    (TICTACTOE, 1, 0.0),
    (TICTACTOE, 100, 0.0),
    (TICTACTOE, 100, 1.0),
    (TICTACTOE, 1000, 0.1),
    (WIDE, 1, 0.0),
    (WIDE, 20, 0.0),
    (WIDE, 100, 1.0),
    (PONDERING, 50, 0.0),
]
TOKEN = re.compile(r'name="token" value="(\d+)"')
LISTED = re.compile(r'<option(?: value="([^"]*)")?[^>]*>([^<]*)')
BUTTON = re.compile(r'<button name="answer" value="([^"]*)"')


# ---------------------------------------------------------------------- the server


def listen(data, idle, workers):
    """Serve without limits of pace, as the process that is measured."""
    from tabletop_core.plugins.packs import find_packs
    from tabletop_core.web.config import Config
    from tabletop_core.web.server import serve

    catalog = find_packs((HERE / "served",), points=())
    config = Config(
        data=Path(data),
        catalog=catalog,
        port=0,
        posts=1e9,
        burst=1e9,
        streams=10_000,
        idle=float(idle),
        workers=int(workers),
    )
    serve(config, say=lambda text: print(text, flush=True))


@contextmanager
def server(idle=3600.0, workers=1):
    """Start a server with an empty folder; yield its process and port."""
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, __file__, "listen", data, str(idle), str(workers)]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            port = int(re.search(r":(\d+)/", process.stdout.readline())[1])
            yield process, port
        finally:
            process.terminate()
            process.wait()
            process.stdout.close()


def processes_of(process):
    """Return the numbers of a process and of its workers."""
    with suppress(OSError):
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        return [process.pid, *map(int, children)]
    return [process.pid]


def memory_of(process):
    """Return the bytes of memory that a process and its workers have; 0 where it is unknown.

    What several share is divided among them.
    """
    total = 0
    for pid in processes_of(process):
        with suppress(OSError):
            told = Path(f"/proc/{pid}/smaps_rollup").read_text()
            total += int(re.search(r"Pss:\s+(\d+)", told)[1]) * 1024
    return total


def seconds_of(process):
    """Return the seconds of a processor that a process and its workers have used; 0 if unknown."""
    total = 0.0
    for pid in processes_of(process):
        with suppress(OSError):
            told = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            total += (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK")
    return total


# ---------------------------------------------------------------------- the pages


class Line:
    """A connection that stays open, with the cookies of one person."""

    def __init__(self, port):
        self.port = port
        self.cookie = ""
        self.reader = self.writer = None

    async def request(self, method, path, form=None, *, more=""):
        """Send a request; return the status, and the headers as text."""
        if self.writer is None or self.reader.at_eof():
            # A line that was quiet for long is one that the server has closed.
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        body = urlencode(form).encode() if form is not None else b""
        cookie = f"cookie: {self.cookie}\r\n" if self.cookie else ""
        head = (
            f"{method} {path} HTTP/1.1\r\nhost: 127.0.0.1:{self.port}\r\n{cookie}{more}"
            f"content-length: {len(body)}\r\n\r\n"
        )
        self.writer.write(head.encode() + body)
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode()
        return int(head.split(" ", 2)[1]), head

    async def body(self, head):
        """Return the body of an answer that has a length."""
        length = re.search(r"content-length: (\d+)", head)
        return (await self.reader.readexactly(int(length[1]))).decode() if length else ""

    async def post(self, path, form):
        status, head = await self.request("POST", path, form)
        text = await self.body(head)
        if status >= 400:
            raise RuntimeError(f"{path} was answered {status}: {text}")
        cookie = re.search(r"set-cookie: ([^;]+)", head)
        self.cookie = cookie[1] if cookie else self.cookie
        return re.search(r"location: (\S+)", head)

    async def get(self, path):
        status, head = await self.request("GET", path)
        if status != 200:
            raise RuntimeError(f"{path} was answered {status}")
        return await self.body(head)

    async def chunks(self):
        """Yield the parts of an answer that has no end."""
        while True:
            size = int(await self.reader.readuntil(b"\r\n"), 16)
            yield await self.reader.readexactly(size)
            await self.reader.readexactly(2)

    def close(self):
        if self.writer is not None:
            self.writer.close()
            self.writer = None


class Room:
    """A room of two persons, each with a line for what they send and one for their open page."""

    def __init__(self, port):
        self.makes = [Line(port), Line(port)]
        self.pages = [Line(port), Line(port)]
        self.told = [-1, -1]
        self.bytes = 0
        self.questions = {}
        self.news = asyncio.Event()
        self.tasks = []

    async def open(self, game):
        first, second = self.makes
        fields = {"name": "Ann", "seat:0": "me", "seat:1": "open", "listed": "1"}
        if game == PONDERING:
            fields["option:playouts"] = "250"
        self.path = (await first.post(f"/new/{game.partition(' ')[0]}", fields))[1]
        seat = "blue" if game == WIDE else "O"
        await second.post(f"{self.path}/sit", {"name": "Bob", "seat": seat})

    async def look(self):
        """Open both pages."""
        for at, (line, page) in enumerate(zip(self.makes, self.pages, strict=True)):
            page.cookie = line.cookie
            self.tasks.append(asyncio.create_task(self._read(at, page)))
        while not self.questions or self.told[0] != self.told[1]:
            await self._wait()

    async def _wait(self):
        self.news.clear()
        await asyncio.wait_for(self.news.wait(), 30)

    async def _read(self, at, page):
        await page.request("GET", f"{self.path}/stream", more="accept-encoding: gzip\r\n")
        unpack, rest = zlib.decompressobj(wbits=31), b""
        async for chunk in page.chunks():
            self.bytes += len(chunk)
            rest += unpack.decompress(chunk)
            *events, rest = rest.split(b"\n\n")
            for event in events:
                _, _, data = event.partition(b"\ndata: ")
                if data:
                    self._take(at, json.loads(data))
            self.news.set()

    def _take(self, at, fragments):
        for name, html in fragments.items():
            if name.startswith("@log-"):
                self.told[at] = max(self.told[at], int(name[5:]))
            elif name.startswith("@ask:") and html:
                answers = [unescape(value or words) for value, words in LISTED.findall(html)]
                answers += map(unescape, BUTTON.findall(html))
                self.questions[at] = (name[5:], int(TOKEN.search(html)[1]), answers)
            elif name.startswith("@ask:"):
                self.questions.pop(at, None)

    async def answer(self, random):
        """Answer what is asked; return after how long both pages had it, in seconds."""
        ((at, (seat, token, answers)),) = self.questions.items()
        before = max(self.told)
        fields = {"seat": seat, "token": token, "answer": random.choice(answers)}
        began = perf_counter()
        posting = asyncio.create_task(self.makes[at].post(f"{self.path}/answer", fields))
        while min(self.told) <= before:
            await self._wait()
        took = perf_counter() - began
        await posting
        while len(self.questions) != 1 or at in self.questions:
            await self._wait()
        return took

    async def play(self, end, rate, random, took):
        await asyncio.sleep(random.random() / rate if rate else 0)
        while monotonic() < end:
            took.append(await self.answer(random))
            if rate:
                await asyncio.sleep(max(0.0, 1 / rate - took[-1]))

    def leave(self):
        for task in self.tasks:
            task.cancel()
        for line in (*self.makes, *self.pages):
            line.close()


async def rooms_of(port, game, count):
    rooms = [Room(port) for _ in range(count)]
    for first in range(0, count, 50):
        await asyncio.gather(*(room.open(game) for room in rooms[first : first + 50]))
    for first in range(0, count, 50):
        await asyncio.gather(*(room.look() for room in rooms[first : first + 50]))
    return rooms


async def load(port, process, game, count, rate, seconds):
    """Return the measurements with this many rooms: answers a second, milliseconds, memory."""
    rooms = await rooms_of(port, game, count)
    for room in rooms:
        room.bytes = 0
    took, began, worked = [], monotonic(), seconds_of(process)
    end = began + seconds
    await asyncio.gather(*(room.play(end, rate, Random(at), took) for at, room in enumerate(rooms)))
    lasted = monotonic() - began
    found = {
        "per_s": len(took) / lasted,
        "work": (seconds_of(process) - worked) / len(took) * 1e3,
        **in_ms(took),
        "mb": memory_of(process) / 1e6,
        "bytes": sum(room.bytes for room in rooms) / len(took) / 2,
    }
    for room in rooms:
        room.leave()
    return found


def in_ms(took):
    if len(took) < 2:
        took = [*took, *took]
    parts = quantiles(took, n=100)
    return {"median": parts[49] * 1e3, "p99": parts[98] * 1e3}


async def played(port, game, count):
    """Return rooms of two open pages in which six answers were given."""
    rooms = await rooms_of(port, game, count)
    for room in rooms:
        for turn in range(6):
            await room.answer(Random(turn))
    return rooms


async def awake(port, process, game, count):
    """Return the memory that a further room takes, awake with two open pages, in kB.

    Before it come half as many, so that threads, caches and what was parsed once are there.
    """
    await played(port, game, count // 2)
    before = memory_of(process)
    await played(port, game, count)
    return (memory_of(process) - before) / count / 1e3


async def asleep(port, process, game, count):
    """Return the memory of a room that sleeps, and how it wakes."""
    sizes = []
    for _ in range(2):
        rooms = await played(port, game, count)
        sizes.append(memory_of(process))
        for room in rooms:
            room.leave()
        await asyncio.sleep(IDLE * 2 + 10)
    # A process seldom gives memory back; what sleeps is what as many more could not use again.
    asleep = (memory_of(process) - sizes[0]) / count
    took = []
    line = Line(port)
    for room in rooms[:100]:
        began = perf_counter()
        await line.get(room.path)
        took.append(perf_counter() - began)
    line.close()
    return {"asleep": asleep / 1e3, **in_ms(took)}


# ---------------------------------------------------------------------- beside it


def boardgameio(folder, rooms, seconds, rate, count):
    """Return what its own clients measure of its own servers, `count` with a part of the rooms."""
    piped = {"stdout": subprocess.PIPE, "text": True}
    ports = range(8720, 8720 + min(count, rooms))
    servers = [
        subprocess.Popen(
            ["node", str(folder / "server.js"), str(port)], stderr=subprocess.DEVNULL, **piped
        )
        for port in ports
    ]
    try:
        for process in servers:
            while "ready" not in process.stdout.readline():
                pass
        worked = sum(map(seconds_of, servers))
        clients = []
        for at, port in enumerate(ports):
            part = rooms * (at + 1) // len(ports) - rooms * at // len(ports)
            words = [folder / "client.js", port, part, seconds, rate]
            clients.append(subprocess.Popen(["node", *map(str, words)], **piped))
        found = [json.loads(one.communicate()[0].splitlines()[-1]) for one in clients]
        answers = sum(one["answers"] for one in found)
        return {
            "per_s": sum(one["per_s"] for one in found),
            "median": median(one["median"] for one in found),
            "p99": max(one["p99"] for one in found),
            "work": (sum(map(seconds_of, servers)) - worked) / answers * 1e3,
            "mb": sum(map(memory_of, servers)) / 1e6,
        }
    finally:
        for process in servers:
            process.terminate()
            process.wait()
            process.stdout.close()


def row(name, game, rooms, rate, found):
    pace = f"{rate:g} a second each" if rate else "flat out"
    bytes_ = f"{found['bytes']:,.0f}" if "bytes" in found else ""
    print(
        f"| {name} | {game} | {rooms} | {pace} | {found['per_s']:,.0f} | {found['median']:.1f} | "
        f"{found['p99']:.1f} | {found['work']:.2f} | {found['mb']:.0f} | {bytes_} |",
        flush=True,
    )


def main():
    with suppress(ImportError):
        import uvloop

        asyncio.set_event_loop_policy(uvloop.EventLoopPolicy())
    words = sys.argv[1:]
    beside = None
    if "--beside" in words:
        at = words.index("--beside")
        beside = Path(words[at + 1])
        del words[at : at + 2]
    workers = []
    if "--workers" in words:
        at = words.index("--workers")
        workers = [int(number) for number in words[at + 1].split(",")]
        del words[at : at + 2]
    seconds = float(words[0]) if words else 10.0
    if seconds:
        measure_load(seconds, beside, workers or [1])
    if not workers:
        measure_rooms()


def measure_load(seconds, beside, workers):
    """Print answers a second, how long they took, the server's work, and bytes to each page."""
    print(
        "| server | game | rooms | pace | answers/s | median | 99th ms | work ms | MB | bytes |\n"
        "| --- | --- | ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: |"
    )
    for game, rooms, rate in RUNS:
        lasts = max(seconds, 3 / rate) if rate else seconds
        for count in workers:
            name = "tabletop" if count == 1 else f"tabletop, {count} workers"
            with server(workers=count) as (process, port):
                row(name, game, rooms, rate,
                    asyncio.run(load(port, process, game, rooms, rate, lasts)))  # fmt: skip
            if beside and game == TICTACTOE:
                name = "boardgame.io" if count == 1 else f"boardgame.io, {count} servers"
                row(name, game, rooms, rate, boardgameio(beside, rooms, lasts, rate, count))


def measured(seconds):
    """Yield the work of the server for an answer, beside the plain loop."""
    for game, rooms in ((TICTACTOE, 1), (TICTACTOE, 20), (WIDE, 20)):
        with server() as (process, port):
            found = asyncio.run(load(port, process, game, rooms, 0.0, max(seconds, 2.0)))
        moves = rates({PLAIN: plain_moves}, 0.1)[PLAIN]
        what = f"answer that two pages show, {game}, {rooms} {'room' if rooms == 1 else 'rooms'}"
        yield Ratio(what, PLAIN, 1e3 / found["work"] / moves)


def measure_rooms():
    """Print the memory that rooms take, and how soon they wake."""
    print("\n| game | kB a further room awake | asleep | wakes in ms, median | 99th |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for game in (TICTACTOE, WIDE):
        with server() as (process, port):
            kilobytes = asyncio.run(awake(port, process, game, 100))
        with server(IDLE) as (process, port):
            found = asyncio.run(asleep(port, process, game, 100))
        print(
            f"| {game} | {kilobytes:.0f} | {found['asleep']:.0f} | {found['median']:.1f} | "
            f"{found['p99']:.1f} |",
            flush=True,
        )


if __name__ == "__main__":
    if sys.argv[1:2] == ["listen"]:
        listen(*sys.argv[2:])
    else:
        main()
