"""Answers worked out once."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Final, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

CEILING: Final = 1 << 17  # answers kept by one table; then it starts anew


class Remembered(dict[K, V]):
    """A function of one thing as a table: each answer is worked out when it is first asked for, then looked up."""

    __slots__ = ("function",)

    def __init__(self, function: Callable[[K], V]) -> None:
        super().__init__()
        self.function = function

    def __missing__(self, key: K) -> V:
        answer = self.function(key)
        if len(self) >= CEILING:
            self.clear()
        self[key] = answer
        return answer
