"""How many winning hands there are: counts known from combinatorics, found again by the decomposition."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from mahjong_core.decompose import partitions, splits


def tile_sets(ranks: int, most: int) -> Iterator[bytes]:
    """Every way to hold at most so many tiles of one suit, four of a kind at most."""

    def more(held: tuple[int, ...], left: int) -> Iterator[tuple[int, ...]]:
        if len(held) == ranks:
            yield held
            return
        for n in range(min(4, left) + 1):
            yield from more((*held, n), left - n)

    return (bytes(held) for held in more((), most))


def readable(ranks: int) -> Counter[int]:
    """Number of tiles -> how many tile sets of that size can be read as groups and at most one pair."""
    sizes = (0, 2, 3, 5, 6, 8, 9, 11, 12, 14)
    return Counter(sum(held) for held in tile_sets(ranks, 14) if sum(held) in sizes and splits(held))


def test_winning_hands() -> None:
    suit, honours = readable(9), readable(7)
    assert suit[14] == 13_259
    hands = Counter({0: 1})
    for part in (suit, suit, suit, honours):
        together = Counter[int]()
        for a, n in hands.items():
            for b, m in part.items():
                pairs = (a % 3 == 2) + (b % 3 == 2)
                if a + b <= 14 and pairs <= 1:
                    together[a + b] += n * m
        hands = together
    assert hands[14] == 11_498_658


def test_every_split_uses_all_tiles() -> None:
    for held in tile_sets(9, 8):
        for parts in splits(held):
            assert not parts.loose
            assert rebuilt(parts.runs, parts.triplets, parts.pairs, ()) == held


def test_every_partition_uses_all_tiles_and_leaves_nothing_that_could_be_taken() -> None:
    for held in tile_sets(9, 6):
        found = partitions(held)
        assert found
        for parts in found:
            assert rebuilt(parts.runs, parts.triplets, parts.pairs, parts.loose) == held
            assert len(set(parts.loose)) == len(parts.loose)


def rebuilt(runs: tuple[int, ...], triplets: tuple[int, ...], pairs: tuple[int, ...], loose: tuple[int, ...]) -> bytes:
    held = [0] * 9
    for rank in runs:
        for i in range(3):
            held[rank + i] += 1
    for ranks, n in ((triplets, 3), (pairs, 2), (loose, 1)):
        for rank in ranks:
            held[rank] += n
    return bytes(held)
