"""The classical way to value a hand: points from its sets, pair and bonuses, doubled for each of its doubles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple

from pydantic import Field, PositiveInt, model_validator

from mahjong_core.remembered import Remembered
from mahjong_core.tables import MOST_POINTS, Role, Strict, Table, Worths
from mahjong_core.worth.keys import Keys
from mahjong_core.worth.methods import NOT_WORTH_A_WIN, Amount, ItemLine, Method, Worth
from mahjong_core.worth.resolve import Free, Held, candidates, keepers, tangled, uncounted
from mahjong_core.worth.sets import differs_by_sets, most_set_points, set_points

WON: Final = "won_hand"
GROUPS: Final = "groups_and_pair"  # not a whole-hand shape, which only a flat role makes a win


class PointsRole(Role):
    points: int | None = Field(default=None, ge=1, le=MOST_POINTS)
    doubles: int | None = Field(default=None, ge=1, le=20)
    flat: PositiveInt | None = None  # the whole hand is worth this, outside the limit
    limit: bool = False  # the hand is worth the limit, whatever else counts; nothing where there is no limit
    winner: bool = False  # only for the hand that won
    cancels_sets: bool = False  # beside it sets have no points
    nothing: bool = False  # worth nothing itself: it only replaces or cancels

    @model_validator(mode="after")
    def _one_worth(self) -> PointsRole:
        worths = [self.points, self.doubles, self.flat, self.limit or None, self.nothing or None]
        if sum(worth is not None for worth in worths) != 1:
            raise ValueError("give exactly one of 'points', 'doubles', 'flat', 'limit'")
        return self

    def worth_in(self, measures: PointsMeasures) -> tuple[str, int]:
        """(unit, number); points and doubles go by their measure's name."""
        for unit, number in ((measures.points, self.points), (measures.doubles, self.doubles), ("flat", self.flat)):
            if number is not None:
                return unit, number
        return "limit", 1

    def worths(self, settings: PointsSettings) -> Worths:
        worth = {} if self.nothing else dict([self.worth_in(settings.measures)])
        return Worths(worth, worth)


class PointsMeasures(Strict):
    """What a ruleset calls its figures."""

    points: str = "points"
    doubles: str = "doubles"


class PointsSettings(Strict):
    measures: PointsMeasures = PointsMeasures()
    points_up_to: PositiveInt = 1  # points are rounded up to multiples of this before they are doubled
    value_to: PositiveInt = 1  # the value is rounded to the nearest multiple of this
    limit: PositiveInt | None = None
    limit_who: Literal["all", "winner"] = "all"
    values_unfinished: bool = True  # has a hand that did not win a worth, too?
    flat_name: str  # what the ruleset calls a hand of flat worth, as a limit


class PointsTable(Table[PointsRole]):
    settings: PointsSettings


class Counted(NamedTuple):
    """One set of roles that may count together."""

    lines: int  # as a key
    points: int  # without the sets
    doubles: int
    flat: int
    sets: bool  # do sets count?
    won: bool
    limit: bool = False  # is it worth the limit, whatever else?


