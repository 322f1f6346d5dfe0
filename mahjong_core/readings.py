"""A reading in words: its groups one by one, and which of them the winning tile completed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from mahjong_core.decompose import sort_of
from mahjong_core.facts import SINGLE, TWO_PAIRS
from mahjong_core.groups import CHOW, CONCEALED_KONG, PUNG, Group, print_group
from mahjong_core.hands import Hand
from mahjong_core.remembered import Remembered
from mahjong_core.scoring import COMPLETED_RUNS, Best
from mahjong_core.suit_tiles import Split
from mahjong_core.tiles import KIND_OF, NAMES, TILE_NAMES


class Part(NamedTuple):
    """One group, pair or loose tile of a reading.

    ``text``: ``"234m"``, ``"(777z)"``, and ``"67+8s"`` for the one that the winning tile completed; ``what``: ``"run"
    "triplet" "quad" "pair" "tile" "hand"``; ``sort``: the sort of a triplet or quad (``decompose.SORTS``), else None.
    """

    text: str
    what: str
    sort: int | None = None
    completed: bool = False


class Told(NamedTuple):
    """What there is to say of some parts together: kept, since the same suits come again and again."""

    parts: tuple[Part, ...]
    text: str
    sets: tuple[tuple[int, str], ...]  # sort and text of each triplet and quad


def _told(parts: Sequence[Part]) -> Told:
    sets = tuple((part.sort, part.text) for part in parts if part.sort is not None)
    return Told(tuple(parts), " ".join(part.text for part in parts), sets)


def told_of(best: Best, hand: Hand, discard_exposes: bool) -> list[Told]:
    """What a reading says: the concealed parts, suit by suit, then each declared group.  ``discard_exposes``: the triplet
    that a discard completed is not concealed."""
    found: list[Told] = []
    if best.whole is not None:
        found.append(_told([Part(_with_win(best.whole.text, hand), "hand", None, True)]))
    win_tile = hand.win_tile
    won = -1 if win_tile is None else hand.win // 9  # the suit of the group that the winning tile completed
    for suit, split in enumerate(best.splits):
        how = (best.wait, win_tile, discard_exposes) if suit == won and win_tile is not None else None
        told = split.told.get(how)
        if told is None:
            told = split.told[how] = _told(list(_parts(split, suit, how)))
        if told.text:
            found.append(told)
    for group in hand.groups:
        found.append(OF_GROUP[group])
    return found


def _parts(split: Split, suit: int, how: tuple[int, int, bool] | None) -> Iterator[Part]:
    parts = list(_concealed(split, suit))
    at = None if how is None else _completed(parts, *how[:2])
    for i, (what, kinds) in enumerate(parts):
        if how is None or i != at:
            yield Part(_text(kinds), what, sort_of("triplets", True, kinds[0]) if what == "triplet" else None)
            continue
        _, win_tile, exposed = how
        sort = sort_of("triplets", not exposed, kinds[0]) if what == "triplet" else None
        yield Part(_completed_text(kinds, win_tile), what, sort, True)


def text_of(told: Sequence[Told]) -> str:
    """``"345m 406p 67+8s 77p (340m)"``."""
    return " ".join([part.text for part in told])


def _concealed(split: Split, suit: int) -> Iterator[tuple[str, tuple[int, ...]]]:
    """(what, kinds) of each concealed part of a suit."""
    first = 9 * suit
    for rank in split.parts.runs:
        yield "run", (first + rank, first + rank + 1, first + rank + 2)
    for rank in split.parts.triplets:
        yield "triplet", (first + rank,) * 3
    for rank in split.parts.pairs:
        yield "pair", (first + rank,) * 2
    for rank in split.parts.loose:
        yield "tile", (first + rank,)


def _completed(parts: Sequence[tuple[str, tuple[int, ...]]], wait: int, win_tile: int) -> int | None:
    """Which part the winning tile completed."""
    win = KIND_OF[win_tile]
    wanted = {SINGLE: "pair", TWO_PAIRS: "triplet"}.get(wait, "run")
    runs = {wait: bits for bits, wait in COMPLETED_RUNS[win]}.get(wait, 0)
    for i, (what, kinds) in enumerate(parts):
        if what == wanted and win in kinds and (what != "run" or runs >> kinds[0] & 1):
            return i
    return None


def _text(kinds: Sequence[int]) -> str:
    return "".join(NAMES[kind][0] for kind in kinds) + NAMES[kinds[0]][1]


def _completed_text(kinds: tuple[int, ...], win_tile: int) -> str:
    """``67+8s``: the winning tile stands after the plus."""
    others = list(kinds)
    others.remove(KIND_OF[win_tile])
    return "".join(NAMES[kind][0] for kind in others) + "+" + TILE_NAMES[win_tile]


def _with_win(text: str, hand: Hand) -> str:
    return f"{text} (+{TILE_NAMES[hand.win_tile]})" if hand.win_tile is not None else text


def _of_group(group: Group) -> Told:
    return _told([Part(print_group(group), _what(group), _sort(group))])


OF_GROUP: Final = Remembered[Group, Told](_of_group)


def _what(group: Group) -> str:
    return "run" if group.type == CHOW else "triplet" if group.type == PUNG else "quad"


def _sort(group: Group) -> int | None:
    if group.type == CHOW:
        return None
    return sort_of("triplets" if group.type == PUNG else "quads", group.type == CONCEALED_KONG, group.kind)
