"""A whole table, from what is told to the answer."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from mahjong_core.errors import HandError, MahjongError, PluginError, Problem, TableError
from mahjong_core.phrases import quoted, said
from mahjong_core.settle.settled_tables import SettledTable
from mahjong_core.sources import is_list, is_mapping

if TYPE_CHECKING:
    from mahjong_core.rulesets import Ruleset
    from mahjong_core.settle.settlements import TableForm

T = TypeVar("T")


class ToldTable(NamedTuple):
    """A table that has been read and found well: ready to be settled, as often as one likes."""

    rules: Ruleset  # with the table's own options
    told: Any
    id: Any
    fingerprint: str  # of the ruleset that read it


def read_table(rules: Ruleset, table: Mapping[str, Any] | str | bytes) -> ToldTable:
    """Read a table (a mapping, or JSON).  Its own options are laid over the ruleset's.  Raises TableError, and
    PluginError where a plug-in's settlement fails."""
    mapping, form, reader = _mapping(table), form_of(rules), rules
    problems: list[Problem] = []
    try:
        rules = rules.with_options(_options(mapping, form.records))
    except MahjongError as error:
        problems += error.problems  # and those of the rest, as far as it can be read without
    try:
        told = _by_settlement(rules, lambda: form.read(rules, mapping))
    except TableError as error:
        raise TableError([*problems, *error.problems]) from error
    if problems:
        raise TableError(problems)
    return ToldTable(rules, told, mapping.get("id"), reader.fingerprint)


def settle_table(rules: Ruleset, table: ToldTable) -> SettledTable:
    """Settle a table that has been read.  Raises TableError if other rules read it."""
    if table.fingerprint != rules.fingerprint:
        text = said("other_rules", told=table.rules.name, ruleset=rules.name)
        raise TableError([Problem("other_rules", text)])
    form = form_of(table.rules)
    settled = _by_settlement(table.rules, lambda: form.settle(table.rules, table.told))
    if not isinstance(settled, SettledTable):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise PluginError(f"the settlement {rules.settlement.name!r} answers {settled!r}, which is no SettledTable")
    return settled.labelled(table.id)


def form_of(rules: Ruleset) -> TableForm:
    """How this ruleset's tables are told.  Raises TableError where it settles single wins only."""
    form = rules.settlement.tables
    if form is None:
        raise TableError([Problem("no_tables", said("no_tables", ruleset=rules.name, name=rules.settlement.name))])
    return form


def _by_settlement(rules: Ruleset, act: Callable[[], T]) -> T:
    """What a settlement does; where it fails, it is named."""
    try:
        return act()
    except HandError as error:  # what a record says in Python and JSON cannot
        raise TableError(error.problems) from error
    except MahjongError:
        raise
    except RecursionError as error:
        raise TableError([Problem("too_deep", said("too_deep"))]) from error
    except Exception as error:
        name, reason = rules.settlement.name, f"{type(error).__name__}: {error}"
        raise PluginError(f"the settlement {name!r} of {rules.name} failed: {reason}") from error


# ------------------------------------------------------------------------------------------------ JSON
def _mapping(table: Any) -> Mapping[str, Any]:
    if is_mapping(table):
        return table
    if not isinstance(table, (str, bytes, bytearray)):
        raise TableError([Problem("not_a_table", said("not_a_table", value=quoted(table)))])
    try:
        found = from_json(table)
    except (ValueError, RecursionError) as error:
        raise TableError(
            [Problem("not_json", said("table_not_json", value=quoted(table), error=str(error)))]
        ) from error
    if not is_mapping(found):
        raise TableError([Problem("not_a_table", said("not_a_table", value=quoted(table)))])
    return found


def from_json(text: str | bytes | bytearray) -> Any:
    """JSON in which no key stands twice and every number is one.  Raises ValueError, and TableError for such a key."""
    return json.loads(text, object_pairs_hook=_once_each, parse_constant=_number, parse_float=_number)


def _number(text: str) -> float:
    if not math.isfinite(float(text)):
        raise ValueError(f"{text} is no number")
    return float(text)


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = [key for key, times in Counter(key for key, _ in pairs).items() if times > 1]
        raise TableError([Problem("key_twice", said("key_twice", key=key)) for key in twice])
    return found


# ------------------------------------------------------------------------------------------------ options
def _options(table: Mapping[str, Any], key: str) -> dict[str, Any]:
    """The table's own options, with those of its records where these repeat or add.  Raises TableError if they differ."""
    found: dict[str, tuple[Any, str]] = {}
    problems: list[Problem] = []
    for place, holder in (("options", table), *_records("", table, key)):
        options = holder.get("options")
        if options is None:
            continue
        if not is_mapping(options):
            problems.append(Problem("bad_value", said("bad_options", key=place, value=options)))
            continue
        for name, value in options.items():
            at = f"{place}.{name}"
            first, first_at = found.setdefault(name, (value, at))
            if first != value:
                text = said("options_differ", key=at, value=value, other_key=first_at, other=first)
                problems.append(Problem("options_differ", text))
    if problems:
        raise TableError(problems)
    return {name: value for name, (value, _) in found.items()}


def _records(place: str, holder: Mapping[str, Any], key: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """(where its options stand, record): of a list of wins, of a mapping of seats, or of the events that hold either."""
    value = holder.get(key)
    if is_list(value):
        for i, record in enumerate(value):
            at = f"{place}{key}[{i}]."
            if is_mapping(record) and key == "events":
                yield from (*_records(at, record, "wins"), *_records(at, record, "exhausted"))
            elif is_mapping(record):
                yield f"{at}options", record
    elif is_mapping(value):
        records = [(seat, record) for seat, record in value.items() if is_mapping(record)]
        yield from ((f"{place}{key}.{seat}.options", record) for seat, record in records)
