"""Rows of numbers as hands: the columns of ``COLUMNS_SCHEMA`` are those of ``HandColumns``, read without copying."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final, cast

import numpy as np

from mahjong_core.batch.hands import (
    COLUMNS,
    FORMS,
    MELD_TYPES,
    MOST_MELDS,
    NONE,
    Column,
    HandColumns,
    Told,
)
from mahjong_core.batch.library import pa, pc
from mahjong_core.batch.schemas import BESIDE, COLUMNS_SCHEMA
from mahjong_core.batch.text_rows import as_in_a_record, distinct, take_out
from mahjong_core.checks import FLAGS, MOST_COUNTED, MOST_INDICATORS
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
TYPES_OF: Final = {name: type_ for name, (_, type_, _) in FORMS.items()}
GROUPS: Final = np.array([kind < 27 and kind % 9 < 7 for kind in range(KINDS)] + [True] * (4 * KINDS + 1))  # -1 wraps
LISTS: Final = {"counts": KINDS, "melds": MOST_MELDS, "dora": None, "ura": None}  # how long; None: as the longest


def read_column_rows(batch: Any, declared: Collection[str]) -> tuple[HandColumns, Problems]:
    """The hands of a batch, and what is wrong with the numbers of some rows, which have no tiles in the columns."""
    problems: Problems = defaultdict(list)
    columns: dict[str, Any] = {
        name: _column(name, batch.column(name), problems) for name in BOUNDS if name in batch.schema.names
    }
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


def columns_batch(hands: HandColumns) -> Any:
    """Hands as a ``pyarrow.RecordBatch`` of ``COLUMNS_SCHEMA``, to be scored, or written to Parquet.

    Raises HandError for flags that no batch can say.
    """
    known = len(FLAGS)
    if hands.flag_names[:known] != FLAGS or bool((hands.flags >> known).any()):
        text = f"flags: {', '.join(hands.flag_names)}: a batch has only {', '.join(FLAGS)}"
        raise HandError([Problem("unknown_flag", text)])
    arrays: dict[str, Any] = {}
    for name in BOUNDS:
        type_, column = COLUMNS_SCHEMA.field(name).type, getattr(hands, name)
        arrays[name] = _lists(column, type_) if name in LISTS else pa.array(np.ascontiguousarray(column), type_)
    for name, told in hands.given.items():
        values: list[Any] = [
            list(cast("tuple[Any]", value)) if isinstance(value, tuple) else value for value in told.values
        ]
        of = COLUMNS_SCHEMA.field(name).type if name in BESIDE else None
        places = pa.array([None if code < 0 else code for code in told.codes.tolist()], pa.int32())
        arrays[name] = pa.array(values, of).take(places)
    return pa.record_batch(arrays)


def _lists(column: Column, type_: Any) -> Any:
    """(k, n) as a list for each row."""
    k, n = column.shape
    flat = pa.array(np.ascontiguousarray(column.T).ravel(), type_.value_type)
    if pa.types.is_fixed_size_list(type_):
        return pa.FixedSizeListArray.from_arrays(flat, type=type_)
    return pa.ListArray.from_arrays(pa.array(np.arange(n + 1) * k, pa.int32()), flat)


# ------------------------------------------------------------------------------------------------ one column
def _column(name: str, array: Any, problems: Problems) -> Column:
    """(n), or (k, n) of a list."""
    if pa.types.is_dictionary(array.type):
        array = array.dictionary_decode()
    numbers = _matrix(name, array, problems) if name in LISTS else _numbers(name, array)
    if name in LISTS and name != "counts":
        numbers = np.ascontiguousarray(numbers)  # few numbers, looked at often
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
    numbers: Column = array.fill_null(null).to_numpy(zero_copy_only=False)
    return numbers


def _within(name: str, numbers: Column, low: int, high: int, problems: Problems) -> Column:
    """The numbers without those that mean nothing."""
    wrong = (numbers < low) | (numbers > high)
    for row in np.flatnonzero(wrong if wrong.ndim == 1 else wrong.any(axis=0)).tolist():
        found = numbers[..., row][wrong[..., row]].tolist()
        text = f"{name}: expected {low} to {high}, not {', '.join(map(str, found))}"
        problems[row].append(Problem("bad_value", text))
    return np.where(wrong, NONE if name in NULL_IS_NONE else 0, numbers)


# ------------------------------------------------------------------------------------------------ lists
def _matrix(name: str, array: Any, problems: Problems) -> Column:
    """A list for each row, as (k, n)."""
    n, width = len(array), LISTS[name]
    if pa.types.is_fixed_size_binary(array.type) or pa.types.is_binary(array.type):
        array = _as_lists(array)
    if pa.types.is_fixed_size_list(array.type) and not array.null_count and width in (None, array.type.list_size):
        size = array.type.list_size
        return _numbers(name, array.values.slice(array.offset * size, n * size)).reshape(n, size).T
    return _filled(name, array, problems)


def _as_lists(binary: Any) -> Any:
    """Bytes as lists of numbers: the same memory."""
    *before, data = binary.buffers()  # validity, and where each row begins, if they are not all of the same length
    values = pa.Array.from_buffers(pa.uint8(), data.size if data else 0, [None, data or pa.py_buffer(b"")])
    type_ = pa.list_(pa.uint8(), KINDS) if len(before) == 1 else pa.list_(pa.uint8())
    return pa.Array.from_buffers(type_, len(binary), before, offset=binary.offset, children=[values])


def _filled(name: str, array: Any, problems: Problems) -> Column:
    """Lists of different lengths, filled up."""
    width = LISTS[name]
    lengths = pc.list_value_length(array).fill_null(0).to_numpy(zero_copy_only=False)
    flat = _numbers(name, pc.list_flatten(array))
    if (lengths == width).all():
        return flat.reshape(len(array), width or 0).T
    most = max(int(lengths.max(initial=0)), width or 0)
    there = np.arange(most) < lengths[:, None]
    matrix = np.full((len(array), most), 0 if name == "counts" else NONE, np.int64)
    matrix[there] = flat
    for row, text in _of_wrong_length(name, lengths if name == "counts" else (matrix > NONE).sum(axis=1)):
        problems[row].append(Problem("bad_value", text))
    return matrix[:, : width or most].T


def _of_wrong_length(name: str, lengths: Column) -> Iterator[tuple[int, str]]:
    """Of counts there must be one for each kind, of groups and indicators not too many."""
    exactly = name == "counts"
    expected = LISTS[name] or MOST_INDICATORS
    for row in np.flatnonzero(lengths != expected if exactly else lengths > expected).tolist():
        yield row, f"{name}: {lengths[row]} numbers; expected {expected}{'' if exactly else ' at most'}"


# ------------------------------------------------------------------------------------------------ beside, and together
def _told(name: str, array: Any, problems: Problems) -> Told:
    """What a ruleset asks for beside, as words or numbers."""
    codes, values = distinct(array)
    read: list[Any] = []
    for code, value in enumerate(values):
        read.append(as_in_a_record(name, value))
        try:
            read[code] = Situation(given={name: read[code]}).how.given.get(name)
        except HandError as error:
            for row in np.flatnonzero(codes == code).tolist():
                problems[row] += error.problems
    return Told(codes.astype(np.int32), read)


def _contradictions(hands: HandColumns, problems: Problems) -> None:
    """Who discarded is neither the winner nor told of a self-draw."""
    told = hands.ron_from != NONE
    for row in np.flatnonzero(told & ((hands.win == 2) | (hands.ron_from == hands.seat))).tolist():
        if row not in problems:
            try:
                hands.situation(row)
            except HandError as error:
                problems[row] += error.problems
