"""The random population: legal, complete, in the shares that it promises, the same for the same seed."""

from __future__ import annotations

from collections import Counter
from functools import cache

import numpy as np
import pytest

import mahjong_core as mj
from mahjong_core.batch.hands import COLUMNS, MELD_TYPES, NONE, WINS, HandColumns
from mahjong_core.batch.scores import STATUSES
from mahjong_core.checks import FLAGS
from mahjong_core.groups import CONCEALED_KONG
from mahjong_core.population import BLOCK, MIXES, Mix, blocks, population
from mahjong_core.population.deals import WHOLES
from mahjong_core.population.lots import Lots, picked
from mahjong_core.tiles import KINDS, SIMPLES, kinds_in
from mahjong_core.whole_hands import WHOLE_HANDS

RULESETS = [found.name for found in mj.available()]
WALLS = {  # rulesets that are played with other tiles
    "two suits and a half": {"wall": {"suits": "ps"}},
    "no honours, a void suit": {
        "wall": {"honours": False, "reds": {"m": 0, "p": 0, "s": 0}},
        "shapes": {"thirteen_orphans": False},
        "situation": {"void": {"kind": "suit"}},
    },
    "three players": {
        "wall": {"without": "2345678m", "chows": False, "norths_aside": True},
        "payment": {"seats": "ESW"},
    },
    "flowers and four reds": {"wall": {"flowers": True, "reds": {"m": 4, "p": 4, "s": 4}}},
}
LEGAL, SHARES = 150, 2 * BLOCK


@cache
def hands_of(name: str, mix: str) -> HandColumns:
    return population(mj.load(name), SHARES, 7, mix)


def same(one: HandColumns, other: HandColumns) -> bool:
    given = all(np.array_equal(told.codes, other.given[name].codes) for name, told in one.given.items())
    return given and all(np.array_equal(getattr(one, name), getattr(other, name)) for name in COLUMNS)


def all_legal_wins(rules: mj.Ruleset, hands: HandColumns) -> None:
    for row in range(len(hands)):
        hand, situation = hands.hand(row), hands.situation(row)
        assert rules.inspect(hand, situation) == [], (hand, situation)
        assert rules.score(hand, situation).status in ("win", "no_role"), (hand, situation)


# ------------------------------------------------------------------------------------------------ legal
@pytest.mark.parametrize("mix", MIXES)
@pytest.mark.parametrize("name", [*RULESETS, "riichi:ema-2025"])
def test_every_hand_is_a_legal_win(name: str, mix: str) -> None:
    rules = mj.load(name)
    all_legal_wins(rules, population(rules, LEGAL, 3, mix))


@pytest.mark.parametrize("mix", MIXES)
@pytest.mark.parametrize("name", RULESETS)
def test_many_hands_are_legal_wins(name: str, mix: str) -> None:
    status = mj.load(name).score_columns(hands_of(name, mix)).status
    assert set(np.unique(status)) <= {STATUSES.index("win"), STATUSES.index("no_role")}


@pytest.mark.parametrize("mix", MIXES)
@pytest.mark.parametrize("wall", WALLS)
def test_other_walls(wall: str, mix: str) -> None:
    rules = mj.load("riichi", overlay=WALLS[wall])
    hands = population(rules, LEGAL, 5, mix)
    all_legal_wins(rules, hands)
    if "void" in wall:
        void = hands.given["void"]
        assert all(not hands.hand(row).suits["mps".index(void.values[void.codes[row]])].kinds for row in range(LEGAL))
    seats = {hands.situation(row).seat for row in range(LEGAL)}
    assert (seats, hands.norths.max() > 0) == (set(rules.table.payment.seats), rules.table.wall.norths_aside)


def test_whole_hands_have_their_shapes() -> None:
    shapes = {shape.name: shape for shape in WHOLE_HANDS}
    for name, hands in WHOLES.items():
        for tiles in hands:
            columns = HandColumns(tiles[:, None], np.array([tiles.argmax()], np.int8))
            assert len(shapes[name].find(columns.hand(0))) == 1


# ------------------------------------------------------------------------------------------------ the same again
@pytest.mark.parametrize("mix", MIXES)
def test_a_seed_gives_the_same_hands_however_many(mix: str) -> None:
    rules = mj.load("french-classic")
    many = population(rules, BLOCK + 100, 11, mix)
    assert same(many, population(rules, BLOCK + 100, 11, mix))
    assert same(many.take(slice(50)), population(rules, 50, 11, mix))
    parts = list(blocks(rules, BLOCK + 100, 11, mix))
    assert [len(part) for part in parts] == [BLOCK, 100]
    assert same(many.take(slice(BLOCK, None)), parts[1])
    assert not same(many, population(rules, BLOCK + 100, 12, mix))


