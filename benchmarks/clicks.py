"""What a game asks of a person: answers and clicks, lines told, and how soon a click is seen.

usage: python benchmarks/clicks.py [ANSWERS]

First the recorded games of the tests: their answers; what these choose, where one that names
several counts as so many; the fewest clicks with a mouse by one person alone, who can undo all: for
each thing that must be touched, for a button, in a menu where several answers touch the same, and
to say that those of no given number are all; and the lines told after each answer, where what folds
counts as one. Then a game of each pack in Chromium, that many answers
long (default 30; 0: none): the milliseconds from the last click of an answer to the frame in which
the next question stands, with the server in the same process. On a busy machine those only compare
what one run has measured.
"""

import json
import sys
import tempfile
from collections import Counter
from itertools import combinations
from math import inf
from pathlib import Path
from statistics import median

from tabletop_core.engine.past import as_it_was
from tabletop_core.engine.tape import Tape, given_in
from tabletop_core.plugins.packs import load_pack
from tabletop_core.presentation.log import GameLog

TESTS = Path(__file__).parents[1] / "tests"
PLAYED = {  # how the games in the browser are begun, and who answers
    "b29_superfortress": ("skipper", {"option_mission": "12"}),
    "bomber_boys": ("random", {}),
    "bomber_run": ("greedy", {}),
    "squadron_303": ("random", {}),
    "wing_and_prayer": ("commander", {"setup": "single"}),
}
WATCH = r"""() => {
  const fields = () => [...document.querySelectorAll(".ask [name=token]")];
  const tokens = () => fields().map((one) => one.value).join();
  let [asked, since] = [tokens(), 0];
  window.took = [];
  addEventListener("click", () => since = performance.now(), true);
  new MutationObserver(() => {
    if (tokens() === asked) return;
    asked = tokens();
    if (asked) requestAnimationFrame(() => setTimeout(() => took.push(performance.now() - since)));
  }).observe(document.body, { subtree: true, childList: true, attributes: true });
}"""


def recorded():
    """Yield each game recorded whole of the packs: its pack, its name, and the game at its end."""
    for path in sorted(TESTS.glob("packs/*/golden/*.txt")):
        if path.stem.startswith("many_"):
            continue
        head, tape = (json.loads(line[2:]) for line in path.read_text("utf-8").splitlines()[:2])
        entries = Tape([tuple(entry) for entry in tape])
        game = load_pack(path.parts[-3])
        yield (
            path.parts[-3],
            path.stem,
            game.start(head["options"], seed=head["seed"], tape=entries),
        )


def asked(match):
    """Return what each answer of a game chooses, its clicks, and the lines told after it."""
    chosen, clicks, lines, events = [], [], [], []
    log = GameLog(match.game, match.data.names)
    for at, entry in enumerate(match.tape.entries):
        if not given_in(entry):
            continue
        then = as_it_was(match, at)
        given = [answer for _, answer in given_in(entry)]
        chosen.append(sum(len(one) or 1 if is_several(one) else 1 for one in given))
        clicks.append(sum(clicks_of(then.decision, one) for one in given))
        events.append(len(then.events))
    log.tell(match.events[: events[0]])
    for begin, end in zip(events, [*events[1:], len(match.events)], strict=True):
        lines.append(
            len([line for line in log.tell(match.events[begin:end]) if not line.is_heading])
        )
    return chosen, clicks, lines


def is_several(answer):
    return isinstance(answer, tuple | list)


def clicks_of(decision, answer):
    """Return the fewest clicks that give an answer, by the rules of `hand.js` and `table.js`."""
    if is_several(answer):
        touched = [decision.targets_of(one) for one in answer]
        is_sent = decision.least == decision.most and all(touched)
        return sum(len(one) or 1 for one in touched) + (not is_sent)
    mine = decision.targets_of(answer)
    if not mine or answer in decision.buttons:
        return 1
    all_targets = [Counter(decision.targets_of(one)) for one in decision.options]

    def clicks_with(held):
        after = [one for one in all_targets if one and not Counter(held) - one]
        is_told = len(held) == len(set(mine)) or all(one == Counter(mine) for one in after)
        return len(held) + (len(after) > 1) if is_told else inf

    things = sorted(set(mine))
    hands = (held for count in range(1, 1 + len(things)) for held in combinations(things, count))
    return min(map(clicks_with, hands))


def seconds_to_see(answers):
    """Yield of each pack the milliseconds from a click to the next question."""
    sys.path.insert(0, str(TESTS / "web" / "browser"))
    from conftest import CHROMIUM, Served
    from helpers import Adviser, sit_down, tokens, wait_for_change
    from playwright.sync_api import sync_playwright
    from test_in_a_browser import give_by_mouse

    served = Served(Path(tempfile.mkdtemp()))
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=str(CHROMIUM), args=["--no-sandbox", "--disable-gpu"]
        )
        for pack, (bot, options) in PLAYED.items():
            page = chromium.new_context(viewport={"width": 1280, "height": 800}).new_page()
            sit_down(page, served, pack, others=f"bot:{bot}", **options)
            page.evaluate(WATCH)
            adviser = Adviser(served, page, bot)
            for _ in range(answers):
                before, advised = tokens(page), adviser.answer()
                if advised is None:
                    break
                give_by_mouse(page, *advised)
                wait_for_change(page, before)
            yield pack, page.evaluate("took")
            page.context.close()
        chromium.close()
    served.stop()


def main():
    answers = int(sys.argv[1]) if len(sys.argv) > 1 else 30
    print("| pack | recorded game | answers | choices | clicks | lines an answer, median | most |")
    print("| --- | --- | ---: | ---: | ---: | ---: | ---: |")
    for pack, name, match in recorded():
        chosen, clicks, lines = asked(match)
        told = f"{median(lines):g} | {max(lines)}"
        print(f"| {pack} | {name} | {len(clicks)} | {sum(chosen)} | {sum(clicks)} | {told} |")
    if not answers:
        return
    print("\n| pack | answers | ms to the next question, median | slowest |")
    print("| --- | ---: | ---: | ---: |")
    for pack, took in seconds_to_see(answers):
        print(f"| {pack} | {len(took)} | {median(took):.0f} | {max(took):.0f} |", flush=True)


if __name__ == "__main__":
    main()
