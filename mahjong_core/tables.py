"""What a ruleset's table may say: the models that every table is checked against, with every mistake at its place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Generic, Literal, TypeVar, cast

from pydantic import BaseModel, ConfigDict, Field, NonNegativeInt, PositiveInt, ValidationError, create_model

from mahjong_core.errors import RulesetError
from mahjong_core.sources import KeyPath, Source, dotted, is_list, is_mapping, merged, nearest, written_at

Names = dict[str, str]  # language -> text
Scalar = bool | int | float | str | None
Overlay = dict[str, Any]


class Strict(BaseModel):
    """A mapping that may hold these keys and no others."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, defer_build=True)  # only what is used is built


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


class Item(Line):
    """A line of points beside the sets (fu for the wait, the pair ...)."""

    points: NonNegativeInt = 0
    flat: bool = False  # these points stand for all items and sets, and are not rounded
    source: str = ""


class Flag(Strict):
    """What a flag needs; a hand that breaks it is a problem, not a score."""

    win: Literal["ron", "tsumo"] | None = None
    closed: bool = False  # needs a hand without claimed groups
    no_groups: bool = False  # needs a hand without any declared group
    dealer: bool | None = None
    needs: list[str] = []  # needs one of these flags
    excludes: list[str] = []
    implies: list[str] = []
    kong: bool = False  # needs a kong of one's own
    single_copy: bool = False  # the winner may hold no other copy of the winning tile
    won: bool = True  # only for hands that won
    names: Names = {}


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
    reds: dict[str, NonNegativeInt] = {}  # suit -> how many of its fives
    chows: bool = True  # may a run be claimed?


class Bar(Strict):
    """A complete hand of which the pattern holds is no win."""

    when: str
    names: Names = {}  # the reason, in words
    source: str = ""

    @property
    def patterns(self) -> list[str]:
        """The name of its pattern."""
        return [self.when]


class Option(Strict):
    """A switch of the ruleset: each value is an overlay."""

    values: dict[str, Overlay] = {}
    members: dict[str, Overlay] = {}  # a list of these is a value too: all their overlays
    number: str | list[str] | None = None  # or any number, which is put at this key path, or at these
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
    most_indicators: PositiveInt = 5  # of dora, and of ura
    furiten: Literal["any_wait", "same_tile"] | None = None  # which own discards bar a win on a discard
    ura: Literal["next", "itself"] = "next"  # what an ura indicator makes dora: the kind behind it, or its own
    triplets: GroupPoints = NO_POINTS
    quads: GroupPoints = NO_POINTS
    bars: dict[str, Bar] = {}
    groups: dict[str, bool] = {}  # groups of roles: is it in play?  Groups that are not named here are
    roles: dict[str, R]
    items: dict[str, Item] = {}
    options: dict[str, Option] = {}
    defaults: dict[str, Any] = {}  # option -> its value
    unverified: list[str] = []  # options whose value no source confirms
    settings: Any  # what the method reads
    payment: Any  # what the settlement reads
    preset: Names = {}  # title of the preset
    set_aside: dict[str, R] = Field(default={}, exclude=True)  # roles of groups that are not in play

    @property
    def lines(self) -> dict[str, Line]:
        """Roles and items by id; no id is both."""
        return {**self.roles, **self.items}


def checked(
    sources: Sequence[Source], model: type[Table[Any]], payment: type[Strict], patterns: Mapping[str, Any], name: str
) -> Table[Any]:
    """Merge the sources in order and return the table.  Raises RulesetError with every problem and its place."""
    data = merged(sources)
    say = _Speaker(sources, data)
    model = create_model(model.__name__, __base__=model, payment=(payment, ...))
    try:
        table = model.model_validate(data)
    except ValidationError as error:
        raise RulesetError(name, [say.of_pydantic(e, model) for e in error.errors()]) from None
    removed = {id for source in sources for key in ("roles", "items") for id in source.data.get(key) or ()}
    problems = [say.line(at, text) for at, text in _broken_names(table, patterns, removed)]
    if problems:
        raise RulesetError(name, problems)
    return _in_play(table)


