"""Rows of text as hands: the columns of ``TEXT_SCHEMA`` are the keys of a record.

A column that says the same few things again and again (winds, flags, indicators) is read once for each thing it says.
Rows that need care (mistakes, unusual ways to write, liable seats by role) are set aside as records.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, Final

import numpy as np

from mahjong_core.batch.hands import NONE, WINS, Column, HandColumns, Told
from mahjong_core.batch.library import pa, pc
from mahjong_core.batch.texts import KIND_OF_TILE, Texts, read_texts
from mahjong_core.checks import FLAGS, MOST_COUNTED, MOST_INDICATORS
from mahjong_core.errors import HandError
from mahjong_core.notation import parse_bonus, parse_kinds, parse_tile
from mahjong_core.record_keys import GIVEN, TYPES
from mahjong_core.situations import TSUMO, Situation
from mahjong_core.tiles import BONUS_NAMES, KINDS, SEATS

CARE: Final = -2  # instead of a number: what the cell says must be read with care
RARE: Final = ("melds", "river", "kita", "options")  # columns that are left to care where they say anything
NULL_SPEAKS: Final = ("win", "seat_wind", "round_wind")
SEAT: Final = tuple(SEATS).index
COUNTS: Final = ("honba", "riichi_sticks", "wins_in_a_row", "kita")


def read_text_rows(batch: Any, declared: Collection[str]) -> tuple[HandColumns, list[int]]:
    """The hands of a batch, and the numbers of the rows that need care; such a row has no tiles in the columns."""
    rows = _Rows(batch)
    texts = rows.texts()
    win_tile, reds = rows.win_tile(texts)
    bonus, norths = rows.bonus_tiles(texts)
    win = rows.numbers("win", _win, absent=0, null=0)
    seat = rows.numbers("seat_wind", SEAT, absent=1)
    ron_from = rows.numbers("ron_from", SEAT)
    rows.care |= texts.number != 13 + (win_tile != NONE)
    rows.care |= (win == 0) != (win_tile == NONE)
    rows.care |= (ron_from != NONE) & ((win == WINS.index(TSUMO)) | (ron_from == seat))
    given = {name: rows.given(name) for name in dict.fromkeys((*GIVEN, *declared)) if name in rows.names}
    hands = HandColumns(
        texts.counts.T,
        win_tile,
        texts.melds,
        win.astype(np.int8),
        seat.astype(np.int8),
        rows.numbers("round_wind", SEAT, absent=0).astype(np.int8),
        ron_from.astype(np.int8),
        rows.numbers("flags", _flags, absent=0, null=0),
        rows.indicators("dora_indicators"),
        rows.indicators("ura_indicators"),
        reds,
        bonus,
        norths,
        rows.numbers("honba", count_of, absent=0, null=0).astype(np.int32),
        rows.numbers("riichi_sticks", count_of, absent=0, null=0).astype(np.int32),
        rows.numbers("pao", SEAT).astype(np.int8),
        {name: told for name, told in given.items() if name in declared},
    )
    for name in RARE:
        rows.leave(name)
    aside = np.flatnonzero(rows.care)
    take_out(hands, aside)
    return hands, aside.tolist()


def take_out(hands: HandColumns, rows: Any) -> None:
    """Take all that could disturb out of some rows, which are answered by themselves."""
    for column in (hands.win_tile, hands.melds, hands.ron_from, hands.dora, hands.ura):
        column[..., rows] = NONE
    for column in (hands.counts, hands.win, hands.flags, hands.reds, hands.bonus, hands.norths):
        column[..., rows] = 0


def without_views(batch: Any) -> Any:
    """Texts as Arrow's functions like them."""
    columns = [of.cast(pa.string()) if pa.types.is_string_view(of.type) else of for of in batch.columns]
    return pa.record_batch(columns, names=batch.schema.names)


