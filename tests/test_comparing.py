"""Many hands under several rulesets: as one by one, and what the summary says of them."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest

import mahjong_core as mj
from mahjong_core.batch.from_hands import columns_of
from mahjong_core.batch.scores import STATUSES
from mahjong_core.comparing import ManyCompared, Scored, compare_many, joined
from mahjong_core.population import MIXES, population
from mahjong_core.situations import TSUMO

RULESETS = [found.name for found in mj.available()]
WIN, NO_ROLE = STATUSES.index("win"), STATUSES.index("no_role")


def scored(name: str, shares: list[float | None]) -> Scored:
    """Hands worth these shares of a limit of 1000; None did not win."""
    share = np.array([math.nan if share is None else share for share in shares])
    status = np.where(np.isnan(share), NO_ROLE, WIN).astype(np.uint8)
    return Scored(name, status, np.where(np.isnan(share), -1, share * 1000).astype(np.int64), share)


# ------------------------------------------------------------------------------------------------ scoring
@pytest.mark.parametrize("mix", MIXES)
def test_many_as_one_by_one(mix: str) -> None:
    rulesets = [mj.load(name) for name in (*RULESETS, "riichi:ema-2025")]
    for rules in rulesets:
        hands = population(rules, 150, 2, mix)
        many = compare_many(hands, rulesets)
        assert many.names == [rules.name for rules in rulesets]
        for row in range(len(hands)):
            single = mj.compare(hands.hand(row), hands.situation(row), rulesets)
            for one, of_many in zip(single.rows, many.rows, strict=True):
                assert STATUSES[of_many.status[row]] == one.result.status
                assert of_many.value[row] == (-1 if one.result.value is None else one.result.value)
                share = None if math.isnan(of_many.share[row]) else of_many.share[row]
                assert share == one.share


def test_hands_that_columns_cannot_hold_and_liable_seats() -> None:
    text = "11m45p(555z<)(666z^)(777z<)+6p"
    cases = [
        (mj.Hand.parse(text), mj.Situation("ron", ron_from="W", pao="N")),
        (mj.Hand.parse(text), mj.Situation(TSUMO, seat="E", pao={"daisangen": "N"})),
        (mj.Hand.parse("234m567p22s(345s)67m+8m"), mj.Situation("ron")),
        (mj.Hand.parse("234m567p22s(345s)67m"), mj.Situation()),
    ]
    hands, situations = zip(*cases, strict=True)
    columns, aside = columns_of(hands, situations)
    assert aside == [1]
    rules = mj.load("riichi")
    (many,) = compare_many(columns, [rules], {row: cases[row] for row in aside}).rows
    for row, case in enumerate(cases):
        (one,) = mj.compare(*case, [rules]).rows
        assert STATUSES[many.status[row]] == one.result.status
        assert (None if math.isnan(many.share[row]) else many.share[row]) == one.share


def test_parts_joined_are_the_whole() -> None:
    hands = population(mj.load("riichi"), 300, 4)
    whole = compare_many(hands, RULESETS)
    parts = joined(
        [compare_many(hands.take(slice(0, 100)), RULESETS), compare_many(hands.take(slice(100, 300)), RULESETS)]
    )
    assert json.dumps(whole.summary()) == json.dumps(parts.summary())


# ------------------------------------------------------------------------------------------------ summary
def test_how_often_each_pays() -> None:
    many = ManyCompared([scored("x", [0.1, None, 0.3, None]), scored("y", [0.5, 0.5, 0.5, 0.5])])
    assert many.statuses()["x"] == {"win": 0.5, "no_role": 0.5, "not_a_win": 0, "not_playable": 0, "invalid": 0}
    assert many.statuses()["y"]["win"] == 1


def test_quantiles_are_of_winning_hands() -> None:
    many = ManyCompared([scored("x", [None, *(n / 100 for n in range(1, 101))]), scored("y", [None] * 101)])
    assert many.quantiles()["x"] == {5: 0.05, 25: 0.25, 50: 0.5, 75: 0.75, 95: 0.95, 99: 0.99}
    assert set(many.quantiles()["y"].values()) == {None}


def test_rank_correlation() -> None:
    up, down = [0.1, 0.2, 0.3, 0.9], [0.9, 0.3, 0.2, 0.1]
    many = ManyCompared([scored("up", up), scored("down", down), scored("same", [0.5] * 4), scored("none", [None] * 4)])
    found = many.correlations()
    assert found[0][:2] == pytest.approx([1, -1])
    assert found[0][2:] == [None, None]


def test_rank_correlation_with_ties_and_hands_that_win_under_one_alone() -> None:
    """Ranks 1 2.5 2.5 4 and 2 1 4 3: by hand, 1.5 / sqrt(4.5 x 5)."""
    many = ManyCompared([scored("x", [0.1, 0.2, 0.2, 0.4, 0.9]), scored("y", [0.2, 0.1, 0.8, 0.4, None])])
    assert many.correlations()[0][1] == pytest.approx(1.5 / math.sqrt(4.5 * 5))


def test_hands_placed_most_differently() -> None:
    many = ManyCompared([scored("x", [0.1, 0.2, 0.3, 0.4]), scored("y", [0.4, 0.2, None, 0.3])])
    assert many.rows[0].place.tolist() == [0, 0.25, 0.5, 0.75]
    assert many.rows[1].place.tolist() == [0.75, 0.25, 0, 0.5]
    (found,) = many.most_different(2).values()
    assert [(one.row, one.places) for one in found] == [(0, (0.0, 0.75)), (2, (0.5, 0.0))]
    assert [one.row for one in many.most_different(9, wins=True)["x", "y"]] == [0, 3]


def test_a_summary_is_plain_data() -> None:
    many = compare_many(population(mj.load("riichi"), 50), RULESETS)
    told = json.loads(json.dumps(many.summary(), allow_nan=False))
    assert told["hands"] == len(many) == 50
    assert list(told["statuses"]) == RULESETS
    assert len(told["most_different"]) == len(RULESETS) * (len(RULESETS) - 1) // 2


def test_no_hands_and_no_rulesets() -> None:
    none = compare_many(population(mj.load("riichi"), 1).take(slice(0)), RULESETS)
    assert len(none) == 0
    assert json.dumps(none.summary(), allow_nan=False)
    assert len(ManyCompared([])) == 0
    with pytest.raises(mj.PluginError):
        compare_many(population(mj.load("riichi"), 1), ["richi"])
