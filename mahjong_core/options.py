"""Options: which overlays the chosen values stand for."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from mahjong_core.errors import MahjongError, Problem
from mahjong_core.phrases import phrase, printable
from mahjong_core.sources import Source, is_list, is_mapping, nearest

Overlay = Mapping[str, Any]


class OptionError(MahjongError):
    """Options that the ruleset does not have, or values that they do not take."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("\n".join(problem.message for problem in problems), problems)


def spelled(value: Any) -> str:
    """A value as it is written in a table: ``True`` -> ``'true'``."""
    return str(value).lower() if isinstance(value, bool) else "null" if value is None else str(value)


def as_text(options: Mapping[Any, Any]) -> str:
    """Options as JSON, to look them up by.  Raises OptionError for what no table can say."""
    try:
        if all(isinstance(name, str) for name in options):
            return json.dumps(dict(options), sort_keys=True)
    except (TypeError, ValueError):
        pass
    text = f"options are names with texts, numbers, true, false, null or lists of them, not {printable(options)!r}"
    raise OptionError([Problem("bad_value", text)])


def overlays(table: Source, defaults: Mapping[str, Any], chosen: Mapping[str, Any], only_chosen: bool) -> list[Source]:
    """The overlays of the options' values, in the order of the table.

    ``chosen`` come before ``defaults``; ``only_chosen`` leaves the defaults out.  Raises OptionError with every option
    that is unknown and every value that is not one.  What a value says of other options is in none of the overlays:
    that is ``defaults_with``.
    """
    options: Mapping[str, Any] = table.data.get("options", {})
    problems = [
        Problem("unknown_option", f"there is no option {name!r}{nearest(name, options, otherwise=True)}")
        for name in chosen
        if name not in options
    ]
    found: list[Source] = []
    for name, option in options.items():
        if name in chosen or (name in defaults and not only_chosen):
            value = chosen.get(name, defaults.get(name))
            try:
                found += _overlays_of(table, name, option, value)
            except ValueError as error:
                problems.append(Problem("unknown_option_value", str(error)))
    if problems:
        raise OptionError(problems)
    return [overlay.without("defaults") for overlay in found]


def defaults_with(table: Mapping[str, Any], preset: Mapping[str, Any], chosen: Mapping[str, Any]) -> dict[str, Any]:
    """The defaults of a table as it is written, the preset's (``preset``) among them.

    A value of an option may change those of other options, under its key ``defaults``; never what the preset says.
    What it changes does not change others in turn.
    """
    defaults: Mapping[str, Any] = table.get("defaults", {})
    options: Mapping[str, Any] = table.get("options", {})
    changed: dict[str, Any] = {}
    for name, option in options.items():
        found: Any = option
        for key in ("values", spelled(chosen.get(name, defaults.get(name))), "defaults"):
            found = found.get(key) if is_mapping(found) else None
        changed |= found if is_mapping(found) else {}
    return {**defaults, **changed, **preset}


def _overlays_of(table: Source, name: str, option: Mapping[str, Any], value: Any) -> Iterator[Source]:
    """The overlays of one value.  Raises ValueError, in words, if the option does not take it."""
    values: Mapping[str, Any] = option.get("values") or {}
    members: Mapping[str, Any] = option.get("members") or {}
    text = spelled(value)
    switch = "on" if value else "off"  # YAML reads both as booleans
    if isinstance(value, bool) and text not in values and switch in values:
        text = switch
    if text in members and text not in values:
        value = [text]  # a list of one
    if text in values:
        yield table.part(("options", name, "values", text))
    elif members and is_list(value):
        for member in value:
            if not isinstance(member, str) or member not in members:
                raise ValueError(f"option {name!r}: {member!r} cannot be in its list{nearest(str(member), members)}")
            yield table.part(("options", name, "members", str(member)))
    elif option.get("number") and (value is None or (isinstance(value, int) and not isinstance(value, bool))):
        yield _number_at(str(option["number"]), value, f"option {name!r}")
    else:
        raise ValueError(
            f"option {name!r}: {text!r} is not one of its values ({expected(option)}){nearest(text, values)}"
        )


def _number_at(path: str, value: int | None, place: str) -> Source:
    data: Any = value
    for step in reversed(path.split(".")):
        data = {step: data}
    return Source(place, data)


def offered_roles(table: Mapping[str, Any]) -> dict[str, Any]:
    """Roles of a table as it is written, and those that only an option brings, as data."""
    found: dict[str, Any] = dict(table.get("roles") or {})
    options: Mapping[str, Mapping[str, Any]] = table.get("options") or {}
    for option in options.values():
        values: Mapping[str, Overlay] = {**(option.get("values") or {}), **(option.get("members") or {})}
        for overlay in values.values():
            roles: Mapping[str, Any] = overlay.get("roles") or {}
            found |= {id: role for id, role in roles.items() if id not in found and role and "source" in role}
    return found


def expected(option: Mapping[str, Any], lang: str = "en") -> str:
    """What an option takes, in words: ``'true, false, or a list of kokushi_13 ...'``."""
    words = list(option.get("values") or {})
    if option.get("members"):
        words.append(phrase("takes_list", lang, members=" ".join(option["members"])))
    if option.get("number"):
        words.append(phrase("takes_number", lang))
    return ", ".join(words)


def chosen_values(data: Mapping[str, Any], *over: Mapping[str, Any]) -> dict[str, Any]:
    """Every option's value, in the order of the table."""
    chosen: dict[str, Any] = data.get("defaults", {})
    for values in over:
        chosen = {**chosen, **values}
    return {name: chosen.get(name) for name in data.get("options", {})}
