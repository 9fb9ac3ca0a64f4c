"""The folder of a site: what is in it, and what must not be."""

import gzip
import json
import lzma
import os
import re
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from threading import Thread

import pytest

from tabletop_core.errors import TabletopError
from tabletop_core.plugins.packs import find_packs
from tabletop_core.web.in_browser import runtime
from tabletop_core.web.in_browser.bundle import from_bundle, to_bundle
from tabletop_core.web.in_browser.contents import choose
from tabletop_core.web.in_browser.folder import write_site
from tabletop_core.web.in_browser.runtime import find_runtime
from tabletop_core.web.in_browser.spare_source import spare

pytestmark = [pytest.mark.gate, pytest.mark.xdist_group("site")]
PACKS = ["b29_superfortress", "bomber_boys", "bomber_run", "squadron_303", "wing_and_prayer"]
MAX_FETCHED_BYTES = 6_000_000


@pytest.fixture(scope="module")
def written(tmp_path_factory, pyodide):
    folder = tmp_path_factory.mktemp("site")
    return write_site(folder, find_packs(), PACKS, pyodide, title="Five <games>", under="/games")


@pytest.fixture(scope="module")
def modules(written):
    return from_bundle(lzma.decompress((written.folder / "contents.xz").read_bytes()))


def facts(folder):
    text = (folder / "site.js").read_text(encoding="utf-8")
    return json.loads(text.removeprefix("self.SITE = ").rstrip(";\n"))


def test_a_first_visit_fetches_little(written):
    assert written.fetched < MAX_FETCHED_BYTES


def test_a_site_of_one_pack_holds_no_other(tmp_path, pyodide):
    made = write_site(tmp_path / "site", find_packs(), ["bomber_run"], pyodide)
    names = from_bundle(lzma.decompress((made.folder / "contents.xz").read_bytes()))
    packs = {name.split("/")[3] for name in names if name.startswith("/app/packs/")}

    assert packs == {"bomber_run"}
    assert facts(made.folder)["packs"] == {"bomber_run": "packs.bomber_run"}


def test_no_module_is_compiled_for_another_machine(modules):
    assert not [name for name in modules if name.endswith((*EXTENSION_SUFFIXES, ".pyc"))]


def test_neither_tests_nor_the_command_line_are_in_it(modules):
    assert not [name for name in modules if "/tests/" in name or "/tabletop_core/cli/" in name]


def test_no_page_or_script_of_ours_names_another_host(written):
    own = ["index.html", "404.html", "sw.js", "shell.js", "shell.css", "elsewhere.js", "site.js"]
    texts = [(written.folder / name).read_text(encoding="utf-8") for name in own]
    texts += [path.read_text(encoding="utf-8") for path in written.folder.glob("first/*.html")]
    texts.append(gzip.decompress((written.folder / "worker.js.gz").read_bytes()).decode())

    assert not re.findall(r"https?://[\w.]+", "".join(texts))


def test_every_file_that_a_browser_fetches_is_there_with_its_size(written):
    files = facts(written.folder)["files"]

    assert {one["name"]: one["bytes"] for one in files} == {
        one["name"]: (written.folder / one["name"]).stat().st_size for one in files
    }


def test_what_is_read_while_python_starts_leads_to_files_or_to_python(written):
    first = written.folder / "first"
    names = {path.name for path in first.iterdir()}
    pages = {path.name: path.read_text(encoding="utf-8") for path in first.glob("*.html")}
    links = {one for page in pages.values() for one in re.findall(r' (?:href|src)="([^"#]+)', page)}

    assert {f"first/{name}" for name in pages} == set(facts(written.folder)["first"])
    assert {"lobby.html", "rules.html", *(f"learn-{pack}.html" for pack in PACKS)} <= set(pages)
    assert {one for one in links if not one.startswith("../")} == names
    assert not [name for name, page in pages.items() if "<script" in page or '="/' in page]
    assert 'action="../learn/bomber_run"' in pages["learn-bomber_run.html"]


def test_the_licences_are_there(written):
    names = {path.name for path in (written.folder / "licenses").iterdir()}
    listed = (written.folder / "licenses" / "README.md").read_text(encoding="utf-8")

    assert {"pyodide-MPL-2.0.txt", "python-PSF.txt", "tabletop-core-LICENSE"} <= names
    assert set(re.findall(r"`([\w.-]+-(?:LICENSE|[\d.A-Z]+\.txt))`", listed)) <= names
    assert "https://github.com/pyodide/pyodide" in listed


def test_the_licence_of_a_pack_goes_with_it(tmp_path, pyodide):
    catalog = make_pack(tmp_path, "", "coin_with_a_licence")
    (tmp_path / "coin_with_a_licence" / "LICENSE.txt").write_text("As you like.", encoding="utf-8")

    made = write_site(tmp_path / "site", catalog, ["coin"], pyodide)

    written = made.folder / "licenses" / "coin-LICENSE.txt"
    assert written.read_text(encoding="utf-8") == "As you like."


def test_titles_are_written_as_text(written):
    assert "Five &lt;games&gt;" in (written.folder / "index.html").read_text(encoding="utf-8")


def test_the_page_of_what_is_not_found_knows_its_folder(written):
    assert 'data-under="/games/"' in (written.folder / "404.html").read_text(encoding="utf-8")


