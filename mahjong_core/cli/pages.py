"""Results as readable tables, for a terminal of 80 columns."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import mahjong_core as mj
from mahjong_core.explain import name_of, worth_text
from mahjong_core.labels import label
from mahjong_core.options import expected, spelled
from mahjong_core.phrases import amount_text, limit_text, nearest_name, phrase, told
from mahjong_core.role_lines import role_lines
from mahjong_core.rulebook import chosen, group_title
from mahjong_core.sources import is_mapping

if TYPE_CHECKING:
    from rich.table import Table


def put(*things: Any) -> None:
    """Print on stdout; colours only on a terminal, full width where it is a file."""
    from rich.console import Console

    console = Console(highlight=False, soft_wrap=not sys.stdout.isatty(), width=None if sys.stdout.isatty() else 160)
    for thing in things:
        console.print(thing, markup=False) if isinstance(thing, str) else console.print(thing)


def grid(*columns: str, title: str | None = None) -> Table:
    """A plain table: no lines but one under the head."""
    from rich import box
    from rich.table import Table

    table = Table(*columns, title=title, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for column in table.columns:
        column.overflow = "fold"
    return table


def text(value: Any) -> str:
    return "-" if value is None else str(value)


def said(mapping: Any) -> str:
    """``{"han": 3, "fu": 40}`` -> ``han 3, fu 40``."""
    if is_mapping(mapping):
        return ", ".join(f"{key} {spelled(value)}" for key, value in mapping.items())
    return text(mapping)


def score_page(result: mj.Result, lang: str) -> None:
    """One result."""
    table = grid("", "")
    table.show_header = False
    for id, text in _score_rows(result, lang):
        table.add_row(label(id, lang) if id else "", text)
    put(table)
    if result.status in ("no_role", "not_a_win") and result.situation and result.situation.win:
        put("", phrase("no_role" if result.status == "no_role" else "not_complete", lang), phrase("ask_explain", lang))


def _score_rows(result: mj.Result, lang: str) -> Iterator[tuple[str, str]]:
    yield "ruleset", f"{result.rules.name}  [dim]{result.rules.fingerprint}[/dim]"
    yield "hand", str(result.hand).replace("[", "\\[")
    if result.situation is not None:
        how = phrase(f"by_{result.situation.win}" if result.situation.win else "not_won", lang)
        seat, round = text(result.situation.seat), text(result.situation.round)
        yield "won", f"{how}, {phrase('seat', lang, seat=seat, round=round)}"
    yield "status", label(result.status, lang)
    for problem in result.problems:
        yield "problem", told(problem.message, lang)
    if result.value is not None:
        yield "value", f"[bold]{result.value}[/bold]{_measures(result, lang)}"
    if result.marked is not None:
        yield "marked", str(result.marked)
    if result.limit:
        yield "limit", limit_text(result.limit, lang)
    for i, role in enumerate(result.roles):
        yield "roles" if i == 0 else "", f"{name_of(role, lang)} ({role.id}): {worth_text(role.worth, lang)}"
    if result.reading:
        wait = f"  ({phrase(f'wait_{result.wait}', lang)})" if result.wait else ""
        yield "reading", f"{result.reading}{wait}".replace("[", "\\[")
    if result.payments is not None:
        yield "payments", "  ".join(f"{seat} {change:+}" for seat, change in result.payments.items())
    for note in result.notes:
        yield "note", told(note, lang)
    if result.ignored:
        yield "ignored", ", ".join(result.ignored)


def _measures(result: mj.Result, lang: str) -> str:
    shown = measures_text(result, lang)
    return f"  ({shown})" if shown else ""


def measures_text(result: mj.Result, lang: str) -> str:
    """The method's own figures, but zeros: ``"3 han, 40 fu"``."""
    return ", ".join(amount_text(unit, n, lang) for unit, n in result.measures.items() if n)