def _in_play(table: Table[Any]) -> Table[Any]:
    """The table without the roles of groups that are not in play, which are set aside."""
    aside = {id: role for id, role in table.roles.items() if not table.groups.get(role.group or "", True)}
    roles = {id: role for id, role in table.roles.items() if id not in aside}
    return table.model_copy(update={"roles": roles, "set_aside": aside}) if aside else table


def _broken_names(table: Table[Any], patterns: Mapping[str, Any], removed: set[str]) -> Iterator[tuple[KeyPath, str]]:
    """Names in a table that name nothing; a line that an option took away (``removed``) may still be named."""
    lines = {*table.lines, *removed}
    for section, members in (("roles", table.roles), ("items", table.items), ("bars", table.bars)):
        for id, line in members.items():
            for pattern in line.patterns:
                if pattern not in patterns:
                    yield (section, id, "when"), f"no pattern is named {pattern!r}{nearest(pattern, patterns)}"
            if section != "roles" and id in table.roles:
                yield (section, id), "a role has this name too"
            for key in ("replaces", "excludes", "keeps"):
                for i, other in enumerate(getattr(line, key, None) or ()):
                    if other not in lines:
                        yield (section, id, key, i), f"no role or item is named {other!r}{nearest(other, lines)}"
                    elif key == "replaces" and other in members and id in getattr(members[other], key, ()):
                        yield (section, id, key, i), f"{id!r} and {other!r} replace each other"
    for flag, rule in table.flags.items():
        for key in ("needs", "excludes", "implies"):
            for i, other in enumerate(getattr(rule, key)):
                if other not in table.flags:
                    yield ("flags", flag, key, i), f"no flag is named {other!r}{nearest(other, table.flags)}"
    for option in table.defaults:
        if option not in table.options:
            yield ("defaults", option), f"no option is named {option!r}{nearest(option, table.options)}"
    for i, option in enumerate(table.unverified):
        if option not in table.options:
            yield ("unverified", i), f"no option is named {option!r}{nearest(option, table.options)}"


class _Speaker:
    """Words problems: ``mine.yaml:4: roles.tanyao.opne: unknown key; did you mean 'open'?``"""

    def __init__(self, sources: Sequence[Source], data: Mapping[str, Any]) -> None:
        self.sources, self.data = sources, data

    def line(self, at: KeyPath, text: str) -> str:
        return f"{written_at(self.sources, at)}: {dotted(at)}: {text}"

    def of_pydantic(self, error: Any, model: type[Table[Any]]) -> str:
        at: KeyPath = self._real_path(error["loc"])
        kind, given = error["type"], error["input"]
        got = f" (got {given!r})" if isinstance(given, str | int | float | bool | list) else ""
        text = str(error["msg"]).removeprefix("Value error, ") + got
        if kind == "extra_forbidden":
            text = f"unknown key{nearest(str(at[-1]), _keys_at(model, at[:-1]))}"
        elif kind == "missing" and len(at) == 3 and at[0] in ("roles", "items"):
            others = [id for id in self.data.get(at[0], {}) if id != at[1]]
            text = f"a new entry needs '{at[2]}'{nearest(str(at[1]), others)}"
            at = at[:2]
        elif kind == "missing" and isinstance(last := at[-1], int):
            at, text = at[:-1], f"expected {last + 1} values, got {last}"
        elif kind == "missing":
            text = f"the key '{at[-1]}' is missing"
        return self.line(at, text)

    def _real_path(self, loc: KeyPath) -> KeyPath:
        """Without the steps that pydantic adds for the members of a union."""
        here: Any = self.data
        path: list[str | int] = []
        for i, step in enumerate(loc):
            if is_mapping(here):
                here = here.get(str(step))
                path.append(step)
            elif is_list(here) and isinstance(step, int):
                here = here[step] if step < len(here) else None
                path.append(step)
            elif here is None and i == len(loc) - 1:
                path.append(step)
        return tuple(path)


def _keys_at(model: type[BaseModel], at: KeyPath) -> list[str]:
    """The keys that may stand at a path of a model."""
    here: Any = model
    for step in at:
        if isinstance(here, type) and issubclass(here, BaseModel):
            field = here.model_fields.get(str(step))
            here = field.annotation if field else None
        else:
            here = cast("Any", getattr(here, "__args__", (None,)))[-1]  # of dict[str, X]: X
    if isinstance(here, type) and issubclass(here, BaseModel):
        return list(here.model_fields)
    return []