def test_the_same_games_are_the_same_bytes(tmp_path, pyodide):
    first = write_site(tmp_path / "a", find_packs(), ["bomber_run"], pyodide)
    second = write_site(tmp_path / "b", find_packs(), ["bomber_run"], pyodide)

    assert facts(first.folder) == facts(second.folder)


def test_a_folder_of_other_files_is_left_alone(tmp_path, pyodide):
    (tmp_path / "letter.txt").write_text("Dear")
    with pytest.raises(TabletopError, match="holds other files"):
        write_site(tmp_path, find_packs(), ["bomber_run"], pyodide)


def test_an_older_site_is_written_over(tmp_path, pyodide):
    write_site(tmp_path / "site", find_packs(), ["bomber_run"], pyodide)
    made = write_site(tmp_path / "site", find_packs(), ["bomber_boys"], pyodide)

    assert facts(made.folder)["packs"] == {"bomber_boys": "packs.bomber_boys"}


# ---------------------------------------------------------------- without Pyodide


def make_pack(folder, text, name="coin_site_pack"):
    pack = folder / name
    pack.mkdir()
    (pack / "__init__.py").write_text(
        "from tabletop_core import Identity, hookimpl\n"
        f"{text}\n"
        "@hookimpl\ndef tabletop_identity():\n"
        "    return Identity(id='coin', title='C', summary='A coin.', version='1', players=(1, 1)"
        ")\n"
    )
    return find_packs([pack], points=())


def test_no_game_is_written_that_was_not_named():
    with pytest.raises(TabletopError, match=r"name the games .* bomber_run"):
        choose(find_packs(), [])


def test_a_pack_that_needs_compiled_code_is_refused(tmp_path):
    from tabletop_core.web.in_browser.contents import contents_of

    pytest.importorskip("numpy")
    catalog = make_pack(tmp_path, "import numpy")
    with pytest.raises(TabletopError, match="coin imports numpy, which holds compiled code"):
        contents_of(choose(catalog, ["coin"]), {})


@pytest.mark.parametrize(
    ("content", "why"),
    [(b"no archive", "its digest differs"), (None, "cannot be read as Pyodide")],
)
def test_what_is_not_pyodide_is_refused(tmp_path, content, why):
    given = tmp_path / "pyodide.tgz"
    if content is not None:
        given.write_bytes(content)
    with pytest.raises(TabletopError, match=why):
        find_runtime(given, lambda done, total: None)


def test_without_a_network_the_error_says_what_to_do(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(runtime, "ADDRESS", "http://127.0.0.1:9/pyodide.tgz")
    with pytest.raises(TabletopError, match=r"cannot be fetched .* --pyodide"):
        find_runtime(None, lambda done, total: None)


class Registry(ThreadingHTTPServer):
    """Serves one archive, and counts who asked for it."""

    def __init__(self, content):
        registry, self.asked = self, 0

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                registry.asked += 1
                self.send_response(200)
                self.send_header("content-length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, *_):
                pass

        super().__init__(("127.0.0.1", 0), Handler)
        Thread(target=self.serve_forever, daemon=True).start()


@pytest.fixture
def registry(tmp_path, monkeypatch):
    """Return a function that serves an archive where Pyodide is fetched, with an empty cache."""
    started = []

    def serve(content):
        started.append(Registry(content))
        address = f"http://127.0.0.1:{started[-1].server_port}/pyodide.tgz"
        monkeypatch.setattr(runtime, "ADDRESS", address)
        for name in ("XDG_CACHE_HOME", "LOCALAPPDATA", "HOME"):
            monkeypatch.setenv(name, str(tmp_path))
        return started[-1]

    yield serve
    for one in started:
        one.shutdown()
        one.server_close()


def test_pyodide_is_fetched_once_and_the_bytes_are_counted(registry):
    archive = os.environ.get("TABLETOP_PYODIDE")
    if not archive:
        pytest.skip("TABLETOP_PYODIDE names no archive of Pyodide")
    content = Path(archive).read_bytes()
    served, said = registry(content), []

    first = find_runtime(None, lambda done, total: said.append((done, total)))
    second = find_runtime(None, lambda done, total: said.append("again"))

    assert first == second
    assert served.asked == 1
    assert said[-1] == (len(content), len(content))
    assert len(said) > 10


def test_something_else_in_place_of_pyodide_is_refused_and_not_kept(registry):
    served = registry(b"<html>Please log in to this network</html>")
    for _ in range(2):
        with pytest.raises(TabletopError, match="its digest differs; is a page of this network"):
            find_runtime(None, lambda done, total: None)

    assert served.asked == 2


def test_a_bundle_gives_back_what_was_put_in():
    files = {"/app/a.py": b"x = 1\n", "/app/empty": b"", "/app/ä.toml": b"\xff\x00"}

    assert from_bundle(to_bundle(files)) == files


@pytest.mark.parametrize(
    ("source", "spared"),
    [
        (
            '"""What."""\nfrom __future__ import annotations\n',
            "\nfrom __future__ import annotations\n",
        ),
        ("x = '#'  # why\n", "x = '#'\n"),
        ('def f():\n    """Say\n    more."""\n    return 1\n', "def f():\n    0\n\n    return 1\n"),
        ("this is not Python\n", "this is not Python\n"),
    ],
)
def test_comments_and_docstrings_are_left_out_line_for_line(source, spared):
    assert spare(source.encode()).decode() == spared
