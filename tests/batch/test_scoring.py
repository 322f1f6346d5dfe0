"""Columns and one hand say the same, whatever the hands."""

from __future__ import annotations

import json
import pickle
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mahjong_core as mj
from mahjong_core import travel
from mahjong_core.batch import circumstances, numbers, scoring, shares
from mahjong_core.batch.from_hands import columns_of
from mahjong_core.batch.hands import FLAGS, HandColumns, Told, meld_code
from mahjong_core.batch.scores import STATUSES, ScoreColumns
from mahjong_core.errors import HandError, MahjongError
from mahjong_core.groups import CHOW, CONCEALED_KONG, KONG, PUNG
from mahjong_core.population import population
from tests.hand_cases import FOLDERS, cases, loaded

Hands = list[tuple[mj.Hand, mj.Situation]]


def told(scores: ScoreColumns, row: int) -> dict[str, Any]:
    """A row of columns as a result says it."""
    value, marked = (int(column[row]) for column in (scores.value, scores.marked))
    assert scores.payments is not None
    assert scores.paid is not None
    payments = dict(zip("ESWN", scores.payments[:, row].tolist(), strict=True))
    return {
        "status": STATUSES[scores.status[row]],
        "value": None if value < 0 else value,
        "marked": None if marked < 0 else marked,
        "measures": {k: None if v[row] < 0 else int(v[row]) for k, v in scores.measures.items() if v[row] >= 0},
        "limit": scores.limit_names[scores.limit[row]],
        "roles": scores.roles_of(row),
        "payments": payments if scores.paid[row] else None,
        "problems": [problem.code for problem in scores.problems.get(row, ())],
    }


def said(result: mj.Result) -> dict[str, Any]:
    """The same of one result."""
    roles = {} if result.worth is None else {id: times for id, (_, _, times) in result.worth.roles.items()}
    return {
        "status": result.status,
        "value": result.value,
        "marked": result.marked,
        "measures": {name: figure for name, figure in result.measures.items() if figure is not None},
        "limit": result.limit,
        "roles": roles,
        "payments": None if result.payments is None else dict.fromkeys("ESWN", 0) | result.payments,
        "problems": [problem.code for problem in result.problems],
    }


def differences(rules: mj.Ruleset, hands: Hands) -> list[str]:
    """Where columns and single hands differ."""
    columns, aside = columns_of(*map(list, zip(*hands, strict=True)))  # type: ignore[arg-type]
    scores = rules.score_columns(columns, payments=True)
    rows = [row for row in range(len(hands)) if row not in set(aside)]
    pairs = ((row, told(scores, row), said(rules.score(*hands[row]))) for row in rows)
    return [f"{hands[row]}: {columns} but {single}" for row, columns, single in pairs if columns != single]


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_data_hand(folder: str) -> None:
    of_rules: dict[tuple[str, str], Hands] = defaultdict(list)
    for case in cases(folder):
        try:
            hand = mj.read_record({**case.record, "options": {}})
            loaded(case.ruleset).with_options(case.record["options"])
        except MahjongError:
            continue
        of_rules[case.ruleset, json.dumps(case.record["options"])].append(hand)
    assert of_rules
    found = [
        text
        for (name, options), hands in of_rules.items()
        for text in differences(loaded(name).with_options(json.loads(options)), hands)
    ]
    assert found == []


@pytest.mark.parametrize("house", ["repeated_pairs", "three_winds", "sanrenkou", "closed_tanyao"])
def test_house_rules(house: str) -> None:
    rules = mj.load("riichi", plugins=[house])
    texts = (
        "2233444455667m+7m",
        "1122334455667p+7p",
        "111222333z55m11p+1p",
        "1112223334z11m1p+1p",
        "234456567m22p67s+8s",
    )
    hands = [(mj.Hand.parse(text), mj.Situation(win="ron")) for text in texts]
    assert differences(rules, hands) == []


