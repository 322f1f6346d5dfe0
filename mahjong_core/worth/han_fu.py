"""The Japanese way to value a hand: han from its roles, fu from its sets, pair and wait, both into basic points."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from mahjong_core.remembered import Remembered
from mahjong_core.worth.han_fu_table import HanFuTable
from mahjong_core.worth.keys import Keys
from mahjong_core.worth.methods import NOT_WORTH_A_WIN, Amount, ItemLine, LimitName, Method, Worth
from mahjong_core.worth.resolve import Free, Held, candidates, keepers, tangled, uncounted
from mahjong_core.worth.sets import differs_by_sets, most_set_points, set_points

CLOSED: Final = "closed_hand"
FLAT: Final = (1 << 12) - 1  # more than any raw fu


class Counted(NamedTuple):
    """One set of roles and items that may count together."""

    lines: int  # as a key
    han: int
    yakuman: int
    flat: int | None  # fu that stands for everything
    fu: int  # of the items
    wins: bool  # is there a role to win by?


class HanFu:
    """The method at work on one table."""

    values_unfinished = False

    def __init__(self, table: HanFuTable, keys: Keys) -> None:
        self.table, self.keys, self.settings = table, keys, table.settings
        self._names: dict[str, str] = table.settings.measures.model_dump()
        self.replaces = {id: line.replaces for id, line in table.lines.items()}
        self.rows: Mapping[int, Sequence[int]] = Remembered(self._row)
        self.points: Mapping[int, int] = Remembered(lambda tally: set_points(table, tally))
        self._row_of: Mapping[tuple[int, int, int | None, int], tuple[int, ...]] = Remembered(self._shared_row)
        apart = tangled(table.lines, table.roles)
        apart |= {id for id, role in table.roles.items() if role.yakuman}
        apart |= {id for id, item in table.items.items() if item.flat}
        alone = [id for id in table.lines if id in keys.offset and id not in apart]
        self._free = [Free(keys, self._figures(alone, closed)) for closed in (False, True)]
        self._closed = keys.mask([CLOSED])
        self._items = keys.mask(table.items)
        self._apart, self._keepers = keys.mask([*apart, CLOSED]), keys.mask(keepers(table))
        self._together: Mapping[int, list[Counted]] = Remembered(self._resolved)
        self._last: tuple[int, list[Counted]] = -1, []

    @property
    def limit(self) -> int:
        return int(self.settings.yakuman)

    # --- which roles count
    def counted(self, key: int) -> list[Counted]:
        """Every set of lines that may count together and makes a win.  Of one key it is asked several times."""
        last = self._last
        if key != last[0]:
            last = self._last = key, self._counted(key)
        return last[1]

    def _counted(self, key: int) -> list[Counted]:
        if key & self._keepers:
            return [counted for counted in self._resolved(key) if counted.wins]
        free = self._free[key & self._closed != 0]
        han, fu, winning = free.sum(key)
        lines = key & free.mask
        found = [self._joined(counted, lines, han, fu, winning > 0) for counted in self._together[key & self._apart]]
        return [counted for counted in found if counted.wins]

    def _figures(self, lines: Iterable[str], closed: bool) -> dict[str, tuple[int, int, int]]:
        """Han, fu, and whether it makes a win, of each line by itself; without roles that do not count."""
        items = self.table.items
        found = {id: (0, items[id].points, 0) for id in lines if id in items}
        worth = {id: self._worth_of(id, closed) for id in lines if id not in items}
        return found | {id: (han, 0, int(self._wins_alone(id, closed))) for id, han in worth.items() if han}

    def _joined(self, counted: Counted, lines: int, han: int, fu: int, wins: bool) -> Counted:
        """With the lines that simply add up."""
        _, old_han, yakuman, flat, old_fu, old_wins = counted
        wins = wins or old_wins
        if yakuman:
            return counted._replace(wins=wins)
        if flat is not None:
            return Counted(counted.lines | lines & ~self._items, old_han + han, 0, flat, old_fu, wins)
        return Counted(counted.lines | lines, old_han + han, 0, None, old_fu + fu, wins)

    def _resolved(self, key: int) -> list[Counted]:
        """Every set of these lines that may count together."""
        held = self.keys.held(key)
        closed = CLOSED in held
        worthy = {id: n for id, n in held.items() if id in self.table.items or self._worth_of(id, closed)}
        return [self._add_up(chosen, closed) for chosen in candidates(worthy, self.table.roles, self.replaces)]

    def _worth_of(self, id: str, closed: bool) -> int:
        """Han or yakuman of a role, 0 where it does not count."""
        role = self.table.roles.get(id)
        if role is None:
            return 0
        worth = role.han or role.yakuman or 0
        return worth if closed or role.open is None else role.open

    def _add_up(self, chosen: Held, closed: bool) -> Counted:
        roles = {id: n for id, n in chosen.items() if id in self.table.roles}
        wins = any(self._wins_alone(id, closed) for id in roles)
        yakuman = {id: self._worth_of(id, closed) * n for id, n in roles.items() if self.table.roles[id].yakuman}
        if yakuman:
            if not self.settings.combine_yakuman:
                best = max(yakuman, key=lambda id: yakuman[id])
                yakuman = {best: yakuman[best]}
            lines = self.keys.of({id: roles[id] for id in yakuman})
            return Counted(lines, 0, self._capped(sum(yakuman.values())), None, 0, wins)
        items = {id: n for id, n in chosen.items() if id in self.table.items}
        flats = [self.table.items[id].points for id in items if self.table.items[id].flat]
        if flats:
            items = {id: n for id, n in items.items() if self.table.items[id].flat}
        fu = sum(self.table.items[id].points * n for id, n in items.items())
        han = sum(self._worth_of(id, closed) * n for id, n in roles.items())
        return Counted(self.keys.of(roles | items), han, 0, flats[0] if flats else None, fu, wins)

    def _wins_alone(self, id: str, closed: bool) -> bool:
        alone = self.table.roles[id].alone
        return alone is None or (alone == "closed" and closed)

    def _capped(self, yakuman: int) -> int:
        ceilings = [n for n in (self.settings.max_yakuman, 6 if self.settings.sextuple_limit else None) if n]
        return min([yakuman, *ceilings])

    # --- ranks: basic points, then yakuman before counted yakuman, then han, then the larger raw fu
    def _row(self, key: int) -> Sequence[int]:
        rows = [self._row_of[c.han, c.yakuman, c.flat, c.fu] for c in self.counted(key)]
        if not rows:
            return (NOT_WORTH_A_WIN,) * (most_set_points(self.table) + 1)
        return rows[0] if len(rows) == 1 else [max(ranks) for ranks in zip(*rows, strict=True)]

    def _shared_row(self, worth: tuple[int, int, int | None, int]) -> tuple[int, ...]:
        han, yakuman, flat, fu = worth
        return tuple(self._rank(han, yakuman, flat, fu + sets) for sets in range(most_set_points(self.table) + 1))

    def _rank(self, han: int, yakuman: int, flat: int | None, raw: int) -> int:
        basic, _ = self.basic(han, yakuman, self.rounded(raw, flat))
        if flat is not None and self.settings.flat_first:
            raw = FLAT
        return (((basic << 8 | yakuman) << 8 | han) << 12 | raw) << 1 | (flat is not None)

    def rounded(self, raw: int, flat: int | None) -> int:
        """Fu, rounded up; a flat figure stays as it is."""
        step = self.settings.round_fu_to
        return flat if flat is not None else max(-(-raw // step) * step, self.settings.least_fu)

    def basic(self, han: int, yakuman: int, fu: int) -> tuple[int, str | None]:
        """Basic points and the name of the limit that they reached."""
        settings = self.settings
        if yakuman:
            return settings.yakuman * yakuman, "yakuman"
        if settings.kazoe_yakuman and han >= settings.kazoe_han:
            times = han // settings.kazoe_han if settings.kazoe_yakuman == "no_limit" else 1
            return settings.yakuman * times, "kazoe_yakuman"
        reached = [(tier.basic, name) for name, tier in settings.tiers.items() if han >= tier.han]
        if reached:
            return max(reached)
        plain = fu << han + settings.first_doublings
        least, name = min((tier.basic, name) for name, tier in settings.tiers.items())
        if plain >= least or (settings.kiriage_mangan and plain >= settings.kiriage_basic):
            return least, name
        return plain, None

    def by_itself(self, han: int, yakuman: int | None) -> int:
        """Basic points of what stands for a whole hand and has no fu of its own."""
        return self.basic(han, yakuman or 0, self.rounded(0, None))[0] if han or yakuman else 0

    # --- in words and figures
    def best_of(self, key: int, sets: int) -> Counted | None:
        """What counts, beside sets of so many points; None where nothing makes a win."""
        counted = self.counted(key)
        if len(counted) == 1:
            return counted[0]
        return max(counted, key=lambda c: self._rank(c.han, c.yakuman, c.flat, c.fu + sets), default=None)

    def lines(self, key: int, sets: int) -> int:
        best = self.best_of(key, sets)
        return 0 if best is None else best.lines

    def varies(self, key: int) -> bool:
        return len(self.counted(key)) > 1 and differs_by_sets(self.table, lambda sets: self.lines(key, sets))

    def worth(self, key: int, sets: int) -> Worth:
        closed = key & self._closed != 0
        best = self.best_of(key, sets)
        if best is None:
            return Worth({}, (), False, self._measures(0, None, 0), 0, {}, None, ())
        unit = self._names["yakuman" if best.yakuman else "han"]
        held = self.keys.held(best.lines)
        roles = {id: (unit, self._worth_of(id, closed) * n, n) for id, n in held.items() if id in self.table.roles}
        if best.yakuman:
            basic, limit = self.basic(0, best.yakuman, 0)
            shares = {id: self.settings.yakuman * number for id, (_, number, _) in roles.items()}
            measures = self._measures(None, None, best.yakuman)
            steps: list[tuple[str, Mapping[str, Any]]] = [
                ("yakuman", self._in_units(yakuman=best.yakuman, basic=basic))
            ]
            return Worth(roles, (), False, measures, basic, shares, limit, steps)
        table = self.table.items
        items = [ItemLine(id, table[id].points * n, n) for id, n in held.items() if id in table]
        raw = best.fu + sets
        fu = self.rounded(raw, best.flat)
        basic, limit = self.basic(best.han, 0, fu)
        measures = self._measures(best.han, fu, 0)
        return Worth(roles, items, best.flat is None, measures, basic, {}, limit, self._steps(best, raw, fu))

    def _steps(self, best: Counted, raw: int, fu: int) -> list[tuple[str, Mapping[str, Any]]]:
        basic, limit = self.basic(best.han, 0, fu)
        plain = fu << best.han + self.settings.first_doublings
        steps: list[tuple[str, Mapping[str, Any]]] = []
        if best.flat is not None:
            steps.append(("fu_flat", self._in_units(fu=fu)))
        else:
            steps.append(("fu_rounded", self._in_units(raw=Amount(self._names["fu"], raw), fu=fu)))
        if limit is None:
            first = self.settings.first_doublings
            steps.append(
                ("basic", self._in_units(fu=fu, power=best.han + first, han=best.han, first=first, basic=basic))
            )
        elif plain < basic and best.han < min(tier.han for tier in self.settings.tiers.values()):
            steps.append(("kiriage", {"plain": plain, "basic": basic}))
        else:
            steps.append(("tier", self._in_units(han=best.han, fu=fu, limit=LimitName(limit), basic=basic)))
        return steps

    def _measures(self, han: int | None, fu: int | None, yakuman: int) -> dict[str, int | None]:
        names = self._names
        return {names["han"]: han, names["fu"]: fu, names["yakuman"]: yakuman}

    def _in_units(self, **figures: Any) -> dict[str, Any]:
        """Figures of a step, each measure with its unit in words."""
        names = self._names
        return {key: Amount(names[key], n) if key in names else n for key, n in figures.items()}

    def nearly(self, key: int) -> list[str]:
        return uncounted(self.keys, self.table.roles, key, (counted.lines for counted in self.counted(key)))


HAN_FU: Final = Method("han_fu", HanFuTable, HanFu, conditions=(CLOSED,))
