"""What opens beside the table: a rule, a chart, the odds of an option, hints."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from ...bots.advice import Advice
from ...engine.decisions import Answer, Decision, OptionId
from ...engine.setups import DIFFICULTIES
from ...events.words import dice_words, said
from ...pictures.svg_text import esc
from ...presentation.charts import dice_of, modifiers_in_words, note_marks, range_words
from ...presentation.components import ComponentText
from ...presentation.games import options_told, outcome_lines
from ...presentation.options import (
    Chance,
    advice_heading,
    advice_value,
    answer_words,
    chances,
    labels_of,
    option_words,
    spoken,
)
from ...presentation.rulebook import RuleText, RulingText
from ...presentation.sequence import rule_words
from ...saves.log_sheets import to_html
from ...simulation.statistics import statistic
from ...tables.results import note_of, parts
from ...viewers import ALL_SEEING
from .links import Links, chart_link
from .markup import listing

if TYPE_CHECKING:
    from ...engine.match import Match
    from ...tables import Row, Table

MAX_HINTS = 12


def rule_html(rule: RuleText, links: Links) -> str:
    """Return a rule: its words, its rulings, its charts, where it comes."""
    return f'<div class="rule-text"><h2>{esc(_heading(rule))}</h2>{_body(rule, links)}</div>'


def _heading(rule: RuleText, at: int = 0) -> str:
    """Return the name of a rule, by the title of one of its parts."""
    titles = dict([(rule.number, rule.parts[at][0])] if rule.parts else [])
    name = rule_words(rule.number, titles)
    return name[:1].upper() + name[1:]


def _body(rule: RuleText, links: Links) -> str:
    """Return what stands below the name of a rule."""
    parts = []
    for at, (_, text) in enumerate(rule.parts):
        paragraphs = "".join(f"<p>{esc(' '.join(p.split()))}</p>" for p in text.split("\n\n") if p)
        parts.append((f"<h2>{esc(_heading(rule, at))}</h2>" if at else "") + paragraphs)
    parts += [f"<p>Interpretation: {_ruling(one)}</p>" for one in rule.rulings]
    charts = "".join(f"<li>{chart_link(links, id_, '', title)}</li>" for id_, title in rule.charts)
    parts.append(f"<h2>Charts</h2><ul>{charts}</ul>" if charts else "")
    if rule.steps:
        parts.append(f"<p>In the sequence of play: {esc(', '.join(rule.steps))}</p>")
    if links.under:
        parts.append(f'<p><a href="{esc(links.in_book(rule.number))}">In the rulebook</a></p>')
    return "".join(parts)


def chart_html(
    table: "Table",
    row: str = "",
    *,
    words: Callable[[Any], str],
    say: Callable[[str], str] = esc,
) -> str:
    """Return a chart; the row that was hit is marked.

    `words` returns the words of a result, `say` these words as HTML.
    """
    dice = dice_words(dice_of(table) or "")
    names = [
        dice,
        *((range_words(one, words) for one in table.columns) if table.columns else ("",)),
    ]
    marks = note_marks(table)
    noted = [_noted(one, marks) for one in table.rows]
    has_notes = any(noted)
    heads = "".join(
        f'<th scope="col">{esc(said(name))}</th>' if name else "<td></td>"
        for name in names + [""] * has_notes
    )
    lines = []
    for one, mark in zip(table.rows, noted, strict=True):
        hit = ' class="hit" aria-current="true"' if row and str(one) == row else ""
        cells = "".join(f"<td>{say(words(result))}</td>" for result in one.results)
        if len(one.results) < len(names) - 1:
            cells = cells.replace("<td>", f'<td colspan="{len(names) - len(one.results)}">', 1)
        notes = f"<td>{esc(mark)}</td>" if has_notes else ""
        name = esc(said(", ".join(range_words(label, words) for label in one.on)))
        lines.append(f'<tr{hit}><th scope="row">{name}</th>{cells}{notes}</tr>')
    head = f"<thead><tr>{heads}</tr></thead>" if table.columns or dice else ""
    told = modifiers_in_words(table.modifiers)
    told += [f"{marks[one.id]}: {one.text}" if one.id else one.text for one in table.notes]
    source = f"<p><small>{esc(table.source)}</small></p>" if table.source else ""
    return (
        f'<h2>{esc(table.title)}</h2><table class="chart">{head}<tbody>{"".join(lines)}</tbody>'
        f"</table>{listing(told)}{source}"
    )


def _noted(row: "Row", marks: Mapping[str, str]) -> str:
    """Return the marks of the notes on a row and on its results."""
    ids = [*row.notes, *(note_of(part) for result in row.results for part in parts(result))]
    return ", ".join(dict.fromkeys(marks.get(id_, said(id_)) for id_ in ids if id_))


NO_CHANCES = (
    "The odds are not known: no dice are rolled and no card is drawn right after this answer."
)


def odds_html(decision: Decision, options: Sequence[OptionId], rule: RuleText | None = None) -> str:
    """Return options in words, with the exact odds of what follows as bars.

    Options with the same odds are listed together. One alone comes with its rule, and with a
    note where nothing is known of its odds.
    """
    labels = labels_of(decision)
    together: dict[object, tuple[list[str], Sequence[Chance]]] = {}
    for option in options:
        words, known = answer_told(decision, option, labels), tuple(chances(decision, option))
        together.setdefault(known or words, ([], known))[0].append(words)
    found = together.values()
    parts = [f"{_named(words)}{_bars(known)}" for words, known in found]
    if decision.odds is not None and len(options) == 1 and not any(known for _, known in found):
        parts.append(f"<p>{NO_CHANCES}</p>")
    return "".join(parts) + _in_short(rule)


def _named(words: Sequence[str]) -> str:
    """Return the heading of an option, or of those that are alike."""
    if len(words) == 1:
        return f"<h2>{esc(words[0])}</h2>"
    return f"<h2>The same for {len(words)}</h2>{listing(words)}"


def _bars(known: Sequence[Chance]) -> str:
    bars = "".join(
        f"<li><span>{esc(one.result)}</span>"
        + (f'<meter value="{float(one.share):.6f}"></meter>' if one.share is not None else "")
        + f"<span>{esc(one.words)}</span></li>"
        for one in known
    )
    return f'<ul class="odds">{bars}</ul>' if bars else ""


MAX_RESULTS_IN_SHORT = 3
"""Of options with more possible results, the likeliest have bars."""

MAX_OTHERS_IN_SHORT = 5
"""How many of the others are named below, the likeliest first."""

MAX_FACTS_IN_SHORT = 2
"""How many facts without a share stand beside them: what is certain, what the shares leave out."""


def short_odds_html(decision: Decision, options: Sequence[OptionId]) -> str:
    """Return the odds of each option as a bar and one figure; of more than two results, several.

    The second of two, the least likely of many, and what has no share, stand in words below. Each
    is an element that names its option in `data-of`; one without odds is left out.
    """
    told = []
    for option in options:
        all_known = list(chances(decision, option))
        known = [one for one in all_known if one.share is not None]
        facts = [one for one in all_known if one.share is None][:MAX_FACTS_IN_SHORT]
        others: list[Chance] = []
        if len(known) > 2:
            known.sort(key=lambda one: -(one.share or 0))
            known, others = known[:MAX_RESULTS_IN_SHORT], known[MAX_RESULTS_IN_SHORT:]
        else:
            known, others = known[:1], known[1:]
        if known or facts:
            lines = [_in_one_line(one) for one in known]
            lines += _others_in_short(others, is_only=len(known) + len(others) == 2)
            lines += [f"<small>{esc(one.result)}: {esc(one.words)}</small>" for one in facts]
            told.append(f'<div data-of="{esc(str(option))}">{"".join(lines)}</div>')
    return "".join(told)


def _others_in_short(others: Sequence[Chance], *, is_only: bool) -> Iterator[str]:
    """Yield a line for the results without a bar; the only other one needs no share."""
    if not others:
        return
    told = [
        one.result if is_only else f"{one.result} {percent(float(one.share or 0))}"
        for one in others[:MAX_OTHERS_IN_SHORT]
    ]
    if left := len(others) - len(told):
        told.append(f"{left} more")
    yield f"<small>else {esc(', '.join(told))}</small>"


def _in_one_line(one: Chance) -> str:
    share = float(one.share or 0)
    return (
        f'<span class="chance"><meter value="{share:.4f}"></meter> <b>{percent(share)}</b> '
        f"{esc(one.result)}</span>"
    )


def percent(share: float) -> str:
    """Write a share as a whole percentage, which is 0 or 100 only where nothing is left to chance.

    >>> percent(2 / 3), percent(0.999), percent(0.001)
    ('67 %', '>99 %', '<1 %')
    """
    if 0.995 <= share < 1:
        return ">99 %"
    return "<1 %" if 0 < share < 0.005 else f"{share:.0%}".replace("%", " %")


def answer_told(decision: Decision, answer: Answer, labels: Mapping[str, int]) -> str:
    """Return an answer as a page tells it, where nobody types ids: they tell equal words apart."""
    if isinstance(answer, tuple):
        return answer_words(decision, answer, labels)
    label = decision.label_of(answer)
    return spoken(label) if labels[label] == 1 else option_words(decision, answer, labels)


def _in_short(rule: RuleText | None) -> str:
    """Return the names of a rule's parts and the first words of each."""
    if rule is None:
        return ""
    parts = ((_heading(rule, at), text.split("\n\n")[0]) for at, (_, text) in enumerate(rule.parts))
    told = (f"<p><b>{esc(title)}</b>: {esc(' '.join(text.split()))}</p>" for title, text in parts)
    return f'<div class="rule-text">{"".join(told)}</div>'


