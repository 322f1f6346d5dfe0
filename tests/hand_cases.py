"""Hands as data: read the cases of ``tests/hands`` and compare them with the engine (see ``tests/hands/README.md``)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import mahjong_core as mj
from mahjong_core.sources import Source

HANDS = Path(__file__).parent / "hands"
FOLDERS = sorted(folder.name for folder in HANDS.iterdir() if folder.is_dir())
RECORD_KEYS = {
    "hand": "hand", "win": "win", "seat": "seat_wind", "round": "round_wind", "from": "ron_from", "flags": "flags",
    "dora": "dora_indicators", "ura": "ura_indicators", "honba": "honba", "sticks": "riichi_sticks", "pao": "pao",
}  # fmt: skip


class Case(NamedTuple):
    """One hand, one set of options, what it must be worth."""

    id: str
    about: str
    kind: str
    ruleset: str
    record: Mapping[str, Any]
    expect: Mapping[str, Any]


@cache
def cases(folder: str) -> tuple[Case, ...]:
    """Every case of a ruleset; each variant is a case of its own."""
    return tuple(case for file in sorted((HANDS / folder).glob("*.yaml")) for case in _of_file(file, folder))


def _of_file(file: Path, folder: str) -> Iterator[Case]:
    # a list of cases under one key, so that the project's own strict YAML reads it
    indented = "\n".join("  " + line for line in file.read_text(encoding="utf-8").splitlines())
    for entry in Source.from_text("cases:\n" + indented, str(file)).data["cases"] or ():
        variants = entry.get("variants") or [{"options": entry.get("options", {}), "expect": entry["expect"]}]
        for number, variant in enumerate(variants):
            record = {RECORD_KEYS[key]: value for key, value in entry.items() if key in RECORD_KEYS}
            record |= entry.get("with") or {}
            record["options"] = {**(entry.get("options") or {}), **(variant.get("options") or {})}
            name = entry["id"] if len(variants) == 1 else f"{entry['id']}[{number}]"
            ruleset = variant.get("ruleset") or entry.get("ruleset") or folder
            yield Case(name, entry["about"], entry["case"], ruleset, record, variant["expect"])


@cache
def loaded(name: str) -> mj.Ruleset:
    return mj.load(name)


def scored(case: Case) -> mj.Result:
    return loaded(case.ruleset).score_record({"id": case.id, **case.record})


def differences(case: Case) -> list[str]:
    """Everything in which the engine and the case differ."""
    result, expect = scored(case), case.expect
    found = [f"{what}: expected {want}, got {got}" for what, want, got in _compared(result, expect) if want != got]
    if case.kind == "near_miss" and case.about in result.role_ids:
        found.append(f"{case.about} counts, and must not")
    if case.kind == "fires" and case.about in _all_roles(result) and case.about not in result.role_ids:
        found.append(f"{case.about} does not count")
    if found and result.problems:
        found.append(f"problems: {result.problems}")
    return found


def _all_roles(result: mj.Result) -> Mapping[str, Any]:
    return result.rules.table.roles


def _compared(result: mj.Result, expect: Mapping[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    yield "status", expect.get("status", "win"), result.status
    for key in ("value", "marked", "limit"):
        if key in expect:
            yield key, expect[key], getattr(result, key)
    if "roles" in expect:
        yield "roles", dict(expect["roles"]), {role.id: role.worth[1] for role in result.roles}
    if "payments" in expect:
        yield "payments", expect["payments"], result.payments
    for key, want in (expect.get("measures") or {}).items():
        yield key, want, result.measures.get(key)
    if "problems" in expect:
        yield "problems", sorted(expect["problems"]), sorted(problem.code for problem in result.problems)