class _Rows:
    """The columns of a batch, and which of its rows need care."""

    def __init__(self, batch: Any) -> None:
        self.batch, self.names = batch, frozenset(batch.schema.names)
        self.care = np.zeros(batch.num_rows, bool)

    def distinct(self, name: str) -> tuple[Column, list[Any]]:
        """See ``distinct``; a list that has holes needs care."""
        column = self.batch.column(name)
        if _is_list(column) and pc.list_flatten(column).null_count:
            holes = pc.list_parent_indices(column).filter(pc.list_flatten(column).is_null())
            self.care[holes.to_numpy()] = True
        return distinct(column)

    def numbers(self, name: str, read: Callable[[Any], int], absent: int = NONE, null: int = NONE) -> Column:
        """For each row the number that its cell stands for."""
        if name not in self.names:
            return np.full(len(self.care), absent, np.int64)
        column = self.batch.column(name)
        if read is count_of and pa.types.is_integer(column.type):
            numbers: Column = column.fill_null(null).to_numpy(zero_copy_only=False).astype(np.int64)
            self.care |= (numbers < 0) | (numbers > MOST_COUNTED)
            return numbers
        codes, values = self.distinct(name)
        numbers = np.array([*(_tried(read, value) for value in values), null], np.int64)[codes]
        self.care |= numbers == CARE
        return numbers

    def texts(self) -> Texts:
        texts = read_texts(*characters(self.batch.column("hand")))
        self.care |= ~texts.plain
        return texts

    def win_tile(self, texts: Texts) -> tuple[Column, Column]:
        """The kind of the winning tile and the red fives, the tile of a column ``win_tile`` added to the hand."""
        apart = self.numbers("win_tile", parse_tile)
        told = apart >= 0
        self.care |= told & (texts.win_tile != NONE)
        red = apart >= KINDS
        suit = np.where(red, 2 * (apart - KINDS), 0)
        self.care |= red & (texts.reds >> suit & 3 == 3)
        tiles = np.where(told, apart, texts.win_tile)
        kinds = np.where(tiles >= 0, KIND_OF_TILE.take(tiles, mode="wrap"), NONE).astype(np.int8)
        texts.counts[told, kinds[told]] += 1
        texts.number[told] += 1
        return kinds, texts.reds + (red << suit).astype(np.uint8)

    def bonus_tiles(self, texts: Texts) -> tuple[Column, Column]:
        """Flowers and seasons, and norths set aside."""
        apart = self.numbers("bonus", _bonus, absent=0, null=0)
        self.care |= (apart != 0) & ((texts.bonus != 0) | (texts.norths != 0))
        apart = np.maximum(apart, 0)
        return texts.bonus | (apart & 255).astype(np.uint8), texts.norths + (apart >> 8).astype(np.uint8)

    def indicators(self, name: str) -> Column:
        """(k, n) kinds."""
        if name not in self.names:
            return np.zeros((0, len(self.care)), np.int8)
        codes, values = self.distinct(name)
        kinds = [_tried(_indicators, value) for value in values]
        self.care |= np.array([*(found == CARE for found in kinds), False])[codes]
        read = [() if found == CARE else found for found in [*kinds, ()]]
        most = max(map(len, read))
        table = np.array([(*found, *(NONE,) * (most - len(found))) for found in read], np.int8).reshape(len(read), most)
        return np.ascontiguousarray(table.T).take(codes, axis=1, mode="wrap")

    def given(self, name: str) -> Told:
        """What a ruleset may ask for beside."""
        codes, values = self.distinct(name)
        read = [_tried(lambda value: _given(name, value), value) for value in values]
        self.care |= np.array([*(value == CARE for value in read), False])[codes]
        return Told(codes.astype(np.int32), read)

    def leave(self, name: str) -> None:
        """Rows where a column says anything need care."""
        if name in self.names:
            said = self.batch.column(name).to_pylist()
            self.care |= np.fromiter((bool(value) for value in said), bool, len(said))


