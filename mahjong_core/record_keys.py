"""The keys of a record, and what their values may be."""

from __future__ import annotations

from typing import Any, Final

from mahjong_core.checks import nearest
from mahjong_core.remembered import Remembered

TYPES: Final[dict[str, tuple[type, ...]]] = {
    "id": (),  # anything
    "hand": (str,),
    "melds": (list,),
    "win_tile": (str,),
    "bonus": (str,),
    "win": (str,),
    "seat_wind": (str,),
    "round_wind": (str,),
    "dominant_wind": (str,),
    "ron_from": (str,),
    "flags": (list,),
    "dora_indicators": (str,),
    "ura_indicators": (str,),
    "honba": (int,),
    "riichi_sticks": (int,),
    "pao": (str, dict),
    "void": (str,),
    "already_won": (list,),
    "wins_in_a_row": (int,),
    "river": (str,),
    "round_end": (str,),
    "kita": (int,),
    "ruleset": (str,),
    "options": (dict,),
}
GIVEN: Final = ("dominant_wind", "void", "already_won", "wins_in_a_row", "round_end")
# Keys of the corpora that tell where a row comes from, and what it must be worth.
LABELS: Final = frozenset(
    {"source", "game", "title", "test", "graded", "expected", "limit", "paarenchan"}
    | {"multi_ron_index", "table_honba", "table_sticks"}
)


def _nearest_key(key: Any) -> str | None:
    return nearest(key, TYPES) if isinstance(key, str) and len(key) > 3 and key not in LABELS else None


NEAREST_KEY: Final = Remembered[Any, str | None](_nearest_key)
