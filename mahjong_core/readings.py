"""A reading in words: its groups one by one, and which of them the winning tile completed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mahjong_core.decompose import sort_of
from mahjong_core.facts import SINGLE, TWO_PAIRS
from mahjong_core.groups import print_group
from mahjong_core.hands import CHOW, CONCEALED_KONG, PUNG, Group, Hand
from mahjong_core.scoring import COMPLETED_RUNS, Best
from mahjong_core.tiles import NAMES, RED_FIVES, TILE_NAMES


class Part(NamedTuple):
    """One group, pair or loose tile of a reading.

    ``text``: ``"234m"``, ``"(777z)"``, and ``"67+8s"`` for the one that the winning tile completed; ``what``: ``"run"
    "triplet" "quad" "pair" "tile" "hand"``; ``sort``: the sort of a triplet or quad (``decompose.SORTS``), else None.
    """

    text: str
    what: str
    sort: int | None = None
    completed: bool = False


def parts_of(best: Best, hand: Hand, discard_exposes: bool) -> list[Part]:
    """The parts of a reading: concealed ones in order, then the declared groups.  ``discard_exposes``: the triplet that
    a discard completed is not concealed."""
    if best.whole is not None:
        return [Part(_with_win(best.whole.text, hand), "hand", None, True), *_declared(hand)]
    parts = list(_concealed(best))
    at = _completed(best, hand, parts)
    if at is not None:
        what, kinds = parts[at]
        exposed = what == "triplet" and discard_exposes
        parts_out = [_part(what, kinds) for what, kinds in parts]
        sort = sort_of("triplets", not exposed, kinds[0]) if what == "triplet" else None
        parts_out[at] = Part(_completed_text(kinds, hand), what, sort, True)
    else:
        parts_out = [_part(what, kinds) for what, kinds in parts]
    return [*parts_out, *_declared(hand)]


def _concealed(best: Best) -> Iterator[tuple[str, tuple[int, ...]]]:
    """(what, kinds) of each concealed part, suit by suit."""
    for suit, split in enumerate(best.splits):
        first = 9 * suit
        for rank in split.parts.runs:
            yield "run", (first + rank, first + rank + 1, first + rank + 2)
        for rank in split.parts.triplets:
            yield "triplet", (first + rank,) * 3
        for rank in split.parts.pairs:
            yield "pair", (first + rank,) * 2
        for rank in split.parts.loose:
            yield "tile", (first + rank,)


def _completed(best: Best, hand: Hand, parts: Sequence[tuple[str, tuple[int, ...]]]) -> int | None:
    """Which part the winning tile completed."""
    if hand.win_tile is None:
        return None
    wanted = {SINGLE: "pair", TWO_PAIRS: "triplet"}.get(best.wait, "run")
    runs = {wait: bits for bits, wait in COMPLETED_RUNS[hand.win]}.get(best.wait, 0)
    for i, (what, kinds) in enumerate(parts):
        if what == wanted and hand.win in kinds and (what != "run" or runs >> kinds[0] & 1):
            return i
    return None


def _part(what: str, kinds: tuple[int, ...]) -> Part:
    sort = sort_of("triplets", True, kinds[0]) if what == "triplet" else None
    return Part(_text(kinds), what, sort)


def _text(kinds: Sequence[int]) -> str:
    return "".join(NAMES[kind][0] for kind in kinds) + NAMES[kinds[0]][1]


def _completed_text(kinds: tuple[int, ...], hand: Hand) -> str:
    """``67+8s``: the winning tile stands after the plus."""
    others = list(kinds)
    others.remove(hand.win)
    tile = TILE_NAMES[hand.win if hand.win_tile not in RED_FIVES else int(hand.win_tile or 0)]
    return "".join(NAMES[kind][0] for kind in others) + "+" + tile


def _with_win(text: str, hand: Hand) -> str:
    return f"{text} (+{TILE_NAMES[hand.win_tile]})" if hand.win_tile is not None else text


def _declared(hand: Hand) -> Iterator[Part]:
    for group in hand.groups:
        yield Part(print_group(group), _what(group), _sort(group))


def _what(group: Group) -> str:
    return "run" if group.type == CHOW else "triplet" if group.type == PUNG else "quad"


def _sort(group: Group) -> int | None:
    if group.type == CHOW:
        return None
    return sort_of("triplets" if group.type == PUNG else "quads", group.type == CONCEALED_KONG, group.kind)


def reading_text(parts: Sequence[Part]) -> str:
    """``"345m 406p 67+8s 77p (340m)"``."""
    return " ".join(part.text for part in parts)
