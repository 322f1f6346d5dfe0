"""The way of the bloody-battle rules to value a hand: its doublings add up, and a cap cuts them off."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from pydantic import Field, PositiveInt, model_validator

from mahjong_core.remembered import Remembered
from mahjong_core.tables import Role, Strict, Table, Worths
from mahjong_core.worth.keys import Keys
from mahjong_core.worth.methods import Amount, Method, Worth
from mahjong_core.worth.resolve import Free, Held, candidates, keepers, tangled, uncounted
from mahjong_core.worth.sets import most_set_points, set_points


class FanRole(Role):
    fan: int | None = Field(default=None, ge=1, le=20)  # doublings
    limit: bool = False  # the hand is worth the cap, whatever else counts; nothing where there is no cap

    @model_validator(mode="after")
    def _one_worth(self) -> FanRole:
        if (self.fan is None) is not self.limit:
            raise ValueError("give either 'fan' or 'limit'")
        return self

    def worths(self, settings: FanSettings) -> Worths:
        worth = {"limit": 1} if self.fan is None else {"fan": self.fan}
        return Worths(worth, worth)


class FanSettings(Strict):
    fan_cap: int | None = Field(default=None, ge=0, le=40)  # doublings that count at most
    base: PositiveInt = 1  # what a hand without doublings is worth


class FanTable(Table[FanRole]):
    settings: FanSettings


class Counted(NamedTuple):
    """One set of roles that may count together."""

    lines: int  # as a key
    fan: int
    limit: bool


class Fan:
    """The method at work on one table."""

    values_unfinished = False

    def __init__(self, table: FanTable, keys: Keys) -> None:
        self.table, self.keys, self.settings = table, keys, table.settings
        self.replaces = {id: line.replaces for id, line in table.lines.items()}
        self.rows: Mapping[int, Sequence[int]] = Remembered(self._row)
        self.points: Mapping[int, int] = Remembered(lambda tally: set_points(table, tally))
        apart = tangled(table.lines, table.roles) | {id for id, role in table.roles.items() if role.limit}
        alone = [id for id in table.roles if id in keys.offset and id not in apart]
        self._free = Free(keys, {id: (table.roles[id].fan or 0, 0, 0) for id in alone})
        self._apart, self._keepers = keys.mask(apart), keys.mask(keepers(table))
        self._together: Mapping[int, list[Counted]] = Remembered(self._resolved)

    @property
    def limit(self) -> int:
        """Without a cap, the most that a hand can be worth has no name."""
        return 0 if self.settings.fan_cap is None else self.settings.base << self.settings.fan_cap

    def value_of(self, fan: int) -> int:
        """What so many doublings are worth, by themselves."""
        cap = self.settings.fan_cap
        return self.settings.base << (fan if cap is None else min(fan, cap))

    # --- which roles count
    def counted(self, key: int) -> list[Counted]:
        """Every set of roles that may count together."""
        if key & self._keepers:
            return self._resolved(key)
        fan, lines = self._free.sum(key)[0], key & self._free.mask
        found = self._together[key & self._apart]
        return [Counted(counted.lines | lines, counted.fan + fan, counted.limit) for counted in found]

    def _resolved(self, key: int) -> list[Counted]:
        roles, no_cap = self.table.roles, self.settings.fan_cap is None
        held = {id: n for id, n in self.keys.held(key).items() if id in roles and not (no_cap and roles[id].limit)}
        return [self._add_up(chosen) for chosen in candidates(held, roles, self.replaces)]

    def _add_up(self, chosen: Held) -> Counted:
        roles = self.table.roles
        fan = sum((roles[id].fan or 0) * n for id, n in chosen.items())
        return Counted(self.keys.of(chosen), fan, any(roles[id].limit for id in chosen))

    # --- ranks: the doublings that count, then a hand that is the cap before others, then all its doublings
    def _row(self, key: int) -> Sequence[int]:
        return (max(map(self._rank, self.counted(key))),) * (most_set_points(self.table) + 1)

    def _rank(self, counted: Counted) -> int:
        return (self.capped(counted)[0] << 1 | counted.limit) << 10 | counted.fan

    def capped(self, counted: Counted) -> tuple[int, str | None]:
        """The doublings that count, and the limit that they reached."""
        cap = self.settings.fan_cap
        if cap is not None and (counted.limit or counted.fan > cap):
            return cap, "cap"
        return counted.fan, None

    # --- in words and figures
    def best_of(self, key: int) -> Counted:
        return max(self.counted(key), key=self._rank)

    def lines(self, key: int, sets: int) -> int:
        return self.best_of(key).lines

    def varies(self, key: int) -> bool:
        return False

    def worth(self, key: int, sets: int) -> Worth:
        best = self.best_of(key)
        doublings, limit = self.capped(best)
        value = self.settings.base << doublings
        roles = {id: self._worth_of(id, n) for id, n in self.keys.held(best.lines).items()}
        steps = self._steps(best, doublings, value)
        return Worth(roles, (), False, {"fan": best.fan}, value, {}, limit, steps, self.limit or None)

    def _worth_of(self, id: str, times: int) -> tuple[str, int, int]:
        ((unit, number),) = self.table.roles[id].worths(self.settings).closed.items()
        return unit, number * times, times

    def _steps(self, best: Counted, doublings: int, value: int) -> list[tuple[str, Mapping[str, Any]]]:
        fan = Amount("fan", best.fan)
        if best.limit:
            return [("fan_raised", {"cap": doublings, "value": value})]
        if best.fan > doublings:
            return [("fan_capped", {"fan": fan, "cap": doublings, "value": value})]
        return [("doubled_fan", {"power": doublings, "fan": fan, "value": value})]

    def nearly(self, key: int) -> list[str]:
        """Any hand wins; what holds and is worth nothing is the cap where there is none."""
        return uncounted(self.keys, self.table.roles, key, (counted.lines for counted in self.counted(key)))


FAN: Final = Method("fan", FanTable, Fan)
