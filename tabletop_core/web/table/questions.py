"""The questions: large buttons, a list of all that can be touched, and what the script reads.

Every option stands in the page as a form would send it. The script reads from it what may be
touched: its answer is what it touches, unless `data-at` says otherwise; a button touches nothing
else.
Of several values of `answer` the first counts, but where several are chosen together.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from urllib.parse import quote

from ...data.glossary import Word
from ...engine.targets import Targets
from ...pictures.svg_text import esc
from ...presentation.options import spoken
from ...presentation.table_view import Choice, Question, TableView
from .links import Links, rule_link
from .markup import hole
from .words import explained

MAX_LARGE_BUTTONS, MAX_LARGE_BUTTON_LETTERS = 8, 90
"""More buttons than these are drawn smaller, and those where words of one have more letters."""

MAX_OPTIONS_ALL_BUTTONS = 2
"""So few options that touch something are buttons as well, so that nobody has to look for them."""

MIN_OPTIONS_SHORTENED = 4
"""Where more options than these touch the same, the menu leaves out what all of them begin with."""


def prompt_parts(
    seen: TableView, known: dict[str, tuple[Question, str]], links: Links
) -> Iterator[tuple[str, str]]:
    """Yield the questions of a viewer, and what is said where there is none.

    `known` are those of the look before with their forms, by the names of these; it gets those of
    now in their place.
    """
    forms = {}
    for asked in seen.asked:
        name = f"@ask:{asked.seat}"
        before, form = known.get(name, (None, ""))
        if asked != before:
            form = question(asked, links, seen.words)
        forms[name] = asked, form
    known.clear()
    known.update(forms)
    kind = "waits ended" if seen.is_over else "waits"
    words = "" if forms else f'<p class="{kind}">{esc(_waits(seen))}</p>'
    sealed = "".join(_sealed(seat, links) for seat in seen.sealed)
    holes = "".join(map(hole, forms))
    yield (
        "@prompt",
        f'<section id="@prompt" aria-label="Your answer">{words}{holes}{sealed}</section>',
    )
    yield from ((name, form) for name, (_, form) in forms.items())


def _waits(seen: TableView) -> str:
    if seen.is_over:
        return ". ".join(seen.ended)
    names = {one.seat: one.name for one in seen.sitting}
    who = [f"{seat} ({names[seat]})" if names.get(seat) else seat for seat in seen.awaited]
    return f"Waiting for {', '.join(who)}." if who else "The game waits for this."


def _sealed(seat: str, links: Links) -> str:
    return (
        f'<form method="post" action="{esc(links.action("retract"))}">'
        f'<input type="hidden" name="seat" value="{esc(seat)}">'
        f"<p>{esc(seat)} has answered; the others have not.</p>"
        "<button>Change the answer</button></form>"
    )


def question(asked: Question, links: Links, words: tuple[Word, ...] = ()) -> str:
    """Return one question as a form."""
    name = esc(f"@ask:{asked.seat}")
    rule = " " + rule_link(links, asked.rule, asked.rule_words) if asked.rule else ""
    several = _several(asked)
    odds = ' data-odds=""' if asked.has_odds else ""
    return (
        f'<form id="{name}" class="ask" method="post" action="{esc(links.action("answer"))}"{odds}>'
        f'<input type="hidden" name="token" value="{asked.token}">'
        f'<input type="hidden" name="seat" value="{esc(asked.seat)}">'
        f"<h2>{explained(asked.prompt, words)}</h2>{rule}{_helps(asked, links)}"
        f"{several or _one(asked)}</form>"
    )


def _helps(asked: Question, links: Links) -> str:
    """Return what leads to a hint, and to the odds where the rule knows them."""
    of = f"?seat={quote(asked.seat, safe='')}&token={asked.token}"
    helps = (("odds", "Odds"), ("hint", "Hint"))[0 if asked.has_odds else 1 :]
    found = " ".join(
        f'<a data-opens="" href="{esc(links.action(f"{path}{of}"))}">{words}</a>'
        for path, words in helps
    )
    return f'<span class="helps">{found}</span>'


def _give(asked: Question) -> str:
    """Return the button that gives what was chosen.

    The next question has another one, so that the focus does not stay on it.
    """
    name = esc(f"@give:{asked.seat}:{asked.token}")
    return f'<button id="{name}">Answer</button>'


def _one(asked: Question) -> str:
    if asked.numbers is not None:
        low, high = min(asked.numbers), max(asked.numbers)
        return (
            f'<label>{low} to {high} <input type="number" name="answer" min="{low}" max="{high}" '
            f'step="{abs(asked.numbers.step)}" value="{low}" required></label>' + _give(asked)
        )
    touching = [choice for choice in asked.choices if choice.targets and not choice.is_button]
    buttons = [choice for choice in asked.choices if not choice.targets or choice.is_button]
    if len(touching) <= MAX_OPTIONS_ALL_BUTTONS:
        touching, buttons = [], list(asked.choices)
    same = Counter(choice.words for choice in asked.choices)
    begun = _begun(touching)
    listed = "".join(_listed(choice, same, begun[choice.targets]) for choice in touching)
    if listed:
        listed = _folded(
            [choice for choice in asked.choices if choice.targets],
            f'<label>All of them <select name="answer">{listed}</select></label>{_give(asked)}',
        )
    is_full = len(buttons) > MAX_LARGE_BUTTONS or any(
        len(choice.words) > MAX_LARGE_BUTTON_LETTERS for choice in buttons
    )
    kind = "buttons many" if is_full else "buttons"
    return f'<span class="{kind}">{"".join(map(_button, buttons))}</span>{listed}'


def _folded(touching: Sequence[Choice], inside: str) -> str:
    """Return a list that opens, of what is touched on the table; told is what to touch first."""
    count = len({choice.targets[0] for choice in touching})
    several = f"{count} things can be" if count > 1 else "One thing can be"
    return (
        f'<details class="listed"><summary><i class="mark"></i> {several} touched on the table; '
        f"or choose from a list</summary>{inside}</details>"
    )


def _begun(touching: Sequence[Choice]) -> dict[Targets, str]:
    """Return what options that touch the same all begin with, to the comma, where they are many."""
    told: dict[Targets, list[str]] = {}
    for choice in touching:
        told.setdefault(choice.targets, []).append(choice.words)
    found = {}
    for targets, words in told.items():
        begun = "".join(words[0].partition(", ")[:2])
        is_shared = len(words) > MIN_OPTIONS_SHORTENED and all(
            one.startswith(begun) for one in words
        )
        found[targets] = begun if is_shared else ""
    return found


def _listed(choice: Choice, same: Mapping[str, int], begun: str = "") -> str:
    """Return an option of a list; the menu tells it without what it begins with."""
    told = _told(choice, same)
    value = f' value="{esc(choice.answer)}"' if told != choice.answer else ""
    label = f' label="{esc(told)}"' if begun else ""
    words = spoken(told.removeprefix(begun))
    return f"<option{value}{_at(choice)}{_left(choice)}{label}>{esc(words)}</option>"


def _button(choice: Choice) -> str:
    at = f' data-at="{esc(" ".join(choice.targets))}"{_left(choice)}' if choice.targets else ""
    # What words tell after the name, set off by lines, is not read at every turn.
    name, _, more = choice.words.partition(" | ")
    words = f"{esc(name)} <small>{esc(spoken(more))}</small>" if more else esc(name)
    return f'<button name="answer" value="{esc(choice.answer)}"{at}>{words}</button>'


def _left(choice: Choice) -> str:
    return f' data-left="{choice.left:g}"' if choice.left is not None else ""


def _told(choice: Choice, same: Mapping[str, int]) -> str:
    """Return the words of an option, with its id where others have the same."""
    return choice.words if same[choice.words] == 1 else f"{choice.answer}: {choice.words}"


def _at(choice: Choice) -> str:
    at = " ".join(choice.targets)
    return f' data-at="{esc(at)}"' if at != choice.answer else ""


def _several(asked: Question) -> str:
    if asked.most is None or asked.least == asked.most == 1:
        return ""
    count = str(asked.least) if asked.least == asked.most else f"{asked.least} to {asked.most}"
    order = ", in the order they are chosen" if asked.ordered else ""
    same = Counter(choice.words for choice in asked.choices)
    boxes = "".join(
        f'<label><input type="checkbox" name="answer" value="{esc(choice.answer)}"'
        f"{_at(choice)}> {esc(_told(choice, same))}</label>"
        for choice in asked.choices
    )
    ordered = ' data-ordered=""' if asked.ordered else ""
    listed = f'<span class="boxes"{ordered}>{boxes}</span>'
    if all(choice.targets for choice in asked.choices):
        listed = _folded(asked.choices, listed)
    return f"<p>Choose {count}{order}.</p>{listed}{_give(asked)}"
