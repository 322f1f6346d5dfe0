"""Rows of the corpora, compared with what the engine says."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import mahjong_core as mj

SHARED = Path(__file__).resolve().parents[3] / "shared"
DATA = SHARED / "data" / "riichi"
SICHUAN = SHARED / "data" / "sichuan"

# The corpora write some options that are the record's own figures; the rest go to the ruleset as they are.
SEATS = "ESWN"
DATA_IDS = {"shousuushii": "shousuushi"}  # the contract spells it with two i, the corpora with one
FANS = {
    "Root": "gen",
    "Kong": "gang",
    "AllPungs": "duiduihu",
    "FullFlush": "qingyise",
    "SevenPairs": "qidui",
    "GoldenWait": "jingoudiao",
    "UnderTheSea": "haidi",
    "ShootAfterKong": "gangshangpao",
    "WinAfterKong": "gangshanghua",
    "RobbingTheKong": "qianggang",
}


def rows(path: Path) -> Iterator[dict[str, Any]]:
    """The rows of a JSON-lines file."""
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


@cache
def loaded(name: str) -> mj.Ruleset:
    return mj.load(name)


def scored(row: Mapping[str, Any]) -> mj.Result:
    """A row's result.  ``paarenchan: n`` of the library's tests counts streaks of eight wins."""
    record = {key: value for key, value in row.items() if key not in ("expected", "ruleset", "riichi_sticks")}
    record["riichi_sticks"] = row.get("riichi_sticks") or 0
    if row.get("paarenchan"):
        record["wins_in_a_row"] = 8 * row["paarenchan"] - 1
    return loaded(row.get("ruleset", "riichi")).score_record(record)


def differences(row: Mapping[str, Any]) -> list[str]:
    """Everything in which the engine and the row differ."""
    expected, result = row["expected"], scored(row)
    if expected is None:
        return [] if result.status != "win" else [f"must not score, got {result.value}"]
    if result.status != "win":
        return [f"must score, got {result.status} {result.problems}"]
    found: list[str] = []

    def same(what: str, want: Any, got: Any) -> None:
        if want != got:
            found.append(f"{what}: expected {want}, got {got}")

    yakuman = expected.get("yakuman")
    if yakuman is None:
        yakuman = expected["han"] // 13 if (expected["fu"] == 0 or is_yakuman_row(expected)) else 0
    same("yakuman", yakuman, result.measures["yakuman"])
    roles = {DATA_IDS.get(role.id, role.id): role.worth for role in result.roles}
    want = list(expected["yaku"])
    same("roles", sorted(id for id, *_ in want), sorted(roles))
    if not yakuman:
        if expected.get("han") is not None:
            same("han", expected["han"], result.measures["han"])
        if expected.get("fu") is not None:
            same("fu", expected["fu"], result.measures["fu"])
        for id, han, *_ in want:
            if isinstance(han, int) and id in roles:
                same(f"han of {id}", han, roles[id][1])
    if expected.get("points") is not None:
        same("points", expected["points"], result.value)
    cost = expected.get("cost")
    if cost:
        same("total", cost["total"], result.value)
    if expected.get("deltas_ESWN") is not None:
        same("payments", dict(zip(SEATS, expected["deltas_ESWN"], strict=True)), result.payments)
    if expected.get("fu_details") and not yakuman:
        same("fu items", *fu_items(expected["fu_details"], result))
    return found


def fan_differences(row: Mapping[str, Any]) -> list[str]:
    """Everything in which the engine and a row of the bloody battle differ; it tells how often a fan is there."""
    expected, result = row["expected"], scored(row)
    compared = {
        "status": ("win", result.status),
        "fans": (
            {FANS[name]: times for name, times in expected["fans"]},
            {role.id: role.times for role in result.roles},
        ),
        "fan": (expected["fan_total_uncapped"], result.measures.get("fan")),
        "value": (expected["value"], result.value),
    }
    if "payments" in expected:
        compared["payments"] = expected["payments"], result.payments
    return [f"{what}: expected {want}, got {got}" for what, (want, got) in compared.items() if want != got]


def is_yakuman_row(expected: Mapping[str, Any]) -> bool:
    """The library counts 13 han a limit hand: its rows are such where each role is a multiple of 13."""
    return all(isinstance(han, int) and han % 13 == 0 for _, han, *_ in expected["yaku"])


def fu_items(details: list[Any], result: mj.Result) -> tuple[list[int], list[int]]:
    """Both lists of fu, sorted; the library adds base and closed discard, and has one line for a double wind."""
    got = [line.points for line in result.items if line.id not in ("base", "closed_discard")]
    base = sum(line.points for line in result.items if line.id in ("base", "closed_discard"))
    seven = [line.points for line in result.items if line.id == "seven_pairs"]
    mine = seven or [base, *got]
    return sorted(points for points, _ in details), sorted(mine)
