"""Every table of ``tests/tables`` comes to what was worked out by hand."""

from __future__ import annotations

from collections import Counter

import pytest

import mahjong_core as mj
from tests.table_cases import FOLDERS, TableCase, settled, table_cases

CASES = [case for folder in FOLDERS for case in table_cases(folder)]
GOOD = [case for case in CASES if "problems" not in case.expect]
BAD = [case for case in CASES if "problems" in case.expect]


@pytest.mark.parametrize("case", GOOD, ids=lambda case: case.id)
def test_a_table_comes_to_what_was_worked_out(case: TableCase) -> None:
    answer = settled(case)
    if "marks" in case.expect:
        assert answer["marks"] == case.expect["marks"]
    else:
        assert answer["totals"] == case.expect["totals"]
    if "next" in case.expect:
        assert answer["next"] == case.expect["next"]
    if "transfers" in case.expect:
        lines = Counter((t.payer, t.taker, t.amount) for t in answer.transfers)
        assert lines == Counter((t["from"], t["to"], t["amount"]) for t in case.expect["transfers"])


@pytest.mark.parametrize("case", GOOD, ids=lambda case: case.id)
def test_it_sums_to_zero_after_every_transfer(case: TableCase) -> None:
    answer = settled(case)
    running = dict.fromkeys(answer.totals, 0)
    for transfer in answer.transfers:
        assert transfer.amount > 0
        running[transfer.payer] -= transfer.amount
        running[transfer.taker] += transfer.amount
        assert sum(running.values()) == 0
    assert running == answer.totals


@pytest.mark.parametrize("case", BAD, ids=lambda case: case.id)
def test_a_bad_table_is_told_to_be(case: TableCase) -> None:
    with pytest.raises(mj.TableError) as caught:
        settled(case)
    told = [f"{problem.code} {problem.message}".lower() for problem in caught.value.problems]
    for word in case.expect["problems"]:
        assert any(str(word).lower() in text for text in told), (word, told)
