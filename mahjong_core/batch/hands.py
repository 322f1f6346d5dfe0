"""Hands and their situations as NumPy columns, one element a hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Final, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from mahjong_core.checks import FLAGS
from mahjong_core.errors import HandError, Problem
from mahjong_core.groups import ADDED_KONG, CHOW, CONCEALED_KONG, KONG, PUNG, make_group
from mahjong_core.hands import Hand
from mahjong_core.notation import MOST_TILES
from mahjong_core.situations import RON, TSUMO, Situation
from mahjong_core.tiles import BONUS_NAMES, KINDS, NAMES, RED_FIVES, SEATS

Column = NDArray[Any]

WINS: Final[tuple[str | None, ...]] = (None, RON, TSUMO)
MELD_TYPES: Final = (CHOW, PUNG, KONG, ADDED_KONG, CONCEALED_KONG)
NONE: Final = -1  # no tile, no group, no seat; not told
MOST_MELDS: Final = 4
FIVES: Final = (4, 13, 22)


def meld_code(type_: str, kind: int) -> int:
    """A declared group as a number: 34 times its type (``MELD_TYPES``), plus its lowest kind."""
    return MELD_TYPES.index(type_) * KINDS + kind


class Told(NamedTuple):
    """A column of few different values: for each hand the place of its value in ``values``, -1 where it is not told."""

    codes: Column
    values: Sequence[Any]


_LEFT_OUT: Final = cast("Column", None)  # until __post_init__, which puts what every hand then has in its place


@dataclass(frozen=True)
class HandColumns:
    """n hands.  Absent columns may be left out: they get their default for every hand.

    ===========  ==============  =====================================================================================
    column       shape, type     meaning
    ===========  ==============  =====================================================================================
    counts       (34, n) uint8   concealed tiles of each kind, the winning tile among them; a red five is a five
    win_tile     (n) int8        kind of the winning tile, -1: none (a hand that did not win)
    melds        (4, n) int16    declared groups: 34 x (0 chow, 1 pung, 2 kong, 3 added kong, 4 concealed kong) + lowest
                                 kind; -1: none
    win          (n) int8        0 did not win, 1 ron, 2 tsumo
    seat, round  (n) int8        0 east, 1 south, 2 west, 3 north; -1: a wind that counts for nothing
    ron_from     (n) int8        who discarded, -1: not told
    flags        (n) int64       one bit a flag, in the order of ``flag_names``
    dora, ura    (k, n) int8     indicators (kinds), -1: none; any k
    reds         (n) uint8       red fives in the whole hand, two bits a suit: characters bits 0-1, circles 2-3, bamboos 4-5
    bonus        (n) uint8       flowers 1-4 bits 0-3, seasons 1-4 bits 4-7
    norths       (n) uint8       norths set aside
    honba        (n) int32       counters
    sticks       (n) int32       riichi sticks
    pao          (n) int8        the liable seat, -1: none
    given        name -> Told    what a ruleset asks for beside (``dominant_wind``, ``wins_in_a_row`` ...)
    ===========  ==============  =====================================================================================
    """

    counts: Column
    win_tile: Column
    melds: Column = _LEFT_OUT
    win: Column = _LEFT_OUT
    seat: Column = _LEFT_OUT
    round: Column = _LEFT_OUT
    ron_from: Column = _LEFT_OUT
    flags: Column = _LEFT_OUT
    dora: Column = _LEFT_OUT
    ura: Column = _LEFT_OUT
    reds: Column = _LEFT_OUT
    bonus: Column = _LEFT_OUT
    norths: Column = _LEFT_OUT
    honba: Column = _LEFT_OUT
    sticks: Column = _LEFT_OUT
    pao: Column = _LEFT_OUT
    given: Mapping[str, Told] = field(default_factory=dict[str, "Told"])
    flag_names: tuple[str, ...] = FLAGS

    def __post_init__(self) -> None:
        """Raises HandError, with every problem, for columns of a wrong form.  Numbers that mean nothing are the row's."""
        counts = np.asarray(self.counts)
        n = counts.shape[1] if counts.ndim == 2 else len(counts) if counts.ndim else 0
        found: list[Problem] = []
        for name, (width, type_, absent) in FORMS.items():
            column = getattr(self, name)
            if column is None and absent is not None:
                column = np.full(n if width is None else (0 if width is ANY else width, n), absent, type_)
            elif type(column) is not np.ndarray or column.dtype != type_:
                column = _of_type(name, column, type_, found)
            object.__setattr__(self, name, column)
            shape = (n,) if width is None else (width, n)
            if (
                column.ndim != len(shape)
                or column.shape[-1] != n
                or (width not in (None, ANY) and column.shape[0] != width)
            ):
                found.append(_bad(name, f"shape {column.shape}", f"shape {shape}".replace("-1", "any")))
        if found:
            raise HandError(found)

    def __len__(self) -> int:
        return int(self.counts.shape[1])

    def take(self, rows: Any) -> HandColumns:
        """Some of the hands: a slice, or an array of numbers of rows."""
        columns = {name: getattr(self, name)[..., rows] for name in COLUMNS}
        given = {name: Told(told.codes[rows], told.values) for name, told in self.given.items()}
        return HandColumns(**columns, given=given, flag_names=self.flag_names)

    # ------------------------------------------------------------------------------------------ one of them
    def problems(self, row: int) -> list[Problem]:
        """Numbers in the columns that mean nothing; only of a row without any can ``hand`` and ``situation`` be asked."""
        found = [
            _bad(name, number, f"{least} to {most}")
            for name, (least, most) in MEANT.items()
            for number in np.atleast_1d(getattr(self, name)[..., row]).tolist()
            if not least <= number <= most
        ]
        melds = [code for code in self.melds[:, row].tolist() if 0 <= code < KINDS]  # chows
        found += [_bad("melds", code, "a chow from 1 to 7 of a suit") for code in melds if code >= 27 or code % 9 > 6]
        if not 0 <= self.flags[row] < 1 << len(self.flag_names):
            found.append(_bad("flags", int(self.flags[row]), f"bits of {len(self.flag_names)} flags"))
        if self.counts[:, row].sum() > MOST_TILES:
            found.append(_bad("counts", int(self.counts[:, row].sum()), "14 tiles, a group counted as three, in all"))
        for suit, five in enumerate(FIVES):
            red, held = int(self.reds[row]) >> 2 * suit & 3, self._number_of(five, row)
            if red > held:
                found.append(_bad("reds", f"{red} of {NAMES[five]}", f"at most the {held} that the hand holds"))
        for name, told in self.given.items():
            if not NONE <= told.codes[row] < len(told.values):
                found.append(_bad(name, int(told.codes[row]), f"-1 to {len(told.values) - 1}"))
        return found

    def _number_of(self, kind: int, row: int) -> int:
        """How many of a kind a hand holds, groups included."""
        codes = [code for code in self.melds[:, row].tolist() if 0 <= code < len(MELD_TYPES) * KINDS]
        return int(self.counts[kind, row]) + sum(_tiles_of(code)[1].count(kind) for code in codes)

    def hand(self, row: int) -> Hand:
        """One hand.  Where its red fives stand is not kept: the first fives are the red ones."""
        tiles = np.repeat(np.arange(KINDS), self.counts[:, row]).tolist()
        groups = [_tiles_of(int(code)) for code in self.melds[:, row] if code != NONE]
        win: int | None = int(self.win_tile[row])
        if win == NONE:
            win = None
        elif win in tiles:
            tiles.remove(win)
        for suit, five in enumerate(FIVES):
            for _ in range(self.reds[row] >> 2 * suit & 3):
                holder = next((held for held in (tiles, *(group for _, group in groups)) if five in held), None)
                if holder is not None:
                    holder[holder.index(five)] = RED_FIVES[suit]
                elif win == five:
                    win = RED_FIVES[suit]
        bonus = [name for i, name in enumerate(BONUS_NAMES) if self.bonus[row] >> i & 1]
        declared = [make_group(type_, group, None) for type_, group in groups]
        return Hand(tiles, declared, win, bonus, int(self.norths[row]))

    def situation(self, row: int) -> Situation:
        """How it was won.  Raises HandError for what no situation says."""
        flags = int(self.flags[row])
        return Situation(
            WINS[int(self.win[row])],
            _seat(self.seat[row]),
            _seat(self.round[row]),
            _seat(self.ron_from[row]),
            frozenset(name for i, name in enumerate(self.flag_names) if flags >> i & 1),
            _names(self.dora[:, row]),
            _names(self.ura[:, row]),
            int(self.honba[row]),
            int(self.sticks[row]),
            _seat(self.pao[row]),
            {name: told.values[code] for name, told in self.given.items() if (code := told.codes[row]) != NONE},
        )


