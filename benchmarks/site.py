"""Measure a site: bytes, starts, answers and memory in a browser, beside CPython in the same run.

    TABLETOP_PYODIDE=pyodide-314.0.7.tgz python benchmarks/site.py

It needs Chromium (`TABLETOP_CHROMIUM`) and Playwright. The five games are written as a site and
served by this process, so that a network takes no time.
"""

import os
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from signal import SIGCONT, SIGSTOP
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from threading import Event, Thread

from playwright.sync_api import sync_playwright

from tabletop_core.plugins.packs import find_packs
from tabletop_core.web.in_browser.folder import write_site
from tabletop_core.web.in_browser.runtime import find_runtime
from tabletop_core.web.in_browser.try_out import folder_server

PACKS = ("b29_superfortress", "bomber_boys", "bomber_run", "squadron_303", "wing_and_prayer")
ANSWERS = 12
# Gives the first answer, and returns the milliseconds until another question is on the page.
ANSWER = """(form) => new Promise((done) => {
  const asked = () => [...document.querySelectorAll(".ask [name=token]")];
  const tokens = () => asked().map((one) => one.value).join();
  const ways = [...form.elements].filter((one) => ["answer", "listed"].includes(one.name));
  const boxes = ways.filter((one) => one.type === "checkbox");
  const count = +(form.textContent.match(/Choose (\\d+)/)?.[1] ?? 1);
  for (const box of boxes.slice(0, count)) box.checked = true;
  const [before, since] = [tokens(), performance.now()];
  new MutationObserver((_, watching) => {
    if (tokens() === before) return;
    watching.disconnect();
    done(performance.now() - since);
  }).observe(document.body, { childList: true, subtree: true, attributes: true });
  form.requestSubmit(ways[0].type === "submit" ? ways[0] : undefined);
  setTimeout(() => done(null), 5000);
})"""


def seconds(do):
    since = time.perf_counter()
    do()
    return time.perf_counter() - since


def on_cpython():
    """Return the seconds from starting CPython to the application, and its memory in MB."""
    code = (
        "import pathlib, resource, tempfile\n"
        "from tabletop_core.plugins.packs import find_packs\n"
        "from tabletop_core.web.app import make_app\n"
        "from tabletop_core.web.config import Config\n"
        "folder = pathlib.Path(tempfile.mkdtemp())\n"
        "make_app(Config(data=folder, catalog=find_packs()))\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)\n"
    )
    since = time.perf_counter()
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return time.perf_counter() - since, int(done.stdout)


def renderers_of(profile):
    """Return the renderers of a browser, by the number of the process, with their memory in KB."""
    found, parents = {}, {}
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # It has ended meanwhile.
            command = (entry / "cmdline").read_bytes()
            status = dict(
                line.split(":", 1) for line in (entry / "status").read_text().splitlines()
            )
            parents[entry.name] = status["PPid"].strip()
            if b"--type=renderer" in command:
                found[entry.name] = int(status.get("VmRSS", "0 kB").split()[0])
            elif f"--user-data-dir={profile}".encode() in command:
                parents[entry.name] = "the browser"

    def is_of_browser(one):
        while one in parents:
            one = parents[one]
        return one == "the browser"

    return {int(one): size for one, size in found.items() if is_of_browser(one)}


@contextmanager
def slowed(profile, times):
    """Let the renderers of a browser, with all their workers, run for a part of the time only.

    The protocol of Chromium slows the page alone, and Python runs in a worker.
    """
    over = Event()

    def slow():
        while not over.is_set():
            stopped = renderers_of(profile)
            for _ in range(20):
                for number, seconds in ((SIGSTOP, 0.01 * (times - 1)), (SIGCONT, 0.01)):
                    for one in stopped:
                        with suppress(ProcessLookupError):
                            os.kill(one, number)
                    time.sleep(seconds)

    slowing = Thread(target=slow)
    slowing.start()
    yield
    over.set()
    slowing.join()


def measure(profile, port):
    with sync_playwright() as playwright:

        def opened(profile=profile):
            return playwright.chromium.launch_persistent_context(
                profile,
                executable_path=os.environ.get("TABLETOP_CHROMIUM", "/usr/bin/chromium"),
                args=["--no-sandbox", "--disable-gpu", "--enable-precise-memory-info"],
                reduced_motion="reduce",  # or an answer would take as long as it is shown
            )

        def first_visit(tab):
            """Print when there is something to read, and when Python has started."""
            since = time.perf_counter()
            tab.goto(f"http://localhost:{port}/")
            tab.frame_locator("#pages").locator("h1").wait_for()
            print(f"something to read after {time.perf_counter() - since:.2f} s", end=", ")
            tab.locator("#cover").wait_for(state="hidden")
            print(f"the list of games after {time.perf_counter() - since:.2f} s")

        with TemporaryDirectory() as slow:
            context = opened(slow)
            context.pages[0].set_default_timeout(600_000)
            with slowed(slow, 4):
                print("first visit, a quarter of the processor:", end=" ")
                first_visit(context.pages[0])
            context.close()
        context = opened()
        tab = context.pages[0]
        tab.set_default_timeout(120_000)
        pages = tab.frame_locator("#pages")

        def visit(path, shown):
            tab.goto(f"http://localhost:{port}/#{path}")
            pages.locator(shown).first.wait_for(state="attached")

        print("first visit:", end=" ")
        first_visit(tab)
        answers = []
        for pack in PACKS:
            tab.evaluate("(path) => { location.hash = path; }", f"new/{pack}")
            start = pages.locator(".start button.main")
            start.wait_for()

            def begin(start=start):
                start.click()
                pages.locator("form.ask").first.wait_for(state="attached")

            print(f"{pack}, its first room: {seconds(begin):.2f} s")
            for _ in range(ANSWERS):
                form = pages.locator("form.ask")
                if not form.count():
                    break
                answers.append(form.first.evaluate(ANSWER))
        room = tab.url.partition("#")[2]
        taken = sorted(one for one in answers if one is not None)
        print(
            f"{len(taken)} answers, click to next question: median {median(taken):.0f} ms, "
            f"95 % under {quantiles(taken, n=20)[-1]:.0f} ms"
        )
        tab.wait_for_timeout(20_000)  # What was compiled is kept meanwhile.
        memory = max(renderers_of(profile).values()) / 1024
        print(f"memory of the tab with Python: {memory:.0f} MB")
        context.close()
        context = opened()
        tab = context.pages[0]
        tab.set_default_timeout(120_000)
        pages = tab.frame_locator("#pages")
        print(f"second visit, into a room: {seconds(lambda: visit(room, '.asked, .ended')):.2f} s")
        context.close()


def main():
    runtime = find_runtime(
        Path(os.environ["TABLETOP_PYODIDE"]) if "TABLETOP_PYODIDE" in os.environ else None,
        lambda done, total: None,
    )
    with TemporaryDirectory() as folder, TemporaryDirectory() as profile:
        made = write_site(Path(folder) / "site", find_packs(), PACKS, runtime)
        print(f"a first visit fetches {made.fetched / 1e6:.2f} MB")
        server = folder_server(made.folder, 0)
        Thread(target=server.serve_forever, daemon=True).start()
        took, memory = on_cpython()
        print(f"CPython, the application: {took:.2f} s, {memory} MB")
        measure(profile, server.server_address[1])


if __name__ == "__main__":
    main()
