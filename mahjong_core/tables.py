"""What a ruleset's table may say: the models that every table is checked against (:mod:`mahjong_core.table_checks`)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any, Final, Generic, Literal, NamedTuple, TypeVar

from pydantic import BaseModel, ConfigDict, Field, NonNegativeInt, PrivateAttr, field_validator

from mahjong_core.errors import HandError
from mahjong_core.tile_text import parse_kinds
from mahjong_core.tiles import HONOURS, MAN, PIN, SOU

Names = dict[str, str]  # language -> text
Overlay = dict[str, Any]
MOST_POINTS: Final = 100_000  # of one line


class Strict(BaseModel):
    """A mapping that may hold these keys and no others."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, defer_build=True)  # only what is used is built


class Worths(NamedTuple):
    """What a role is worth: unit -> number.  ``open``: in an open hand; None where it does not count there."""

    closed: Mapping[str, int]
    open: Mapping[str, int] | None


class Line(Strict):
    """A line of a table that holds when a pattern holds."""

    when: str | list[str]  # a pattern's name, or several of which any will do
    names: Names = {}
    replaces: list[str] = []  # lines that do not count beside this one
    note: str | None = None

    @property
    def patterns(self) -> list[str]:
        """The names of its patterns."""
        return [self.when] if isinstance(self.when, str) else self.when


class Role(Line):
    """What a hand can be worth something for; each method adds the kinds of worth it knows."""

    source: str
    each: bool = False  # the pattern counts: the worth for each one
    excludes: list[str] = []  # roles it cannot stand with: the better counts
    alternative: bool = False  # the hand with it and the hand without it are both valued: the better counts
    keeps: list[str] | None = None  # beside it nothing counts but these
    alone: Literal["no", "closed"] | None = None  # does not make a win by itself (or only closed)
    event: Literal["draw"] | None = None  # valued at an exhausted wall, never for a hand
    group: str | None = None
    option: str | None = None  # the option that switches it

    def worths(self, settings: Any) -> Worths:
        """What it is worth, in words of the method's ``settings``."""
        return Worths({}, {})


class Item(Line):
    """A line of points beside the sets (fu for the wait, the pair ...)."""

    points: int = Field(default=0, ge=0, le=MOST_POINTS)
    flat: bool = False  # these points stand for all items and sets, and are not rounded
    source: str = ""


class Flag(Strict):
    """What a flag needs; a hand that breaks it is a problem, not a score."""

    win: Literal["ron", "tsumo"] | None = None
    closed: bool = False  # needs a hand without claimed groups
    no_groups: bool = False  # needs a hand without any declared group or north set aside
    dealer: bool | None = None
    needs: list[str] = []  # needs one of these flags
    excludes: list[str] = []
    implies: list[str] = []
    kong: bool = False  # needs a kong of one's own, or a north set aside
    single_copy: bool = False  # the winner may hold no other copy of the winning tile
    won: bool = True  # only for hands that won
    names: Names = {}

    def name(self, flag: str, lang: str) -> str:
        """What the flag is called in this language, or in English; else the flag itself."""
        return self.names.get(lang) or self.names.get("en") or flag


class Given(Strict):
    """Something about the situation that this ruleset asks for, known to patterns as ``h.given[name]``."""

    kind: Literal["wind", "suit", "seats", "count", "round_end"]
    absent: Literal["round"] | None = None  # what it is when it is not told: the wind of the round


class Wall(Strict):
    """Which tiles are in play."""

    suits: str = "mps"
    honours: bool = True
    flowers: bool = False
    seasons: bool = False
    without: str = ""  # tiles of them that are not: 2345678m
    reds: dict[str, NonNegativeInt] = {}  # suit -> how many of its fives
    chows: bool = True  # may a run be claimed?
    norths_aside: bool = False  # may norths be set aside?  As dora they count there, too

    @field_validator("without")
    @classmethod
    def _tiles(cls, text: str) -> str:
        try:
            parse_kinds(text)
        except HandError as error:
            raise ValueError(str(error)) from None
        return text

    @property
    def kinds(self) -> int:
        """The set of kinds in play, flowers and seasons aside."""
        suits = sum(bits for suit, bits in zip("mps", (MAN, PIN, SOU), strict=True) if suit in self.suits)
        without = sum(1 << kind for kind in set(parse_kinds(self.without)))
        return (suits | (HONOURS if self.honours else 0)) & ~without