def thing_html(found: ComponentText, links: Links) -> str:
    """Return a thing on the table: what is shown of it, its data, its words, its rules."""
    kind = f" <small>({esc(found.kind)})</small>" if found.kind else ""
    facts = "".join(f"<dt>{esc(name)}</dt><dd>{esc(value)}</dd>" for name, value in found.facts)
    words = "".join(f"<p><b>{esc(word.id)}</b>: {esc(word.text)}</p>" for word in found.words)
    return (
        f"<h2>{esc(found.name)}{kind}</h2>{listing(found.shown)}"
        f"{f'<dl>{facts}</dl>' if facts else ''}{words}"
        f"{rule_html(found.rule, links) if found.rule else ''}{_folded(found.others, links)}"
    )


def _folded(rules: Sequence[RuleText], links: Links) -> str:
    """Return rules under their names, which open them."""
    return "".join(
        f'<details class="rule-text"><summary>{esc(_heading(rule))}</summary>{_body(rule, links)}'
        "</details>"
        for rule in rules
    )


def things_html(panels: Iterable[tuple[str, Mapping[str, str]]], links: Links) -> str:
    """Return what each panel of this title shows, by id and name; each leads to its page."""
    told, address = [], esc(links.action("thing"))
    for title, named in panels:
        listed = "".join(
            f'<li><a data-opens="" href="{address}?ids={quote(id_)}">{esc(name)}</a></li>'
            for id_, name in named.items()
        )
        told.append(f"<details><summary>{esc(title)}</summary><ul>{listed}</ul></details>")
    return "".join(told)