def garbage(n: int) -> HandColumns:
    """Columns that say anything."""
    random = np.random.default_rng(7)
    counts = random.choice(5, (34, n), p=[0.7, 0.15, 0.1, 0.04, 0.01]).astype(np.uint8)
    codes = [meld_code(type_, kind) for type_ in (CHOW, PUNG, KONG, CONCEALED_KONG) for kind in (0, 6, 8, 20, 30)]
    return HandColumns(
        counts,
        random.integers(-1, 35, n).astype(np.int8),
        melds=random.choice([-1] * 30 + [*codes, 500, -3], (4, n)).astype(np.int16),
        win=random.integers(0, 4, n).astype(np.int8),
        seat=random.integers(-1, 5, n).astype(np.int8),
        ron_from=random.integers(-1, 4, n).astype(np.int8),
        flags=random.integers(-1, 1 << 14, n),
        dora=random.integers(-1, 35, (3, n)).astype(np.int8),
        reds=random.integers(0, 256, n).astype(np.uint8),
        honba=random.integers(-1, 2000, n).astype(np.int32),
        pao=random.integers(-1, 5, n).astype(np.int8),
    )


def test_whatever_columns_say_is_a_result() -> None:
    hands, rules = garbage(1000), loaded("riichi")
    scores = rules.score_columns(hands, payments=True)
    assert set(np.unique(scores.status)) <= set(range(len(STATUSES)))
    for row in range(1000):
        problems = [problem.code for problem in hands.problems(row)]
        try:
            single = {} if problems else said(rules.score(hands.hand(row), hands.situation(row)))
        except HandError as error:
            problems = [problem.code for problem in error.problems]
        if problems:
            assert (told(scores, row)["status"], told(scores, row)["problems"]) == ("invalid", problems)
        else:
            assert told(scores, row) == single


def test_hands_with_a_wrong_row_among_them_are_scored_all_the_same() -> None:
    hand, event = mj.Hand.parse("234m567p22s345s67m+8m"), mj.Situation(win="ron", ron_from="W")
    columns, _ = columns_of([hand] * 5, [event] * 5)
    columns.counts[0, 2] = 5
    scores = loaded("riichi").score_columns(columns, payments=True)
    assert [STATUSES[status] for status in scores.status] == ["win", "win", "invalid", "win", "win"]
    assert scores.problems[2][0].code == "too_many_copies"
    assert told(scores, 4) == said(loaded("riichi").score(hand, event))


def test_columns_and_hands_are_each_others_inverse() -> None:
    hands: Hands = []
    for case in cases("riichi"):
        try:
            hands.append(mj.read_record({**case.record, "options": {}}))
        except MahjongError:
            continue
    columns, aside = columns_of(*map(list, zip(*hands, strict=True)))  # type: ignore[arg-type]
    for row, (hand, situation) in enumerate(hands):
        if row not in aside:
            again = columns.hand(row)
            assert (again.held, again.reds, again.win) == (hand.held, hand.reds, hand.win)
            assert sorted(group.kind for group in again.groups) == sorted(group.kind for group in hand.groups)
            assert columns.situation(row).how == situation.how
            assert columns.situation(row).indicated.dora == situation.indicated.dora


def test_no_hands_and_parts_of_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scoring, "CHUNK", 300)
    hands, rules = garbage(1000), loaded("riichi")
    none = rules.score_columns(hands.take(slice(0, 0)), payments=True)
    assert len(none) == 0
    assert none.payments is not None
    assert none.payments.shape == (4, 0)
    every = rules.score_columns(hands, payments=True)
    part = rules.score_columns(hands.take(slice(400, 1000)), payments=True)
    assert np.array_equal(every.status[400:], part.status)
    assert np.array_equal(every.value[400:], part.value)
    assert every.take(slice(400, None)).problems == part.problems


