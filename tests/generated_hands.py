"""Hands and situations drawn by Hypothesis: of no ruleset, where a five may be red as often as it likes, or as a ruleset
plays them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from itertools import chain
from typing import Any, TypeVar

from hypothesis import strategies as st

from mahjong_core import Ruleset
from mahjong_core.checks import FLAGS, ROUND_ENDS
from mahjong_core.errors import HandError, Problem
from mahjong_core.groups import ADDED_KONG, CHOW, CONCEALED_KONG, KONG, PUNG, SOURCES, Group, make_group
from mahjong_core.hands import Hand
from mahjong_core.patterns.bonus import dora, first_dora
from mahjong_core.patterns.suits import RED_TILES, TWO_FIVE_EIGHT
from mahjong_core.situations import Situation
from mahjong_core.tile_text import print_tiles
from mahjong_core.tiles import ALL, BONUS_NAMES, MAN, OUTSIDE, PIN, SOU, kinds_in
from tests import readings

T = TypeVar("T")
RED_OF = {4: 34, 13: 35, 22: 36}
CHOWS = [kind for kind in range(27) if kind % 9 < 7]
SEATS = st.sampled_from("ESWN")
ROLES: st.SearchStrategy[str] = st.sampled_from(["daisangen", "daisuushi"])


def kinds_of(type_: str, kind: int) -> list[int]:
    """The kinds of a group."""
    return [kind, kind + 1, kind + 2] if type_ == CHOW else [kind] * (3 if type_ == PUNG else 4)


def tried(function: Callable[..., T], *arguments: Any, **named: Any) -> tuple[T | None, list[Problem]]:
    """(answer, no problems), or (None, every problem)."""
    try:
        return function(*arguments, **named), []
    except HandError as error:
        return None, error.problems


@st.composite
def tiles_of(draw: st.DrawFn, kinds: list[int]) -> list[int]:
    """These kinds, some fives red."""
    return [RED_OF[kind] if kind in RED_OF and draw(st.booleans()) else kind for kind in kinds]


@st.composite
def groups(draw: st.DrawFn, type_: str, kind: int) -> Group:
    """A group of this type, taken from somebody or nobody knows whom."""
    tiles = draw(tiles_of(kinds_of(type_, kind)))
    source = None if type_ == CONCEALED_KONG else draw(st.sampled_from((None, *SOURCES)))
    return make_group(type_, tiles if source is None else draw(st.permutations(tiles)), source)


@st.composite
def hands(draw: st.DrawFn) -> Hand:
    """A hand that won (14 tiles, a kong as three) or waits (13)."""
    left = Counter(dict.fromkeys(range(34), 4))
    declared: list[Group] = []
    for _ in range(draw(st.integers(0, 4))):
        type_ = draw(st.sampled_from((CHOW, PUNG, KONG, ADDED_KONG, CONCEALED_KONG)))
        kind = draw(st.sampled_from(CHOWS) if type_ == CHOW else st.integers(0, 33))
        if not Counter(kinds_of(type_, kind)) - left:
            left -= Counter(kinds_of(type_, kind))
            declared.append(draw(groups(type_, kind)))
    won = draw(st.booleans())
    wall = draw(st.permutations(sorted(left.elements())))
    tiles = draw(tiles_of(wall[: 13 + won - 3 * len(declared)]))
    win_tile = tiles.pop() if won else None
    bonus = draw(st.sets(st.sampled_from(BONUS_NAMES)))
    return Hand(tiles, declared, win_tile, sorted(bonus), draw(st.sampled_from((0, 0, 1, 4))))


@st.composite
def indicators(draw: st.DrawFn) -> str:
    """Up to five tiles."""
    return print_tiles(draw(st.lists(st.integers(0, 36), max_size=5)))


@st.composite
def situations(draw: st.DrawFn, won: bool) -> Situation:
    """How a hand was won, or how its round ended."""
    win = draw(st.sampled_from(("ron", "tsumo"))) if won else None
    seat = draw(st.none() | SEATS)
    payers = [other for other in "ESWN" if other != seat]
    given: dict[str, Any] = draw(
        st.fixed_dictionaries(
            {},
            optional={
                "dominant_wind": SEATS,
                "void": st.sampled_from("mps"),
                "wins_in_a_row": st.integers(0, 9),
                "already_won": st.lists(SEATS, unique=True),
                "round_end": st.sampled_from(ROUND_ENDS),
            },
        )
    )
    return Situation(
        win=win,
        seat=seat,
        round=draw(st.none() | SEATS),
        ron_from=draw(st.none() | st.sampled_from(payers)) if win == "ron" else None,
        flags=draw(st.frozensets(st.sampled_from(FLAGS))),
        dora_indicators=draw(indicators()),
        ura_indicators=draw(indicators()),
        honba=draw(st.integers(0, 20)),
        riichi_sticks=draw(st.integers(0, 20)),
        pao=draw(st.none() | SEATS | st.dictionaries(ROLES, SEATS, min_size=1)),
        given=given,
        river=draw(st.none() | indicators()),
    )


# ------------------------------------------------------------------------------------------------ as a ruleset plays them
# (type, is it claimed, how often for each kind)
GROUPS = (
    (CHOW, False, 6), (CHOW, True, 2), (PUNG, False, 3), (PUNG, True, 2), (KONG, True, 1), (ADDED_KONG, True, 1),
    (CONCEALED_KONG, False, 1),
)  # fmt: skip
# Ranks of a suit that have nothing to do with each other.
UNRELATED = [(a, b, c) for a in range(3) for b in range(a + 3, 6) for c in range(b + 3, 9)]
FIRST_DRAW = ("tenhou", "chiihou")


@cache
def themes(rules: Ruleset) -> list[tuple[int, ...]]:
    """Kinds to draw a hand from: a hand that keeps to some is more often worth something.  Any that are in play come first."""
    two_suits = "three_suits" in rules.table.bars
    cuts = [ALL ^ suit for suit in (MAN, PIN, SOU)] if two_suits else [ALL]
    found = [theme & rules.in_play & cut for theme in (*readings.THEMES, RED_TILES, TWO_FIVE_EIGHT) for cut in cuts]
    return [tuple(kinds_in(kinds)) for kinds in found if kinds.bit_count() >= 5]


@cache
def groups_among(kinds: tuple[int, ...], closed: bool, chows: bool) -> list[tuple[str, int, bool]]:
    """(type, lowest kind, is it claimed) of the groups to draw from."""
    return [
        (type_, kind, claimed)
        for kind in kinds
        for type_, claimed, often in GROUPS
        for _ in range(often)
        if not (claimed and (closed or (type_ == CHOW and not chows)))
        and (type_ != CHOW or (kind in CHOWS and set(kinds_of(CHOW, kind)) <= set(kinds)))
    ]


@st.composite
def groups_and_pair(
    draw: st.DrawFn, kinds: tuple[int, ...], chows: bool = True
) -> tuple[list[int], list[tuple[str, list[int]]]]:
    """Concealed tiles, and declared groups: four groups and a pair of these kinds.  ``chows``: may runs be claimed?"""
    left = Counter(dict.fromkeys(kinds, 4))
    tiles: list[int] = []
    declared: list[tuple[str, list[int]]] = []
    choices = groups_among(kinds, draw(st.booleans()), chows)
    for _ in range(4):
        at = draw(st.integers(0, len(choices) - 1))
        fitting = (group for group in chain(choices[at:], choices) if not Counter(kinds_of(*group[:2])) - left)
        type_, kind, claimed = next(fitting)
        left -= Counter(kinds_of(type_, kind))
        if claimed or type_ == CONCEALED_KONG:
            declared.append((type_, kinds_of(type_, kind)))
        else:
            tiles += kinds_of(type_, kind)
    pair = draw(st.sampled_from([kind for kind in kinds if left[kind] >= 2]))
    return [*tiles, pair, pair], declared


@st.composite
def whole_hands(draw: st.DrawFn, name: str, kinds: tuple[int, ...]) -> list[int]:
    """The fourteen tiles of a shape; where it leaves a choice, of these kinds."""

    def some_of(choice: Sequence[int], n: int) -> list[int]:
        return draw(st.lists(st.sampled_from(choice), min_size=n, max_size=n, unique=True))

    first = draw(st.sampled_from((0, 9, 18)))
    suit, winds, dragons, honours = range(first, first + 9), range(27, 31), range(31, 34), range(27, 34)
    terminals = [0, 8, 9, 17, 18, 26]
    if name == "seven_pairs":
        return 2 * some_of(kinds, 7)
    if name == "seven_pairs_repeated":
        twice = draw(st.integers(1, 3))
        pairs = some_of(kinds, 7 - twice)
        return 2 * (pairs + pairs[:twice])
    if name == "thirteen_orphans":
        return kinds_in(OUTSIDE) + some_of(kinds_in(OUTSIDE), 1)
    if name == "lanterns":
        return kinds_in(OUTSIDE) + some_of(terminals, 1)
    if name == "thirteen_unrelated":
        all_ = [9 * i + rank for i in range(3) for rank in draw(st.sampled_from(UNRELATED))] + list(honours)
        gone = some_of(all_, 3)
        tiles = [kind for kind in all_ if kind not in gone]
        return tiles + some_of(tiles, 1)
    if name == "little_serpent":
        return [*suit, *winds, *some_of(honours, 1)]
    if name == "nine_tile_hand":
        return [*suit, *(kind for kind in terminals if kind not in suit), *some_of(terminals, 1)]
    pair = some_of(winds, 1)
    assert name in ("three_wind_quads_in_hand", "three_dragon_quads_in_hand"), f"how is {name} drawn?"
    quads = dragons if name == "three_dragon_quads_in_hand" else [kind for kind in winds if kind not in pair]
    return 4 * list(quads) + 2 * pair


@st.composite
def complete_hands(draw: st.DrawFn, rules: Ruleset, grouped: bool = False) -> Hand:
    """A hand that won, of tiles and groups that the ruleset knows.  ``grouped``: groups and a pair, no whole-hand shape."""
    wall, kinds = rules.table.wall, draw(st.sampled_from(themes(rules)))
    declared: list[tuple[str, list[int]]] = []
    if not grouped and draw(st.integers(0, 4)) == 4:
        name = draw(st.sampled_from([shape.name for shape in rules.shapes]))
        tiles = draw(whole_hands(name, kinds if len(kinds) >= 7 else themes(rules)[0]))
    else:
        tiles, declared = draw(groups_and_pair(kinds, wall.chows))
    if any(wall.reds.values()):
        for five in [five for five in RED_OF if draw(st.booleans())]:
            group = next((group for group in (tiles, *(group for _, group in declared)) if five in group), [five])
            group[group.index(five)] = RED_OF[five]
    win_tile = tiles.pop(draw(st.integers(0, len(tiles) - 1)))
    bonus = draw(st.integers(0, 255)) if wall.flowers and wall.seasons else 0
    names = [name for i, name in enumerate(BONUS_NAMES) if bonus >> i & 1]
    return Hand(tiles, [make_group(type_, group, None) for type_, group in declared], win_tile, names)


@st.composite
def ways_to_win(draw: st.DrawFn, rules: Ruleset, hand: Hand) -> Situation:
    """How a hand was won, or that it was not: flags, indicators and whatever else this ruleset asks for, as it allows."""
    seat, win = draw(SEATS), None if hand.win_tile is None else draw(st.sampled_from(("ron", "tsumo")))
    others = [other for other in "ESWN" if other != seat]
    ron_from = draw(st.sampled_from(others)) if win == "ron" else None
    situation = Situation(
        win=win,
        seat=seat,
        round=draw(SEATS),
        ron_from=ron_from,
        honba=draw(st.integers(0, 3)),
        riichi_sticks=draw(st.integers(0, 3)),
        pao=draw(st.sampled_from((None, None, *others))) if rules.table.settlement == "basic_points" else None,
        given=draw(given_of(rules, hand, [other for other in others if other != ron_from])),
    )
    flags = draw(st.lists(st.sampled_from(sorted(rules.table.flags)), max_size=4))
    first_draw = [flag for flag in FIRST_DRAW if flag in rules.table.flags and draw(st.integers(0, 3)) == 3]
    for flag in [*first_draw, *flags]:
        told = situation.but(flags=situation.flags | {flag})
        situation = situation if rules.inspect(hand, told) else told
    if has_dora(rules):
        for key in draw(st.lists(st.sampled_from(("dora_indicators", "ura_indicators")), max_size=3)):
            situation = draw(with_indicator(rules, hand, situation, key))
    return situation


def has_dora(rules: Ruleset) -> bool:
    """Do dora indicators mean anything?"""
    return any({dora.__name__, first_dora.__name__} & set(role.patterns) for role in rules.table.roles.values())


@st.composite
def with_indicator(draw: st.DrawFn, rules: Ruleset, hand: Hand, situation: Situation, key: str) -> Situation:
    """One indicator more, behind the others, if there may be; more often than not of a kind that makes the hand's tiles dora."""
    kind = draw(st.integers(0, 33) | st.sampled_from([before(kind) for kind in kinds_in(hand.tiles)]))
    told = situation.but(**{key: getattr(situation, key) + print_tiles([kind])})
    return situation if rules.inspect(hand, told) else told


