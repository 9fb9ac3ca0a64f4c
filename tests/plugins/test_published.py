"""Published packs are found on an index, or in a folder of wheels, and nothing else is."""

import json
import re
import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from zipfile import ZipFile

import pytest

from tabletop_core.errors import PackError
from tabletop_core.plugins import published as module
from tabletop_core.plugins.published import find_published, install_command, published

PACKS = {
    # name: (versions, keywords, summary)
    "tabletop-harbour": (("1.0", "1.10", "1.9", "2.0rc1"), "tabletop-pack", "Ships and cranes."),
    "tabletop-fog": (("0.3",), "games,tabletop-pack", "A night at sea with ships."),
    "tabletop-tools": (("3.0",), "games", "Ships, but no pack."),
    "harbour": (("1.0",), "tabletop-pack", "Ships, under another name."),
}


def metadata(name):
    versions, keywords, summary = PACKS[name]
    return {
        version: f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
        f"Summary: {summary}\nKeywords: {keywords}\n\n"
        for version in versions
    }


@pytest.fixture
def wheels(tmp_path):
    """Write the wheels of all packs into a folder."""
    folder = tmp_path / "wheels"
    folder.mkdir()
    for name in PACKS:
        plain = name.replace("-", "_")
        for version, text in metadata(name).items():
            with ZipFile(folder / f"{plain}-{version}-py3-none-any.whl", "w") as packed:
                packed.writestr(f"{plain}-{version}.dist-info/METADATA", text)
    return folder


@pytest.fixture
def pages(wheels, tmp_path):
    """Write an index made of files: pages of HTML with links to the wheels."""
    index = tmp_path / "simple"
    index.mkdir()
    links = "".join(f'<a href="{name}/">{name}</a>' for name in PACKS)
    (index / "index.html").write_text(f"<!doctype html><body>{links}")
    for name in PACKS:
        (index / name).mkdir()
        lines = [
            f'<a href="../../wheels/{file.name}#sha256=0">{file.name}</a>'
            for file in wheels.glob(f"{name.replace('-', '_')}-*.whl")
        ]
        (index / name / "index.html").write_text("<!doctype html>" + "<br>".join(lines))
    return index


@pytest.fixture
def served(tmp_path):
    """Serve the folder of this test."""
    seen = []

    class Quiet(SimpleHTTPRequestHandler):
        extensions_map = {"": "text/html", ".json": "application/vnd.pypi.simple.v1+json"}  # noqa: RUF012

        def log_message(self, *args):
            seen.append(self.path)

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=tmp_path))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}", seen
    server.shutdown()
    server.server_close()


def told(packs):
    return [(pack.name, pack.version) for pack in packs]


SHIPS = [("tabletop-fog", "0.3"), ("tabletop-harbour", "1.10")]


def test_packs_are_found_in_a_folder_of_wheels_and_on_an_index_by_name_and_summary(wheels, pages):
    assert told(published("SHIPS", str(wheels))) == SHIPS
    assert told(published("fog", str(wheels))) == SHIPS[:1]
    assert published("trains", str(wheels)) == []
    assert told(published("ships", pages.as_uri())) == SHIPS


def test_packs_are_found_on_a_server(pages, served):
    address, seen = served

    assert told(published("ships", f"{address}/simple")) == SHIPS
    assert not any(path[-9:] == "/harbour/" for path in seen), "other names are not looked into"


