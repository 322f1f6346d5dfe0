"""What a situation may tell and a ruleset does not ask for: it is listed, never silently left out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from mahjong_core.settle.settlements import Settlement
from mahjong_core.situations import How
from mahjong_core.tables import Table
from mahjong_core.trace import Term, facts_in


def unasked(table: Table[Any], settlement: Settlement, terms: Iterable[Term]) -> tuple[str, ...]:
    """Keys of a situation that nothing in the ruleset looks at."""
    asked = set[str]().union(*map(facts_in, terms))
    means = {
        "honba": settlement.counters,
        "riichi_sticks": settlement.counters,
        "dora_indicators": asked & {"dora", "first_dora"},
        "ura_indicators": asked & {"ura", "first_ura"},
        "river": table.furiten,
    }
    return tuple(key for key, something in means.items() if not something)


def unknown(table: Table[Any], how: How) -> list[str]:
    """Flags, and what else is given, that the ruleset does not declare."""
    flags = sorted(flag for flag in how.flags if flag not in table.flags)
    return [*flags, *sorted(name for name in how.given if name not in table.situation)]
