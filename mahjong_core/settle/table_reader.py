"""Reading a table to settle: every problem of its keys, its values and its hands at once."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from mahjong_core.checks import count_problems, did_you_mean, nearest, one_of, problems_about, seat_problems
from mahjong_core.errors import HandError, Problem, TableError
from mahjong_core.hands import Hand
from mahjong_core.phrases import said
from mahjong_core.record_keys import LABELS
from mahjong_core.records import read
from mahjong_core.results import Labels, Result
from mahjong_core.settle.settlements import Payment
from mahjong_core.situations import Situation
from mahjong_core.sources import is_list, is_mapping
from mahjong_core.tiles import NAMES

if TYPE_CHECKING:
    from mahjong_core.rulesets import Ruleset

OF_ANY: frozenset[str] = frozenset({"id", "ruleset", "options"})  # keys of every table
COUNTED = ("honba", "riichi_sticks")  # of a record: here the table tells them


class ToldHand(NamedTuple):
    """A hand of the table, as its record tells it."""

    hand: Hand
    situation: Situation
    labels: Labels

    def scored(self, rules: Ruleset, **changes: Any) -> Result:
        """What it is worth, with changes to its situation."""
        situation = self.situation.but(**changes) if changes else self.situation
        return rules.score(self.hand, situation).labelled(self.labels)


class TableReader:
    """Takes values out of a table by key; what cannot be read is noted, and None or nothing stands in its place."""

    def __init__(self, rules: Ruleset, table: Mapping[str, Any], keys: Collection[str], place: str = "") -> None:
        """``keys``: those that tables of this ruleset have; ``place``: where this mapping stands in the whole table."""
        self.rules, self.table, self.place = rules, table, place
        payment: Payment = rules.table.payment
        self.table_seats = payment.seats
        self.problems: list[Problem] = []
        self.notes: list[str] = []
        self.ignored: list[str] = []
        self._keys({*keys, *(OF_ANY if not place else ())})
        if not place:
            self._note_ruleset(table)

    def _keys(self, known: Collection[str]) -> None:
        for key in map(str, self.table):
            if key not in known:
                near = None if key in LABELS else nearest(key, known)
                if near is None:
                    self.ignored.append(self.at(key))
                else:
                    self.refuse("unknown_key", "unknown_key", key=self.at(key), near=did_you_mean(near))

    def _note_ruleset(self, mapping: Mapping[str, Any]) -> None:
        other = mapping.get("ruleset")
        if other is not None and other not in (self.rules.name, self.rules.table.ruleset):
            self.notes.append(said("other_ruleset", told=other, ruleset=self.rules.name))

    def at(self, key: Any) -> str:
        """Where a key stands."""
        return f"{self.place}.{key}" if self.place else str(key)

    def refuse(self, code: str, phrase: str, /, **figures: Any) -> None:
        """Note a problem."""
        self.problems.append(Problem(code, said(phrase, **figures)))

    def take(self, other: TableReader) -> None:
        """What another reader of a part of the same table noted."""
        self.problems += other.problems
        self.notes += other.notes
        self.ignored += other.ignored

    def done(self) -> None:
        """Raise TableError if anything is wrong."""
        if self.problems:
            raise TableError(list(dict.fromkeys(self.problems)))

    # --- values
    def seat(self, key: str) -> str | None:
        """A seat of this table, or None."""
        value = self.table.get(key)
        return value if self._is_seat(self.at(key), value) and value is not None else None

    def _is_seat(self, at: str, value: Any) -> bool:
        found = list(seat_problems(at, value))
        if not found and value is not None and value not in self.table_seats:
            found = [Problem("bad_seat", said("no_such_seat", key=at, value=value, seats=" ".join(self.table_seats)))]
        self.problems += found
        return not found

    def seats(self, key: str, or_one: bool = False) -> tuple[str, ...]:
        """A list of seats, each once; absent or null: none.  ``or_one``: a single seat may stand without a list."""
        value = self.table.get(key)
        if value is None:
            return ()
        if or_one and isinstance(value, str) and value in tuple(self.table_seats):
            return (value,)
        if not is_list(value):
            self.refuse("bad_value", "bad_seats", key=self.at(key), value=value)
            return ()
        found = [seat for seat in value if seat is not None and self._is_seat(self.at(key), seat)]
        if None in value:
            self.refuse("bad_seat", "bad_seat", key=self.at(key), value=None, near="")
        if len(set(found)) < len(found):
            self.refuse("seat_twice", "seat_twice", key=self.at(key), value=list(value))
        return tuple(dict.fromkeys(found))

    def by_seat(self, key: str, phrase: str) -> TableReader | None:
        """A reader of the mapping under this key, whose keys are seats; None, refused in these words, if there is none.  What it
        notes is to be taken over."""
        value = self.table.get(key)
        if not is_mapping(value):
            self.refuse("bad_value", phrase, key=self.at(key), value=value)
            return None
        inner = TableReader(self.rules, value, self.table_seats, at := self.at(key))
        for other in inner.ignored:
            seat = other[len(at) + 1 :]
            inner.refuse("bad_seat", "no_such_seat", key=at, value=seat, seats=" ".join(self.table_seats))
        inner.ignored.clear()
        return inner

    def count(self, key: str) -> int:
        """A whole number, 0 or more; absent or null: 0."""
        value = self.table.get(key)
        found = [] if value is None else list(count_problems(self.at(key), value))
        self.problems += found
        return 0 if found or value is None else int(value)

    def word(self, key: str, words: Collection[str]) -> str | None:
        """One of these words, or None."""
        value = self.table.get(key)
        found = list(one_of(self.at(key), value, words, "bad_value"))
        self.problems += found
        return None if found else value

    # --- hands
    def listed(self, key: str, phrase: str) -> list[Any] | None:
        """A list as it stands; None where there is none, and refused in these words where it is something else."""
        value = self.table.get(key)
        if value is None:
            return None
        if is_list(value):
            return list(value)
        self.refuse("bad_value", phrase, key=self.at(key), value=value)
        return None

    def told_hand(self, record: Any, at: str, told: Mapping[str, Any]) -> ToldHand | None:
        """The hand of a record; ``told``: what the table tells of it, which the record may only repeat."""
        if not is_mapping(record):
            self.refuse("not_a_record", "not_a_record_at", key=at, value=record)
            return None
        mapping = dict(record)
        for key, value in told.items():
            if mapping.get(key) not in (None, "", value) and value is None:
                self.refuse("told_twice", "against_events", key=f"{at}.{key}", value=mapping[key])
            elif mapping.get(key) not in (None, "", value):
                self.refuse("told_twice", "told_twice", key=f"{at}.{key}", value=mapping[key], other=value)
        self._counted_elsewhere(mapping, at)
        self._note_ruleset(mapping)
        self._seats_of(mapping, at)
        mapping |= told
        try:
            reading = read(mapping, self.rules.declared)
        except HandError as error:
            self.problems += problems_about(error, at)
            return None
        self.ignored += [f"{at}.{key}" for key in reading.ignored if key not in LABELS]
        return ToldHand(reading.hand, reading.situation, Labels(reading.id, reading.notes))

    def must_win(self, told: ToldHand, at: str) -> None:
        """Refuse a win that is none."""
        result = told.scored(self.rules)
        if result.status != "win":
            self.refuse_hand(result, at)

    def must_be_well(self, told: ToldHand, at: str) -> None:
        """Refuse a hand that did not win, of tiles that cannot be held."""
        given = {key: value for key, value in told.situation.given.items() if key == "void"}
        result = told.scored(self.rules, given=given)
        if result.problems:
            self.refuse_hand(result, at)

    def refuse_hand(self, result: Result, at: str) -> None:
        """What is wrong with a hand, or that it is no win."""
        if not result.problems:
            phrase = "win_without_role" if result.status == "no_role" else "win_is_none"
            self.refuse(result.status, phrase, key=at, hand=str(result.hand), ruleset=self.rules.name)
        lost = result.situation is not None and result.situation.win is None
        for problem in result.problems:
            if lost and problem.code == "no_winning_tile":
                self.refuse("wrong_number_of_tiles", "thirteen_expected", key=at)
            else:
                self.refuse(problem.code, "about", what=at, problem=problem.message)

    def refuse_fifths(self, copies: Mapping[int, int]) -> None:
        """Refuse kinds of which the hands of a table hold more than four."""
        for kind, n in sorted(copies.items()):
            if n > 4:
                self.refuse("too_many_copies", "copies_at_table", tile=NAMES[kind], n=n)

    def _seats_of(self, mapping: Mapping[str, Any], at: str) -> None:
        for key in ("seat_wind", "ron_from", "round_wind"):
            value = mapping.get(key)
            if isinstance(value, str) and value in "ESWN" and value not in self.table_seats:
                self._is_seat(f"{at}.{key}", value)

    def _counted_elsewhere(self, mapping: dict[str, Any], at: str) -> None:
        for key in COUNTED:
            told = mapping.pop(key, None)
            self.problems += [] if told is None else count_problems(f"{at}.{key}", told)
            if told and not self.rules.settlement.counters:
                self.ignored.append(f"{at}.{key}")
