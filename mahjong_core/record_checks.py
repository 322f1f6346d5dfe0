"""What is wrong with a record: every problem of its keys, its values, its hand and its situation at once."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Any, Final, TypeVar

from mahjong_core.checks import (
    ROUND_ENDS,
    VOID_SUITS,
    WINS,
    count_problems,
    did_you_mean,
    flag_problems,
    nearest,
    one_of,
    pao_problems,
    problems_about,
    seat_problems,
)
from mahjong_core.errors import HandError, Problem
from mahjong_core.groups import Group
from mahjong_core.hands import Hand
from mahjong_core.melds import MELD_KEYS, MELD_TYPES, MELDS
from mahjong_core.notation import Pieces, parse_bonus, read_pieces
from mahjong_core.phrases import said
from mahjong_core.record_keys import NEAREST_KEY, TYPES
from mahjong_core.records import Reading, norths_of, reading_of, situation_of, the_win_tile

T = TypeVar("T")
Words = Callable[[str, Any], Iterator[Problem]]

# Values that are worded like those of a Situation; the words for others are pydantic's.
_WORDS: Final[dict[str, Words]] = {
    "win": lambda key, value: one_of(key, value, WINS, "bad_win"),
    "void": lambda key, value: one_of(key, value, VOID_SUITS, "bad_value"),
    "round_end": lambda key, value: one_of(key, value, ROUND_ENDS, "bad_value"),
    "pao": pao_problems,
    **dict.fromkeys(("seat_wind", "round_wind", "dominant_wind", "ron_from"), seat_problems),
    **dict.fromkeys(("honba", "riichi_sticks", "wins_in_a_row", "kita"), count_problems),
}


def read_with_care(record: dict[Any, Any], declared: Collection[str] = ()) -> Reading:
    """Read a record.  Raises HandError with everything that is wrong with it."""
    reader = _Reader(record, declared)
    reading = reader.read()
    if reading is None:
        raise HandError(reader.problems)
    return reading


class _Reader:
    """Takes out of the record what cannot be read, notes why, and reads the rest."""

    def __init__(self, record: dict[Any, Any], declared: Collection[str]) -> None:
        self.record, self.declared = record, declared
        self.problems: list[Problem] = []
        self.ignored: list[str] = []
        self.dropped: set[str] = set()  # keys without a value that can be read
        self.bad_melds: set[int | str] = set()

    def read(self) -> Reading | None:
        self._keys()
        self._values()
        hand = self._hand()
        situation = self._try(situation_of, self.record, self.declared)
        if hand is not None:
            self._winning_tile(hand)
        if self.problems and hand is not None:
            codes = {problem.code for problem in self.problems}
            self.problems += [problem for problem in hand.problems if problem.code not in codes]
        if self.problems or hand is None or situation is None:
            return None
        return reading_of(self.record, hand, situation, self.ignored)

    def _try(self, function: Callable[..., T], *arguments: Any, about: str = "") -> T | None:
        """The answer, or None and its problems noted."""
        try:
            return function(*arguments)
        except HandError as error:
            self.problems += problems_about(error, about) if about else error.problems
            return None

    # -------------------------------------------------------------------------------------------- keys and values
    def _keys(self) -> None:
        for key in self.record:
            if key not in TYPES and key not in self.declared:
                self._unknown(str(key), NEAREST_KEY[key])

    def _unknown(self, key: str, near: str | None) -> None:
        if near is None:
            self.ignored.append(key)
        else:
            self.problems.append(Problem("unknown_key", said("unknown_key", key=key, near=did_you_mean(near))))

    def _values(self) -> None:
        """Let pydantic find the values that are not what they should be."""
        from mahjong_core.record_models import faults

        for fault in faults(self.record):
            place = fault["loc"]
            key = str(place[0])
            if key in self.dropped and key != "melds":
                continue  # told already: pydantic tells each branch of a union
            self.dropped.add(key)
            if key == "melds" and len(place) > 1:
                self.bad_melds.add(place[1])
            self.problems += list(self._words(key)) or [_in_pydantics_words(place, fault["msg"], fault["input"])]
        for key in self.dropped:
            if key != "melds" or not self.bad_melds:
                self.record.pop(key, None)

    def _words(self, key: str) -> Iterator[Problem]:
        if key == "hand" and key not in self.record:
            yield Problem("hand_missing", said("hand_missing"))
        elif key == "flags" and isinstance(self.record[key], (list, tuple)):
            yield from flag_problems(key, self.record[key])
        elif key in _WORDS:
            yield from _WORDS[key](key, self.record[key])

    # -------------------------------------------------------------------------------------------- hand
    def _hand(self) -> Hand | None:
        """The hand, or None if a part of it cannot be read."""
        before = len(self.problems)
        pieces = self._try(read_pieces, self.record["hand"]) if "hand" in self.record else None
        groups, norths = self._melds()
        bonus, more_norths = self._try(parse_bonus, self.record.get("bonus") or "", about="bonus") or ((), 0)
        pieces = pieces or Pieces()
        win_tile = pieces.win_tile
        if self.record.get("win_tile") is not None:
            win_tile = self._try(the_win_tile, win_tile, self.record["win_tile"])
        norths = self._try(norths_of, pieces.norths + norths + more_norths, self.record.get("kita")) or 0
        if len(self.problems) > before or self.dropped & {"hand", "melds", "bonus", "win_tile"}:
            return None
        whole = Pieces(pieces.concealed, pieces.groups + groups, pieces.bonus + bonus, norths, win_tile)
        return self._try(whole.hand)

    def _melds(self) -> tuple[tuple[Group, ...], int]:
        groups: list[Group] = []
        norths = 0
        for i, meld in enumerate(self.record.get("melds") or ()):
            if i in self.bad_melds:
                continue
            for key in sorted(set(map(str, meld)) - MELD_KEYS):
                self._unknown(f"melds[{i}].{key}", nearest(key, MELD_KEYS))
            call = (meld["type"], meld["tiles"], meld.get("called"), meld.get("from"))
            found = self._try(MELDS.__getitem__, call, about=f"melds[{i}]")
            if found is not None and found.group is not None:
                groups.append(found.group)
            norths += 0 if found is None else found.norths
        return tuple(groups), norths

    def _winning_tile(self, hand: Hand) -> None:
        """Does the hand say the same as ``win``?"""
        win = self.record.get("win")
        if "win" in self.dropped or (win is None) is (hand.win_tile is None):
            return
        if win is not None:
            if not any(problem.code == "no_winning_tile" for problem in hand.problems):
                self.problems.append(Problem("no_winning_tile", said("win_without_tile", win=win)))
                return
            self.problems += [problem for problem in hand.problems if problem.code == "no_winning_tile"]
        else:
            how = said("win_is_null" if "win" in self.record else "win_is_absent")
            self.problems.append(Problem("win_missing", said("tile_without_win", said=how)))


def _in_pydantics_words(place: tuple[int | str, ...], message: str, value: Any) -> Problem:
    path = str(place[0]) + "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in place[1:])
    near = nearest(value, MELD_TYPES) if place[-1] == "type" and isinstance(value, str) else None
    return Problem("bad_value", f"{path}: {message[:1].lower()}{message[1:]}, not {value!r}{did_you_mean(near)}")