def hint_html(decision: Decision, found: Sequence[Advice], seat: str) -> str:
    """Return what a search says of the options: the best in words, how sure that is, then all.

    Answers whose intervals reach that of the best are no clear difference.
    """
    labels = labels_of(decision)
    if not found:
        return "<p>No hint was found in the time given.</p>"
    best, *others = found
    near = [one for one in others if one.high >= best.low]
    told = esc(answer_told(decision, best.answer, labels))
    if not others:
        verdict = f"<p>The only answer: <b>{told}</b>.</p>"
    elif len(near) == len(others):
        verdict = f"<p>No clear difference. Slightly ahead: <b>{told}</b>.</p>"
    elif near:
        names = "; ".join(esc(answer_told(decision, one.answer, labels)) for one in near[:3])
        more = f" and {len(near) - 3} more" if len(near) > 3 else ""
        verdict = f"<p>Best: <b>{told}</b>. No clear difference from {names}{more}.</p>"
    else:
        verdict = f"<p>Best: <b>{told}</b>, clearly ahead of the others.</p>"
    rows = "".join(
        f'<li><meter value="{one.value:.4f}"></meter><b>{advice_value(one)}</b> '
        f"<span>{esc(answer_told(decision, one.answer, labels))}</span></li>"
        for one in found[:MAX_HINTS]
    )
    more = f"<li>and {len(found) - MAX_HINTS} more</li>" if len(found) > MAX_HINTS else ""
    all_of_them = (
        f"<details><summary>All answers</summary><p>{esc(advice_heading(found, seat))}</p>"
        f'<ol class="hints">{rows}{more}</ol></details>'
    )
    return verdict + _usual(decision, found, labels) + all_of_them


