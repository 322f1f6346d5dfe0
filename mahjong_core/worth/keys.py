"""Keys: which lines of a table hold in a reading, as one int that can be looked up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

COUNT_WIDTH: Final = 5  # bits of a counting line: 31 at most


class Keys:
    """Where each line stands in a key: one bit, or five for a line that counts."""

    def __init__(self, lines: Iterable[tuple[str, bool]]) -> None:
        """``lines``: (id, does it count?) in the order of the table."""
        self.offset: dict[str, int] = {}
        self.width: dict[str, int] = {}
        end = 0
        for id, counts in lines:
            self.offset[id], self.width[id] = end, COUNT_WIDTH if counts else 1
            end += self.width[id]
        self.end = end

    def held(self, key: int) -> dict[str, int]:
        """id -> how often, of the lines that hold, in the order of the table."""
        found: dict[str, int] = {}
        for id, offset in self.offset.items():
            times = key >> offset & (1 << self.width[id]) - 1
            if times:
                found[id] = times
        return found

    def of(self, held: Mapping[str, int]) -> int:
        """The key in which these lines hold so often."""
        return sum(times << self.offset[id] for id, times in held.items())

    def mask(self, ids: Iterable[str]) -> int:
        """All bits of these lines."""
        return self.of({id: (1 << self.width[id]) - 1 for id in ids if id in self.offset})
