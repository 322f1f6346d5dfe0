"""Whole tables of every ruleset: the books are kept, the order of telling never matters, and everyone pays what the sheets say.

The oracles (``round_oracle``, ``event_oracle`` and those below) are written from ``shared/rules`` alone.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import mahjong_core as mj
from mahjong_core.errors import Problem
from mahjong_core.records import record_of
from tests.generated_events import event_tables
from tests.generated_hands import played
from tests.generated_tables import (
    Told,
    bare_points,
    exhausted_walls,
    four_hands,
    other_ends,
    rounds,
    single_win,
    unit_wins,
    wins_together,
)
from tests.properties.event_oracle import EventOracle
from tests.properties.round_oracle import RoundOracle, with_liability
from tests.properties.variants import RULESETS

Variant = tuple[str, Mapping[str, Any]]  # a ruleset, perhaps with its preset, and options


def checked(examples: int) -> settings:
    return settings(max_examples=examples, deadline=None, suppress_health_check=[HealthCheck.too_slow])


# ------------------------------------------------------------------------------------------------ the rules
RIICHI: list[Variant] = [
    *((name, {}) for name in RULESETS["riichi"]),
    ("riichi", {"triple_ron": "paid"}),
    ("riichi", {"triple_ron": "paid", "multi_ron_honba": "each", "multi_ron_sticks": "own_back"}),
    ("riichi", {"triple_ron": "paid", "multi_ron_sticks": "own_back", "nagashi": "win"}),
    ("riichi", {"triple_ron": "paid", "multi_ron_honba": "each", "nagashi": "off", "noten_pool": 1200}),
    ("riichi", {"several_ron": "head_bump", "multi_ron_sticks": "own_back", "honba_value": 1500}),
    ("riichi", {"several_ron": "head_bump", "triple_ron": "paid", "chombo": "reverse_mangan", "nagashi": "win"}),
    ("riichi", {"chombo": "score_penalty", "abortive_draws": ["four_winds"]}),
    ("riichi", {"players": 3}),
    ("riichi", {"players": 3, "tsumo_loss": False, "nagashi": "win", "chombo": "reverse_mangan"}),
    ("riichi", {"players": 3, "several_ron": "head_bump", "noten_pool": 4000, "honba_value": 300}),
    ("riichi", {"players": 3, "multi_ron_honba": "each", "multi_ron_sticks": "own_back", "chombo": "score_penalty"}),
    *((name, {}) for name in RULESETS["riichi-roles"]),
    ("riichi-roles", {"several_ron": "head_bump", "nagashi_called": "void"}),
]
EARLY: list[Variant] = [("riichi-1920s", {}), ("riichi-1920s", {"discard_win_payer": "discarder_all", "limit": None})]
FRENCH: list[Variant] = [
    ("french-advanced", {"richer_loser": richer, "draw_settlement": draws, "draw_dealer": deal})
    for richer in ("cumulative", "instead")
    for draws, deal in (("differences", "rotates"), ("none", "stays"))
]
MARKED: list[Variant] = [
    ("french-classic", {"limit_east": east, "limit_who": who})
    for east in ("before", "after")
    for who in ("all", "winner")
]
LEDGER: list[Mapping[str, Any]] = [
    *({"kong_discard": how} for how in ("transfer_chain", "transfer_last", "transfer_all", "refund", "none")),
    *({"flower_pig": how} for how in ("cap", "bank", 16, 6, "not_ready")),
    {"end_order": "pig_ready_refund", "not_ready": 2},
    {"end_order": "no_refund", "not_ready_kongs": False},
    {"three_winner_refund": "on", "kong_discard": "transfer_all"},
    {"postponed_kong": "not_legal", "direct_kong_bloom": "feeder_pays"},
    {"concealed_kong": 1, "exposed_kong": 3, "exposed_kong_others": 1, "added_kong": 2, "kong_discard": "refund"},
    {"self_draw": "none", "three_winner_refund": "on"},
    {"self_draw": "fan", "direct_kong_bloom": "feeder_pays", "exposed_kong_others": 1},
    {"selfdraw_bonus_after_cap": False, "fan_cap": 1},
]
SICHUAN: list[Variant] = [
    *(("sichuan", options) for options in LEDGER),
    ("sichuan:sbr", {}),
    ("sichuan:sbr", {"heaven_earth": "cap", "three_winner_refund": "on"}),
    ("sichuan:sbr", {"kong_discard": "transfer_chain", "not_ready_kongs": True}),
    ("sichuan:tfmj-2024", {}),
    ("sichuan:tfmj-2024", {"kong_discard": "transfer_all", "flower_pig": "cap"}),
]
VARIANTS = {
    "riichi": [variant for variant in RIICHI if not variant[0].startswith("riichi-roles")],
    "riichi-roles": [variant for variant in RIICHI if variant[0].startswith("riichi-roles")],
    "riichi-1920s": EARLY,
    "french-advanced": FRENCH,
    "french-classic": MARKED,
    "sichuan": SICHUAN,
}


@cache
def _loaded(name: str, options: str) -> mj.Ruleset:
    return mj.load(name, options=json.loads(options))


def of(variant: Variant) -> mj.Ruleset:
    return _loaded(variant[0], json.dumps(variant[1]))


def each(variants: Sequence[Variant]) -> pytest.MarkDecorator:
    """Every variant as a test of its own."""
    names = [
        " ".join([name, *(f"{option}={value}" for option, value in options.items())]) for name, options in variants
    ]
    return pytest.mark.parametrize("variant", variants, ids=names)


def tables(rules: mj.Ruleset) -> st.SearchStrategy[Told]:
    """Any table of these rules."""
    return {
        "basic_points": rounds, "units": unit_wins, "event_ledger": event_tables,
        "differences": four_hands, "marks": four_hands,
    }[rules.table.settlement](rules)  # fmt: skip


def every_ruleset(examples: int) -> Any:
    """With tables of every ruleset, presets and options among them."""

    def decorated(test: Any) -> Any:
        return pytest.mark.parametrize("ruleset", VARIANTS)(checked(examples)(given(data=st.data())(test)))

    return decorated


def drawn(ruleset: str, data: st.DataObject) -> tuple[mj.Ruleset, Told]:
    rules = of(data.draw(st.sampled_from(VARIANTS[ruleset])))
    return rules, data.draw(tables(rules))


def test_every_ruleset_is_here() -> None:
    assert set(VARIANTS) == set(RULESETS)
    for ruleset, names in RULESETS.items():
        assert {name for name, _ in VARIANTS[ruleset]} == set(names)


# ------------------------------------------------------------------------------------------------ the books
@every_ruleset(60)
def test_the_books_are_kept(ruleset: str, data: st.DataObject) -> None:
    rules, table = drawn(ruleset, data)
    settled = rules.settle(table)
    running = dict.fromkeys(settled.totals, 0)
    for payer, taker, amount, reason in settled.transfers:
        assert amount > 0, reason
        assert payer != taker, reason
        running[payer] -= amount
        running[taker] += amount
        assert sum(running.values()) == 0
    assert running == settled.totals == settled["totals"]
    assert [(t["from"], t["to"], t["amount"], t["reason"]) for t in settled["transfers"]] == list(settled.transfers)
    assert settled["next"] == settled.next._asdict()
    assert not settled.ignored


@every_ruleset(40)
def test_a_table_settles_the_same_however_often_and_as_text(ruleset: str, data: st.DataObject) -> None:
    rules, table = drawn(ruleset, data)
    kept = deepcopy(table)
    told = rules.settle(table).to_dict()
    assert table == kept
    read = rules.read_table(table)
    for again in (table, dict(reversed(table.items())), json.dumps(table), read, read):
        assert rules.settle(again).to_dict() == told


@every_ruleset(60)
def test_the_order_of_a_list_never_matters(ruleset: str, data: st.DataObject) -> None:
    rules, table = drawn(ruleset, data)
    one, two = rules.settle(table), rules.settle(shuffled(table, data))
    assert (one.totals, one.next, one.marks) == (two.totals, two.next, two.marks)
    assert {seat: result.to_dict() for seat, result in one.results.items()} == {
        seat: result.to_dict() for seat, result in two.results.items()
    }


def shuffled(table: Any, data: st.DataObject, key: str = "") -> Any:
    """With its lists in another order, but events and the groups of a hand, which come as they are."""
    if isinstance(table, dict):
        return {key: shuffled(value, data, key) for key, value in table.items()}
    if not isinstance(table, list) or key == "melds":
        return table
    return [shuffled(value, data) for value in (table if key == "events" else data.draw(st.permutations(table)))]


@every_ruleset(40)
def test_a_hand_told_is_scored_as_by_itself(ruleset: str, data: st.DataObject) -> None:
    rules, table = drawn(ruleset, data)
    settled = rules.settle(table)
    wins = [*table.get("wins", ()), *(win for event in table.get("events", ()) for win in event.get("wins", ()))]
    for record in wins:
        result = settled.results.get(record["seat_wind"])
        if result is not None and rules.options.get("direct_kong_bloom") != "feeder_pays":
            alone = rules.score_record(record)
            assert (result.value, result.measures, result.role_ids) == (alone.value, alone.measures, alone.role_ids)


@pytest.mark.parametrize("ruleset", ["riichi", "riichi-roles"])
@checked(80)
@given(data=st.data())
def test_a_win_that_is_none_is_refused(ruleset: str, data: st.DataObject) -> None:
    rules = of((ruleset, {}))
    hand, situation = data.draw(played(rules))
    record = record_of(hand, situation.but(honba=0, riichi_sticks=0))
    table = {"round_wind": situation.round, "wins": [record]}
    if rules.score(hand, situation).status == "win":
        assert rules.settle(table).results
    else:
        with pytest.raises(mj.TableError, match=r"wins\[0\]"):
            rules.settle(table)


# ------------------------------------------------------------------------------------------------ tables that are wrong
JUNK: list[Any] = [
    None, 0, -1, 1.5, True, "", "E", "X", "1m", "0p", "riichi", "exhaustive", [], {}, ["E"], ["E", "E"], [None], [[]],
    {"E": 1}, {"X": None}, [{"hand": "19m19p19s1234567z+1m", "win": "tsumo", "seat_wind": "E"}],
]  # fmt: skip


@every_ruleset(60)
def test_a_spoilt_table_is_settled_or_refused_with_reasons(ruleset: str, data: st.DataObject) -> None:
    rules, table = drawn(ruleset, data)
    for _ in range(data.draw(st.integers(1, 2))):
        inner, key = data.draw(st.sampled_from(list(places(table))))
        inner[key] = deepcopy(data.draw(st.sampled_from(JUNK)))
    settled, problems = settled_or_refused(rules, table)
    assert settled is None or sum(settled.totals.values()) == 0
    assert settled or problems
    assert all(problem.code and problem.message for problem in problems)


def settled_or_refused(rules: mj.Ruleset, table: Told) -> tuple[mj.SettledTable | None, Sequence[Problem]]:
    try:
        return rules.settle(table), ()
    except mj.TableError as error:
        return None, error.problems


def places(told: Any) -> Iterator[tuple[Any, Any]]:
    """Every (mapping or list, key) of a table."""
    for key, value in list(told.items() if isinstance(told, dict) else enumerate(told)):
        yield told, key
        if isinstance(value, (dict, list)):
            yield from places(value)


WRONG: dict[str, Any] = {
    "round_wind": "X", "honba": -1, "sticks": 1.5, "riichi": ["E", "E"], "tenpai": "E", "nagashi": ["X"], "draw": "exhausted",
    "chombo": 3, "stiks": 1,
}  # fmt: skip


@pytest.mark.parametrize("ruleset", ["riichi", "riichi-roles"])
@checked(60)
@given(wrong=st.sets(st.sampled_from(sorted(WRONG)), min_size=1))
def test_everything_wrong_is_told_at_once(ruleset: str, wrong: set[str]) -> None:
    table = {"round_wind": "E", "honba": 0, "sticks": 0, "draw": "exhaustive", "tenpai": ["E"]}
    with pytest.raises(mj.TableError) as caught:
        of((ruleset, {})).settle({**table, **{key: WRONG[key] for key in wrong}})
    told = [problem.message for problem in caught.value.problems]
    assert all(any(key in message for message in told) for key in wrong)


# ------------------------------------------------------------------------------------------------ riichi
def agrees(rules: mj.Ruleset, table: Told) -> mj.SettledTable:
    settled = rules.settle(table)
    oracle = RoundOracle(rules, table, settled.results)
    assert settled.totals == oracle.totals
    assert settled.next == oracle.next
    return settled


@each(RIICHI)
@checked(25)
@given(data=st.data())
def test_a_single_win_pays_value_counters_and_sticks(variant: Variant, data: st.DataObject) -> None:
    rules = of(variant)
    table = data.draw(single_win(rules))
    settled = rules.settle(table)
    oracle = RoundOracle(rules, table, settled.results)
    winner = table["wins"][0]["seat_wind"]
    assert (settled.totals[winner], settled.next) == (oracle.totals[winner], oracle.next)
    value = settled.results[winner].value
    counters = rules.options.get("honba_value", 300) * table["honba"]
    assert (
        settled.totals[winner] == value + counters + 1000 * table["sticks"] == value + counters - settled.totals["pot"]
    )
    if "pao" not in table["wins"][0]:
        assert settled.totals == oracle.totals


@each(RIICHI)
@checked(25)
@given(data=st.data())
def test_several_wins_on_one_discard(variant: Variant, data: st.DataObject) -> None:
    rules = of(variant)
    number = data.draw(st.integers(2, 3 if rules.options.get("players", 4) == 4 else 2))
    table = data.draw(wins_together(rules, number))
    settled = agrees(rules, table)
    assert -settled.totals["pot"] in (0, 1000 * table["sticks"])  # the sticks are taken, or they stay
    assert settled.next.sticks == table["sticks"] + settled.totals["pot"] // 1000


@each(RIICHI)
@checked(25)
@given(data=st.data())
def test_an_exhausted_wall(variant: Variant, data: st.DataObject) -> None:
    rules = of(variant)
    table = data.draw(exhausted_walls(rules, data.draw(st.booleans())))
    settled = agrees(rules, {"nagashi": [], "nagashi_called": [], **table})
    assert settled.next.sticks == table["sticks"] + settled.totals["pot"] // 1000


@each(RIICHI)
@checked(15)
@given(data=st.data())
def test_other_ends(variant: Variant, data: st.DataObject) -> None:
    rules = of(variant)
    agrees(rules, data.draw(other_ends(rules)))


@pytest.mark.parametrize("ruleset", ["riichi", "riichi-roles"])
@checked(120)
@given(data=st.data())
def test_the_deal_stays_only_where_east_won_or_was_ready_or_nothing_came_of_the_round(
    ruleset: str, data: st.DataObject
) -> None:
    rules, table = drawn(ruleset, data)
    settled = rules.settle(table)
    if table.get("draw") == "exhaustive":
        as_won = rules.options.get("nagashi") == "win" and table.get("nagashi")
        stays = "E" in (table["nagashi"] if as_won else table["tenpai"])
    else:
        stays = "E" in settled.results or not settled.results  # nobody won: drawn early, aborted, or a foul
    assert settled.next.dealer == ("E" if stays else "S")


# hands that someone may have fed, with the limit hands that make them liable; the first was won on the tile after a kong
FED = {
    "(5555z)234m567p22s34s+5s": [],
    "(555z)(666z)(777z)23m99p+4m": ["daisangen"],
    "(555z)(666z)(7777z)1112z+2z": ["daisangen"],
    "(111z)(222z)(333z)(444z)5m+5m": ["daisuushi"],
    "(111z)(222z)(333z)(4444z)6z+6z": ["daisuushi"],
    "(1111m)(2222p)(3333s)(9999s)5z+5z": ["suukantsu"],
    "(5555z)(6666z)(7777z)(1111m)2m+2m": ["daisangen", "suukantsu"],
    "(111z)(222z)(333z)44z66z+4z": ["daisuushi"],
}
LIABLE = [
    *((name, {}) for name in RULESETS["riichi"]),
    *(
        ("riichi", {"pao_scope": scope, "pao_honba": payer, "pao_roles": roles})
        for scope in ("hand", "yakuman")
        for payer in ("liable", "discarder")
        for roles in (["daisangen"], ["daisangen", "daisuushi", "suukantsu"])
    ),
]


@each(LIABLE)
@checked(40)
@given(data=st.data())
def test_who_fed_a_limit_hand_pays_for_it(variant: Variant, data: st.DataObject) -> None:
    rules = of(variant)
    hand = data.draw(st.sampled_from(list(FED)))
    win = data.draw(st.sampled_from(("ron", "tsumo"))) if FED[hand] else "tsumo"
    winner, discarder, *others = data.draw(st.permutations("ESWN"))
    seats = [discarder, *others]
    pao: Any = data.draw(st.sampled_from(seats))
    if len(FED[hand]) == 2 and rules.options["pao_scope"] == "yakuman":
        pao = {role: data.draw(st.sampled_from(seats)) for role in FED[hand]}
    record = {"hand": hand, "win": win, "seat_wind": winner, "pao": pao, "flags": [] if FED[hand] else ["rinshan"]}
    record |= {"ron_from": discarder} if win == "ron" else {}
    honba, sticks = data.draw(st.integers(0, 2)), data.draw(st.integers(0, 2))
    settled = rules.settle({"round_wind": "E", "honba": honba, "sticks": sticks, "wins": [record]})
    expected = with_liability(rules, record, honba, settled.results[winner])
    assert settled.totals == {**expected, winner: expected[winner] + 1000 * sticks, "pot": -1000 * sticks}


# ------------------------------------------------------------------------------------------------ one winner, paid by all
@each(EARLY)
@checked(60)
@given(data=st.data())
def test_early_riichi_is_paid_in_units(variant: Variant, data: st.DataObject) -> None:
    rules = of(variant)
    table = data.draw(unit_wins(rules))
    settled = rules.settle(table)
    expected = dict.fromkeys("ESWN", 0)
    for record in table["wins"]:
        winner, value = record["seat_wind"], settled.results[record["seat_wind"]].value
        for seat in set("ESWN") - {winner}:
            whole = record["win"] == "ron" and rules.options["discard_win_payer"] == "discarder_all"
            units = value * (2 if "E" in (seat, winner) else 1)
            expected[record["ron_from"] if whole else seat] -= units
            expected[winner] += units
    assert settled.totals == expected
    assert settled.next == ("E" if "E" in settled.results else "S", 0, 0)


# ------------------------------------------------------------------------------------------------ four hands
def differences(points: Mapping[str, int], winner: str | None, options: Mapping[str, Any]) -> Counter[str]:
    """R1 - R3 of shared/rules/french.md, E4."""
    found = Counter[str](dict.fromkeys("ESWN", 0))

    def pay(payer: str, taker: str, amount: int) -> None:
        amount *= 2 if "E" in (payer, taker) else 1
        found[payer] -= amount
        found[taker] += amount

    if winner is None and options["draw_settlement"] == "none":
        return found
    losers = [seat for seat in "ESWN" if seat != winner]
    for one in losers:
        for other in losers:
            if points[one] < points[other]:  # R2
                pay(one, other, points[other] - points[one])
        if winner is not None:
            more = points[one] - points[winner]
            if more <= 0 or options["richer_loser"] == "cumulative":  # R1
                pay(one, winner, points[winner])
            if more > 0:  # R3
                pay(winner, one, 2 * more)
    return found


@each(FRENCH)
@checked(60)
@given(data=st.data())
def test_the_losers_settle_their_differences(variant: Variant, data: st.DataObject) -> None:
    rules = of(variant)
    table = data.draw(bare_points() | four_hands(rules))
    settled = rules.settle(table)
    points = {
        seat: told if isinstance(told, int) else settled.results[seat].value or 0
        for seat, told in table["seats"].items()
    }
    winner = table["winner"]
    assert settled.totals == differences(points, winner, rules.options)
    assert settled.next == (next_of_four(winner, rules), 0, 0)
    pairs = Counter((t.payer, t.taker) for t in settled.transfers if t.reason != "richer_loser")
    assert max(pairs.values(), default=1) == 1


def next_of_four(winner: str | None, rules: mj.Ruleset) -> str:
    return "E" if winner == "E" or (winner is None and rules.options["draw_dealer"] == "stays") else "S"


@each(MARKED)
@checked(40)
@given(data=st.data())
def test_everyone_marks_the_own_hand_and_east_the_double(variant: Variant, data: st.DataObject) -> None:
    rules = of(variant)
    table = data.draw(bare_points() | four_hands(rules))
    settled = rules.settle(table)
    assert settled.marks is not None
    assert not settled.transfers
    limited = rules.options["limit_east"] == "after" and (rules.options["limit_who"] == "all" or table["winner"] == "E")
    for seat, told in table["seats"].items():
        result = settled.results.get(seat)
        mark = (told if result is None else result.value or 0) * (2 if seat == "E" else 1)
        flat = result is not None and result.limit == "grand_jeu"
        assert settled.marks[seat] == (min(mark, 1000) if seat == "E" and limited and not flat else mark)
    assert settled.next.dealer == next_of_four(table["winner"], rules)


# ------------------------------------------------------------------------------------------------ the bloody battle
@each(SICHUAN)
@checked(40)
@given(data=st.data())
def test_the_ledger_of_a_bloody_battle(variant: Variant, data: st.DataObject) -> None:
    rules = of(variant)
    table = data.draw(event_tables(rules))
    settled = rules.settle(table)
    oracle = EventOracle(rules, table, {seat: result.value or 0 for seat, result in settled.results.items()})
    flows = Counter[tuple[str, str]]()
    for payer, taker, amount, _ in settled.transfers:
        flows[payer, taker] += amount
    assert flows == oracle.flows
    assert settled.next == (oracle.dealer, 0, 0)