def _usual(decision: Decision, found: Sequence[Advice], labels: Mapping[str, int]) -> str:
    """Return the answer of the bot that guides the search, where it has one."""
    usual = next((one for one in found if one.usual_of), None)
    if usual is None:
        return ""
    if usual is found[0]:
        return "<p>The game's own bot would answer the same.</p>"
    told = esc(answer_told(decision, usual.answer, labels))
    return f"<p>The game's own bot would answer: <b>{told}</b>.</p>"


def level_html(decision: Decision, level: str, answer: Answer) -> str:
    """Return what the bot of a level of difficulty would answer."""
    told = esc(answer_told(decision, answer, labels_of(decision)))
    return f"<p>A bot of level {esc(level)} would answer: <b>{told}</b>.</p>"


def levels_html(seat: str, links: Links) -> str:
    """Return the links to what a bot of each level of difficulty would answer."""
    address = f"{esc(links.action('hint'))}?seat={quote(seat, safe='')}"
    each = " ".join(
        f'<a data-opens="" href="{address}&amp;level={level}">{level}</a>' for level in DIFFICULTIES
    )
    return f"<p>What a bot of a level would answer: {each}</p>"


def end_html(match: "Match[Any]") -> str:
    """Return what is worth keeping of a game that is over: how it ended, its log sheet, counts."""
    game = match.game
    written = game.look.log_sheet(match.play, ALL_SEEING) if game.look.log_sheet is not None else ""
    title, _, below = written.partition("\n")
    sheet = to_html(below if title.startswith("# ") else written) if written else ""
    rows = [(one.__name__.replace("_", " "), statistic(one)(match.play)) for one in game.statistics]
    counts = "".join(
        f'<tr><th scope="row">{esc(name)}</th><td>{esc(str(value))}</td></tr>'
        for name, value in rows
        if value is not None
    )
    if counts:
        sheet += f"<h2>Statistics</h2><table><tbody>{counts}</tbody></table>"
    kept = f'<div class="sheet" tabindex="0">{sheet}</div>' if sheet else ""
    # A log sheet that tells the result tells the options as well.
    lines = [] if "Result: " in written else [*outcome_lines(match), *options_told(match)]
    return f"{listing(lines)}{kept}<p>Seed: {esc(str(match.seed))}</p>"


def _ruling(text: RulingText) -> str:
    """Return the reading taken and, on lines below, the one rejected, why, and the option."""
    below = (f"<br><b>{esc(heading)}:</b> {esc(words)}" for heading, words in text.below)
    return esc(text.ruling) + "".join(below)
