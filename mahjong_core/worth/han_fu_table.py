"""What a table of the Japanese way to value a hand may say."""

from __future__ import annotations

from typing import Literal

from pydantic import NonNegativeInt, PositiveInt, model_validator

from mahjong_core.tables import Role, Strict, Table, Worths


class HanRole(Role):
    han: PositiveInt | None = None
    open: NonNegativeInt | None = None  # han of an open hand: absent, the same; 0, closed hands only
    yakuman: PositiveInt | None = None  # so many limit hands

    @model_validator(mode="after")
    def _one_worth(self) -> HanRole:
        if (self.han is None) == (self.yakuman is None):
            raise ValueError("give either 'han' or 'yakuman'")
        return self

    def worths(self, settings: HanFuSettings) -> Worths:
        unit = settings.measures.yakuman if self.yakuman else settings.measures.han
        worth = self.yakuman or self.han or 0
        is_open = worth if self.open is None else self.open
        return Worths({unit: worth}, {unit: is_open} if is_open else None)


class Tier(Strict):
    han: PositiveInt  # from so many han on
    basic: PositiveInt


class HanFuMeasures(Strict):
    """What a ruleset calls its figures."""

    han: str = "han"
    fu: str = "fu"
    yakuman: str = "yakuman"


class HanFuSettings(Strict):
    measures: HanFuMeasures = HanFuMeasures()
    round_fu_to: PositiveInt
    least_fu: NonNegativeInt = 0  # rounded fu are so many at least
    flat_first: bool = False  # of readings of equal worth and han, does a flat figure come first?
    first_doublings: NonNegativeInt  # basic points = fu doubled han + so many times
    tiers: dict[str, Tier]  # the lowest caps what fu and few han make
    kazoe_yakuman: bool | Literal["no_limit"]
    kazoe_han: PositiveInt  # counted yakuman: from so many han on
    yakuman: PositiveInt  # basic points of one
    kiriage_mangan: bool
    kiriage_basic: PositiveInt  # rounded up to the lowest tier
    combine_yakuman: bool
    max_yakuman: PositiveInt | None = None
    sextuple_limit: bool = False


class HanFuTable(Table[HanRole]):
    settings: HanFuSettings
