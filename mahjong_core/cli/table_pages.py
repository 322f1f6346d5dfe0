"""A settled table as one can read it aloud: the hands, who pays whom and why, what that comes to, what comes next."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import mahjong_core as mj
from mahjong_core.cli.pages import grid, measures_text, put
from mahjong_core.explain import name_of, worth_text
from mahjong_core.labels import label
from mahjong_core.phrases import amount_text, colon, limit_text, phrase, told
from mahjong_core.settle.denominations import broken_text
from mahjong_core.settle.settled_tables import reason_text
from mahjong_core.worth.methods import Amount

if TYPE_CHECKING:
    from rich.table import Table


def heading(number: int, lang: str) -> None:
    """Which of several tables it is."""
    put(*([""] if number else []), f"--- {phrase('table_number', lang, n=number)}")


def settled_page(answer: mj.SettledTable, lang: str) -> None:
    """The whole answer."""
    put(f"{answer.rules.name}  {answer.rules.fingerprint}", "")
    if answer.about is not None:
        put(told(answer.about, lang), "")
    for seat, result in answer.results.items():
        _hand(seat, result, lang)
    if answer.transfers:
        put(_transfers(answer, lang), "")
    elif answer.marks is None:
        put(phrase("nobody_pays", lang), "")
    put(_totals(answer, lang), "")
    put(next_text(answer, lang))
    _remarks(answer.notes, answer.ignored, lang)


def _remarks(notes: Iterable[str], ignored: Sequence[str], lang: str) -> None:
    for note in notes:
        put(f"{label('note', lang)}{colon(lang)} {told(note, lang)}")
    if ignored:
        put(f"{label('ignored', lang)}{colon(lang)} {', '.join(ignored)}")


def account_name(account: str, lang: str) -> str:
    """``"E"`` -> ``"East"``; ``"pot"`` -> ``"the pot"``."""
    return phrase(f"seat_{account}", lang) if len(account) == 1 else label(f"account_{account}", lang)


def _hand(seat: str, result: mj.Result, lang: str) -> None:
    """Whose hand, what it is worth and why."""
    won = result.situation is not None and result.situation.win is not None
    how = phrase("not_won", lang) if not won else phrase(f"by_{result.situation.win}", lang) if result.situation else ""
    worth, limit = measures_text(result, lang), limit_text(result.limit, lang) if result.limit else ""
    worth += f", {limit}" if limit and limit not in worth else ""
    worth = "" if worth == amount_text("points", result.value or 0, lang) else worth
    colon_ = colon(lang)
    value = f"{result.value}{f' ({worth})' if worth else ''}"
    put(f"{account_name(seat, lang)}{colon_} {result.hand}, {how}{colon_} {value}")
    roles = [f"{name_of(role, lang)} {worth_text(role.worth, lang)}" for role in result.roles]
    if roles:
        put(f"  {(' ; ' if lang == 'fr' else '; ').join(roles)}")
    _remarks([note for note in result.notes if note not in result.labels.notes], result.ignored, lang)
    put("")


def _transfers(answer: mj.SettledTable, lang: str) -> Table:
    denominations = answer.rules.table.payment.denominations
    heads = ["from", "to", "amount", "for", *(["paid_in"] if denominations else [])]
    table = grid(*(label(id, lang) for id in heads))
    table.columns[2].justify = "right"
    for payer, taker, amount, reason in answer.transfers:
        cells = [
            account_name(payer, lang),
            account_name(taker, lang),
            str(amount),
            reason_text(reason, lang).replace("[", "\\["),
        ]
        table.add_row(*cells, *([broken_text(amount, denominations, lang)] if denominations else []))
    return table


def _totals(answer: mj.SettledTable, lang: str) -> Table:
    """One column for each seat, pot or bank."""
    totals = answer.marks if answer.marks is not None else answer.totals
    table = grid("", *(account_name(account, lang) for account in totals))
    figures = [str(n) if answer.marks is not None else f"{n:+}" if n else "0" for n in totals.values()]
    table.add_row(label("marked" if answer.marks is not None else "change", lang), *figures)
    for column in table.columns[1:]:
        column.justify = "right"
    return table


def next_text(answer: mj.SettledTable, lang: str) -> str:
    """``"next: South deals, 1 counter, 0 sticks on the table"``."""
    dealer, honba, sticks = answer.next
    if dealer is None:
        return phrase("next_open", lang)
    who = phrase("next_stays" if dealer == "E" else "next_passes", lang, dealer=account_name(dealer, lang))
    if not answer.rules.settlement.counters:
        return who
    counters = phrase("next_counters", lang, honba=Amount("counters", honba), sticks=Amount("sticks", sticks))
    return f"{who}, {counters}"