def before(kind: int) -> int:
    """The indicator that makes a kind dora."""
    first, length = (kind // 9 * 9, 9) if kind < 27 else (27, 4) if kind < 31 else (31, 3)
    return first + (kind - first - 1) % length


@st.composite
def given_of(draw: st.DrawFn, rules: Ruleset, hand: Hand, may_have_won: list[str]) -> dict[str, Any]:
    """What the ruleset's ``situation:`` block asks for; a void suit is one that the hand does not hold."""
    void = [suit for suit, tiles in zip("mps", (MAN, PIN, SOU), strict=True) if not hand.tiles & tiles]
    choices: dict[str, st.SearchStrategy[Any]] = {
        "dominant_wind": SEATS,
        "void": st.sampled_from([None, *void]),
        "wins_in_a_row": st.sampled_from((0, 7, 8)),
        "already_won": st.lists(st.sampled_from(may_have_won), unique=True, max_size=2),
        "round_end": st.sampled_from((None, *ROUND_ENDS)) if hand.win_tile is None else st.none(),
    }
    found = {name: draw(choices[name]) for name in rules.table.situation}
    return {name: value for name, value in found.items() if value is not None}


@st.composite
def played(draw: st.DrawFn, rules: Ruleset) -> tuple[Hand, Situation]:
    """A hand that won and how; where hands that did not win are valued, sometimes one of those."""
    hand = draw(complete_hands(rules))
    if rules.valuation.values_unfinished and draw(st.integers(0, 3)) == 3:
        bonus = [name for i, name in enumerate(BONUS_NAMES) if hand.bonus >> i & 1]
        hand = Hand(hand.concealed, hand.groups, None, bonus)
    return hand, draw(ways_to_win(rules, hand))
