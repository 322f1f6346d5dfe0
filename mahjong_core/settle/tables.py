"""A whole table, from what is told to the answer."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from mahjong_core.errors import MahjongError, Problem, TableError
from mahjong_core.phrases import printable, said
from mahjong_core.settle.settled_tables import SettledTable

if TYPE_CHECKING:
    from mahjong_core.rulesets import Ruleset
    from mahjong_core.settle.settlements import TableForm


class ToldTable(NamedTuple):
    """A table that has been read and found well: ready to be settled, as often as one likes."""

    rules: Ruleset
    told: Any
    id: Any = None


def read_table(rules: Ruleset, table: Mapping[str, Any] | str | bytes) -> ToldTable:
    """Read a table (a mapping, or JSON).  Its own options are laid over the ruleset's.  Raises TableError."""
    mapping = _mapping(table)
    problems: list[Problem] = []
    try:
        rules = rules.with_options(_options(mapping))
    except MahjongError as error:
        problems += error.problems  # and those of the rest, as far as it can be read without
    try:
        told = form_of(rules).read(rules, mapping)
    except TableError as error:
        raise TableError([*problems, *error.problems]) from error
    except RecursionError as error:
        raise TableError([*problems, Problem("too_deep", said("too_deep"))]) from error
    if problems:
        raise TableError(problems)
    return ToldTable(rules, told, mapping.get("id"))


def settle_table(table: ToldTable) -> SettledTable:
    """Settle a table that has been read."""
    settled = form_of(table.rules).settle(table.rules, table.told)
    settled.id = table.id  # it is nobody else's yet
    return settled


def form_of(rules: Ruleset) -> TableForm:
    """How this ruleset's tables are told.  Raises TableError where it settles single wins only."""
    form = rules.settlement.tables
    if form is None:
        raise TableError([Problem("no_tables", said("no_tables", ruleset=rules.name, name=rules.settlement.name))])
    return form


def _mapping(table: Any) -> Mapping[str, Any]:
    if isinstance(table, Mapping):
        return cast("Mapping[str, Any]", table)
    if not isinstance(table, (str, bytes, bytearray)):
        raise TableError([Problem("not_a_table", said("not_a_table", value=_short(table)))])
    try:
        found = from_json(table)
    except (ValueError, RecursionError) as error:
        raise TableError(
            [Problem("not_json", said("table_not_json", value=_short(table), error=str(error)))]
        ) from error
    if not isinstance(found, dict):
        raise TableError([Problem("not_a_table", said("not_a_table", value=_short(table)))])
    return cast("dict[str, Any]", found)


def from_json(text: str | bytes | bytearray) -> Any:
    """JSON in which no key stands twice.  Raises ValueError, and TableError for such a key."""
    return json.loads(text, object_pairs_hook=_once_each)


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = [key for key, times in Counter(key for key, _ in pairs).items() if times > 1]
        raise TableError([Problem("key_twice", said("key_twice", key=key)) for key in twice])
    return found


def _short(value: Any) -> str:
    quoted = repr(printable(value))
    return quoted if len(quoted) <= 200 else f"{quoted[:200]}..."


# ------------------------------------------------------------------------------------------------ options
def _options(table: Mapping[str, Any]) -> dict[str, Any]:
    """The table's own options, with those of its records where these repeat or add.  Raises TableError if they differ."""
    found: dict[str, Any] = {}
    problems: list[Problem] = []
    for place, holder in (("", table), *_records("", table)):
        at, options = f"{place}options", holder.get("options")
        if options is None:
            continue
        if not isinstance(options, Mapping):
            problems.append(Problem("bad_value", said("bad_options", key=at, value=options)))
            continue
        for name, value in cast("Mapping[str, Any]", options).items():
            if name in found and found[name] != value:
                text = said("told_twice", key=f"{at}.{name}", value=value, other=found[name])
                problems.append(Problem("told_twice", text))
            found.setdefault(name, value)
    if problems:
        raise TableError(problems)
    return found


def _records(place: str, table: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """(where it stands, record) of a table: its wins, its seats, and those of its events."""
    for key in ("wins", "events"):
        for i, value in enumerate(_listed(table.get(key))):
            if isinstance(value, dict):
                at, mapping = f"{place}{key}[{i}].", cast("dict[str, Any]", value)
                yield from [(at, mapping)] if key == "wins" else _records(at, mapping)
    for key in ("seats", "exhausted"):
        of_seats: Any = table.get(key)
        if isinstance(of_seats, Mapping):
            for seat, value in cast("Mapping[str, Any]", of_seats).items():
                if isinstance(value, Mapping):
                    yield f"{place}{key}.{seat}.", cast("Mapping[str, Any]", value)


def _listed(value: Any) -> list[Any]:
    return list(value) if isinstance(value, (list, tuple)) else []  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
