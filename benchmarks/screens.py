"""No speed: are words cut, hidden or too small on any kind of screen of whole games?

usage: python benchmarks/screens.py [PACK]... [--games N] [--seed S] [--dice] [--out FOLDER]

Games of bots with options drawn at random are played in a room. Wherever a kind of question is
asked for the first time (where in the sequence of play, in which words but for numbers, names and
what stands in brackets, beside which panels, on boards how crowded and in which states) six pages
of Chromium show the table: 390, 1280 and 1920 pixels wide, light and dark. Each is searched for
words that are cut, that lie on other words or under what is drawn over them, and that are smaller
than can be read; for things to touch that are too small and too near each other; and for a page
that is wider than its window. What is found is listed with the screens and sizes where it stands,
also of the boards that are not on the stage. `--dice`: the dice are typed, so that the pages that
ask for them are seen, too. `--out` keeps a picture of every screen and size.
"""

import argparse
import re
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from random import Random

import tabletop_core.rooms.registry as registry
from tabletop_core.bots.seating import bots_of, seat_bots
from tabletop_core.panels import BoardPanel
from tabletop_core.plugins.packs import load_pack
from tabletop_core.rooms.perspective import Perspective

TESTS = Path(__file__).parents[1] / "tests"
sys.path[:0] = [str(TESTS / "web" / "browser"), str(TESTS.parent)]
PACKS = sorted(path.parent.name for path in TESTS.parent.glob("packs/*/__init__.py"))
SIZES = [(390, 844), (1280, 800), (1920, 1080)]
MAX_ANSWERS = 20000
"""A game stops after this many answers."""

NEXT_BOARD = """async () => {
  document.querySelector(".board:not(:has(> .up :checked)) > .up input")?.click();
  for (const _ of [1, 2]) await new Promise(requestAnimationFrame); // until it has its new size
}"""
POLL_RETRY_MS = (Path(__file__).parent / "screens.js").read_text("utf-8")


def kind_of(room, person):
    """Return what makes a screen one that was not seen before."""
    match = room.match
    where = " / ".join(re.sub(r"\d+", "#", name) for name in match.play.where)
    if room.pending_roll is not None:
        pending = room.pending_roll
        return where, f"dice: {re.sub(r'[0-9]+', '#', pending.words)}"
    if match.is_over:
        return where, f"over: {match.outcome.kind}"
    decision = match.decision
    asked = re.sub(r"^[^:?]*: |\(.*\)", "", decision.prompt)
    plain = re.sub(r"[A-Z0-9][\w'.-]*", "#", asked[1:])
    touched = min(2, len(decision.targets_of(next(iter(decision.options), ""))))
    panels = match.game.look.view(match.play, Perspective(room, person).viewer)
    return where, f"{plain} {touched}", *map(shown_by, panels)


def shown_by(panel):
    """Return the id of a panel; of a board also its fullest space, and how many have a state."""
    if not isinstance(panel, BoardPanel):
        return panel.id
    fullest = max((len(pieces) for pieces in panel.stacks.values()), default=0)
    return panel.id, fullest, min(2, sum(bool(spot.state) for spot in panel.spots))


def games(pack, number, seed):
    """Yield the options and the bots of games, drawn at random."""
    game = load_pack(pack)
    for at in range(number):
        draw = Random(f"{pack} {seed} {at}")
        options = {one.name: draw.choice(one.values) for one in game.options}
        names = [name for name in bots_of(game) if name != "greedy"] or ["random"]
        yield at, options, draw.choice([names[-1], draw.choice(names)])


def answer(room, person, bots, draw):
    """Give the next answer, or the next dice, as a bot would."""
    if room.pending_roll is not None:
        pending = room.pending_roll
        pool = [card for card, left in pending.pool.items() for _ in range(left)]
        faces = [str(draw.randint(1, sides)) for sides in pending.sides]
        room.give_dice(person, " ".join(faces) if faces else draw.choice(pool))
        return
    decision = room.match.decision
    chosen = bots[decision.seat].choose(room.match, decision)
    room.session.answer(chosen, seat=decision.seat, token=decision.token)


