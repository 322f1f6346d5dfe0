"""Results as readable tables, for a terminal of 80 columns."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import mahjong_core as mj
from mahjong_core.explain import name_of, worth_text
from mahjong_core.options import expected, spelled
from mahjong_core.phrases import phrase
from mahjong_core.sources import is_list, is_mapping

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
    table.add_row("ruleset", f"{result.rules.name}  [dim]{result.rules.fingerprint}[/dim]")
    table.add_row("hand", str(result.hand).replace("[", "\\["))
    if result.situation is not None:
        how = phrase(f"by_{result.situation.win}" if result.situation.win else "not_won", lang)
        seat, round = text(result.situation.seat), text(result.situation.round)
        table.add_row("won", f"{how}, {phrase('seat', lang, seat=seat, round=round)}")
    table.add_row("status", result.status)
    if result.value is not None:
        table.add_row("value", f"[bold]{result.value}[/bold]{_measures(result)}")
    if result.marked is not None:
        table.add_row("marked", str(result.marked))
    if result.limit:
        table.add_row("limit", result.limit)
    for i, role in enumerate(result.roles):
        label = phrase("roles", lang).lower() if i == 0 else ""
        table.add_row(label, f"{name_of(role, lang)} ({role.id}): {worth_text(role.worth, lang)}")
    if result.reading:
        wait = f"  ({phrase(f'wait_{result.wait}', lang)})" if result.wait else ""
        table.add_row("reading", f"{result.reading}{wait}".replace("[", "\\["))
    if result.payments is not None:
        table.add_row("payments", "  ".join(f"{seat} {change:+}" for seat, change in result.payments.items()))
    for note in result.notes:
        table.add_row("note", note)
    if result.ignored:
        table.add_row("ignored", ", ".join(result.ignored))
    put(table)
    if result.status in ("no_role", "not_a_win") and result.situation and result.situation.win:
        put("", phrase("no_role" if result.status == "no_role" else "not_complete", lang), phrase("ask_explain", lang))


def _measures(result: mj.Result) -> str:
    shown = {key: n for key, n in result.measures.items() if n}
    return f"  ({', '.join(f'{n} {key}' for key, n in shown.items())})" if shown else ""


def comparison_page(comparison: mj.Comparison, lang: str) -> None:
    """One row a ruleset; below, the roles lined up by pattern."""
    table = grid("ruleset", "status", "value", "of the limit", "measures", "limit")
    for row in comparison.rows:
        result = row.result
        share = "-" if row.share is None else f"{row.share:.1%}"
        measures = ", ".join(f"{n} {key}" for key, n in result.measures.items() if n) or "-"
        table.add_row(row.ruleset, result.status, text(result.value), share, measures, text(result.limit))
    put(table)
    _places(comparison, lang)
    if comparison.patterns:
        put("")
        roles = grid("pattern", *[row.ruleset for row in comparison.rows])
        for pattern, found in comparison.patterns.items():
            cells = [
                "-" if role is None else f"{name_of(role, lang)}: {worth_text(role.worth, lang)}" for role in found
            ]
            roles.add_row(pattern, *cells)
        put(roles)
    for row in comparison.rows:
        for problem in row.result.problems:
            put(f"{row.ruleset}: {problem.message}")


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
    """What a ruleset says: options, roles, items."""
    table = rules.table
    put(f"{title(table.title, lang, rules.name)}  ({rules.name}, fingerprint {rules.fingerprint})")
    if table.preset:
        put(f"preset: {title(table.preset, lang, rules.name)}")
    put(f"source: {table.source}", f"method: {table.method}, settlement: {table.settlement}", "")
    roles = grid("role", "name", "pattern", "worth", "source")
    for id, role in table.roles.items():
        names = " / ".join(dict.fromkeys(role.names.values()))
        roles.add_row(id, names, ", ".join(role.patterns), role_worth(role), role.source)
    put(roles, "")
    options = grid("option", "value", "takes", "what")
    for name, option in table.options.items():
        chosen = rules.options.get(name)
        mark = " (unverified)" if name in table.unverified else ""
        value = ",".join(map(str, chosen)) if is_list(chosen) else spelled(chosen)
        options.add_row(name, value + mark, expected(option.model_dump()), title(option.names, lang, ""))
    put(options)
    if table.items:
        items = grid("points", "item", "pattern")
        for id, item in table.items.items():
            items.add_row(str(item.points), title(item.names, lang, id), ", ".join(item.patterns))
        put("", items)


def role_worth(role: Any) -> str:
    """``3 han, open 2``."""
    units = ("han", "yakuman", "points", "doubles", "flat", "fan")
    words = [f"{getattr(role, unit)} {unit}" for unit in units if getattr(role, unit, None) is not None]
    is_open = getattr(role, "open", None)
    if is_open is not None:
        words.append("closed only" if is_open == 0 else f"open {is_open}")
    return ", ".join(words + (["each"] if role.each else []))


def title(names: Any, lang: str, otherwise: str) -> str:
    return str(names.get(lang) or names.get("en") or next(iter(names.values()), otherwise))


def differences_page(found: Sequence[Any], one: str, other: str) -> None:
    table = grid("", "name", one, other)
    for difference in found:
        table.add_row(difference.section, difference.name, said(difference.one), said(difference.other))
    put(table if found else f"{one} and {other} say the same")


def waits_page(waits: Sequence[mj.Wait], lang: str) -> None:
    table = grid("tile", "left", "wait", "reading")
    for wait in waits:
        for i, reading in enumerate(wait.readings):
            words = phrase(f"wait_{reading.wait}", lang)
            head = (wait.tile, str(wait.left)) if i == 0 else ("", "")
            table.add_row(*head, words, reading.reading.replace("[", "\\["))
    put(table if waits else "the hand waits on nothing")
