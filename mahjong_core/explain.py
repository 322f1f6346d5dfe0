"""How a score comes about, in words: everything is generated from the result."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

from mahjong_core.phrases import amount_text, colon, heading, nearest_name, phrase, told

if TYPE_CHECKING:
    from mahjong_core.results import CountedRole, PointLine, Result
    from mahjong_core.rulesets import Ruleset
    from mahjong_core.tables import Table


def explain(result: Result, lang: str = "en") -> str:
    """The explanation of a result, a text of several lines.  ``lang``: ``"en"``, ``"fr"``; ``"ja"``, ``"zh"`` give names
    of roles in that language where the table has them."""
    return "\n".join(_lines(result, lang))


def _lines(result: Result, lang: str) -> Iterator[str]:
    yield from _head(result, lang)
    if result.problems:
        yield heading("problems", lang)
        for problem in result.problems:
            yield f"  {told(problem.message, lang)}  [{problem.code}]"
    if result.status in ("no_role", "not_a_win") and not result.problems:
        from mahjong_core.why_not import why_not

        yield heading("why_not", lang)
        for line in why_not(result, lang):
            yield f"  {line}"
    if result.worth is not None and result.status != "no_role":
        yield from _roles(result, lang)
        yield from _items(result, lang)
        yield from _conversion(result, lang)
        yield from _payments(result, lang)
    if result.ignored:
        yield f"{heading('ignored', lang)} {', '.join(result.ignored)}"
    if result.notes:
        yield heading("notes", lang)
        for note in result.notes:
            yield f"  {told(note, lang)}"


def _head(result: Result, lang: str) -> Iterator[str]:
    title = result.rules.table.title
    yield f"{heading('rules', lang)} {title.get(lang) or title.get('en') or result.rules.name} ({result.rules.name})"
    if result.hand is None or result.situation is None:
        return
    situation = result.situation
    how = phrase(f"by_{situation.win}" if situation.win else "not_won", lang)
    seat = phrase("seat", lang, seat=situation.seat or "-", round=situation.round or "-")
    known = result.rules.table.flags
    names = [known[flag].name(flag, lang) for flag in sorted(situation.flags) if flag in known]
    flags = "".join(f", {name}" for name in names)
    yield f"{heading('hand', lang)} {result.hand} ({how}, {seat}{flags})"
    if result.reading:
        wait = f" ({phrase(f'wait_{result.wait}', lang)})" if result.wait else ""
        yield f"{heading('reading', lang)} {result.reading}{wait}"


def _roles(result: Result, lang: str) -> Iterator[str]:
    yield heading("roles", lang)
    if not result.roles:
        yield f"  {phrase('nothing', lang)}"
    for role in result.roles:
        source = result.rules.table.roles[role.id].source
        yield f"  {name_of(role, lang)} ({role.id}){colon(lang)} {worth_text(role.worth, lang)}  [{source}]"


def _items(result: Result, lang: str) -> Iterator[str]:
    if not result.items:
        return
    unit = "fu" if "fu" in result.measures else "points"
    total = sum(line.points for line in result.items)
    yield heading(unit, lang)
    for line in result.items:
        yield f"  {line.points:>3}  {item_text(result.rules, line, lang)}"
    yield f"  {total:>3}  {phrase('total', lang)}"


def _conversion(result: Result, lang: str) -> Iterator[str]:
    yield heading("conversion", lang)
    steps = [*(result.worth.steps if result.worth else ()), *(result.settled.steps if result.settled else ())]
    for id, figures in steps:
        yield f"  {phrase(f'step_{id}', lang, **figures)}"


def _payments(result: Result, lang: str) -> Iterator[str]:
    if result.payments is not None:
        seats = "  ".join(f"{seat} {change:+}" for seat, change in result.payments.items())
        yield f"{heading('payments', lang)} {seats}"
    elif result.marked is None and result.status == "win" and not (result.situation and result.situation.ron_from):
        yield f"{heading('payments', lang)} {phrase('pays_unknown', lang)}"


# ------------------------------------------------------------------------------------------------ words of its parts
def name_of(role: CountedRole, lang: str) -> str:
    """A role's name in a language, or in the nearest that the table has."""
    return nearest_name(role.names, role.id, lang)


def line_text(table: Table[Any], id: str, times: int, lang: str) -> str:
    """What a line of points beside the sets is for."""
    names = table.lines[id].names
    text = names.get(lang) or names.get("en") or id
    return f"{text} × {times}" if times > 1 else text


def worth_text(worth: tuple[str, int], lang: str) -> str:
    """``("han", 2)`` -> ``"2 han"``."""
    return amount_text(*worth, lang)


def item_text(rules: Ruleset, line: PointLine, lang: str) -> str:
    """What a line of points is for: ``"concealed terminal triplet 999p"``."""
    if line.part is not None:
        return f"{words_of_set(line.id, lang)} {line.part}"
    return line_text(rules.table, line.id, line.times, lang)


@cache
def words_of_set(id: str, lang: str) -> str:
    """``"concealed_terminal_triplet"`` in words."""
    concealed, where, group = (phrase(word, lang) for word in id.split("_"))
    return " ".join((group, where, concealed) if lang == "fr" else (concealed, where, group))