def test_an_index_that_offers_metadata_and_json_is_asked_for_these(
    wheels, tmp_path, served, monkeypatch
):
    address, seen = served
    name, version = "tabletop-fog", "0.3"
    (tmp_path / "j").mkdir()
    wheel = "tabletop_fog-0.3-py3-none-any.whl"
    (wheels / f"{wheel}.metadata").write_text(metadata(name)[version])
    files = [
        {"filename": wheel, "url": f"../../wheels/{wheel}", "core-metadata": True},
        {"filename": wheel.replace("0.3", "0.4"), "url": "gone", "yanked": "a mistake"},
    ]
    pages = {"": {"projects": [{"name": "Tabletop.Fog"}]}, name: {"files": files}}
    for path, page in pages.items():
        (tmp_path / "j" / path).mkdir(exist_ok=True)
        (tmp_path / "j" / path / "index.json").write_text(json.dumps(page))
    fetch = module._fetch

    def as_json(url, **how):
        return fetch(f"{url}index.json" if url.endswith("/") else url, **how)

    monkeypatch.setattr(module, "_fetch", as_json)
    assert told(published("night", f"{address}/j")) == [(name, version)]
    assert seen[-1].endswith(".metadata"), "no wheel is fetched"


def test_a_pack_is_found_with_and_without_the_beginning_of_its_name(pages):
    index = pages.as_uri()

    assert told([find_published("harbour", index), find_published("Tabletop_Fog", index)]) == [
        ("tabletop-harbour", "1.10"),
        ("tabletop-fog", "0.3"),
    ]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("tools", "has no pack 'tabletop-"),
        ("sea", "has no pack 'tabletop-"),
        # It would lead elsewhere.
        ("../harbour", r"'\.\./harbour' is not the name of a pack"),
    ],
)
def test_what_is_no_pack_or_no_name_of_one_is_refused(pages, name, said):
    with pytest.raises(PackError, match=said):
        find_published(name, pages.as_uri())


@pytest.mark.parametrize(
    ("index", "said"),
    [
        ("http://127.0.0.1:9/simple", r"cannot be reached .*check the network"),
        ("nowhere", "there is no folder 'nowhere'"),
        ("ftp://127.0.0.1/simple", "is not the address of an index"),
        ("http://ann:secret@127.0.0.1:9/simple", "^http://127"),
    ],
)
def test_an_index_that_cannot_be_reached_is_one_line(index, said):
    with pytest.raises(PackError, match=said) as raised:
        published("ships", index)

    assert "\n" not in str(raised.value)
    assert "secret" not in str(raised.value)


def test_a_server_cannot_lead_to_files_of_this_machine(tmp_path, wheels, served):
    address, _ = served
    page = tmp_path / "simple" / "tabletop-fog"
    page.mkdir(parents=True)
    wheel = next(wheels.glob("tabletop_fog*"))
    (page / "index.html").write_text(f'<a href="{wheel.as_uri()}">{wheel.name}</a>')

    with pytest.raises(PackError, match="has no pack"):
        find_published("fog", f"{address}/simple")


def test_a_damaged_wheel_is_told(wheels):
    next(wheels.glob("tabletop_fog*")).write_bytes(b"no zip")

    with pytest.raises(PackError, match=r"tabletop_fog-0.3\S+ is not a valid wheel"):
        find_published("fog", str(wheels))


def test_pip_installs_the_version_that_was_shown(wheels, monkeypatch):
    monkeypatch.delenv("TABLETOP_INDEX", raising=False)
    pack = find_published("harbour", str(wheels))
    pip = [sys.executable, "-m", "pip", "install"]

    assert install_command(pack, str(wheels)) == [
        *pip,
        *("--no-index", "--find-links", str(wheels)),
        "tabletop-harbour==1.10",
    ]
    assert install_command(pack, "http://i/simple")[4:-1] == ["--index-url", "http://i/simple"]
    assert install_command(pack)[4:] == ["tabletop-harbour==1.10"]


def test_uv_installs_where_there_is_no_pip_and_without_both_a_line_says_so(wheels, monkeypatch):
    pack = find_published("harbour", str(wheels))
    monkeypatch.setattr(module, "find_spec", lambda name: None)
    monkeypatch.setattr(module, "which", lambda name: "/bin/uv")
    assert install_command(pack)[:5] == ["/bin/uv", "pip", "install", "--python", sys.executable]

    monkeypatch.setattr(module, "which", lambda name: None)
    with pytest.raises(PackError, match=re.escape("neither pip nor uv is here")):
        install_command(pack)