def characters(texts: Any) -> tuple[Column, Column]:
    """The bytes of an Arrow array of texts and the places where each begins; null is the empty text."""
    if pa.types.is_dictionary(texts.type):
        texts = texts.cast(pa.string())
    wide = pa.types.is_large_string(texts.type)
    if texts.null_count:
        texts = texts.fill_null("")
    _, offsets, data = texts.buffers()
    ends = np.frombuffer(offsets, np.int64 if wide else np.int32)[texts.offset : texts.offset + len(texts) + 1]
    ends = ends.astype(np.int64)
    chars = np.frombuffer(data, np.uint8) if data is not None else np.zeros(0, np.uint8)
    return chars[ends[0] : ends[-1]], ends - ends[0]


def distinct(column: Any) -> tuple[Column, list[Any]]:
    """For each row the place of what its cell says in a list of all that the column says, -1: null.  Lists are text
    with commas."""
    if _is_list(column):
        column = pc.binary_join(column.cast(pa.list_(pa.string())), ",")
    if not pa.types.is_dictionary(column.type):
        column = column.dictionary_encode()
    codes = column.indices.fill_null(NONE).to_numpy(zero_copy_only=False)
    return codes, column.dictionary.to_pylist()


def _is_list(column: Any) -> bool:
    types = pa.types
    return bool(types.is_list(column.type) or types.is_large_list(column.type) or types.is_fixed_size_list(column.type))


# ------------------------------------------------------------------------------------------------ what a cell says
def _tried(read: Callable[[Any], Any], value: Any) -> Any:
    try:
        return read(value)
    except (HandError, ValueError, LookupError, TypeError, AttributeError):
        return CARE


def _win(word: str) -> int:
    return WINS.index(word)


def count_of(value: Any) -> int:
    """A whole number, also as text or as 2.0.  Raises ValueError."""
    number = int(value)
    if isinstance(value, bool) or number != float(value) or not 0 <= number <= MOST_COUNTED:
        raise ValueError(value)
    return number


def _flags(text: str) -> int:
    return sum(1 << FLAGS.index(flag) for flag in set(_listed(text)))


def _bonus(text: str) -> int:
    names, norths = parse_bonus(text)
    if len(set(names)) < len(names) or norths > 4:
        raise ValueError(text)
    return sum(1 << BONUS_NAMES.index(name) for name in names) | norths << 8


def _indicators(text: str) -> tuple[int, ...]:
    kinds = parse_kinds(text)
    if len(kinds) > MOST_INDICATORS:
        raise ValueError(text)
    return kinds


def _given(name: str, value: Any) -> Any:
    value = as_in_a_record(name, value)
    return Situation(given={name: value}).how.given[name]


def _listed(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]


# ------------------------------------------------------------------------------------------------ rows as records
def records_of(batch: Any, declared: Collection[str]) -> Iterator[dict[str, Any]]:
    """The rows of text as records, columns that no record has left out."""
    names = [name for name in batch.schema.names if name in TYPES or name in declared]
    for cells in batch.select(names).to_pylist():
        yield {
            key: as_in_a_record(key, value) for key, value in cells.items() if value is not None or key in NULL_SPEAKS
        }


def as_in_a_record(key: str, value: Any) -> Any:
    """Lists, numbers, liable seats and options may be written as text; what is not well written stays text."""
    if key in COUNTS:
        number = _tried(count_of, value)
        return value if number == CARE else number
    if key == "melds" and isinstance(value, list):
        return [_without_nulls(meld) for meld in value]  # pyright: ignore[reportUnknownVariableType]
    if not isinstance(value, str):
        return value
    if TYPES.get(key) == (list,):
        return _listed(value)
    if key == "pao" and "=" in value:
        return {role: seat for role, _, seat in (entry.partition("=") for entry in _listed(value))}
    return _options(value) if key == "options" else value


def _without_nulls(meld: Any) -> Any:
    """An Arrow struct has all keys."""
    return {key: value for key, value in meld.items() if value is not None} if isinstance(meld, Mapping) else meld  # pyright: ignore


def _options(text: str) -> Any:
    try:
        return json.loads(text) if text else {}
    except (ValueError, RecursionError):
        return text
