"""The questions: one line in the dock, buttons for what touches nothing, and a list of the rest.

Every option stands in the page as a form would send it. The script reads from it what may be
touched: its answer is what it touches, unless `data-at` says otherwise; a button touches nothing
else. Options too long for the dock stand in the rail, and belong to the same form.
Of several values of `answer` the first counts, but where several are chosen together.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TypeAlias
from urllib.parse import quote

from ...data.glossary import Word
from ...engine.targets import Targets
from ...events.words import counted
from ...pictures.svg_text import esc
from ...presentation.options import is_place, spoken
from ...presentation.table_view import Choice, Question, TableView
from .links import Links, rule_link
from .markup import hole
from .words import explained

MAX_DOCK_BUTTONS, MAX_DOCK_LETTERS = 6, 72
"""More buttons than these, or with more letters together, are a list in the rail."""

_BUTTON_LETTERS, _LIST_LETTERS = 5, 26
"""The room that the frame of a button takes, and what tells how much is lit, in letters."""

MIN_DETAIL_LETTERS = 14
"""What stands in brackets is a detail of the question if it has this many letters."""

MIN_OPTIONS_SHORTENED = 4
"""Where more options than these touch the same, the menu leaves out what all of them begin with."""


DrawnForms: TypeAlias = dict[str, tuple[Question, str, str]]
"""The questions of a viewer with their forms and their lists in the rail, by name of the form."""


def prompt_parts(seen: TableView, known: DrawnForms, links: Links) -> Iterator[tuple[str, str]]:
    """Yield the questions of a viewer, or a sentence if there is none.

    `known` are those of the look before; it gets those of now in their place.
    """
    forms: DrawnForms = {}
    for asked in seen.asked:
        name = f"@ask:{asked.seat}"
        before, form, options = known.get(name, (None, "", ""))
        if asked != before:
            form, options = question(asked, links, seen.words)
        forms[name] = asked, form, options
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
    listed = "".join(options for _, _, options in forms.values())
    yield "@options", f'<section id="@options" aria-label="Options">{listed}</section>'
    yield from ((name, form) for name, (_, form, _) in forms.items())


def _waits(seen: TableView) -> str:
    if seen.is_over:
        return ". ".join(seen.ended)
    if seen.told:
        return " ".join(seen.told)
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


def question(asked: Question, links: Links, words: tuple[Word, ...] = ()) -> tuple[str, str]:
    """Return one question as a form, and its options that stand in the rail."""
    name = esc(f"@ask:{asked.seat}")
    rule = rule_link(links, asked.rule, asked.rule_words) + " " if asked.rule else ""
    is_several = asked.most is not None and not asked.least == asked.most == 1
    answers, options = _several(asked) if is_several else _one(asked)
    count = f' data-least="{asked.least}" data-most="{asked.most}"' if is_several else ""
    odds = ' data-odds=""' if asked.has_odds else ""
    free = ' data-free=""' if asked.is_free else ""
    head, detail = head_and_detail(asked.prompt)
    more = f' <small class="detail">{explained(detail, words)}</small>' if detail else ""
    form = (
        f'<form id="{name}" class="ask" method="post" action="{esc(links.action("answer"))}"'
        f"{odds}{free}{count}>"
        f'<input type="hidden" name="token" value="{asked.token}">'
        f'<input type="hidden" name="seat" value="{esc(asked.seat)}">'
        f'<p class="asked"><span role="heading" aria-level="2">'
        f"{explained(head, words)}</span>{more}</p>"
        f'<div class="answers">{answers}<span class="helps">{rule}{_helps(asked, links)}</span>'
        f"</div></form>"
    )
    return form, options


_BRACKETS = re.compile(r"\s*\(((?:[^()]|\([^()]*\))*)\)")
_HIDDEN = re.compile(r"\0(\d+)\0")  # the place of what stood in brackets
_SHORT = re.findall(r"\w+", "Capt Cmdr Col Cpl Dr Fw Gen Hptm Lt Maj Mr Mrs No Oblt Sgt St Uffz")
_TITLE = r"(?<!\b[A-Z]\.)" + "".join(rf"(?<!\b{word}\.)" for word in _SHORT)
_SENTENCE = re.compile(rf"{_TITLE}(?<=[.?!])((?:\0\d+\0)?) +(?=[A-Z\d])")


def head_and_detail(prompt: str) -> tuple[str, str]:
    """Return what a prompt asks, and what else it tells: in brackets, or in other sentences.

    >>> head_and_detail("Where does Blue fly? (at A3, movement 1)")
    ('Where does Blue fly?', 'at A3, movement 1')
    >>> head_and_detail("Ammo dice: 5 2. What does the crew do?")
    ('What does the crew do?', 'Ammo dice: 5 2.')
    >>> head_and_detail("Lucky Coin (Turn one die over.) Keep it (now)?")
    ('Lucky Coin: Keep it (now)?', 'Turn one die over.')
    >>> head_and_detail("Initiative: Fighter (6 o'clock high) 2, Jet 4. Do you rally?")
    ('Do you rally?', "Initiative: Fighter (6 o'clock high) 2, Jet 4.")
    >>> head_and_detail("Does Capt. Ferrante (+1 performance) withdraw? 4 interceptors left")
    ('Does Capt. Ferrante (+1 performance) withdraw?', '4 interceptors left')
    """
    brackets: list[str] = []  # a sentence in brackets ends none around it

    def hide(match: re.Match[str]) -> str:
        brackets.append(match[1])
        return f"\0{len(brackets) - 1}\0"

    sentences = _SENTENCE.sub(r"\1\n", _BRACKETS.sub(hide, prompt).strip()).split("\n")
    asking = [at for at, one in enumerate(sentences) if one.endswith("?")]
    at = asking[-1] if asking else 0
    detail: list[str] = []

    def take(match: re.Match[str]) -> str:
        """Take a bracket out of the question; one in its middle belongs to what it follows."""
        told = brackets[int(match[1])]
        before, after = match.string[: match.start()], match.string[match.end() :].strip(" ?")
        if len(told) < MIN_DETAIL_LETTERS or (after and not after[0].isupper()):
            return f" ({told})"
        detail.append(told)
        return ":" if after and before.rstrip()[-1:].isalnum() else ""

    head = _HIDDEN.sub(take, sentences[at]).strip()
    others = (
        _HIDDEN.sub(lambda match: f" ({brackets[int(match[1])]})", one).strip()
        for one in [*sentences[:at], *sentences[at + 1 :]]
    )
    told = [one if one[-1] in ".?!" else f"{one};" for one in [*others, *detail]]
    return head, " ".join(told).removesuffix(";")


def _helps(asked: Question, links: Links) -> str:
    """Return the links to a hint, and to the odds if the rule knows them."""
    of = f"?seat={quote(asked.seat, safe='')}&token={asked.token}"
    helps = (("odds", "Odds"), ("hint", "Hint"))[0 if asked.has_odds else 1 :]
    return " ".join(
        f'<a data-opens="" href="{esc(links.action(f"{path}{of}"))}">{words}</a>'
        for path, words in helps
    )


def _give(asked: Question) -> str:
    """Return the button that submits what was chosen.

    The next question has another one, so that the focus does not stay on it.
    """
    name = esc(f"@give:{asked.seat}:{asked.token}")
    return f'<button id="{name}">Answer</button>'


def _one(asked: Question) -> tuple[str, str]:
    """Return the controls for one option, in the dock and in the rail."""
    if asked.numbers is not None:
        low, high = min(asked.numbers), max(asked.numbers)
        field = (
            f'<label>{low} to {high} <input type="number" name="answer" min="{low}" max="{high}" '
            f'step="{abs(asked.numbers.step)}" value="{low}" required></label>'
        )
        return field + _give(asked), ""
    touching = [choice for choice in asked.choices if choice.targets and not choice.is_button]
    if len(touching) == 1 < len(asked.choices):
        touching = []  # beside a button what is lit alone would not say which answer it gives
    buttons = [choice for choice in asked.choices if choice not in touching]
    same = Counter(choice.words for choice in asked.choices)
    begun = _begun(touching)
    listed = "".join(
        f'<optgroup label="{esc(lies)}">{options}</optgroup>' if lies else options
        for lies, options in _by_place(
            touching, lambda choice: _listed(choice, same, begun[choice.targets])
        )
    )
    if listed:
        listed = _folded(
            [choice for choice in asked.choices if choice.targets],
            f'<label>All of them <select name="listed">{listed}</select></label>{_give(asked)}',
        )
    letters = sum(len(choice.words) + _BUTTON_LETTERS for choice in buttons)
    letters += _LIST_LETTERS if touching else 0
    if len(buttons) <= MAX_DOCK_BUTTONS and letters <= MAX_DOCK_LETTERS:
        keys = "".join(map(_button, buttons))
        return f'<span class="buttons">{keys}</span>{listed}', ""
    keys = "".join(_button(choice, asked.seat) for choice in buttons)
    return listed + _to_list(len(buttons)), f'<div class="buttons">{keys}</div>'


def _to_list(count: int) -> str:
    """Return the switch that hides or shows a list, which covers the board on a phone."""
    return (
        '<label class="to-list"><input type="checkbox"> '
        f"<span>hide {counted(count, 'answer')}</span></label>"
    )


def _folded(touching: Sequence[Choice], inside: str) -> str:
    """Return a list that unfolds of what can be touched, headed by how many there are."""
    count = len({choice.targets[0] for choice in touching})
    several = f"touch one of {count} lit" if count > 1 else "touch what is lit"
    return (
        f'<details class="listed"><summary><i class="mark"></i> <span>{several}</span> '
        f'<u>or list</u></summary><div class="list">{inside}</div></details>'
    )


def _by_place(
    choices: Sequence[Choice], drawn: Callable[[Choice], str]
) -> Iterator[tuple[str, str]]:
    """Yield consecutive options as they are `drawn`, headed by where their cards lie."""
    for lies, here in groupby(choices, lambda choice: choice.lies):
        yield lies, "".join(map(drawn, here))


def _begun(touching: Sequence[Choice]) -> dict[Targets, str]:
    """Return the words that many options of the same thing begin with, up to the comma."""
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
    label = f' label="{esc(spoken(told))}"' if begun else ""
    words = spoken(told.removeprefix(begun))
    more = told.partition(" | ")[2] if choice.way is not None else ""
    here = f' data-more="{esc(spoken(more))}"' if more else ""  # it stands under the arrow
    return f"<option{value}{_at(choice)}{_left(choice)}{here}{label}>{esc(words)}</option>"


def _button(choice: Choice, seat: str = "") -> str:
    """Return an option as a button; one outside the form of its question names its `seat`."""
    at = f' data-at="{esc(" ".join(choice.targets))}"{_left(choice)}' if choice.targets else ""
    form = f' form="{esc(f"@ask:{seat}")}"' if seat else ""
    # What words tell after the name, set off by lines, is not read at every turn.
    name, _, more = choice.words.partition(" | ")
    words = f"{esc(name)} <small>{esc(spoken(more))}</small>" if more else esc(name)
    return f'<button name="answer" value="{esc(choice.answer)}"{form}{at}>{words}</button>'


def _left(choice: Choice) -> str:
    left = f' data-left="{choice.left:g}"' if choice.left is not None else ""
    return left + (f' data-way="{choice.way:g}"' if choice.way is not None else "")


def _told(choice: Choice, same: Mapping[str, int]) -> str:
    """Return the words of an option, with its id where others have the same and differ."""
    is_clear = same[choice.words] == 1 or is_place(choice.answer)
    return choice.words if is_clear else f"{choice.answer}: {choice.words}"


def _at(choice: Choice) -> str:
    at = " ".join(choice.targets)
    return f' data-at="{esc(at)}"' if at != choice.answer else ""


def _several(asked: Question) -> tuple[str, str]:
    """Return the controls for several options, in the dock and in the rail."""
    low = f"{asked.least} to " if asked.least else "up to "
    count = f"{'' if asked.least == asked.most else low}{asked.most}"
    order = ", in order" if asked.ordered else ""
    same = Counter(choice.words for choice in asked.choices)
    is_touched = all(choice.targets for choice in asked.choices)
    form = "" if is_touched else f' form="{esc(f"@ask:{asked.seat}")}"'
    boxes = "".join(
        f"<fieldset><legend>{esc(lies)}</legend>{labels}</fieldset>" if lies else labels
        for lies, labels in _by_place(
            asked.choices,
            lambda choice: (
                f'<label><input type="checkbox" name="answer" value="{esc(choice.answer)}"'
                f"{form}{_at(choice)}> {esc(_told(choice, same))}</label>"
            ),
        )
    )
    ordered = ' data-ordered=""' if asked.ordered else ""
    listed = f'<span class="boxes"{ordered}>{boxes}</span>'
    told = f'<p class="count" role="status">Choose {count}{order}</p>'
    if is_touched:
        return told + _folded(asked.choices, listed) + _give(asked), ""
    return told + _to_list(len(asked.choices)) + _give(asked), listed
