"""Firefox as it is installed, driven by WebDriver BiDi.

Playwright only drives a Firefox of its own making, which few machines have.
"""

import json
import os
import re
import subprocess
import time
from contextlib import ExitStack
from itertools import count
from pathlib import Path

from tests.waiting import PATIENCE_S

FIREFOX = Path(os.environ.get("TABLETOP_FIREFOX", "/usr/bin/firefox-esr"))
HOW = ["--headless", "--no-remote", "--remote-debugging-port", "0", "--width=1280", "--height=800"]
PREFERENCES = {
    "ui.prefersReducedMotion": 1,
    "datareporting.policy.dataSubmissionEnabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.download.folderList": 2,  # into the folder that is named
    "browser.download.always_ask_before_handling_new_types": False,
    "browser.helperApps.neverAsk.saveToDisk": "application/toml,application/zip",
}


class Firefox:
    """One window of Firefox with a profile of its own."""

    def __init__(self, profile):
        from websockets.sync.client import connect

        self.downloads = profile / "downloads"
        wanted = PREFERENCES | {"browser.download.dir": str(self.downloads)}
        lines = [f'user_pref("{key}", {json.dumps(one)});' for key, one in wanted.items()]
        (profile / "user.js").write_text("\n".join(lines), encoding="utf-8")
        # Into a file: nobody reads a pipe that would hold Firefox up once it is full.
        said = profile / "stderr.txt"
        with said.open("wb") as out:
            self.process = subprocess.Popen(
                [str(FIREFOX), "--profile", str(profile), *HOW], stderr=out
            )
        address = self._address_in(said)
        self.opened = ExitStack()
        self.socket = self.opened.enter_context(connect(f"{address}/session", max_size=None))
        self.numbers = count(1)
        self.send("session.new", capabilities={})
        self.context = self.send("browsingContext.getTree")["contexts"][0]["context"]

    def _address_in(self, said, seconds=PATIENCE_S):
        end = time.monotonic() + seconds
        while self.process.poll() is None and time.monotonic() < end:
            found = re.search(r"BiDi listening on (ws://\S+)\n", said.read_text("utf-8", "replace"))
            if found:
                return found[1]
            time.sleep(0.1)
        raise AssertionError(f"Firefox does not listen: {said.read_text('utf-8', 'replace')}")

    def send(self, method, **params):
        """Send a command; return its result, or raise what Firefox objects to."""
        number = next(self.numbers)
        self.socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            said = json.loads(self.socket.recv(timeout=PATIENCE_S))
            if said.get("id") == number:
                break
        if said["type"] == "error":
            raise RuntimeError(f"{method}: {said['message']}")
        return said["result"]

    def goto(self, url):
        self.send("browsingContext.navigate", context=self.context, url=url, wait="complete")

    def reload(self):
        self.send("browsingContext.reload", context=self.context, wait="complete")

    def evaluate(self, expression):
        """Return the value of an expression of the page as JSON would hold it."""
        done = self.send(
            "script.evaluate",
            expression=f"(async () => JSON.stringify(await ({expression})) ?? 'null')()",
            target={"context": self.context},
            awaitPromise=True,
        )
        if done["type"] == "exception":
            raise RuntimeError(done["exceptionDetails"]["text"])
        return json.loads(done["result"]["value"])

    def wait_for(self, expression, seconds=PATIENCE_S):
        """Return the value of an expression once it is true; it may fail before that."""
        end = time.monotonic() + seconds
        while True:
            try:
                if value := self.evaluate(expression):
                    return value
            except RuntimeError as error:
                if time.monotonic() > end:
                    raise AssertionError(f"not within {seconds} s: {expression}") from error
            assert time.monotonic() < end, f"not within {seconds} s: {expression}"
            time.sleep(0.1)

    def click_at(self, x, y):
        at = {"type": "pointerMove", "x": round(x), "y": round(y)}
        press, lift = ({"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp"))
        mouse = {"type": "pointer", "id": "mouse", "actions": [at, press, lift]}
        self.send("input.performActions", context=self.context, actions=[mouse])

    def close(self):
        self.opened.close()
        self.process.terminate()
        self.process.wait(20)
