"""A server in a process of its own, whose rooms are made, or all visited at once from cold."""

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from starlette.testclient import TestClient

from tabletop_core.plugins.packs import find_packs
from tabletop_core.web.app import make_app
from tabletop_core.web.site import Config

VISITORS = 12


def make_rooms(client, packs, number):
    """Make rooms of all packs in turn, with a bot where there is a second seat."""
    for at in range(number):
        fields = {"name": "Ann", "seat:0": "me", "seat:1": "bot:random"}
        answer = client.post(
            f"/new/{packs[at % len(packs)].id}", data=fields, follow_redirects=False
        )
        print(answer.headers["location"].removeprefix("/r/"))


def visit_all(client, rooms):
    """Visit all rooms at once, and once more those whose page was an error."""

    def failed(room):
        page = client.get(f"/r/{room}", headers={"accept": "text/html"})
        return page.status_code != 200 or '<main id="@table"' not in page.text

    # Threads change places as often as they can, so that what can go wrong does so soon.
    sys.setswitchinterval(1e-5)
    with ThreadPoolExecutor(VISITORS) as visitors:
        first = list(visitors.map(failed, rooms))
    again = [failed(room) for room, has_failed in zip(rooms, first, strict=True) if has_failed]
    print(f"{sum(first)} of {len(rooms)} failed, {sum(again)} of them again")


def main(data, *folders):
    rooms = sorted(path.stem for path in (Path(data) / "games").glob("*.toml"))
    catalog = find_packs(folders)
    config = Config(data=Path(data), catalog=catalog, threads=VISITORS)
    app = make_app(config)
    with TestClient(app, "http://localhost", raise_server_exceptions=False) as client:
        if rooms:
            visit_all(client, rooms)
        else:
            make_rooms(client, catalog.packs, 40)


if __name__ == "__main__":
    main(*sys.argv[1:])
