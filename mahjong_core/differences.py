"""In what two rulesets differ."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from mahjong_core.tables import Role, Strict

if TYPE_CHECKING:
    from mahjong_core.rulesets import Ruleset

WORTH_KEYS = ("han", "open", "yakuman", "points", "doubles", "flat", "fan", "limit")
OTHER_KEYS = ("when", "each", "alone", "replaces", "excludes", "alternative", "keeps", "winner")


class Difference(NamedTuple):
    """One thing in which they differ.  ``section``: ``"roles" "items" "options" "settings" "payment" "table"``;
    ``one``, ``other``: what each says, None where it says nothing."""

    section: str
    name: str
    one: Any
    other: Any


def diff(one: Ruleset, other: Ruleset) -> list[Difference]:
    """Roles (lined up by pattern where the ids differ), items, options, settings and payment figures that differ."""
    found = [*_roles(one, other), *_of_mapping("options", one.options, other.options)]
    found += _of_mapping("items", _items(one), _items(other))
    for section in ("settings", "payment"):
        found += _of_mapping(section, _figures(getattr(one.table, section)), _figures(getattr(other.table, section)))
    plain = ("method", "settlement", "winning_discard", "wall", "triplets", "quads", "shapes", "flags", "situation")
    for key in plain:
        mine, theirs = _plain(getattr(one.table, key)), _plain(getattr(other.table, key))
        if mine != theirs:
            found.append(Difference("table", key, mine, theirs))
    return found


def _roles(one: Ruleset, other: Ruleset) -> Iterator[Difference]:
    mine, theirs = one.table.roles, other.table.roles
    counterpart = _counterparts(mine, theirs)
    for id, role in mine.items():
        twin = counterpart.get(id)
        if twin is None:
            yield Difference("roles", id, said(role), None)
        elif said(role) != said(theirs[twin]):
            yield Difference("roles", id if id == twin else f"{id} = {twin}", said(role), said(theirs[twin]))
    for id in theirs:
        if id not in counterpart.values():
            yield Difference("roles", id, None, said(theirs[id]))


def _counterparts(mine: Mapping[str, Role], theirs: Mapping[str, Role]) -> dict[str, str]:
    """My role -> theirs: of the same id, or else of the same pattern."""
    found = {id: id for id in mine if id in theirs}
    by_pattern = {pattern: id for id, role in theirs.items() if id not in mine for pattern in role.patterns}
    for id, role in mine.items():
        twin = next((by_pattern[pattern] for pattern in role.patterns if pattern in by_pattern), None)
        if id not in found and twin is not None and twin not in found.values():
            found[id] = twin
    return found


def said(role: Role) -> dict[str, Any]:
    """What a role says that can change a score, without what is absent."""
    values = {key: getattr(role, key, None) for key in (*WORTH_KEYS, *OTHER_KEYS)}
    return {key: value for key, value in values.items() if value not in (None, False, []) or (key in ("open", "keeps")
            and value is not None)}  # fmt: skip


def _items(rules: Ruleset) -> dict[str, Any]:
    return {id: {"points": item.points, "when": item.when} for id, item in rules.table.items.items()}


def _figures(settings: Strict) -> dict[str, Any]:
    return settings.model_dump(mode="json")


def _plain(value: Any) -> Any:
    if isinstance(value, Strict):
        return value.model_dump(mode="json", exclude_defaults=True)
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}  # pyright: ignore[reportUnknownVariableType]
    return value


def _of_mapping(section: str, one: Mapping[str, Any], other: Mapping[str, Any]) -> Iterator[Difference]:
    for key in dict.fromkeys([*one, *other]):
        if one.get(key) != other.get(key):
            yield Difference(section, key, one.get(key), other.get(key))
