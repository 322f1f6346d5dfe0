"""What must hold for every hand under every ruleset and preset, found by Hypothesis on hands that the ruleset knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations, permutations
from typing import Any, NamedTuple, TypeVar

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import mahjong_core as mj
from mahjong_core.facts import STANDARD, Facts
from mahjong_core.groups import ADDED_KONG, CHOW, CONCEALED_KONG, make_group
from mahjong_core.hands import Hand
from mahjong_core.patterns import PATTERNS
from mahjong_core.situation_facts import known_flags
from mahjong_core.tile_text import parse_kinds, print_tiles
from mahjong_core.tiles import BONUS_NAMES, HONOURS, KIND_OF, KINDS, NAMES, NEXT, SUITS, TERMINALS, kinds_in
from tests.generated_hands import (
    ANY_INDICATOR,
    CHOWS,
    before,
    complete_hands,
    groups_and_pair,
    has_dora,
    played,
    with_indicator,
)
from tests.readings import reading, whole

T = TypeVar("T")

# A ruleset without and with each of its presets.  They play with the same tiles: a hand drawn for one suits them all.
RULESETS = {
    ruleset.name: [ruleset.name, *(f"{ruleset.name}:{preset}" for preset in ruleset.presets)]
    for ruleset in mj.available()
}
WITH_DORA = ["riichi", "riichi-roles"]
CHECKED = settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
each_ruleset = pytest.mark.parametrize("ruleset", RULESETS)


@cache
def rules(name: str) -> mj.Ruleset:
    return mj.load(name)


def variants(ruleset: str) -> list[mj.Ruleset]:
    """The ruleset and its presets."""
    return [rules(name) for name in RULESETS[ruleset]]


def widest(ruleset: str) -> mj.Ruleset:
    """The one of them to draw hands for: it has every whole-hand shape."""
    return max(variants(ruleset), key=lambda variant: len(variant.shapes))


def told(result: mj.Result) -> dict[str, object]:
    """Everything of a result but how its hand is written."""
    kept = ("status", "value", "marked", "measures", "limit", "payments")
    roles = [(role.id, role.worth, role.times) for role in result.roles]
    return {**{key: getattr(result, key) for key in kept}, "roles": roles}


# ------------------------------------------------------------------------------------------------ what a win is
@each_ruleset
@CHECKED
@given(data=st.data())
def test_four_groups_and_a_pair_win_and_were_waited_for(ruleset: str, data: st.DataObject) -> None:
    hand = data.draw(complete_hands(widest(ruleset), grouped=True))
    situation = mj.Situation(win=data.draw(st.sampled_from(("ron", "tsumo"))))
    for variant in variants(ruleset):
        needs_a_role = variant.table.method == "han_fu"
        assert variant.score(hand, situation).status in (("win", "no_role") if needs_a_role else ("win",)), variant.name
    waits = rules(ruleset).waits(Hand(hand.concealed, hand.groups))
    assert NAMES[hand.win] in [wait.tile for wait in waits]


@each_ruleset
@CHECKED
@given(data=st.data())
def test_scoring_one_hand_never_changes_the_result_of_another(ruleset: str, data: st.DataObject) -> None:
    hand, situation = data.draw(played(widest(ruleset)))
    first = rules(ruleset).score(hand, situation)
    kept, kept_roles = first.to_dict(), first.roles
    rules(ruleset).score(*data.draw(played(widest(ruleset)))).to_dict()
    first.measures["han"] = 99
    first.roles.clear()
    assert first.to_dict() == kept
    assert first.roles == kept_roles


@pytest.mark.parametrize("name", RULESETS["sichuan"])
@CHECKED
@given(data=st.data())
def test_a_hand_of_three_suits_or_with_the_void_suit_is_not_a_win(name: str, data: st.DataObject) -> None:
    tiles, declared = data.draw(groups_and_pair(tuple(kinds_in(SUITS)), chows=False))
    groups = [make_group(type_, kinds, None) for type_, kinds in declared]
    hand = Hand(tiles[1:], groups, tiles[0])
    held = [suit for suit, found in zip("mps", hand.suits, strict=False) if found.kinds]
    void = data.draw(st.sampled_from((None, "m", "p", "s")))
    result = rules(name).score(hand, mj.Situation(win="ron", ron_from="W", given={"void": void} if void else {}))
    bars = ["three_suits"] * (len(held) == 3) + ["void_suit"] * (void in held)
    assert [problem.code for problem in result.problems] == bars
    assert result.status == ("not_a_win" if bars else "win")
    assert (result.value is None) is (result.payments is None) is bool(bars)


@pytest.mark.parametrize("name", RULESETS["sichuan"])
@CHECKED
@given(data=st.data())
def test_honours_and_claimed_runs_are_not_playable_in_sichuan(name: str, data: st.DataObject) -> None:
    hand = data.draw(complete_hands(rules("riichi-1920s"), grouped=True))
    codes = [problem.code for problem in rules(name).inspect(hand, mj.Situation(win="tsumo"))]
    honours, runs = bool(hand.tiles & HONOURS), any(group.type == CHOW for group in hand.groups)
    assert codes == ["tiles_not_in_play"] * honours + ["chows_not_in_play"] * runs
    assert not codes or rules(name).score(hand, mj.Situation(win="tsumo")).status == "not_playable"


# ------------------------------------------------------------------------------------------------ payments
@each_ruleset
@CHECKED
@given(data=st.data())
def test_payments_sum_to_zero_with_the_sticks(ruleset: str, data: st.DataObject) -> None:
    hand, situation = data.draw(played(widest(ruleset)))
    for variant in variants(ruleset):
        result, payment = variant.score(hand, situation), variant.table.payment
        paid = result.payments
        if result.status != "win" or variant.table.settlement == "marks":
            assert paid is None, variant.name
            continue
        assert paid is not None
        assert result.value is not None
        sticks = getattr(payment, "stick", 0) * situation.riichi_sticks
        assert sum(paid.values()) == sticks, variant.name
        won = paid.pop(str(situation.seat)) - sticks
        assert won > 0 >= max(paid.values()), variant.name
        assert not any(paid[seat] for seat in situation.given.get("already_won", ())), variant.name
        if variant.table.settlement == "basic_points":
            assert won == result.value + payment.honba_value * situation.honba, variant.name


# ------------------------------------------------------------------------------------------------ symmetries
@each_ruleset
@CHECKED
@given(data=st.data())
def test_order_of_tiles_and_groups_means_nothing(ruleset: str, data: st.DataObject) -> None:
    hand, situation = data.draw(played(widest(ruleset)))
    tiles, groups = data.draw(st.permutations(hand.concealed)), data.draw(st.permutations(hand.groups))
    other = Hand(tiles, groups, hand.win_tile, reversed(bonus_of(hand)))
    assert other == hand
    for variant in variants(ruleset):
        assert told(variant.score(hand, situation)) == told(variant.score(other, situation)), variant.name


class LeftOut(NamedTuple):
    """A pattern that a symmetry does not keep: a hand of it, and why not.  Without a reason it is kept."""

    ruleset: str
    hand: str
    flags: str = ""
    suits: str = ""  # why not when suits are exchanged
    ranks: str = ""  # why not when ranks are reversed


ALL_ROLES = "riichi-roles:all-roles"
# No ruleset is left out of a symmetry as a whole.
LEFT_OUT = {
    "all_green": LeftOut("riichi", "22334466888s66z+6z", suits="only bamboos are green", ranks="2 and 3, not 7 and 8"),
    "all_green_with_dragon": LeftOut("riichi:jpml-a", "22334466888s66z+6z", suits="as all green", ranks="as all green"),
    # even ranks remain even when they are reversed
    "great_green_hand": LeftOut("french-classic", "222444666s666z8s+8s", suits="only bamboos are green"),
    "all_red": LeftOut(ALL_ROLES, "111555777999s7z+7z", suits="only bamboos are red", ranks="1 5 7 9, not 1 3 5 9"),
    "half_flush_with_its_dragon": LeftOut(ALL_ROLES, "12345678m99m777z+9m", suits="each suit has a dragon of its own"),
    "robbed_two_of_bamboos": LeftOut(
        ALL_ROLES, "123m456m789p11z34s+2s", "chankan", suits="the 2 of bamboos is a javelin", ranks="the 8 is not"
    ),
    # the 5 is in the middle
    "last_discard_five_of_circles": LeftOut(
        ALL_ROLES, "123m456m789s11z34p+5p", "houtei", suits="only circles are coins"
    ),
    "last_draw_one_of_circles": LeftOut(
        ALL_ROLES, "123m456m789s11z23p+1p", "haitei", suits="only circles are coins", ranks="the 1, not the 9"
    ),
    # any seven ranks in a row will do
    "seven_circle_pairs_in_a_row": LeftOut(ALL_ROLES, "2233445566778p+8p", suits="only circles are wheels"),
}


def bonus_of(hand: Hand) -> list[str]:
    return [name for i, name in enumerate(BONUS_NAMES) if hand.bonus >> i & 1]


def moved(tile: int, order: Sequence[int], reverse: bool) -> int:
    """A tile when the suits are exchanged (characters become the suit ``order[0]``) and ranks perhaps reversed."""
    if tile >= KINDS:
        return KINDS + order[tile - KINDS]
    return tile if tile >= 27 else 9 * order[tile // 9] + (8 - tile % 9 if reverse else tile % 9)


def moved_hand(hand: Hand, order: Sequence[int], reverse: bool) -> Hand:
    groups = [
        make_group(group.type, [moved(tile, order, reverse) for tile in group.tiles], None) for group in hand.groups
    ]
    win_tile = None if hand.win_tile is None else moved(hand.win_tile, order, reverse)
    return Hand([moved(tile, order, reverse) for tile in hand.concealed], groups, win_tile, bonus_of(hand))


def moved_situation(situation: mj.Situation, order: Sequence[int], reverse: bool) -> mj.Situation:
    """The same tiles are dora, and the void suit is exchanged, too."""
    texts = {}
    for key in ("dora_indicators", "ura_indicators"):
        kinds = parse_kinds(getattr(situation, key))
        texts[key] = print_tiles([before(moved(NEXT[kind], order, reverse)) for kind in kinds])
    void = situation.given.get("void")
    exchanged = {"void": "mps"[order["mps".index(void)]]} if void else {}
    return situation.but(**texts, given={**situation.given, **exchanged})


@cache
def without(name: str, roles: frozenset[str]) -> mj.Ruleset:
    """The ruleset without some roles."""
    return mj.load(name, overlay={"roles": dict.fromkeys(sorted(roles))})


def scores_the_same(
    variant: mj.Ruleset, hand: Hand, situation: mj.Situation, order: Sequence[int], reverse: bool
) -> None:
    """Also when moved; where a role counts that is left out of this symmetry, without it and those like it."""
    other, there = moved_hand(hand, order, reverse), moved_situation(situation, order, reverse)
    one, two = variant.score(hand, situation), variant.score(other, there)
    patterns = {pattern for pattern, out in LEFT_OUT.items() if (out.ranks if reverse else out.suits)}
    left_out = {id for id, role in variant.table.roles.items() if patterns.intersection(role.patterns)}
    if left_out.intersection(one.role_ids + two.role_ids):
        symmetric = without(variant.name, frozenset(left_out))
        one, two = symmetric.score(hand, situation), symmetric.score(other, there)
    assert told(one) == told(two), variant.name


@each_ruleset
@CHECKED
@given(data=st.data(), order=st.sampled_from(list(permutations(range(3)))[1:]))
def test_suits_may_be_exchanged(ruleset: str, data: st.DataObject, order: tuple[int, ...]) -> None:
    hand, situation = data.draw(played(widest(ruleset)))
    for variant in variants(ruleset):
        scores_the_same(variant, hand, situation, order, reverse=False)


@each_ruleset
@CHECKED
@given(data=st.data())
def test_ranks_may_be_reversed(ruleset: str, data: st.DataObject) -> None:
    hand, situation = data.draw(played(widest(ruleset)))
    order = range(3)
    assume(not rules(ruleset).inspect(moved_hand(hand, order, True), moved_situation(situation, order, True)))
    for variant in variants(ruleset):
        scores_the_same(variant, hand, situation, order, reverse=True)


@pytest.mark.parametrize(("pattern", "out"), LEFT_OUT.items(), ids=list(LEFT_OUT))
def test_what_is_left_out_of_a_symmetry_has_to_be(pattern: str, out: LeftOut) -> None:
    variant, hand = rules(out.ruleset), Hand.parse(out.hand)
    situation = mj.Situation(win="tsumo" if out.flags == "haitei" else "ron", flags=frozenset(out.flags.split()))
    roles = {id for id, role in variant.table.roles.items() if pattern in role.patterns}
    assert roles.intersection(variant.score(hand, situation).role_ids)
    exchanged, reversed_ = moved_hand(hand, (1, 2, 0), False), moved_hand(hand, range(3), True)
    assert bool(roles.intersection(variant.score(exchanged, situation).role_ids)) is not bool(out.suits)
    assert bool(roles.intersection(variant.score(reversed_, situation).role_ids)) is not bool(out.ranks)


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


LIMIT = {"french-classic": 1000, "riichi-1920s": 500}
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
    "french-classic": of_points,
    "riichi": of_han_and_fu,
    "riichi-1920s": of_points,
    "riichi-roles": of_han_and_fu,
    "sichuan": of_fan,
}


# ------------------------------------------------------------------------------------------------ readings
@each_ruleset
@CHECKED
@given(data=st.data())
def test_the_best_reading_is_worth_as_much_as_any_reading(ruleset: str, data: st.DataObject) -> None:
    hand, situation = data.draw(played(widest(ruleset)))
    assume(situation.win is not None)
    facts = list(every_reading(widest(ruleset), hand, situation))
    for variant in variants(ruleset):
        worths = [worth for h in facts if (worth := worth_of(variant, h)) is not None]
        result = variant.score(hand, situation)
        assert (result.status == "win") is bool(worths), variant.name
        assert not worths or (result.worth is not None and result.worth.basic == max(worths)), variant.name


def every_reading(variant: mj.Ruleset, hand: Hand, situation: mj.Situation) -> Iterator[Facts]:
    """The facts of every reading, from its words alone: they owe nothing to how the library takes a hand apart."""
    circumstances = in_words(variant, hand, situation)
    own, win = [KIND_OF[tile] for tile in hand.concealed], "+" + NAMES[hand.win]
    declared = [names(map(KIND_OF.__getitem__, group.tiles), BRACKETS.get(group.type, "()")) for group in hand.groups]
    found: list[Facts] = []
    for parts in taken_apart(tuple(sorted([*own, hand.win]))):
        for completed in {part for part in parts if hand.win in part}:
            others = without_one(parts, completed)
            words = [*map(names, others), names(without_one(completed, hand.win)) + win, *declared]
            found.append(reading(" ".join(words), **circumstances))
    for shape in variant.shapes:
        if shape.find(hand):
            h = whole(names(own) + win, shape.name, **circumstances)
            found += [h] if shape.when is None or shape.when(h) else []
    for h in found:
        h.given = variant.circumstances(situation.how, hand.closed).given
        yield h


BRACKETS = {ADDED_KONG: "{}", CONCEALED_KONG: "[]"}


def names(kinds: Iterable[int], brackets: str = "") -> str:
    return brackets[:1] + "".join(NAMES[kind] for kind in kinds) + brackets[1:]


def without_one(things: Sequence[T], thing: T) -> list[T]:
    at = things.index(thing)
    return [*things[:at], *things[at + 1 :]]


def taken_apart(kinds: tuple[int, ...], has_pair: bool = False) -> Iterator[list[tuple[int, ...]]]:
    """Every way to take these kinds apart into groups and one pair."""
    if not kinds:
        yield []
        return
    first = kinds[0]
    pair, triplet, run = (first,) * 2, (first,) * 3, (first, first + 1, first + 2)
    for part in (pair, triplet, run):
        fits = not has_pair if part == pair else part == triplet or first in CHOWS
        if fits and not Counter(part) - Counter(kinds):
            left = tuple(sorted((Counter(kinds) - Counter(part)).elements()))
            for others in taken_apart(left, has_pair or len(part) == 2):
                yield [part, *others]


def in_words(variant: mj.Ruleset, hand: Hand, situation: mj.Situation) -> dict[str, Any]:
    """The circumstances that every reading shares."""
    dora, ura = (
        [hand.held[kind] for kind in kinds] for kinds in (situation.indicated.shown, situation.indicated.hidden)
    )
    return {
        "self_draw": situation.win == "tsumo",
        "seat": situation.seat,
        "round": situation.round,
        "flags": " ".join(known_flags(variant.table, situation.flags)),
        "bonus": hand.bonus,
        "reds": hand.reds,
        "dora": sum(dora),
        "first_dora": sum(dora[:1]),
        "ura": sum(ura),
        "first_ura": sum(ura[:1]),
    }


def worth_of(variant: mj.Ruleset, h: Any) -> int | None:
    """What the method makes of a reading, by the plain patterns; None for one that is not worth a win."""
    if h.shape not in (STANDARD, *(shape.number for shape in variant.shapes)):
        return None
    lines: dict[str, Any] = {**variant.table.lines, **variant.table.bars}
    times = {id: holds(lines[id].patterns if id in lines else [id], h) for id in variant.terms}
    sets = sum(points_of_set(variant, h, kind) for kind in kinds_in(h.triplets))
    key = variant.keys.of(times)
    return variant.valuation.worth(key, sets).basic if variant.rows[key][sets] >= 0 else None


def holds(patterns: Sequence[str], h: Facts) -> int:
    return max(int(PATTERNS[pattern](h)) for pattern in patterns)


def points_of_set(variant: mj.Ruleset, h: Any, kind: int) -> int:
    """Points of a triplet or quad."""
    points = variant.table.quads if h.quads >> kind & 1 else variant.table.triplets
    where = points.honour if HONOURS >> kind & 1 else points.terminal if TERMINALS >> kind & 1 else points.simple
    return where[h.concealed_triplets >> kind & 1]


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