def comparison_page(comparison: mj.Comparison, lang: str) -> None:
    """One row a ruleset; below, the roles lined up by pattern."""
    table = grid(*(label(id, lang) for id in ("ruleset", "status", "value", "share", "measures", "limit")))
    for row in comparison.rows:
        result = row.result
        share = "-" if row.share is None else f"{row.share:.1%}"
        limit = "-" if result.limit is None else limit_text(result.limit, lang)
        measures = measures_text(result, lang) or "-"
        table.add_row(row.ruleset, label(result.status, lang), text(result.value), share, measures, limit)
    put(table)
    _places(comparison, lang)
    if comparison.patterns:
        put("")
        roles = grid(label("pattern", lang), *[row.ruleset for row in comparison.rows])
        for pattern, found in comparison.patterns.items():
            cells = [
                "-" if role is None else f"{name_of(role, lang)}: {worth_text(role.worth, lang)}" for role in found
            ]
            roles.add_row(pattern, *cells)
        put(roles)
    for row in comparison.rows:
        for text_ in (*(problem.message for problem in row.result.problems), *row.result.notes):
            put(f"{row.ruleset}: {told(text_, lang)}")
        if row.result.ignored:
            put(f"{row.ruleset}: {label('ignored_here', lang)}: {', '.join(row.result.ignored)}")


def _places(comparison: mj.Comparison, lang: str) -> None:
    """How many winning hands this one beats, and where that was measured under other rules."""
    placed = [row for row in comparison.rows if row.above is not None]
    if placed:
        put("")
    for row in placed:
        where = "" if row.measured is None else f" ({phrase('measured_elsewhere', lang, ruleset=row.measured)})"
        put(f"{row.ruleset}: {phrase('above', lang, percent=percent(row.above or 0))}{where}")


def percent(share: float) -> str:
    """``0.931`` -> ``"93"``; what is not quite all or nothing keeps a decimal."""
    return f"{share:.0%}".removesuffix("%") if 0.01 <= share <= 0.985 else f"{100 * share:.1f}"


def ruleset_page(rules: mj.Ruleset, lang: str) -> None:
    """What a ruleset says: roles, options, items."""
    table = rules.table
    mark = f"{label('fingerprint', lang)} {rules.fingerprint}"
    put(f"{nearest_name(table.title, rules.name, lang)}  ({rules.name}, {mark})")
    if table.preset:
        put(f"{label('preset', lang)}: {nearest_name(table.preset, rules.name, lang)}")
    put(f"{label('source', lang)}: {table.source}")
    put(f"{label('method', lang)}: {table.method}, {label('settlement', lang)}: {table.settlement}", "")
    put(_roles(rules, lang), "")
    options = grid(*(label(id, lang) for id in ("option", "value", "takes", "what")))
    for name, option in table.options.items():
        mark = f" ({label('unverified', lang)})" if name in table.unverified else ""
        options.add_row(
            name, chosen(rules, name) + mark, expected(option.model_dump(), lang), nearest_name(option.names, "", lang)
        )
    put(options)
    if table.items:
        items = grid(*(label(id, lang) for id in ("points", "item", "pattern")))
        for id, item in table.items.items():
            items.add_row(str(item.points), nearest_name(item.names, id, lang), ", ".join(item.patterns))
        put("", items)


def _roles(rules: mj.Ruleset, lang: str) -> Table:
    """Every role, those of groups that are not in play marked."""
    lines = role_lines(rules)
    grouped = any(line.group for line in lines)
    heads = ["role", "name", "pattern", "worth", "open", *(["group"] if grouped else []), "source"]
    roles = grid(*(label(id, lang) for id in heads))
    for line in lines:
        cells = [line.id, " / ".join(line.names_from(lang)), ", ".join(line.patterns)]
        cells += [line.worth_text(lang), line.open_text(lang)]
        if grouped:
            aside = "" if line.in_play else f" ({label('not_in_play', lang)})"
            cells.append(group_title(rules, line.group or "", lang) + aside)
        roles.add_row(*(cell.replace("[", "\\[") for cell in (*cells, line.source)))
    return roles


def differences_page(found: Sequence[Any], one: str, other: str, lang: str) -> None:
    table = grid("", label("name", lang), one, other)
    for difference in found:
        table.add_row(difference.section, difference.name, said(difference.one), said(difference.other))
    put(table if found else label("no_difference", lang, one=one, other=other))


def waits_page(waits: Sequence[mj.Wait], lang: str) -> None:
    table = grid(*(label(id, lang) for id in ("tile", "left", "wait", "reading")))
    for wait in waits:
        for i, reading in enumerate(wait.readings):
            words = phrase(f"wait_{reading.wait}", lang)
            head = (wait.tile, str(wait.left)) if i == 0 else ("", "")
            table.add_row(*head, words, reading.reading.replace("[", "\\["))
    put(table if waits else label("no_wait", lang))
