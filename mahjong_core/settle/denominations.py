"""Amounts in the sticks or counters that a ruleset pays with (``payment: denominations``)."""

from __future__ import annotations

from collections.abc import Iterable

from mahjong_core.labels import label


def broken(amount: int, denominations: Iterable[int]) -> list[tuple[int, int]]:
    """``(7700, [5000, 1000, 100])`` -> ``[(5000, 1), (1000, 2), (100, 7)]``: (value, how many), the largest that fit first.
    What they cannot pay is last, as ``(rest, 1)``.  The sign of the amount does not matter."""
    rest, found = abs(amount), list[tuple[int, int]]()
    for value in sorted(set(denominations), reverse=True):
        times, rest = divmod(rest, value)
        if times:
            found.append((value, times))
    return [*found, (rest, 1)] if rest else found


def broken_text(amount: int, denominations: Iterable[int], lang: str) -> str:
    """``"5000 + 2 × 1000 + 7 × 100"``; of what they cannot pay, ``"3 × 2, 1 left over"``.  Without any: the amount."""
    values = set(denominations)
    parts = broken(amount, values)
    if not values or not parts:
        return str(abs(amount))
    paid = " + ".join(str(value) if times == 1 else f"{times} × {value}" for value, times in parts if value in values)
    rest = [label("left_over", lang, n=value) for value, _ in parts if value not in values]
    return ", ".join([paid, *rest] if paid else rest)
