"""Legal hands and situations drawn by Hypothesis: no ruleset is meant, so a five may be red as often as it likes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, TypeVar

from hypothesis import strategies as st

from mahjong_core.checks import FLAGS, ROUND_ENDS
from mahjong_core.errors import HandError, Problem
from mahjong_core.groups import ADDED_KONG, CHOW, CONCEALED_KONG, KONG, PUNG, SOURCES, Group, make_group
from mahjong_core.hands import Hand
from mahjong_core.situations import Situation
from mahjong_core.tile_text import print_tiles
from mahjong_core.tiles import BONUS_NAMES

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