class PointsDoubles:
    """The method at work on one table."""

    def __init__(self, table: PointsTable, keys: Keys) -> None:
        self.table, self.keys, self.settings = table, keys, table.settings
        self.values_unfinished = table.settings.values_unfinished
        self.replaces = {id: line.replaces for id, line in table.lines.items()}
        self.rows: Mapping[int, Sequence[int]] = Remembered(self._row)
        self.points: Mapping[int, int] = Remembered(lambda tally: set_points(table, tally))
        self._row_of: Mapping[Counted, tuple[int, ...]] = Remembered(self._shared_row)
        roles = table.roles
        apart = tangled(table.lines, roles)
        apart |= {id for id, role in roles.items() if role.flat or role.cancels_sets or role.limit}
        alone = [id for id in table.lines if id in keys.offset and id not in apart]
        self._free = [Free(keys, {id: self._figures(id, won) for id in alone}) for won in (False, True)]
        self._alone_of_winner = keys.mask(id for id in alone if id in roles and roles[id].winner)
        self._nothing = keys.mask(id for id, role in roles.items() if role.nothing)
        self._won, self._groups = keys.mask([WON]), keys.mask([GROUPS])
        self._apart, self._keepers = keys.mask([*apart, WON, GROUPS]), keys.mask(keepers(table))
        self._together: Mapping[int, list[Counted]] = Remembered(self._resolved)
        self._last: tuple[int, list[Counted]] = -1, []

    @property
    def limit(self) -> int:
        return self.settings.limit or max([role.flat or 0 for role in self.table.roles.values()], default=0)

    # --- which roles count
    def counted(self, key: int) -> list[Counted]:
        """Every set of roles that may count together; a flat role stands alone.  Of one key it is asked several times."""
        last = self._last
        if key != last[0]:
            last = self._last = key, self._counted(key)
        return last[1]

    def _counted(self, key: int) -> list[Counted]:
        if key & self._keepers or not key & self._groups:
            return self._resolved(key)
        won = key & self._won != 0
        free = self._free[won]
        points, doubles, _ = free.sum(key)
        lines = key & free.mask & ~(0 if won else self._alone_of_winner)
        return [
            counted
            if counted.flat
            else Counted(
                counted.lines | lines,
                counted.points + points,
                counted.doubles + doubles,
                0,
                counted.sets,
                won,
                counted.limit,
            )
            for counted in self._together[key & self._apart]
        ]

    def _figures(self, id: str, won: bool) -> tuple[int, int, int]:
        """Points and doubles of a line by itself."""
        if id in self.table.items:
            return self.table.items[id].points, 0, 0
        role = self.table.roles[id]
        return (role.points or 0, role.doubles or 0, 0) if won or not role.winner else (0, 0, 0)

    def _resolved(self, key: int) -> list[Counted]:
        """Every set of these roles that may count together."""
        held = self.keys.held(key)
        won = WON in held
        roles = {id: n for id, n in held.items() if id in self.table.roles and self._may_count(id, won)}
        plain = {id: n for id, n in held.items() if id in self.table.items}
        plain |= {id: n for id, n in roles.items() if not self.table.roles[id].flat}
        flats = [
            Counted(self.keys.of({id: 1}), 0, 0, self.table.roles[id].flat or 0, False, won)
            for id in roles
            if id not in plain
        ]
        if GROUPS not in held:
            return flats
        return flats + [self._add_up(chosen, won) for chosen in candidates(plain, self.table.roles, self.replaces)]

    def _may_count(self, id: str, won: bool) -> bool:
        role = self.table.roles[id]
        return (won or not role.winner) and not (role.limit and self.settings.limit is None)

    def _add_up(self, chosen: Held, won: bool) -> Counted:
        table = self.table.roles
        roles = {id: n for id, n in chosen.items() if id in table}
        items = self.table.items
        points = sum((items[id].points if id in items else table[id].points or 0) * n for id, n in chosen.items())
        doubles = sum((table[id].doubles or 0) * n for id, n in roles.items())
        sets = not any(table[id].cancels_sets for id in roles)
        limit = any(table[id].limit for id in roles)
        return Counted(self.keys.of(chosen), points, doubles, 0, sets, won, limit)

    # --- ranks: the value, then a flat hand and one that is the limit before others, then doubles, then points
    def _row(self, key: int) -> Sequence[int]:
        rows = [self._row_of[counted._replace(lines=0)] for counted in self.counted(key)]
        if not rows:
            return (NOT_WORTH_A_WIN,) * (most_set_points(self.table) + 1)
        return rows[0] if len(rows) == 1 else [max(ranks) for ranks in zip(*rows, strict=True)]

    def _shared_row(self, counted: Counted) -> tuple[int, ...]:
        return tuple(self._rank(counted, sets) for sets in range(most_set_points(self.table) + 1))

    def _rank(self, counted: Counted, sets: int) -> int:
        points = counted.points + sets * counted.sets
        kind = (counted.flat > 0) << 1 | counted.limit
        return ((self.capped(counted, points)[0] << 2 | kind) << 6 | counted.doubles) << 12 | points

    def capped(self, counted: Counted, points: int) -> tuple[int, str | None]:
        """The value after doubles and limit, and the limit that it reached."""
        if counted.flat:
            return counted.flat, self.settings.flat_name
        value, limit = self._uncapped(counted, points), self.settings.limit
        above = limit is not None and value > limit and (counted.won or self.settings.limit_who == "all")
        return (limit or 0, "limit") if above or counted.limit else (value, None)

    def _uncapped(self, counted: Counted, points: int) -> int:
        step = self.settings.value_to
        return ((self.rounded(points) << counted.doubles) + step // 2) // step * step

    def rounded(self, points: int) -> int:
        """Points as they are doubled."""
        step = self.settings.points_up_to
        return -(-points // step) * step

    # --- in words and figures
    def best_of(self, key: int, sets: int) -> Counted | None:
        """What counts, beside sets of so many points; None where nothing makes a win."""
        return max(self.counted(key), key=lambda counted: self._rank(counted, sets), default=None)

    def lines(self, key: int, sets: int) -> int:
        best = self.best_of(key, sets)
        return 0 if best is None else best.lines & ~self._nothing

    def varies(self, key: int) -> bool:
        return len(self.counted(key)) > 1 and differs_by_sets(self.table, lambda sets: self.lines(key, sets))

    def worth(self, key: int, sets: int) -> Worth:
        best = self.best_of(key, sets)
        if best is None:
            return Worth({}, (), False, self._measures(0, 0), 0, {}, None, ())
        raw = best.flat or best.points + sets * best.sets
        value, limit = self.capped(best, raw)
        held = self.keys.held(best.lines & ~self._nothing)
        roles = {id: self._worth_of(id, n) for id, n in held.items() if id in self.table.roles}
        measures = self._measures(raw if best.flat else self.rounded(raw), best.doubles)
        return Worth(roles, self._items(held), best.sets, measures, value, {}, limit, self._steps(best, raw))

    def _worth_of(self, id: str, times: int) -> tuple[str, int, int]:
        unit, number = self.table.roles[id].worth_in(self.settings.measures)
        return unit, number * times, times

    def _measures(self, points: int, doubles: int) -> dict[str, int | None]:
        names = self.settings.measures
        return {names.points: points, names.doubles: doubles}

    def _items(self, held: Held) -> list[ItemLine]:
        table: dict[str, Any] = {**self.table.roles, **self.table.items}
        return [ItemLine(id, (table[id].points or 0) * n, n) for id, n in held.items() if table[id].points]

    def _steps(self, best: Counted, raw: int) -> list[tuple[str, Mapping[str, Any]]]:
        value, limit = self.capped(best, raw)
        if best.flat:
            return [("flat", {"value": value})]
        names, points = self.settings.measures, self.rounded(raw)
        steps: list[tuple[str, Mapping[str, Any]]] = []
        if points != raw:
            steps.append(("fu_rounded", {"raw": Amount(names.points, raw), "fu": Amount(names.points, points)}))
        figures = {"points": Amount(names.points, points), "doubles": Amount(names.doubles, best.doubles)}
        doubled, uncapped = points << best.doubles, self._uncapped(best, raw)
        steps.append(("doubled", {**figures, "times": 1 << best.doubles, "value": doubled}))
        if uncapped != doubled:
            steps.append(("nearest", {"value": uncapped, "to": self.settings.value_to}))
        if limit is not None:
            steps.append(("capped" if uncapped > value else "raised", {"value": uncapped, "limit": value}))
        return steps

    def nearly(self, key: int) -> list[str]:
        return uncounted(self.keys, self.table.roles, key, (counted.lines for counted in self.counted(key)))


POINTS_DOUBLES: Final = Method("points_doubles", PointsTable, PointsDoubles, conditions=(WON, GROUPS))
