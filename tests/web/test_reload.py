"""A server that begins again when a pack changes."""

import re
import shutil
import socket
import subprocess
import sys
import threading
import time
from queue import Queue

import httpx

from .conftest import FOLDERS, HTML, question_in
from .test_storms import free_port

MAX_SEND_S = 60


def said_by(process):
    """Return a queue of the lines that a process says, and the thread that reads them."""
    lines = Queue()
    thread = threading.Thread(target=lambda: [lines.put(line) for line in process.stdout])
    thread.start()
    return lines, thread


def test_a_server_begins_again_when_a_pack_changes_and_the_rooms_go_on(tmp_path):
    pack = tmp_path / "packs" / "ice_fishers"
    shutil.copytree(FOLDERS[2] / "ice_fishers", pack)
    port = free_port()
    code = "from tabletop_core.cli import main; main()"
    words = ["--packs", str(pack.parent), "serve", "--reload", "--port", str(port)]
    process = subprocess.Popen(
        [sys.executable, "-c", code, *words, "--data", str(tmp_path / "data")],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip
    lines, reading = said_by(process)
    try:
        while "Ctrl+C" not in lines.get(timeout=MAX_SEND_S):
            pass
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=MAX_SEND_S) as browser:
            form = {"name": "Ann", "seat:0": "me", "seat:1": "me"}
            where = browser.post("/new/ice_fishers", data=form, headers=HTML).headers["location"]
            before = question_in(browser.get(where, headers=HTML).text)
            view = pack / "__init__.py"
            title = re.search(r'title="([^"]*)"', view.read_text())[1]
            time.sleep(0.01)
            view.write_text(view.read_text().replace(title, "Other ice"))
            while "has changed" not in lines.get(timeout=MAX_SEND_S):
                pass
            while "Ctrl+C" not in lines.get(timeout=MAX_SEND_S):
                pass
            page = browser.get(where, headers=HTML).text
    finally:
        process.terminate()
        process.wait()
        reading.join()
        process.stdout.close()

    assert "Other ice" in page
    assert process.returncode == 0
    with socket.socket() as probe:
        assert probe.connect_ex(("127.0.0.1", port)) != 0
    assert question_in(page) == before