COLUMNS: Final = tuple(field.name for field in fields(HandColumns) if field.name not in ("given", "flag_names"))
ANY: Final = -1
# Each column: how many rows it has (None: it is one), its type, and what every hand has where it is left out.
FORMS: Final[Mapping[str, tuple[int | None, Any, int | None]]] = {
    "counts": (KINDS, np.uint8, None),
    "win_tile": (None, np.int8, None),
    "melds": (MOST_MELDS, np.int16, NONE),
    "win": (None, np.int8, 1),
    "seat": (None, np.int8, 1),
    "round": (None, np.int8, 0),
    "ron_from": (None, np.int8, NONE),
    "flags": (None, np.int64, 0),
    "dora": (ANY, np.int8, NONE),
    "ura": (ANY, np.int8, NONE),
    "reds": (None, np.uint8, 0),
    "bonus": (None, np.uint8, 0),
    "norths": (None, np.uint8, 0),
    "honba": (None, np.int32, 0),
    "sticks": (None, np.int32, 0),
    "pao": (None, np.int8, NONE),
}


def _of_type(name: str, column: Any, type_: Any, found: list[Problem]) -> Column:
    """A column of its documented type; a number that does not fit stays one that means nothing."""
    given = np.asarray(column)
    if given.dtype.kind not in "iub":
        found.append(_bad(name, f"numbers of type {given.dtype}", f"whole numbers ({np.dtype(type_).name})"))
        return np.zeros(given.shape, type_)
    kind, given = np.iinfo(type_), given.astype(np.int64)
    if np.dtype(type_).kind == "u":
        given = np.where((given < 0) | (given > kind.max), kind.max, given)
    fitting: Column = np.clip(given, kind.min, kind.max).astype(type_)
    return fitting


# Columns and the least and the most that they may say.
MEANT: Final = {
    "win_tile": (NONE, KINDS - 1),
    "melds": (NONE, len(MELD_TYPES) * KINDS - 1),
    "win": (0, len(WINS) - 1),
    **dict.fromkeys(("seat", "round", "ron_from", "pao"), (NONE, len(SEATS) - 1)),
    **dict.fromkeys(("dora", "ura"), (NONE, KINDS - 1)),
    "reds": (0, 63),
}


def _bad(name: str, number: int | str, meant: str) -> Problem:
    return Problem("bad_column", f"{name}: {number}: expected {meant}")


def _tiles_of(code: int) -> tuple[str, list[int]]:
    """Type and tiles of a declared group."""
    type_, kind = MELD_TYPES[code // KINDS], code % KINDS
    return type_, [kind, kind + 1, kind + 2] if type_ == CHOW else [kind] * (3 if type_ == PUNG else 4)


def _seat(number: int) -> str | None:
    return None if number == NONE else SEATS[number]


def _names(kinds: Iterable[int]) -> str:
    return "".join(NAMES[kind] for kind in kinds if kind != NONE)
