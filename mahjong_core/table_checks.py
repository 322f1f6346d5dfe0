"""Tables, checked: every mistake at its place, all at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, cast

from pydantic import BaseModel, ValidationError, create_model

from mahjong_core.errors import RulesetError
from mahjong_core.settle.settlements import Payment
from mahjong_core.sources import KeyPath, Source, dotted, is_list, is_mapping, merged, nearest, written_at
from mahjong_core.tables import Role, Table


def checked(
    sources: Sequence[Source],
    model: type[Table[Any]],
    payment: type[Payment],
    patterns: Mapping[str, Any],
    name: str,
    offered: Mapping[str, Any],
) -> Table[Any]:
    """Merge the sources in order and return the table.  ``offered``: roles that an option may take away or bring.

    Raises RulesetError with every problem and its place.
    """
    data = merged(sources)
    say = _Speaker(sources, data)
    model = _with_payment(model, payment)
    try:
        table = model.model_validate(data)
    except ValidationError as error:
        raise RulesetError(name, [say.of_pydantic(e, model) for e in error.errors()]) from None
    removed = {id for source in sources for key in ("roles", "items") for id in source.data.get(key) or ()}
    groups = {str(role.get("group")) for role in (*data["roles"].values(), *offered.values())}
    problems = [say.line(at, text) for at, text in _broken_names(table, patterns, removed, groups)]
    if problems:
        raise RulesetError(name, problems)
    return _in_play(table, offered)


@cache
def _with_payment(model: type[Table[Any]], payment: type[Payment]) -> type[Table[Any]]:
    return create_model(model.__name__, __base__=model, payment=(payment, ...))


def _in_play(table: Table[Any], offered: Mapping[str, Any]) -> Table[Any]:
    """The table without the roles of groups that are not in play; these, and those not chosen, are set aside."""
    model: Any = next((role.__class__ for role in table.roles.values()), Role)
    not_chosen = {id: model.model_validate(line) for id, line in offered.items() if id not in table.roles}
    aside = {id: role for id, role in table.roles.items() if not table.groups.get(role.group or "", True)}
    roles = {id: role for id, role in table.roles.items() if id not in aside}
    return table.with_roles(roles, aside | not_chosen)


def _broken_names(
    table: Table[Any], patterns: Mapping[str, Any], removed: set[str], in_groups: set[str]
) -> Iterator[tuple[KeyPath, str]]:
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
    payment: Payment = table.payment
    for place, role in payment.role_names():
        if role not in lines:
            yield ("payment", *place), f"no role is named {role!r}{nearest(role, lines)}"
    for flag, rule in table.flags.items():
        for key in ("needs", "excludes", "implies"):
            for i, other in enumerate(getattr(rule, key)):
                if other not in table.flags:
                    yield ("flags", flag, key, i), f"no flag is named {other!r}{nearest(other, table.flags)}"
    for at in _defaults(table):
        if at[-1] not in table.options:
            yield at, f"no option is named {at[-1]!r}{nearest(str(at[-1]), table.options)}"
    for name, told in table.options.items():
        for member in [member for member, overlay in told.members.items() if "defaults" in overlay]:
            yield ("options", name, "members", member, "defaults"), "only one of the values may say so"
    for section in ("groups", "group_names"):
        for group in getattr(table, section):
            if group not in in_groups:
                yield (section, group), f"no role is of the group {group!r}{nearest(group, in_groups)}"
    if table.fed_flag is not None and table.fed_flag not in table.flags:
        yield ("fed_flag",), f"no flag is named {table.fed_flag!r}{nearest(table.fed_flag, table.flags)}"
    for i, option in enumerate(table.unverified):
        if option not in table.options:
            yield ("unverified", i), f"no option is named {option!r}{nearest(option, table.options)}"


def _defaults(table: Table[Any]) -> Iterator[KeyPath]:
    """Where options get a default."""
    yield from (("defaults", option) for option in table.defaults)
    for name, option in table.options.items():
        for value, overlay in option.values.items():
            for other in overlay.get("defaults") or ():
                yield "options", name, "values", value, "defaults", other


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