def test_scores_travel_with_the_role_sets_that_they_use() -> None:
    hands = [
        (mj.Hand.parse(text), mj.Situation(win="ron")) for text in ("234m567p22s345s67m+8m", "111222333m5p777z+5p")
    ]
    columns, _ = columns_of(*map(list, zip(*hands, strict=True)))  # type: ignore[arg-type]
    scores = loaded("riichi").score_columns(columns)
    again: ScoreColumns = pickle.loads(pickle.dumps(scores))
    assert [again.roles_of(row) for row in (0, 1)] == [scores.roles_of(row) for row in (0, 1)]
    assert np.array_equal(again.role_bits, scores.role_bits)
    assert len(again.role_sets.lines) <= 3


def test_what_a_ruleset_asks_for_beside_and_flags_of_its_own() -> None:
    rules = mj.load("riichi", options={"paarenchan_needs_yaku": True})
    n = 4
    hand = mj.Hand.parse("234m567p22s345s67m+8m")
    columns, _ = columns_of([hand] * n, [mj.Situation(win="tsumo", seat="E", honba=i) for i in range(n)])
    columns.given["wins_in_a_row"] = Told(np.array([-1, 0, 1, 1]), [7, 3])  # type: ignore[index]
    scores = rules.score_columns(columns)
    assert [("paarenchan" in scores.roles_of(row)) for row in range(n)] == [False, True, False, False]
    more = HandColumns(**{**columns.__dict__, "flag_names": (*FLAGS, "wished"), "flags": np.array([0, 1, 1 << 13, -1])})
    assert [STATUSES[status] for status in rules.score_columns(more).status] == ["win", "win", "win", "invalid"]


def test_workers_say_the_same_in_order() -> None:
    rules = mj.load("riichi:ema-2025", plugins=["sanrenkou"], options={"renpu_fu": 4})
    records = [{**case.record, "id": i} for i, case in enumerate(cases("riichi")[:150])] + [{"hand": "1m"}, {"hnad": 1}]
    alone = [result.to_dict() for result in rules.score_many(records)]
    assert [result.to_dict() for result in rules.score_many(records, workers=2)] == alone
    assert {row["status"] for row in alone} >= {"win", "invalid"}


def test_columns_by_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shares, "SHARE", 120)
    hands, rules = garbage(500), loaded("riichi")
    alone, shared = (rules.score_columns(hands, payments=True, workers=n) for n in (1, 2))
    assert [told(shared, row) for row in range(500)] == [told(alone, row) for row in range(500)]


def test_rulesets_hands_and_results_travel() -> None:
    rules = mj.load("french-classic", overlay={"settings": {"limit": 500}})
    again = pickle.loads(pickle.dumps(rules))
    assert again is rules or again.fingerprint == rules.fingerprint
    for text in ("111222333m55z77z+7z", "(111m)[2222p]3456789s1z1f", "11223344m"):
        result = rules.score(mj.Hand.parse(text), mj.Situation(win="tsumo" if "+" in text else None, honba=1))
        back = pickle.loads(pickle.dumps(result))
        assert back.to_dict() == result.to_dict()
        assert (back.hand, back.situation) == (result.hand, result.situation)


def test_columns_of_a_wrong_form_are_told_all_at_once() -> None:
    with pytest.raises(HandError) as told_:
        HandColumns(np.zeros((33, 4), np.uint8), np.zeros(3, np.int8), melds=np.zeros((4, 3), np.float64))
    assert [problem.message.split(":")[0] for problem in told_.value.problems] == [
        "counts",
        "win_tile",
        "melds",
        "melds",
    ]


def test_columns_of_other_types_and_lists_are_read() -> None:
    hand, event = mj.Hand.parse("234m567p22s345s67m+8m"), mj.Situation(win="ron", ron_from="W")
    columns, _ = columns_of([hand] * 3, [event] * 3)
    counts = columns.counts.astype(np.int64)
    counts[0, 1] = -1
    wide = HandColumns(counts, [7, 7, 300], win=[1, 1, 1], ron_from=columns.ron_from.tolist(), honba=[0, 0, 2**40])  # type: ignore[arg-type]
    scores = loaded("riichi").score_columns(wide)
    assert [STATUSES[status] for status in scores.status] == ["win", "invalid", "invalid"]
    row_major = HandColumns(np.ascontiguousarray(columns.counts.T).T, columns.win_tile, ron_from=columns.ron_from)
    assert loaded("riichi").score_columns(row_major).value.tolist() == [loaded("riichi").score(hand, event).value] * 3


