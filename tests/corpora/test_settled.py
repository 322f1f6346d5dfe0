"""Whole tables of the corpora in ../shared: draws, wins with their counters and sticks, several wins on one discard, and the
ledger of every recorded round of the bloody battle.  Run with -m corpus."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

import mahjong_core as mj
from tests.corpora.graded import DATA, SEATS, loaded, rows
from tests.corpora.sichuan_rounds import LOGS, sichuan_round

pytestmark = [
    pytest.mark.corpus,
    pytest.mark.skipif(not DATA.is_dir(), reason="the corpora (../shared/data) are not here"),
]

WINS = (
    "tenhou_dnovikoff_botlogs", "tenhou_mjx", "t6_mjx", "tenhou_pybot_fixtures", "kobalab_script_wins", "kobalab_hule",
)  # fmt: skip
OF_TABLE = (
    "honba",
    "riichi_sticks",
    "multi_ron_index",
    "table_honba",
    "table_sticks",
    "expected",
    "options",
    "ruleset",
)
SBR = {"heaven_earth": "cap", "three_winner_refund": "on"}


def test_every_draw() -> None:
    draws = list(rows(DATA / "tenhou_draws.jsonl"))
    assert len(draws) == 412
    for row in draws:
        table = {**row, "tenpai": list(row["shown_hands"]) if row["draw"] == "exhaustive" else []}
        answer = loaded("riichi:tenhou").settle(table)
        assert [answer.totals[seat] for seat in SEATS] == row["expected"]["deltas_ESWN"], row["id"]
        assert answer.totals["pot"] == 0


@pytest.mark.parametrize("name", WINS)
def test_every_win_as_a_table(name: str) -> None:
    several = Counter[int]()
    for of_table in _together(DATA / f"{name}.jsonl"):
        first = of_table[0]
        table = {
            "round_wind": first["round_wind"],
            "honba": first["honba"],
            "sticks": sum(row.get("riichi_sticks") or 0 for row in of_table),
            "options": first["options"],
            "wins": [{key: value for key, value in row.items() if key not in OF_TABLE} for row in of_table],
        }
        answer = loaded(first.get("ruleset", "riichi")).settle(table)
        want = [sum(deltas) for deltas in zip(*(row["expected"]["deltas_ESWN"] for row in of_table), strict=True)]
        assert [answer.totals[seat] for seat in SEATS] == want, first["id"]
        assert sum(answer.totals.values()) == 0
        assert answer.next.dealer == ("E" if any(row["seat_wind"] == "E" for row in of_table) else "S")
        several[len(of_table)] += 1
    assert several[1] > 50


def _together(path: Path) -> Iterator[list[Mapping[str, Any]]]:
    """The rows that were won on the same discard, together."""
    waiting: list[Mapping[str, Any]] = []
    for row in rows(path):
        if row.get("graded") is False or not (row.get("expected") or {}).get("deltas_ESWN"):
            continue
        if waiting and (row.get("multi_ron_index") or 1) == 1:
            yield waiting
            waiting = []
        waiting.append(row)
    yield waiting


@pytest.mark.parametrize("path", sorted(LOGS.glob("*.json")), ids=lambda path: path.stem)
def test_the_ledger_of_every_recorded_round(path: Path) -> None:
    table, expected = sichuan_round(path)
    answer = mj.load("sichuan:sbr", options=SBR).settle(table)
    assert answer.totals == expected["totals"]
    assert answer.next.dealer == expected["next_dealer"]
    lines = Counter((t.payer, t.taker, t.amount) for t in answer.transfers)
    assert lines == Counter(_kept(expected["transfers"]))
    assert answer.ignored == ()


def _kept(ledger: list[dict[str, Any]]) -> Iterator[tuple[str, str, int]]:
    """This engine pays a robbed kong and takes that back: neither is in ours."""
    lines = [(line["from"], line["to"], line["amount"], line["detail"]) for line in ledger]
    undone = Counter((to, payer, amount) for payer, to, amount, detail in lines if detail == "robbed")
    for payer, to, amount, detail in lines:
        if detail == "robbed" or undone[payer, to, amount]:
            undone[payer, to, amount] -= detail != "robbed"
        else:
            yield payer, to, amount
