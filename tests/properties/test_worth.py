"""What a score says is what its figures make, for every hand under every ruleset and preset."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mahjong_core as mj
from tests.generated_hands import (
    ANY_INDICATOR,
    has_dora,
    played,
    with_indicator,
)
from tests.properties.variants import CHECKED, RULESETS, WITH_DORA, each_ruleset, rules, variants, widest


# ------------------------------------------------------------------------------------------------ worth
@pytest.mark.parametrize("ruleset", WITH_DORA)
@CHECKED
@given(data=st.data(), indicator=ANY_INDICATOR)
def test_a_dora_never_lowers_the_points_and_makes_no_win(
    ruleset: str, data: st.DataObject, indicator: tuple[str, int]
) -> None:
    hand, situation = data.draw(played(widest(ruleset)))
    with_one_more = with_indicator(rules(ruleset), hand, situation, *indicator)
    for variant in variants(ruleset):
        one, two = variant.score(hand, situation), variant.score(hand, with_one_more)
        assert one.status == two.status, variant.name
        assert (one.value or 0) <= (two.value or 0), variant.name


def test_dora_exist_in_both_kinds_of_modern_riichi() -> None:
    assert [ruleset for ruleset in RULESETS if has_dora(rules(ruleset))] == WITH_DORA


@each_ruleset
@CHECKED
@given(data=st.data())
def test_items_and_roles_sum_to_the_raw_figures(ruleset: str, data: st.DataObject) -> None:
    hand, situation = data.draw(played(widest(ruleset)))
    for variant in variants(ruleset):
        result = variant.score(hand, situation)
        if result.status == "no_role" or result.value is None:
            continue
        sums: Counter[str] = Counter()
        for role in result.roles:
            sums[role.worth[0]] += role.worth[1]
        figures = dict(result.measures)
        raw = sum(line.points for line in result.items)
        if variant.table.method == "fan":
            assert not result.items
            assert figures == {"fan": sums["fan"]}, variant.name
        elif variant.table.method == "points_doubles":
            points, doubles = figures
            assert figures == {points: sums["flat"] or raw, doubles: sums[doubles]}, variant.name
            assert not sums["flat"] or len(result.roles) == 1, variant.name
        else:
            han, fu, yakuman = figures
            most = variant.options.get("max_yakuman", variant.options.get("max_complete"))
            complete = min(sums[yakuman], most or sums[yakuman])
            flat = any(line.id == "seven_pairs" for line in result.items)
            rounded = raw if flat else max(-(-raw // 10) * 10, 30 if ruleset == "riichi-roles" else 20)
            assert not complete or not (sums[han] or raw), variant.name
            expected = {han: None, fu: None} if complete else {han: sums[han], fu: rounded}
            assert figures == {**expected, yakuman: complete}, variant.name


@each_ruleset
@CHECKED
@given(data=st.data())
def test_measures_agree_with_the_value(ruleset: str, data: st.DataObject) -> None:
    hand, situation = data.draw(played(widest(ruleset)))
    for variant in variants(ruleset):
        result = variant.score(hand, situation)
        if result.status == "no_role" or result.value is None:
            continue
        expected, limit = WORTH[ruleset](variant, result, situation)
        assert (result.value, result.limit) == (expected, limit), variant.name
        marks = variant.table.settlement == "marks"
        assert result.marked == (expected * (2 if situation.seat == "E" else 1) if marks else None), variant.name


def of_fan(variant: mj.Ruleset, result: mj.Result, situation: mj.Situation) -> tuple[int, str | None]:
    """Doublings up to the cap, which a win by the first tiles is whatever it has."""
    fan, cap = result.measures["fan"], variant.options["fan_cap"]
    assert fan is not None
    raised = bool({"tianhu", "dihu"}.intersection(result.role_ids))
    return 2 ** (cap if raised else min(fan, cap)), "cap" if raised or fan > cap else None


def of_points(variant: mj.Ruleset, result: mj.Result, situation: mj.Situation) -> tuple[int, str | None]:
    """Points, doubled, up to the limit; a flat hand is worth what it is."""
    points, doubles = result.measures.values()
    assert points is not None
    assert doubles is not None
    units, limit = [role.worth[0] for role in result.roles], LIMIT[variant.table.ruleset]
    if "flat" in units:
        return points, variant.table.settings.flat_name
    above = "limit" in units or points * 2**doubles > limit
    return min(points * 2**doubles, limit) if "limit" not in units else limit, "limit" if above else None


LIMIT = {"french-advanced": 1000, "french-classic": 1000, "riichi-1920s": 500}
TIERS = ((11, 6000, "sanbaiman"), (8, 4000, "baiman"), (6, 3000, "haneman"), (5, 2000, "mangan"))


def of_han_and_fu(variant: mj.Ruleset, result: mj.Result, situation: mj.Situation) -> tuple[int, str | None]:
    """Basic points by the tiers, times 4 or 6 from the discarder, or 1 and 2 from each, in hundreds."""
    basic, limit = basic_points(variant, *result.measures.values())
    times = {
        ("ron", True): [6], ("ron", False): [4], ("tsumo", True): [2, 2, 2], ("tsumo", False): [2, 1, 1],
    }[str(situation.win), situation.seat == "E"]  # fmt: skip
    return sum(-(-basic * n // 100) * 100 for n in times), limit


def basic_points(variant: mj.Ruleset, han: int | None, fu: int | None, complete: int | None) -> tuple[int, str | None]:
    if complete:
        return 8000 * complete, "yakuman"
    assert han is not None
    assert fu is not None
    if han >= 13 and variant.options["kazoe_yakuman"]:
        return 8000, "kazoe_yakuman"
    for least, basic, name in TIERS:
        if han >= least:
            return basic, name
    rounded_up = variant.options.get("kiriage_mangan") and (han, fu) in ((4, 30), (3, 60))
    plain = fu * 2 ** (han + 2)
    return (2000, "mangan") if plain >= 2000 or rounded_up else (plain, None)


WORTH = {
    "french-advanced": of_points,
    "french-classic": of_points,
    "riichi": of_han_and_fu,
    "riichi-1920s": of_points,
    "riichi-roles": of_han_and_fu,
    "sichuan": of_fan,
}


# ------------------------------------------------------------------------------------------------ groups of roles
@CHECKED
@given(data=st.data())
def test_more_groups_of_roles_never_lower_what_a_hand_is_worth(data: st.DataObject) -> None:
    hand, situation = data.draw(played(rules("riichi-roles:all-roles")))
    values = {groups: with_groups(groups).score(hand, situation).value or 0 for groups in SETS_OF_GROUPS}
    for fewer, more in permutations(SETS_OF_GROUPS, 2):
        assert not set(fewer) < set(more) or values[fewer] <= values[more], (fewer, more)


SETS_OF_GROUPS = [groups for n in range(5) for groups in combinations(("base", "complementary", "optional", "rare"), n)]


@cache
def with_groups(groups: tuple[str, ...]) -> mj.Ruleset:
    return mj.load("riichi-roles", options={"groups": list(groups)})