def test_red_fives_that_the_hand_does_not_hold() -> None:
    hand, event = mj.Hand.parse("234m567p22s345s67m+8m"), mj.Situation(win="ron")
    columns, _ = columns_of([hand] * 2, [event] * 2)
    columns.reds[:] = [1, 1 << 2]
    scores = loaded("riichi").score_columns(columns)
    assert [STATUSES[status] for status in scores.status] == ["invalid", "win"]
    assert "reds: 1 of 5m: expected at most the 0 that the hand holds" in scores.problems[0][0].message


@pytest.mark.parametrize("workers", [0, -1, "2", True])
def test_workers_are_a_number(workers: Any) -> None:
    with pytest.raises(ValueError, match="workers"):
        loaded("riichi").score_columns(garbage(1), workers=workers)
    with pytest.raises(ValueError, match="workers"):
        next(loaded("riichi").score_many([{"hand": "1m"}], workers=workers))


def test_a_ruleset_that_changed_on_its_way_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    house = tmp_path / "house.yaml"
    house.write_text("roles: {tanyao: {han: 2}}\n")
    monkeypatch.chdir(tmp_path)
    rules = mj.load("riichi", overlay="house.yaml")
    travelling = pickle.dumps(rules)
    assert pickle.loads(travelling) is rules
    monkeypatch.setattr(travel, "MADE", travel.Made())
    monkeypatch.chdir(tmp_path.parent)
    assert pickle.loads(travelling).fingerprint == rules.fingerprint
    house.write_text("roles: {tanyao: {han: 3}}\n")
    monkeypatch.setattr(travel, "MADE", travel.Made())
    with pytest.raises(mj.PluginError, match="has changed"):
        pickle.loads(travelling)


def test_what_a_caller_changes_stays_the_callers() -> None:
    record = {"id": {"q": [1]}, "hand": "234m567p22s345s67m+8m", "win": "ron", "ron_from": "W"}
    result = loaded("riichi").score_record(record)
    first = result.to_dict()
    first["id"]["q"].append(2)
    first["roles"][0]["worth"]["han"] = 99
    first["payments"]["S"] = 0
    first["items"].clear()
    assert result.to_dict() == loaded("riichi").score_record({**record, "id": {"q": [1]}}).to_dict()


def test_counters_have_a_bound() -> None:
    for number in (1_000_001, 10**40, 10**5000):
        result = loaded("riichi").score_record({"hand": "234m567p22s345s67m+8m", "win": "ron", "honba": number})
        assert [(problem.code, result.status) for problem in result.problems] == [("bad_count", "invalid")]


def test_what_is_forgotten_on_the_way_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    hands = population(loaded("riichi"), 3000, seed=4, mix="bench")
    often = loaded("riichi").score_columns(hands, payments=True)
    monkeypatch.setattr(numbers, "CEILING", 40)
    monkeypatch.setattr(scoring, "CHUNK", 200)
    seldom = mj.load("riichi").score_columns(hands, payments=True)
    assert [told(seldom, row) for row in range(3000)] == [told(often, row) for row in range(3000)]


def test_more_given_values_than_columns_tell_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(circumstances, "TOLD_BITS", 2)
    rules = mj.load("riichi", options={"paarenchan_needs_yaku": True})
    hand = mj.Hand.parse("234m567p22s345s67m+8m")
    hands: Hands = [(hand, mj.Situation(win="tsumo", given={"wins_in_a_row": n})) for n in range(20)]
    assert differences(rules, hands) == []
