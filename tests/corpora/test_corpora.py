"""The corpora of ../shared: every graded win, and the benchmark workload.  Long: run with -m corpus."""

from __future__ import annotations

from pathlib import Path

import pytest

import mahjong_core as mj
from tests.corpora.graded import DATA, SHARED, differences, rows

pytestmark = [
    pytest.mark.corpus,
    pytest.mark.skipif(not DATA.is_dir(), reason="the corpora (../shared/data) are not here"),
]

# Rows that we believe wrong, with the reason.  None so far.
BELIEVED_WRONG: dict[str, str] = {}

GRADED = {
    "tenhou_dnovikoff_botlogs": 1832,
    "tenhou_mjx": 287,
    "t6_mjx": 54,
    "tenhou_pybot_fixtures": 290,
    "kobalab_hule": 2974,
    "kobalab_script_wins": 145,
    "kobalab_unit_tests": 78,
    "pypi_mahjong_tests": 178,
    "riichi_random_kobalab": 1911,
    "riichienv_agari_4p": 246,
    "riichienv_agari_3p": 133,
}


@pytest.mark.parametrize("name", GRADED)
def test_every_graded_win(name: str) -> None:
    graded = [row for row in rows(DATA / f"{name}.jsonl") if row.get("graded", True)]
    assert len(graded) == GRADED[name]
    found = {row["id"]: differences(row) for row in graded if row["id"] not in BELIEVED_WRONG}
    assert {id: texts for id, texts in found.items() if texts} == {}


def workload(name: str) -> Path:
    return SHARED / "bench" / name


@pytest.fixture(scope="module")
def workload_rules() -> mj.Ruleset:
    return mj.load("riichi", options={"red_fives": 0, "double_yakuman": True})


def test_workload(workload_rules: mj.Ruleset) -> None:
    wrong = []
    number = 0
    for row in rows(workload("riichi.jsonl")):
        number += 1
        expected = row.pop("expected")
        result = workload_rules.score_record(row)
        same = result.value == expected["points"]
        if result.measures.get("han") is not None:
            same &= result.measures["han"] == expected["han"] and result.measures["fu"] == expected["fu"]
        if not same:
            wrong.append((row["id"], expected, result))
    assert (number, wrong) == (20_000, [])


def test_workload_without_yaku(workload_rules: mj.Ruleset) -> None:
    statuses = [workload_rules.score_record(row).status for row in rows(workload("riichi_no_yaku.jsonl"))]
    assert (len(statuses), set(statuses)) == (5_573, {"no_role"})
