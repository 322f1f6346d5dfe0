"""Rows of numbers as hands: the columns of ``COLUMNS_SCHEMA`` are those of ``HandColumns``, read without copying."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import Any, Final

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.compute as pc  # type: ignore[import-untyped]

from mahjong_core.batch.hands import (
    ABSENT,
    COLUMNS,
    MELD_TYPES,
    MOST_COUNTED,
    MOST_MELDS,
    NONE,
    Column,
    HandColumns,
    Told,
)
from mahjong_core.batch.schemas import BESIDE, BINARY
from mahjong_core.checks import FLAGS, MOST_INDICATORS
from mahjong_core.errors import HandError, Problem
from mahjong_core.situations import Situation
from mahjong_core.tiles import KINDS

Problems = dict[int, list[Problem]]
SEATED: Final = (NONE, 3)
# What a cell may say: lowest, highest.
BOUNDS: Final[Mapping[str, tuple[int, int]]] = {
    "counts": (0, 255),
    "win_tile": (NONE, KINDS - 1),
    "melds": (NONE, len(MELD_TYPES) * KINDS - 1),
    "win": (0, 2),
    "seat": SEATED,
    "round": SEATED,
    "ron_from": SEATED,
    "flags": (0, (1 << len(FLAGS)) - 1),
    "dora": (NONE, KINDS - 1),
    "ura": (NONE, KINDS - 1),
    "reds": (0, 63),
    "bonus": (0, 255),
    "norths": (0, 255),
    "honba": (0, MOST_COUNTED),
    "sticks": (0, MOST_COUNTED),
    "pao": SEATED,
}
NULL_IS_NONE: Final = ("win_tile", "melds", "seat", "round", "ron_from", "dora", "ura", "pao")
TYPES_OF: Final = {"counts": np.uint8, "win_tile": np.int8, **{name: type_ for name, (_, type_, _) in ABSENT.items()}}
GROUPS: Final = np.array([kind < 27 and kind % 9 < 7 for kind in range(KINDS)] + [True] * (4 * KINDS + 1))  # -1 wraps
LISTS: Final = {"counts": KINDS, "melds": MOST_MELDS, "dora": None, "ura": None}  # how long; None: as the longest


def take_out(hands: HandColumns, rows: Any) -> None:
    """Take all that could disturb out of some rows, which are answered by themselves."""
    for column in (hands.win_tile, hands.melds, hands.ron_from, hands.dora, hands.ura):
        column[..., rows] = NONE
    for column in (hands.counts, hands.win, hands.flags, hands.reds, hands.bonus, hands.norths):
        column[..., rows] = 0


def read_column_rows(batch: Any, declared: Collection[str]) -> tuple[HandColumns, Problems]:
    """The hands of a batch, and what is wrong with the numbers of some rows, which have no tiles in the columns."""
    problems: Problems = defaultdict(list)
    columns = {name: _column(name, batch.column(name), problems) for name in BOUNDS if name in batch.schema.names}
    given = {name: _told(name, batch.column(name), problems) for name in BESIDE if name in batch.schema.names}
    given |= {n: _told(n, batch.column(n), problems) for n in declared if n in batch.schema.names and n not in BESIDE}
    columns.setdefault("win_tile", np.full(batch.num_rows, NONE, np.int8))
    hands = HandColumns(**columns, given={name: told for name, told in given.items() if name in declared})
    _contradictions(hands, problems)
    if problems:
        hands = _writable(hands)
        take_out(hands, list(problems))
    return hands, problems


def _writable(hands: HandColumns) -> HandColumns:
    """Arrow's memory is not ours to change."""
    columns = {name: getattr(hands, name).copy() for name in COLUMNS}
    return HandColumns(**columns, given=hands.given, flag_names=hands.flag_names)


# ------------------------------------------------------------------------------------------------ one column
def _column(name: str, array: Any, problems: Problems) -> Column:
    """(n), or (k, n) of a list."""
    if pa.types.is_dictionary(array.type):
        array = array.dictionary_decode()
    numbers = _matrix(name, array, problems) if name in LISTS else _numbers(name, array)
    low, high = BOUNDS[name]
    if numbers.size and (numbers.min() < low or numbers.max() > high):
        numbers = _within(name, numbers, low, high, problems)
    if name == "melds" and not GROUPS.take(numbers, mode="wrap").all():
        for row in np.flatnonzero(~GROUPS[numbers].all(axis=0)).tolist():
            text = f"melds: {numbers[:, row].tolist()}: no chow begins there (0 + lowest kind, of a rank from 1 to 7)"
            problems[row].append(Problem("not_a_group", text))
    return numbers.astype(TYPES_OF[name], copy=False)