def test_a_seed_gives_the_same_hands_for_ever() -> None:
    """What is written down here is what shipped quantiles were made of."""
    rules = mj.load("riichi")
    found = {
        mix: [str(hands.hand(row)) for row in range(3)] for mix in MIXES for hands in [population(rules, 3, 1, mix)]
    }
    assert found == {
        "deals": ["2277m333z(067s)(123s)+7m", "1205p999s[8888m](456m)+3p", "111m1235679p123s+9p"],
        "bench": ["22334p33366z[9999p]+4p", "77m233p7788s1122z+2p", "067m2299s(999p)(789m)+2s"],
    }


def test_lots() -> None:
    lots = Lots(1, 0, 10_000)
    moments = lots.moments(2)
    assert (np.diff(moments.astype(int), axis=0) >= 0).all()
    weights = np.array([[1], [0], [3]]) * np.ones((1, 10_000), np.int64)
    assert Counter(picked(weights, lots.fractions()).tolist())[2] == pytest.approx(7500, abs=200)
    assert set(lots.below(3).tolist()) == {0, 1, 2}
    assert not np.array_equal(Lots(1, 1, 5).fractions(), Lots(1, 0, 5).fractions())


# ------------------------------------------------------------------------------------------------ shares
def closed(hands: HandColumns) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    types = hands.melds // KINDS
    return ((hands.melds == NONE) | (types == MELD_TYPES.index(CONCEALED_KONG))).all(axis=0)


def flag(hands: HandColumns, name: str) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    return (hands.flags >> FLAGS.index(name) & 1).astype(bool)


def test_the_mix_of_the_benchmark() -> None:
    """18,190 standard hands, 1,483 of seven pairs, 327 orphans of 20,000; 74 % closed; 12 % with a quad."""
    hands = hands_of("riichi", "bench")
    pairs = ((hands.counts == 2).sum(axis=0) == 7).mean()
    orphans = (hands.counts[kinds_in(SIMPLES)].sum(axis=0) == 0) & ((hands.counts > 0).sum(axis=0) == 13)
    assert pairs == pytest.approx(1483 / 20_000, abs=0.01)
    assert orphans.mean() == pytest.approx(327 / 20_000, abs=0.003)
    assert closed(hands).mean() == pytest.approx(0.74, abs=0.02)
    assert (hands.melds >= 2 * KINDS).any(axis=0).mean() == pytest.approx(0.12, abs=0.02)
    assert flag(hands, "riichi")[closed(hands)].mean() == pytest.approx(0.6, abs=0.02)


def test_the_shares_of_deals() -> None:
    hands = hands_of("riichi", "deals")
    assert closed(hands).mean() == pytest.approx(0.55, abs=0.02)
    assert flag(hands, "riichi")[closed(hands)].mean() == pytest.approx(0.8, abs=0.01)
    assert (hands.win == WINS.index("tsumo")).mean() == pytest.approx(0.36, abs=0.01)
    assert 0.02 < ((hands.counts == 2).sum(axis=0) == 7).mean() < 0.05
    assert set(np.unique(hands.seat)) == {0, 1, 2, 3}


@pytest.mark.parametrize("mix", MIXES)
def test_what_only_some_rulesets_have(mix: str) -> None:
    riichi, french = hands_of("riichi", mix), hands_of("french-classic", mix)
    assert len(french.dora) == len(french.ura) == 0
    assert (riichi.dora[0] != NONE).all()
    assert ((riichi.ura[0] != NONE) == flag(riichi, "riichi")).all()
    assert riichi.reds.any()
    assert not french.reds.any()
    assert not riichi.bonus.any()
    assert np.unpackbits(french.bonus).mean() == pytest.approx(1 / 6, abs=0.005)
    assert list(french.given) == ["dominant_wind"]
    shown = (riichi.dora != NONE).sum(axis=0)
    assert (shown == 1 + (riichi.melds >= 2 * KINDS).sum(axis=0)).all()


def test_every_flag_with_a_share_is_dealt_out() -> None:
    rules = mj.load("riichi")
    hands = population(rules, BLOCK, 1, MIXES["bench"]._replace(flags=dict.fromkeys(FLAGS, 0.5)))
    assert [name for name in FLAGS if name in rules.table.flags and not flag(hands, name).any()] == []
    all_legal_wins(rules, hands.take(slice(LEGAL)))


def test_no_hands_and_no_such_mix() -> None:
    assert len(population(mj.load("riichi"), 0)) == 0
    with pytest.raises(ValueError, match="no mix is named 'mine'; there are deals, bench"):
        population(mj.load("riichi"), 1, mix="mine")


def test_a_mix_of_ones_own() -> None:
    mix = Mix(tiles=None, open=0, claims=0, kongs=0, self_draw=1, flags={})
    hands = population(mj.load("riichi"), 500, mix=mix)
    assert (hands.melds == NONE).all()
    assert (hands.win == WINS.index("tsumo")).all()
    assert not hands.flags.any()
