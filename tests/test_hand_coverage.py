"""The data hands are complete: every role fires and just misses, every option separates two results, and values agree."""

from __future__ import annotations

from collections import defaultdict

import pytest

import mahjong_core as mj
from mahjong_core.sources import Source
from tests.hand_cases import FOLDERS, cases, scored


def role_ids(name: str) -> set[str]:
    """Roles of a ruleset, those included that only an option switches on."""
    table = mj.load(name).table
    ids = {id for id, role in table.roles.items() if role.event is None}
    for option in table.options.values():
        for overlay in option.values.values():
            ids |= {id for id, role in (overlay.get("roles") or {}).items() if role is not None}
    return ids


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_role_fires_and_just_misses(folder: str) -> None:
    fired, missed = set[str](), set[str]()
    for case in cases(folder):
        result = scored(case)
        fired |= set(result.role_ids)
        if case.kind == "near_miss" and case.about not in result.role_ids:
            missed.add(case.about)
    silent = {"main_appelante_battue"}  # worth nothing itself: it takes other lines away
    assert role_ids(folder) - fired - silent == set()
    assert role_ids(folder) - missed - silent == set()


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_option_separates(folder: str) -> None:
    results: dict[tuple[str, str], set[str]] = defaultdict(set)
    for case in cases(folder):
        if case.about.startswith("option ") and "[" in case.id:
            result = scored(case).to_dict()
            told = {key: result[key] for key in ("status", "value", "marked", "roles", "items", "payments", "measures")}
            results[case.about.removeprefix("option "), case.id.partition("[")[0]].add(str(told))
    separated = {option for (option, _), told in results.items() if len(told) > 1}
    table = mj.load(folder).table
    of_score = {name for name, option in table.options.items() if option.group == "score"}
    assert of_score - separated == set()


@pytest.mark.parametrize("folder", FOLDERS)
def test_items_sum_to_the_raw_figure(folder: str) -> None:
    for case in cases(folder):
        result = scored(case)
        if result.worth is None or not result.items:
            continue
        raw = sum(line.points for line in result.items)
        names = result.rules.table.settings.measures
        figure = result.measures[getattr(names, "fu", None) or names.points]
        assert figure is not None
        least = getattr(result.rules.table.settings, "least_fu", 0)
        rounded = 10 if hasattr(names, "fu") or result.rules.options.get("rounding") == "fu_up_10" else 1
        assert 0 <= figure - raw < rounded or figure == least, case.id


def test_sources_are_read_by_the_strict_yaml() -> None:
    assert Source.from_text("a: no\nb: 12:30", "x").data == {"a": "no", "b": "12:30"}
