"""Hands and situations drawn by Hypothesis: of no ruleset, where a five may be red as often as it likes, or as a ruleset
plays them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from itertools import chain, combinations, permutations
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
from mahjong_core.tiles import ALL, BONUS_NAMES, MAN, NORTH_TILE, OUTSIDE, PIN, SOU, kinds_in
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
    norths = min(draw(st.sampled_from((0, 0, 1, 4))), wall[13 + won - 3 * len(declared) :].count(NORTH_TILE))
    return Hand(tiles, declared, win_tile, sorted(bonus), norths)


@st.composite
def indicators(draw: st.DrawFn) -> str:
    """Up to five tiles."""
    return print_tiles(draw(st.lists(st.integers(0, 36), max_size=5)))


@st.composite
def situations(draw: st.DrawFn, won: bool) -> Situation:
    """How a hand was won, or how its round ended."""
    win = draw(st.sampled_from(("ron", "tsumo"))) if won else None
    seat = draw(st.none() | SEATS)
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
    payers = [other for other in "ESWN" if other != seat and other not in given.get("already_won", ())]
    return Situation(
        win=win,
        seat=seat,
        round=draw(st.none() | SEATS),
        ron_from=draw(st.sampled_from([None, *payers])) if win == "ron" else None,
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
# (type, is it declared, how often for each kind)
GROUPS = (
    (CHOW, False, 6), (CHOW, True, 2), (PUNG, False, 3), (PUNG, True, 2), (KONG, True, 1), (ADDED_KONG, True, 1),
    (CONCEALED_KONG, True, 2),
)  # fmt: skip
Drawable = tuple[str, int, bool]  # a group: type, lowest kind, is it declared?
LOT = st.integers(0, 999)
SIX_LOTS = st.tuples(LOT, LOT, LOT, LOT, LOT, LOT)
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
def groups_among(kinds: tuple[int, ...], closed: bool, chows: bool) -> list[Drawable]:
    """The groups to draw from."""
    types = [
        (type_, declares, often)
        for type_, declares, often in GROUPS
        if not declares or type_ == CONCEALED_KONG or not (closed or (type_ == CHOW and not chows))
    ]
    return [
        (type_, kind, declares)
        for kind in kinds
        for type_, declares, often in types
        for _ in range(often)
        if type_ != CHOW or (kind in CHOWS and {kind + 1, kind + 2} <= set(kinds))
    ]


# Three groups that make something together, by the lowest kind of each: (are they runs, every such three).
FAMILIES: Sequence[tuple[bool, Sequence[Sequence[int]]]] = (
    (True, [[first, first + 3, first + 6] for first in (0, 9, 18)]),  # straights
    (True, [[9 * a, 9 * b + 3, 9 * c + 6] for a, b, c in permutations(range(3))]),  # over three suits
    (True, [[rank, rank + 9, rank + 18] for rank in range(7)]),  # the same in three suits
    (True, [[kind] * 3 for kind in CHOWS]),
    (False, [[rank, rank + 9, rank + 18] for rank in range(9)]),
    *((False, [[k, k + by, k + 2 * by] for k in range(27) if k % 9 + 2 * by < 9]) for by in range(1, 5)),  # in a row
    (False, [*combinations(range(27, 31), 3), [31, 32, 33]]),  # winds and dragons
)


@cache
def families_among(kinds: tuple[int, ...], closed: bool, chows: bool) -> list[list[list[list[Drawable]]]]:
    """Of each sort of family its members; of each of these, for each of its three groups, the groups to draw from."""
    groups: dict[tuple[bool, int], list[Drawable]] = {}
    for group in groups_among(kinds, closed, chows):
        groups.setdefault((group[0] == CHOW, group[1]), []).append(group)
    found = [
        [
            [groups[runs, kind] for kind in family]
            for family in families
            if all((runs, kind) in groups for kind in family)
        ]
        for runs, families in FAMILIES
    ]
    return [families for families in found if families]


@st.composite
def groups_and_pair(
    draw: st.DrawFn, kinds: tuple[int, ...], chows: bool = True
) -> tuple[list[int], list[tuple[str, list[int]]]]:
    """Concealed tiles, and declared groups: four groups and a pair of these kinds, often with a family among them.

    ``chows``: may runs be claimed?
    """
    tiles: list[int] = []
    declared: list[tuple[str, list[int]]] = []
    closed, held = draw(st.booleans()), [0] * 34
    choices, families = groups_among(kinds, closed, chows), families_among(kinds, closed, chows)
    sort, member, *lots = draw(SIX_LOTS)
    family = families[sort // 2 % len(families)] if sort % 2 and families else [[]]
    wanted = [*family[member % len(family)], choices, choices, choices, choices]
    for lot, groups in zip(lots, wanted[:4], strict=True):
        drawn = chain(groups[lot % len(groups) :], choices)
        type_, kind, declares = next(group for group in drawn if _fits(held, *group[:2]))
        group = kinds_of(type_, kind)
        for tile in group:
            held[tile] += 1
        if declares:
            declared.append((type_, group))
        else:
            tiles += group
    pairs = [kind for kind in kinds if held[kind] <= 2]
    return [*tiles, *2 * [pairs[draw(LOT) % len(pairs)]]], declared


def _fits(held: list[int], type_: str, kind: int) -> bool:
    """Are there tiles left for the group?"""
    if type_ == CHOW:
        return held[kind] < 4 and held[kind + 1] < 4 and held[kind + 2] < 4
    return held[kind] <= (1 if type_ == PUNG else 0)


@st.composite
def whole_hands(draw: st.DrawFn, name: str, kinds: tuple[int, ...]) -> list[int]:
    """The fourteen tiles of a shape; where it leaves a choice, of these kinds."""

    def some_of(choice: Sequence[int], n: int) -> list[int]:
        return draw(st.lists(st.sampled_from(choice), min_size=n, max_size=n, unique=True))

    first = draw(st.integers(0, 2)) * 9
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
    wall, kinds = rules.table.wall, themes(rules)[draw(LOT) % len(themes(rules))]
    declared: list[tuple[str, list[int]]] = []
    if not grouped and draw(st.integers(0, 4)) == 4:
        name = rules.shapes[draw(LOT) % len(rules.shapes)].name
        tiles = draw(whole_hands(name, kinds if len(kinds) >= 7 else themes(rules)[0]))
    else:
        tiles, declared = draw(groups_and_pair(kinds, wall.chows))
    if any(wall.reds.values()):
        red = draw(st.integers(0, 7))
        for five in [five for i, five in enumerate(RED_OF) if red >> i & 1]:
            group = next((group for group in (tiles, *(group for _, group in declared)) if five in group), [five])
            group[group.index(five)] = RED_OF[five]
    win_tile = tiles.pop(draw(LOT) % len(tiles))
    bonus = draw(st.integers(0, 255)) if wall.flowers and wall.seasons else 0
    names = [name for i, name in enumerate(BONUS_NAMES) if bonus >> i & 1]
    return Hand(tiles, [make_group(type_, group, None) for type_, group in declared], win_tile, names)


@cache
def situations_of(rules: Ruleset) -> st.SearchStrategy[dict[str, Any]]:
    """What to make a situation of; ``ways_to_win`` leaves out what contradicts the hand."""
    given_by_name: dict[str, st.SearchStrategy[Any]] = {
        "dominant_wind": SEATS,
        "void": st.integers(0, 2),  # which of the suits that the hand does not hold, if there are so many
        "wins_in_a_row": st.sampled_from((0, 7, 8)),
        "already_won": st.lists(SEATS, unique=True, max_size=2),
        "round_end": st.sampled_from((None, *ROUND_ENDS)),
    }
    flags = st.lists(st.sampled_from(sorted(rules.table.flags)), max_size=4)
    first_draw = [flag for flag in FIRST_DRAW if flag in rules.table.flags]
    return st.fixed_dictionaries(
        {
            "win": st.sampled_from(("ron", "tsumo")),
            "seats": st.permutations("ESWN"),  # the winner, who discards, others
            "round": SEATS,
            "counters": st.tuples(st.integers(0, 3), st.integers(0, 3)),
            "liable": st.sampled_from((0, 0, 1, 2)) if rules.table.settlement == "basic_points" else st.just(0),
            "flags": flags | flags.map(lambda more: [*first_draw, *more]) if first_draw else flags,
            "given": st.fixed_dictionaries({name: given_by_name[name] for name in rules.table.situation}),
            "indicators": st.lists(ANY_INDICATOR, max_size=3) if has_dora(rules) else st.just([]),
        }
    )


@st.composite
def ways_to_win(draw: st.DrawFn, rules: Ruleset, hand: Hand) -> Situation:
    """How a hand was won, or that it was not: flags, indicators and whatever else this ruleset asks for, as it allows."""
    told = draw(situations_of(rules))
    seat, payer = told["seats"][:2]
    win = None if hand.win_tile is None else told["win"]
    ron_from = payer if win == "ron" else None
    situation = Situation(
        win=win,
        seat=seat,
        round=told["round"],
        ron_from=ron_from,
        honba=told["counters"][0],
        riichi_sticks=told["counters"][1],
        pao=told["seats"][told["liable"]] if told["liable"] else None,
        given=_agreeing(told["given"], hand, (seat, ron_from)),
    )
    only_at_first = [shape for shape in rules.shapes if shape not in rules.lasting_shapes and shape.find(hand)]
    for flag in [*(FIRST_DRAW if only_at_first else ()), *told["flags"]]:
        situation = _if_it_may_be(rules, hand, situation, flags=situation.flags | {flag})
    for indicator in told["indicators"]:
        situation = with_indicator(rules, hand, situation, *indicator)
    return situation


def _if_it_may_be(rules: Ruleset, hand: Hand, situation: Situation, **changes: Any) -> Situation:
    changed = situation.but(**changes)
    return situation if rules.inspect(hand, changed) else changed


def _agreeing(told: dict[str, Any], hand: Hand, at_the_table: Sequence[str | None]) -> dict[str, Any]:
    """A void suit is one that the hand does not hold; who has won already neither wins nor pays; only a round that another
    player won, or nobody, has an end to be told."""
    found = dict(told)
    if "void" in told:
        void = [suit for suit, tiles in zip("mps", (MAN, PIN, SOU), strict=True) if not hand.tiles & tiles]
        found["void"] = dict(enumerate(void)).get(told["void"])
    if "already_won" in told:
        found["already_won"] = [seat for seat in told["already_won"] if seat not in at_the_table]
    if hand.win_tile is not None:
        found.pop("round_end", None)
    return {name: value for name, value in found.items() if value is not None}


def has_dora(rules: Ruleset) -> bool:
    """Do dora indicators mean anything?"""
    return any({dora.__name__, first_dora.__name__} & set(role.patterns) for role in rules.table.roles.values())


# (which, a kind or, from 34 on, one that makes a tile of the hand dora)
ANY_INDICATOR = st.tuples(st.sampled_from(("dora_indicators", "ura_indicators")), st.integers(0, 67))


def with_indicator(rules: Ruleset, hand: Hand, situation: Situation, key: str, number: int) -> Situation:
    """One indicator more, behind the others, if there may be."""
    held = kinds_in(hand.tiles)
    kind = number if number < 34 else before(held[number % len(held)])
    return _if_it_may_be(rules, hand, situation, **{key: getattr(situation, key) + print_tiles([kind])})


def before(kind: int) -> int:
    """The indicator that makes a kind dora."""
    first, length = (kind // 9 * 9, 9) if kind < 27 else (27, 4) if kind < 31 else (31, 3)
    return first + (kind - first - 1) % length


@st.composite
def played(draw: st.DrawFn, rules: Ruleset) -> tuple[Hand, Situation]:
    """A hand that won and how; where hands that did not win are valued, sometimes one of those."""
    hand = draw(complete_hands(rules))
    if rules.valuation.values_unfinished and draw(st.integers(0, 3)) == 3:
        bonus = [name for i, name in enumerate(BONUS_NAMES) if hand.bonus >> i & 1]
        hand = Hand(hand.concealed, hand.groups, None, bonus)
    return hand, draw(ways_to_win(rules, hand))
