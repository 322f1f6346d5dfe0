"""Columns = one by one: on the benchmark workload, every graded record, and 20,000 random hands of each ruleset and mix.

Where a preset has roles that its ruleset lacks, on as many hands of the preset; of riichi of three players, too.
"""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

import mahjong_core as mj
from mahjong_core.errors import MahjongError
from mahjong_core.population import MIXES, population
from tests.batch.test_scoring import Hands, differences, said, told
from tests.corpora.graded import DATA, SHARED, SICHUAN, loaded, rows

pytestmark = pytest.mark.corpus
here = pytest.mark.skipif(not DATA.is_dir(), reason="the corpora (../shared) are not here")
sichuan_here = pytest.mark.skipif(not SICHUAN.is_dir(), reason="the corpora (../shared/data/sichuan) are not here")
RULESETS = [found.name for found in mj.available()]
PRESETS = ["riichi-roles:all-roles", "sichuan:sbr", "sichuan:tfmj-2024"]
THREE_PLAYERS = {"players": 3}


def differences_in(paths: list[Path]) -> tuple[int, list[str]]:
    """(hands, where columns and single hands differ) of files of records, each with its own ruleset and options."""
    of_rules: dict[tuple[str, str], Hands] = defaultdict(list)
    for row in (row for path in paths for row in rows(path)):
        row = {key: value for key, value in row.items() if key != "expected"}
        row["riichi_sticks"] = row.get("riichi_sticks") or 0
        name, options = row.pop("ruleset", None) or "riichi", row.pop("options", None) or {}
        try:
            loaded(name).with_options(options)
            of_rules[name, json.dumps(options)].append(mj.read_record(row))
        except MahjongError:  # options that are not there yet
            continue
    found: list[str] = []
    for (name, options), hands in of_rules.items():
        found += differences(loaded(name).with_options(json.loads(options)), hands)
    return sum(map(len, of_rules.values())), found


@here
def test_every_hand_of_the_workload() -> None:
    number, found = differences_in([SHARED / "bench" / "riichi.jsonl", SHARED / "bench" / "riichi_no_yaku.jsonl"])
    assert (number, found) == (25_573, [])


@here
def test_every_graded_record() -> None:
    number, found = differences_in([path for path in sorted(DATA.glob("*.jsonl")) if "draws" not in path.name])
    assert number > 8_000
    assert found == []


@sichuan_here
def test_every_graded_record_of_the_bloody_battle() -> None:
    number, found = differences_in(sorted(SICHUAN.glob("*.jsonl")))
    assert (number, found) == (1_988, [])


@sichuan_here
def test_many_records_of_the_bloody_battle() -> None:
    """One by one, by ``score_many`` and by two workers."""
    records = [
        {key: value for key, value in row.items() if key not in ("expected", "ruleset")}
        for path in sorted(SICHUAN.glob("*.jsonl"))
        for row in rows(path)
    ]
    rules = loaded("sichuan:sbr")
    single = [rules.score_record(record).to_dict() for record in records]
    assert [result.to_dict() for result in rules.score_many(records)] == single
    assert [result.to_dict() for result in rules.score_many(records, workers=2)] == single


def test_every_ruleset_gets_random_hands() -> None:
    assert {"riichi", "riichi-roles", "riichi-1920s", "french-classic", "sichuan"} <= set(RULESETS)


@pytest.mark.parametrize("preset", PRESETS)
def test_presets_have_roles_that_their_ruleset_lacks(preset: str) -> None:
    base, more = (loaded(name).table.roles for name in (preset.partition(":")[0], preset))
    assert [id for id, role in more.items() if id not in base or role.when != base[id].when]


@pytest.mark.parametrize("mix", MIXES)
@pytest.mark.parametrize(("name", "options"), [*((name, {}) for name in RULESETS + PRESETS), ("riichi", THREE_PLAYERS)])
def test_random_hands(name: str, options: dict[str, Any], mix: str) -> None:
    rules = loaded(name).with_options(options)
    hands = population(rules, 20_000, seed=2026, mix=mix)
    scores = rules.score_columns(hands, payments=True)
    for row in range(len(hands)):
        single = said(rules.score(hands.hand(row), hands.situation(row)))
        assert told(scores, row) == single, hands.hand(row)
