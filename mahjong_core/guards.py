"""Which patterns can be passed over together: those that all need one of a few tiles, such as a triplet of honours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from mahjong_core.facts import FACTS, SET, SITUATION, TRUTH
from mahjong_core.tiles import ALL, WINDS
from mahjong_core.trace import Term

Lines = Sequence[tuple[int, Term]]
FEWEST: Final = 4  # lines that are worth a test more
MOST_KINDS: Final = 8  # a set that most hands have nothing of
BOUNDS: Final = {"seat": WINDS, "round": WINDS}


class Guarded(NamedTuple):
    """Lines of which none holds unless the fact has something of the mask."""

    fact: str
    mask: int
    lines: Lines


def guarded(lines: Lines) -> tuple[list[Guarded], Lines]:
    """Groups of lines that need something of one fact, the largest first, and the lines that are left."""
    groups: list[Guarded] = []
    while True:
        facts = {fact for _, term in lines for fact in needs(term) if FACTS[fact][0] != SITUATION}
        largest = max((_group(fact, lines) for fact in sorted(facts)), key=lambda group: len(group.lines), default=None)
        if largest is None or len(largest.lines) < FEWEST:
            return groups, lines
        groups.append(largest)
        chosen = {offset for offset, _ in largest.lines}
        lines = [(offset, term) for offset, term in lines if offset not in chosen]


def _group(fact: str, lines: Lines) -> Guarded:
    some = [(offset, term) for offset, term in lines if needs(term).get(fact, ALL).bit_count() <= MOST_KINDS]
    mask = 0
    for _, term in some:
        mask |= needs(term)[fact]
    return Guarded(fact, mask, some if mask.bit_count() <= MOST_KINDS else [])


def needs(term: Term) -> dict[str, int]:
    """Facts and masks: the truth cannot hold unless each of these facts has something of its mask."""
    if term.kind != TRUTH or len(term.args) != 2:
        return {}
    left, right = term.args
    if term.op == "&":
        found = dict(needs(left)) if isinstance(left, Term) else {}
        for fact, mask in (needs(right) if isinstance(right, Term) else {}).items():
            found[fact] = found.get(fact, ALL) & mask
        return found
    if (term.op == "!=" and right == 0) or (term.op in ("==", ">=") and isinstance(right, int) and right > 0):
        counted = left.args[0] if isinstance(left, Term) and left.op == "count" else left if term.op == "!=" else None
        return _within(counted)
    return {}


def _within(bits: Any) -> dict[str, int]:
    """Facts and masks: the set is part of each of these facts, and of its mask."""
    if not isinstance(bits, Term) or bits.kind != SET:
        return {}
    if bits.op == "fact":
        return {bits.args[0]: BOUNDS.get(bits.args[0], ALL)} if FACTS[bits.args[0]][1] == SET else {}
    if bits.op != "&":
        return {}
    left, right = bits.args
    both = {fact: mask & _bound(right) for fact, mask in _within(left).items()}
    for fact, mask in _within(right).items():
        both[fact] = both.get(fact, ALL) & mask & _bound(left)
    return both


def _bound(bits: Any) -> int:
    """A mask that the set is part of."""
    if isinstance(bits, int):
        return bits
    found = _within(bits)
    mask = ALL
    for each in found.values():
        mask &= each
    return mask if found else ALL
