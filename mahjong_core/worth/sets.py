"""Points of triplets and quads, from a tally of their sorts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mahjong_core.decompose import SORTS, tallied
from mahjong_core.tables import GroupPoints, Table


def points_of_sort(table: Table[Any], sort: int) -> int:
    """Points of one group of this sort."""
    group, concealed, where = SORTS[sort]
    points: GroupPoints = getattr(table, group)
    pair: tuple[int, int] = getattr(points, where)
    return pair[concealed]


def set_points(table: Table[Any], tally: int) -> int:
    """Points of all the groups that a tally counts."""
    return sum(points_of_sort(table, sort) * n for sort, n in tallied(tally))


def sort_id(sort: int) -> str:
    """``concealed_terminal_triplet``, ``exposed_simple_quad`` ..."""
    group, concealed, where = SORTS[sort]
    return f"{'concealed' if concealed else 'exposed'}_{where}_{group.removesuffix('s')}"


SORT_IDS = tuple(sort_id(sort) for sort in range(len(SORTS)))


def differs_by_sets(table: Table[Any], answer: Callable[[int], object]) -> bool:
    """Is the answer another one for some points of sets than for others?"""
    return len({answer(points) for points in range(most_set_points(table) + 1)}) > 1


def most_set_points(table: Table[Any]) -> int:
    """The most that four groups can make."""
    return 4 * max(points_of_sort(table, sort) for sort in range(len(SORTS)))