def _numbers(name: str, array: Any) -> Column:
    null = NONE if name in NULL_IS_NONE else 0
    return array.fill_null(null).to_numpy(zero_copy_only=False)


def _within(name: str, numbers: Column, low: int, high: int, problems: Problems) -> Column:
    """The numbers without those that mean nothing."""
    wrong = (numbers < low) | (numbers > high)
    for row in np.flatnonzero(wrong if wrong.ndim == 1 else wrong.any(axis=0)).tolist():
        found = numbers[..., row][wrong[..., row]].tolist()
        text = f"{name}: expected {low} to {high}, not {', '.join(map(str, found)) if wrong.ndim > 1 else found}"
        problems[row].append(Problem("bad_value", text))
    return np.where(wrong, NONE if name in NULL_IS_NONE else 0, numbers)


# ------------------------------------------------------------------------------------------------ lists
def _matrix(name: str, array: Any, problems: Problems) -> Column:
    """A list for each row, as (k, n)."""
    n, width = len(array), LISTS[name]
    if array.type == BINARY:
        array = _as_lists(array)
    if pa.types.is_fixed_size_list(array.type) and not array.null_count and width in (None, array.type.list_size):
        size = array.type.list_size
        return _numbers(name, array.values.slice(array.offset * size, n * size)).reshape(n, size).T
    return _filled(name, array, width, problems)


def _as_lists(binary: Any) -> Any:
    """Binary of 34 bytes as lists of 34 numbers: the same memory."""
    data = binary.buffers()[1].slice(binary.offset * KINDS, len(binary) * KINDS) if len(binary) else None
    values = pa.Array.from_buffers(pa.uint8(), len(binary) * KINDS, [None, data or pa.py_buffer(b"")])
    null = binary.is_null() if binary.null_count else None
    return pa.FixedSizeListArray.from_arrays(values, KINDS, mask=null)


def _filled(name: str, array: Any, width: int | None, problems: Problems) -> Column:
    """Lists of different lengths, filled up; of counts there must be one for each kind, of the others not too many."""
    lengths = pc.list_value_length(array).fill_null(0).to_numpy(zero_copy_only=False)
    flat = _numbers(name, pc.list_flatten(array))
    most = max(int(lengths.max(initial=0)), width or 0)
    matrix = np.full((len(array), most), NONE, np.int64)
    matrix[np.arange(most) < lengths[:, None]] = flat
    if name == "counts":
        matrix[:, :KINDS][np.arange(KINDS) >= lengths[:, None]] = 0
    exactly, at_most = (lengths if name == "counts" else (matrix > NONE).sum(axis=1)), width or MOST_INDICATORS
    for row in np.flatnonzero((exactly != KINDS) if name == "counts" else (exactly > at_most)).tolist():
        text = f"{name}: {exactly[row]} numbers; expected {at_most}{'' if name == 'counts' else ' at most'}"
        problems[row].append(Problem("bad_value", text))
    return matrix[:, : width or most].T


# ------------------------------------------------------------------------------------------------ beside, and together
def _told(name: str, array: Any, problems: Problems) -> Told:
    """What a ruleset asks for beside, as words or numbers."""
    if not pa.types.is_dictionary(array.type):
        array = array.dictionary_encode()
    codes = array.indices.fill_null(NONE).to_numpy(zero_copy_only=False)
    values = array.dictionary.to_pylist()
    for code, value in enumerate(values):
        try:
            Situation(given={name: value})
        except HandError as error:
            for row in np.flatnonzero(codes == code).tolist():
                problems[row] += error.problems
    return Told(codes.astype(np.int32), values)


def _contradictions(hands: HandColumns, problems: Problems) -> None:
    """Who discarded is neither the winner nor told of a self-draw."""
    told = hands.ron_from != NONE
    for row in np.flatnonzero(told & ((hands.win == 2) | (hands.ron_from == hands.seat))).tolist():
        if row not in problems:
            try:
                hands.situation(row)
            except HandError as error:
                problems[row] += error.problems
