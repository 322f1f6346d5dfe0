"""Shanten, accepted tiles and discards: against the definition, against brute force, one hand against many."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mahjong.shanten import Shanten
from typer.testing import CliRunner, Result

import mahjong_core as mj
from mahjong_core.cli.app import app
from mahjong_core.distances import copies_of, of_suit
from mahjong_core.groups import CHOW, CONCEALED_KONG, KONG, PUNG, Group
from mahjong_core.hands import Hand
from mahjong_core.shanten import Accepted
from mahjong_core.shanten_columns import CHUNK
from mahjong_core.shanten_tables import classes, tables
from mahjong_core.tiles import ALL, HONOURS, KIND_OF, MAN, NAMES, OUTSIDE, TILE, kinds_in
from mahjong_core.waits import every_reading
from mahjong_core.whole_hands import seven_pairs, to_seven_pairs
from tests.generated_hands import CHOWS, hands, kinds_of

CHECKED = settings(max_examples=200, deadline=None)
HERE = Path(__file__).parents[1]


@cache
def rules(name: str = "riichi") -> mj.Ruleset:
    return mj.load(name)


@cache
def walled(suits: str, honours: bool) -> mj.Ruleset:
    """Riichi with fewer tiles."""
    reds = dict.fromkeys(suits, 0)
    return mj.load(
        "riichi", options={"red_fives": 0}, overlay={"wall": {"suits": suits, "honours": honours, "reds": reds}}
    )


def drawn(dice: random.Random, number: int, most_groups: int = 4) -> Hand:
    """A random hand of 13 or 14 tiles; some are drawn from few kinds, so that they are near to complete."""
    left = Counter(dict.fromkeys(range(34), 4))
    declared: list[Group] = []
    for _ in range(dice.randint(0, most_groups)):
        type_ = dice.choice((CHOW, PUNG, KONG, CONCEALED_KONG))
        tiles = kinds_of(type_, dice.choice(CHOWS) if type_ == CHOW else dice.randrange(34))
        if not Counter(tiles) - left:
            left -= Counter(tiles)
            declared.append(Group(type_, tuple(tiles)))
    first, kinds = dice.choice((0, 9, 18, 24)), dice.choice((34, 18, 10))
    near = [kind for kind in left.elements() if first <= kind < first + kinds]
    far = [kind for kind in left.elements() if not first <= kind < first + kinds]
    tiles = dice.sample(near, len(near)) + dice.sample(far, len(far))
    return Hand(tiles[: number - 3 * len(declared)], declared)


def some(number: int, seed: int, how_many: int, most_groups: int = 4) -> Iterator[Hand]:
    dice = random.Random(seed)
    for _ in range(how_many):
        yield drawn(dice, number, most_groups)


def in_hand(hand: Hand) -> list[int]:
    """How many of each kind are in the hand, without declared groups."""
    return list(b"".join(suit.counts for suit in hand.suits))


def columns(of: list[Hand]) -> tuple[Any, Any]:
    """(counts, declared groups)."""
    return np.array([in_hand(hand) for hand in of], np.uint8).T.copy(), np.array([len(hand.groups) for hand in of])


def as_set(accepts: list[Accepted]) -> int:
    """The kinds, one bit each."""
    return sum(1 << KIND_OF[TILE[accepted.tile]] for accepted in accepts)


# ------------------------------------------------------------------------------------------------ distances
@cache
def targets(ranks: int, copies: bytes) -> list[tuple[int, Any]]:
    """(entry, tiles of each rank) of everything that a suit can be made into: the definition, written out."""
    triplets = [[3 * (i == rank) for i in range(ranks)] for rank in range(ranks)]
    runs = [[int(rank <= i < rank + 3) for i in range(ranks)] for rank in range(7)] if ranks == 9 else []
    pairs = [[2 * (i == rank) for i in range(ranks)] for rank in range(ranks)]
    found = []
    for groups in range(5):
        sets = np.array([np.sum(some, axis=0) for some in combinations_with_replacement([*triplets, *runs], groups)])
        sets = sets.reshape(-1, 1, ranks) if groups else np.zeros((1, 1, ranks), int)
        for entry, whole in ((groups, sets), (5 + groups, sets + np.array(pairs))):
            flat = whole.reshape(-1, ranks)
            found.append((entry, flat[(flat <= np.array(list(copies))).all(axis=1)]))
    return found


def by_definition(counts: bytes, copies: bytes) -> dict[int, int]:
    """The fewest tiles that are missing, for each entry."""
    held = np.array(list(counts))
    return {
        entry: int(np.maximum(some - held, 0).sum(axis=1).min(initial=15))
        for entry, some in targets(len(counts), copies)
    }


@pytest.mark.parametrize("copies", [b"\4" * 9, b"\4" * 7, b"\4" + b"\0" * 7 + b"\4", b"\0" * 7, b"\4\4\4\0\4\4\4\4\4"])
def test_distances_are_those_of_the_definition(copies: bytes) -> None:
    dice = random.Random(len(copies))
    for _ in range(60):
        tiles = dice.choices([rank for rank, most in enumerate(copies) if most] or [0], k=dice.randint(0, 14))
        counts = bytes(min(tiles.count(rank), copies[rank]) for rank in range(len(copies)))
        assert dict(enumerate(of_suit(counts, copies))) == by_definition(counts, copies)


def test_how_many_distances_there_are() -> None:
    suit, _, _, honours = (classes(copies) for copies in copies_of(ALL))
    assert (len(suit.distances), len(honours.distances)) == (126, 55)
    assert (tables(ALL).lefts, tables(ALL).rights) == (180, 165)


def test_every_class_is_that_of_its_key() -> None:
    suit, dice = classes(b"\4" * 9), random.Random(1)
    for _ in range(300):
        counts = bytes(dice.choices(range(5), k=9))
        key = sum(held * 5**rank for rank, held in enumerate(counts))
        assert suit.distances[suit.of[key]] == of_suit(counts, b"\4" * 9)


# ------------------------------------------------------------------------------------------------ one hand
@pytest.mark.parametrize(
    ("text", "shanten"),
    [
        ("123m456p789s11122z", -1),
        ("123m456p789s1112z+2z", -1),
        ("123m456p789s1112z", 0),
        ("123m456p(789s)[1111z]2z", 0),
        ("123m4568p3467s11z", 1),
        ("1188m2277p3399s1z", 0),  # seven pairs
        ("1111m2277p3399s1z", 2),  # four of a kind are one pair, and there are six kinds
        ("1111m2222p3333s4z", 2),  # no fifth tile of these
        ("19m19p19s1234567z", 0),  # thirteen orphans
        ("19m19p19s12345677z", -1),
        ("1111m234567p888s", 1),  # the fifth 1m is not there
        ("(111m)1m234567p888s", 0),  # tiles of declared groups do not count here, as in PyPI mahjong
        ("147m258p369s1234z", 6),
    ],
)
def test_shanten(text: str, shanten: int) -> None:
    assert rules().shanten(Hand.parse(text)) == shanten


def test_shapes_count_where_the_ruleset_has_them() -> None:
    pairs, orphans = Hand.parse("1188m2277p3399s1z"), Hand.parse("19m19p19s1234567z")
    assert (rules().shanten(pairs), rules("french-classic").shanten(pairs)) == (0, 3)
    assert (rules().shanten(orphans), rules("french-classic").shanten(orphans)) == (0, 8)


@pytest.mark.parametrize("number", [13, 14])
def test_against_pypi_mahjong(number: int) -> None:
    for hand in some(number, number, 600):
        assert rules().shanten(hand) == Shanten.calculate_shanten(in_hand(hand)), hand


def brute_force(ruleset: mj.Ruleset, hand: Hand) -> list[tuple[str, int]]:
    """Add each kind and ask."""
    now, found = ruleset.shanten(hand), []
    for kind in range(34):
        if ruleset.in_play >> kind & 1 and hand.held[kind] < 4:
            more = Hand(hand.concealed, hand.groups, kind)
            if ruleset.shanten(more) < now:
                found.append((NAMES[kind], 4 - hand.held[kind]))
    return found


@pytest.mark.parametrize("name", ["riichi", "french-classic"])
def test_accepts_is_brute_force(name: str) -> None:
    for hand in some(13, 3, 300):
        assert [tuple(accepted) for accepted in rules(name).accepts(hand)] == brute_force(rules(name), hand), hand


def test_accepts() -> None:
    hand = Hand.parse("123m4568p3467s11z")
    assert rules().accepts(hand) == [("2s", 4), ("5s", 4), ("8s", 4)]
    assert rules().accepts(Hand.parse("123m4568p3467s11z+9m")) == rules().accepts(hand)  # the winning tile is set aside
    assert rules().accepts(Hand.parse("(111m)1m234567p888s")) == []  # a wait on nothing
    assert [accepted.tile for accepted in rules().accepts(Hand.parse("40m345p888s11122z"))] == ["3m", "6m"]


def test_discards_best_first() -> None:
    found = rules().discards(Hand.parse("2355m44p3s(456s)113z+6m"))
    assert len({discard.tile for discard in found}) == len(found) == 8
    assert [(-d.shanten, d.total) for d in found] == sorted([(-d.shanten, d.total) for d in found], reverse=True)
    assert found[0].total == sum(accepted.left for accepted in found[0].accepts)
    assert found[0].shanten == rules().shanten(Hand.parse("2355m44p3s(456s)113z+6m"))


def test_discards_are_the_accepts_of_what_stays() -> None:
    for hand in some(14, 5, 60):
        for tile, shanten, accepts in rules().discards(hand):
            stays = list(hand.concealed)
            stays.remove(TILE[tile])
            after = Hand(stays, hand.groups)
            want = [(name, n - (name == NAMES[KIND_OF[TILE[tile]]])) for name, n in rules().accepts(after)]
            assert shanten == rules().shanten(after)
            assert [tuple(accepted) for accepted in accepts] == [(name, n) for name, n in want if n]


def test_a_plain_five_is_discarded_before_a_red_one() -> None:
    tiles = [discard.tile for discard in rules().discards(Hand.parse("055m0p123456s112z+2z"))]
    assert sorted(tile for tile in tiles if tile[0] in "05") == ["0p", "5m", "5s"]


def test_only_kinds_in_play_are_drawn() -> None:
    no_honours = walled("mps", False)
    assert {accepted.tile[1] for accepted in no_honours.accepts(Hand.parse("147m2589p3699s11m"))} == set("mps")
    one_suit = walled("m", False)
    assert {accepted.tile[1] for accepted in one_suit.accepts(Hand.parse("1122334567789m"))} == {"m"}
    for ruleset, first, end in ((no_honours, 0, 27), (one_suit, 0, 9)):
        dice = random.Random(7)
        for _ in range(100):
            wall = [kind for kind in range(first, end) for _ in range(4)]
            hand = Hand(dice.sample(wall, 13))
            assert [tuple(accepted) for accepted in ruleset.accepts(hand)] == brute_force(ruleset, hand)
            assert ruleset.shanten_many(columns([hand])[0]).tolist() == [ruleset.shanten(hand)]


def test_a_wall_without_2_to_8_of_a_suit() -> None:
    """Three players: no runs in that suit, and its eight tiles cannot grow into any."""
    three = mj.load("riichi", options={"players": 3})
    assert three.in_play == ALL & ~0b011111110
    wall = [kind for kind in kinds_in(three.in_play) for _ in range(4)]
    dice = random.Random(3)
    mixed = [Hand.parse("1111m111122233z"), *(Hand(dice.sample(wall, 13)) for _ in range(300))]
    expected = [Shanten.calculate_shanten(in_hand(hand), is_three_player=True) for hand in mixed]
    assert (expected[0], rules().shanten(mixed[0])) == (2, 1)
    assert [three.shanten(hand) for hand in mixed] == expected
    assert three.shanten_many(columns(mixed)[0]).tolist() == expected
    accepted = three.accepts_many(columns(mixed)[0])
    assert accepted.tolist() == [as_set(three.accepts(hand)) for hand in mixed]
    waiting = Hand.parse("1m23456789p11s44z")
    assert [tuple(accepted) for accepted in three.accepts(waiting)] == brute_force(three, waiting)
    assert problems(three.shanten, Hand.parse("2m345678999p111s")) == ["tiles_not_in_play"]


def test_norths_set_aside_are_no_longer_drawn() -> None:
    three = mj.load("riichi", options={"players": 3})
    for norths, left in enumerate((2, 1, 0)):
        hand = Hand.parse("123456789p11s44z" + norths * "(4z)")
        tiles = [("1s", 2)] + ([("4z", left)] if left else [])
        assert [tuple(accepted) for accepted in three.accepts(hand)] == tiles
        assert {wait.tile: wait.left for wait in three.waits(hand)} == dict(tiles)
        assert three.shanten(hand) == 0
        whole = Hand((*hand.concealed, 0), (), None, (), norths)
        assert dict(three.discards(whole)[0].accepts) == dict(tiles)


# ------------------------------------------------------------------------------------------------ what is wrong
def problems(ask: Any, *arguments: Any) -> list[str]:
    with pytest.raises(mj.HandError) as caught:
        ask(*arguments)
    return [problem.code for problem in caught.value.problems]


def test_every_problem_is_told() -> None:
    assert problems(rules().shanten, Hand.parse("123m")) == ["wrong_number_of_tiles"]
    assert problems(rules().shanten, Hand.parse("11111m23456789p4f4f")) == ["too_many_copies", "bonus_twice"]
    assert problems(walled("mps", False).shanten, Hand.parse("123m456p789s1112z+2z")) == ["tiles_not_in_play"]
    both = Hand.parse("11111m456p789s1112z+2z")
    assert problems(walled("mps", False).accepts, both) == [
        "too_many_copies",
        "wrong_number_of_tiles",
        "tiles_not_in_play",
    ]
    assert problems(rules().accepts, Hand.parse("123m456p789s11122z")) == ["wrong_number_of_tiles"]
    assert problems(rules().discards, Hand.parse("123m456p789s1112z")) == ["wrong_number_of_tiles"]


@pytest.mark.parametrize(
    "text",
    [
        "123m456p789s11z+1z",
        "123m456p789s111z+1z",
        "123m456p789s11122z+1z",
        "1111m56p789s1112z+1m",
        "11111m456p789s12z+1m",
        "(111m)45p(789s)12z+3z",
    ],
)
def test_all_three_tell_the_same(text: str) -> None:
    """The winning tile, which ``accepts`` sets aside, counts in what is told of the tiles."""

    def told(ask: Any) -> list[str]:
        with pytest.raises(mj.HandError) as caught:
            ask(Hand.parse(text))
        return [problem.message for problem in caught.value.problems]

    assert told(rules().accepts) == told(rules().discards) == told(rules().shanten)


@pytest.mark.parametrize("of", ["shanten_many", "accepts_many"])
def test_bad_columns_are_told(of: str) -> None:
    good, _ = columns(list(some(13, 1, 8)))
    many = getattr(rules(), of)
    assert problems(many, good.T) == ["bad_value"]
    assert problems(many, good.astype(float)) == ["bad_value"]
    assert problems(many, good, [1, 2]) == ["bad_value"]
    five = good.copy()
    five[:, 3] = [5, 1] + [0] * 32
    assert problems(many, five) == ["too_many_copies", "wrong_number_of_tiles"]
    assert problems(many, np.zeros((34, 9), int)) == ["wrong_number_of_tiles"] * 5 + ["bad_value"]
    assert problems(many, good.astype(int) - 1)[0] == "too_many_copies"
    assert problems(many, good, 5)[0] == "wrong_number_of_tiles"
    with pytest.raises(mj.HandError, match="hand 3: 5 copies of 1m"):
        many(five)
    honours = np.array([in_hand(Hand.parse("123m456p789s1112z"))], np.uint8).T
    assert problems(getattr(walled("mps", False), of), honours) == ["tiles_not_in_play"]


def test_columns_of_14_accept_nothing() -> None:
    counts, groups = columns(list(some(14, 1, 3)))
    assert problems(rules().accepts_many, counts) == ["wrong_number_of_tiles"] * 3
    with pytest.raises(mj.HandError, match=r"hand 0: \d+ tiles and \d declared groups: expected 13, a group"):
        rules().accepts_many(counts, groups)


# ------------------------------------------------------------------------------------------------ many hands
@pytest.mark.parametrize("name", ["riichi", "french-classic"])
def test_many_are_as_one(name: str) -> None:
    mixed = [*some(13, 11, 2000), *some(14, 12, 2000)]
    counts, groups = columns(mixed)
    one_by_one = [rules(name).shanten(hand) for hand in mixed]
    found = rules(name).shanten_many(counts, groups)
    assert (found.dtype, found.tolist()) == (np.int8, one_by_one)
    assert rules(name).shanten_many(counts).tolist() == one_by_one  # the tiles tell how many groups there are
    for other in (np.asfortranarray(counts), counts.astype(np.int64), counts.tolist()):
        assert rules(name).shanten_many(other, groups.tolist()).tolist() == one_by_one


@pytest.mark.parametrize("name", ["riichi", "french-classic"])
def test_many_accept_as_one(name: str) -> None:
    mixed = list(some(13, 19, 3000))
    assert {len(hand.groups) for hand in mixed} == {0, 1, 2, 3, 4}
    counts, groups = columns(mixed)
    one_by_one = [as_set(rules(name).accepts(hand)) for hand in mixed]
    gone = [hand.held_4 for hand in mixed]  # what declared groups hold is not in the columns
    found = rules(name).accepts_many(counts, groups)
    assert (found.dtype, found.shape) == (np.int64, (3000,))
    assert [kinds & ~none_left for kinds, none_left in zip(found.tolist(), gone, strict=True)] == one_by_one
    in_the_hand = [sum(1 << kind for kind, held in enumerate(in_hand(hand)) if held == 4) for hand in mixed]
    assert not any(kinds & full for kinds, full in zip(found.tolist(), in_the_hand, strict=True))
    for other in (counts, np.asfortranarray(counts), counts.astype(np.int64), counts.tolist()):
        assert rules(name).accepts_many(other).tolist() == found.tolist()  # the tiles tell how many groups there are
    before = counts.copy()
    rules(name).accepts_many(counts, groups)
    assert (counts == before).all()


@pytest.mark.parametrize(("suits", "honours"), [("mps", False), ("m", False), ("ps", True)])
def test_many_accept_as_one_in_other_walls(suits: str, honours: bool) -> None:
    ruleset, dice = walled(suits, honours), random.Random(23)
    wall = [kind for kind in kinds_in(ruleset.in_play) for _ in range(4)]
    tiles = [Hand(dice.sample(wall, 13)) for _ in range(500)]
    one_by_one = [as_set(ruleset.accepts(hand)) for hand in tiles]
    assert ruleset.accepts_many(columns(tiles)[0]).tolist() == one_by_one
    assert not any(kinds & ~ruleset.in_play for kinds in one_by_one)


def test_accepted_by_pairs_and_orphans() -> None:
    """Near to a whole-hand shape, and as near to groups."""
    dice, tiles = random.Random(29), []
    for _ in range(300):
        pairs = [kind for kind in dice.sample(range(34), 6) for _ in range(2)]
        orphans = dice.sample(kinds_in(OUTSIDE), dice.randint(9, 13))
        for some_of in (pairs, orphans):
            rest = [kind for kind in range(34) for _ in range(4 - some_of.count(kind))]
            tiles.append(Hand([*some_of, *dice.sample(rest, 13 - len(some_of))]))
    one_by_one = [as_set(rules().accepts(hand)) for hand in tiles]
    assert rules().accepts_many(columns(tiles)[0], 0).tolist() == one_by_one


def test_more_than_one_chunk() -> None:
    few, _ = columns(list(some(13, 13, 100, most_groups=0)))
    counts = np.tile(few, (1, CHUNK // 50))
    assert rules().accepts_many(counts, 0).tolist() == rules().accepts_many(few).tolist() * (CHUNK // 50)
    assert rules().accepts_many(counts[:, :0]).shape == (0,)
    assert rules().shanten_many(counts, 0).tolist() == rules().shanten_many(few).tolist() * (CHUNK // 50)
    assert rules().shanten_many(counts[:, :0]).shape == (0,)


class PairsOfMine:
    """A house rule with a shape of its own: seven pairs without ``distance_columns``, and one that has no distance."""

    @mj.hookimpl
    def mahjong_shapes(self) -> list[mj.Shape]:
        return [mj.Shape("my_pairs", seven_pairs, distance=to_seven_pairs), mj.Shape("untold", lambda hand: ())]


def test_shapes_of_plugins() -> None:
    shapes = {"seven_pairs": False, "my_pairs": True, "untold": True}
    mine = mj.load("riichi", plugins=[PairsOfMine()], overlay={"shapes": shapes})
    assert [shape.name for shape in mine.shapes if shape.distance is None] == ["untold"]
    mixed = list(some(13, 17, 200, most_groups=1))
    counts, groups = columns(mixed)
    assert mine.shanten_many(counts, groups).tolist() == [rules().shanten(hand) for hand in mixed]
    assert mine.accepts_many(counts, groups).tolist() == rules().accepts_many(counts, groups).tolist()
    assert [mine.shanten(hand) for hand in mixed] == [rules().shanten(hand) for hand in mixed]


def test_one_hand_needs_no_numpy() -> None:
    code = (
        "import sys, mahjong_core as mj; r = mj.load('riichi'); h = mj.Hand.parse('123m4568p3467s11z')\n"
        "assert r.shanten(h) == 1 and len(r.accepts(h)) == 3 and 'numpy' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], cwd=HERE, check=True)


# ------------------------------------------------------------------------------------------------ properties
@CHECKED
@given(hands(), st.integers(0, 33))
def test_a_discard_and_a_draw_change_it_by_one_at_most(hand: Hand, kind: int) -> None:
    waiting = Hand(hand.concealed, hand.groups)
    if waiting.held[kind] < 4:
        more = Hand(waiting.concealed, waiting.groups, kind)
        now, drawn, after = rules().shanten(waiting), rules().shanten(more), rules().discards(more)
        assert now - 1 <= drawn <= now
        assert min(discard.shanten for discard in after) == max(drawn, 0)
        assert all(drawn <= discard.shanten <= drawn + 1 for discard in after)


@CHECKED
@given(hands(), st.permutations(range(3)))
def test_suits_are_alike(hand: Hand, order: list[int]) -> None:
    def moved(tile: int) -> int:
        kind = KIND_OF[tile]
        return kind if kind >= 27 else 9 * order[kind // 9] + kind % 9

    groups = [Group(group.type, tuple(moved(tile) for tile in group.tiles)) for group in hand.groups]
    win = None if hand.win_tile is None else moved(hand.win_tile)
    other = Hand([moved(tile) for tile in hand.concealed], groups, win)
    assert rules().shanten(other) == rules().shanten(hand)


@CHECKED
@given(st.integers(0, 2**32), st.sampled_from(["riichi", "french-classic"]))
def test_complete_where_there_is_a_reading(seed: int, name: str) -> None:
    """From a hand that waits, found by drawing what it accepts, to one that is complete."""
    dice = random.Random(seed)
    hand = drawn(dice, 13)
    while rules(name).shanten(hand) > 0:
        tiles = rules(name).accepts(hand)
        if not tiles:  # waits on tiles of its own groups
            return
        draw = TILE[dice.choice(tiles).tile]
        best = rules(name).discards(Hand(hand.concealed, hand.groups, draw))[0].tile
        stays = [*hand.concealed, draw]
        stays.remove(TILE[best])
        hand = Hand(stays, hand.groups)
    counted = {0, *(shape.number for shape in rules(name).shapes if shape.distance is not None)}
    accepted = [found.tile for found in rules(name).accepts(hand)]
    assert set(accepted) <= {wait.tile for wait in rules(name).waits(hand)}
    for kind in [kind for kind in range(34) if hand.held[kind] < 4]:
        whole = Hand(hand.concealed, hand.groups, kind)
        complete = any(best.shape in counted for best in every_reading(rules(name), whole))
        assert (rules(name).shanten(whole) == -1) is complete is (NAMES[kind] in accepted)


# ------------------------------------------------------------------------------------------------ the command
def run(*words: str) -> Result:
    return CliRunner().invoke(app, ["shanten", *words])


def test_command_for_thirteen() -> None:
    told = run("riichi", "123m4568p", "3467s11z")
    assert (told.exit_code, told.stdout.split()[:2]) == (0, ["shanten", "1"])
    assert told.stdout.split()[-2:] == ["total", "12"]
    found = json.loads(run("riichi", "123m4568p3467s11z", "--json").stdout)
    assert found == {"shanten": 1, "accepts": [{"tile": f"{rank}s", "left": 4} for rank in (2, 5, 8)], "total": 12}


def test_command_for_fourteen() -> None:
    told = run("riichi", "123m456p789s1112z+3z")
    assert told.stdout.split()[:3] == ["shanten", "0", "(waiting)"]
    assert ["2z", "0", "3", "3z"] in [line.split() for line in told.stdout.splitlines()]
    found = json.loads(run("riichi", "123m456p789s11123z", "--json").stdout)
    assert (found["shanten"], found["discards"][0]["shanten"]) == (0, 0)
    assert set(found["discards"][0]) == {"tile", "shanten", "accepts", "total"}
    assert "(complete)" in run("riichi", "123m456p789s1112z+2z").stdout


def test_command_with_house_rules() -> None:
    pairs = "1188m2277p3399s1z"
    assert json.loads(run("riichi", pairs, "--json").stdout)["shanten"] == 0
    assert json.loads(run("french-classic", pairs, "--json").stdout)["shanten"] == 3


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        (("riichi", "11111m23456789p4f4f"), ["5 copies of 1m", "4f is written 2 times"]),
        (("riichi", "123m"), ["3 tiles"]),
        (("riichi", "12x"), ["'x'"]),
        (("riichy", "123m"), ["did you mean 'riichi'"]),
        (("riichi", "123m4568p3467s11z", "--lang", "xx"), ["--lang"]),
    ],
)
def test_command_tells_every_problem(words: tuple[str, ...], lines: list[str]) -> None:
    told = run(*words)
    assert (told.exit_code, told.stdout) == (2, "")
    assert len(told.stderr.splitlines()) == len(lines)
    assert all(text in line for text, line in zip(lines, told.stderr.splitlines(), strict=True)), told.stderr


def test_help_has_examples() -> None:
    assert "mahjong shanten riichi" in run("--help").stdout


def test_kinds_out_of_play_stay_out() -> None:
    assert copies_of(ALL & ~HONOURS)[3] == bytes(7)
    assert copies_of(MAN)[0] == b"\4" * 9