def screens(site, person, pack, number, seed, dice):
    """Yield the address of a room and the kind of its screen, wherever that is a new one."""
    seen = set()
    for at, options, name in games(pack, number, seed):
        registry.fresh_seed = lambda at=at: f"{seed}-{at}"
        draw = Random(f"{seed} {at} dice")
        written = {key: str(value) for key, value in options.items()}
        room_id = site.registry.factory.new_room(
            person, pack, options=written, seats=["me"] * 9, dice="manual" if dice else "seeded"
        )
        address, bots, is_over = f"/r/{room_id}", None, False
        for _ in range(MAX_ANSWERS):
            new = None
            with site.registry.room(room_id) as room:
                if bots is None:
                    players = dict.fromkeys(room.match.seats, name)
                    bots = seat_bots(room.match.game, players, f"{seed}-{at}")
                while new is None and not is_over:
                    is_over = room.match.is_over
                    if Perspective(room, person).shares_screen and room.match.decision is not None:
                        Perspective(room, person).look(room.match.decision.seat)
                    kind = kind_of(room, person)
                    if kind not in seen:
                        seen.add(kind)
                        new = kind
                    elif not is_over:
                        answer(room, person, bots, draw)
                room.save_and_publish()
                tokens = [str(one.token) for one in Perspective(room, person).questions]
                if room.pending_roll is not None:
                    tokens = []
            if new is not None:
                yield address, new, tokens, f"{options} {name}"
            if is_over:
                if at == 0:
                    yield f"{address}/end", ("its end",), [], ""
                    yield f"{address}/replay", ("its log",), [], ""
                break
            with site.registry.room(room_id) as room:
                answer(room, person, bots, draw)
        with site.registry.room(room_id) as room:
            if not room.is_over:
                room.end("looked at")


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("packs", nargs="*", default=PACKS)
    parser.add_argument("--games", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--dice", action="store_true")
    parser.add_argument("--out", type=Path)
    args = parser.parse_args()
    from conftest import CHROMIUM, Served
    from playwright.sync_api import sync_playwright

    if args.out:
        args.out.mkdir(parents=True, exist_ok=True)
    served = Served(Path(tempfile.mkdtemp()))
    site = served.app.state.site
    me, key = site.persons.store.new_person("Ann")
    cookie = {"name": site.cookies.name, "value": key, "url": served.address}
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=str(CHROMIUM), args=["--no-sandbox", "--disable-gpu"]
        )
        pages = {}
        for wide, high in SIZES:
            for scheme in ("light", "dark"):
                touch = {"has_touch": True, "is_mobile": True} if wide < 800 else {}
                context = chromium.new_context(
                    viewport={"width": wide, "height": high},
                    color_scheme=scheme,
                    reduced_motion="reduce",
                    **touch,
                )
                context.add_cookies([cookie])
                pages[f"{wide} {scheme}"] = context.new_page()
        for pack in args.packs:
            look_at(site, me["id"], pack, args, served.address, pages)
        chromium.close()
    served.stop()


def look_at(site, person, pack, args, base, pages):
    """Look at a pack, and print what is wrong with its screens."""
    found, kinds = defaultdict(dict), []
    for address, kind, tokens, how in screens(site, person, pack, args.games, args.seed, args.dice):
        kinds.append(kind)
        for name, page in pages.items():
            page.goto(base + address)
            page.wait_for_load_state()
            page.wait_for_function(
                "(wanted) => [...document.querySelectorAll('.ask input[name=token]')]"
                ".every((one) => wanted.includes(one.value)) || !wanted.length",
                arg=tokens,
            )
            page.evaluate(
                "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 60)))"
            )
            for _ in range(max(1, page.locator(".board > .up input").count())):
                for fault, what in page.evaluate(POLL_RETRY_MS):
                    found[fault, what].setdefault(name, []).append(len(kinds))
                page.evaluate(NEXT_BOARD)
            if args.out:
                file = f"{pack}-{len(kinds):03}-{name.replace(' ', '-')}.png"
                page.screenshot(path=args.out / file)
        print(f"{pack} {len(kinds):3}: {' | '.join(kind[:2])} ({how})", file=sys.stderr, flush=True)
    print(f"\n## {pack}: {len(kinds)} kinds of screens\n")
    for (fault, what), where in sorted(found.items()):
        told = "; ".join(
            f"{name}: {len(at)} ({', '.join(map(str, at[:4]))})" for name, at in where.items()
        )
        print(f"- {fault}: {what} [{told}]")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