class Bar(Strict):
    """A complete hand of which the pattern holds is no win."""

    when: str
    names: Names = {}  # the reason, in words
    source: str = ""

    @property
    def patterns(self) -> list[str]:
        """The name of its pattern."""
        return [self.when]


class Example(Strict):
    """A hand for the page of a ruleset: keys as those of a record."""

    hand: str
    win: Literal["ron", "tsumo"]
    seat_wind: str = "S"
    round_wind: str = "E"
    ron_from: str | None = None
    flags: list[str] = []
    dora_indicators: str = ""
    ura_indicators: str = ""
    void: str | None = None
    options: dict[str, Any] = {}


class Option(Strict):
    """A switch of the ruleset: each value is an overlay; what it says under ``defaults`` other options have by default."""

    values: dict[str, Overlay] = {}
    members: dict[str, Overlay] = {}  # a list of these is a value too: all their overlays
    number: str | None = None  # or any number, which is put at this key path
    group: Literal["score", "play"] = "score"  # "play": it never changes what one win is worth
    names: Names = {}  # what it switches, in words
    source: str | None = None


R = TypeVar("R", bound=Role)


class GroupPoints(Strict):
    """Points of a group: [exposed, concealed]."""

    simple: tuple[NonNegativeInt, NonNegativeInt] = Field(strict=False)
    terminal: tuple[NonNegativeInt, NonNegativeInt] = Field(strict=False)
    honour: tuple[NonNegativeInt, NonNegativeInt] = Field(strict=False)


NO_POINTS = GroupPoints(simple=(0, 0), terminal=(0, 0), honour=(0, 0))


class Table(Strict, Generic[R]):
    """What every ruleset says; ``method`` picks the model with the rest."""

    ruleset: str
    based_on: str | None = None  # the ruleset over whose table this one is laid
    title: Names
    method: str
    settlement: str
    source: str
    languages: list[str] = ["en"]
    wall: Wall = Wall()
    situation: dict[str, Given] = {}
    flags: dict[str, Flag] = {}
    shapes: dict[str, bool] = {}  # whole-hand shapes that are in play
    winning_discard: Literal["exposed", "concealed"] = "exposed"  # the triplet that a discard completes
    most_indicators: int = Field(default=5, ge=0, le=6)  # of dora, and of ura
    furiten: Literal["any_wait", "same_tile"] | None = None  # which own discards bar a win on a discard
    fed_flag: str | None = None  # with it and a liable seat (pao) a self-draw counts as a win on that seat's discard
    ura: Literal["next", "itself"] = "next"  # what an ura indicator makes dora: the kind behind it, or its own
    triplets: GroupPoints = NO_POINTS
    quads: GroupPoints = NO_POINTS
    bars: dict[str, Bar] = {}
    group_names: dict[str, Names] = {}
    groups: dict[str, bool] = {}  # groups of roles: is it in play?  Groups that are not named here are
    roles: dict[str, R]
    items: dict[str, Item] = {}
    options: dict[str, Option] = {}
    defaults: dict[str, Any] = {}  # option -> its value
    unverified: list[str] = []  # options whose value no source confirms
    settings: Any  # what the method reads
    payment: Any  # what the settlement reads
    preset: Names = {}  # title of the preset
    examples: list[Example] = []
    _set_aside: dict[str, R] = PrivateAttr(default_factory=dict[str, R])

    @property
    def lines(self) -> dict[str, Line]:
        """Roles and items by id; no id is both."""
        return {**self.roles, **self.items}

    @property
    def set_aside(self) -> Mapping[str, R]:
        """Roles that are not in play: of a group that is not, or not chosen by an option."""
        return self._set_aside

    def with_roles(self, roles: Mapping[str, R], set_aside: Mapping[str, R]) -> Table[R]:
        """The table with these roles in play, and those not."""
        changed = self.model_copy(update={"roles": dict(roles)})
        changed._set_aside = dict(set_aside)
        return changed

    def fingerprint(self) -> str:
        """Twelve hexadecimal digits that change when anything that may change a score does."""
        rules = self.model_dump(mode="json", exclude=NO_RULES, exclude_defaults=True)
        text = json.dumps(rules, sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()[:12]


NO_RULES: Final = {
    "group_names",
    "title",
    "preset",
    "unverified",
    "options",
    "defaults",
    "examples",
}  # they never change a score
