"""A hand that one player wins, or nobody, as it is told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from mahjong_core.settle.table_reader import TableReader, ToldHand
from mahjong_core.settle.told_wins import note_round, of_table, told_wins

if TYPE_CHECKING:
    from mahjong_core.rulesets import Ruleset

KEYS: Final = ("round_wind", "wins")


class ToldWin(NamedTuple):
    """What is told; no win: nobody won."""

    wins: tuple[ToldHand, ...]
    notes: tuple[str, ...]
    ignored: tuple[str, ...]


def read_win(rules: Ruleset, table: Mapping[str, Any]) -> ToldWin:
    """What the table tells.  Raises TableError with every problem."""
    reader = TableReader(rules, table, KEYS)
    records = reader.listed("wins", "bad_records") or []
    wins = told_wins(reader, records, of_table(reader, records, ("round_wind",)), most=1)
    note_round(reader, wins)
    if table.get("wins") is None:
        reader.refuse("no_wins", "wins_missing")
    reader.done()
    return ToldWin(tuple(wins), tuple(reader.notes), tuple(reader.ignored))
