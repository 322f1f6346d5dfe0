"""A result as in the contract: plain lists, mappings, texts and ints.

What hangs on a worth alone, or on a situation alone, is put into words once and kept with it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from mahjong_core.explain import line_text, nearest_name, words_of_set
from mahjong_core.worth.methods import Worth
from mahjong_core.worth.sets import SORT_IDS

if TYPE_CHECKING:
    from mahjong_core.results import Result
    from mahjong_core.rulesets import Ruleset


class Said(NamedTuple):
    """The roles and items of a worth in one language."""

    roles: tuple[tuple[str, str | list[str], str, str, int], ...]  # id, pattern, name, unit, number
    items: tuple[tuple[str, str, int], ...]  # id, text, points


def result_dict(result: Result, lang: str) -> dict[str, Any]:
    """Every key of the contract; whatever can be changed in it is the caller's own."""
    rules, worth, settled = result.rules, result.worth, result.settled
    if worth is None:
        roles: list[dict[str, Any]] = []
        items: list[dict[str, Any]] = []
    else:
        said = worth.said.get(lang) or _said(rules, worth, lang)
        roles = [
            {"id": id, "pattern": list(pattern) if type(pattern) is list else pattern, "name": name, "worth": {unit: n}}
            for id, pattern, name, unit, n in said.roles
        ]
        items = [{"id": id, "text": text, "points": points} for id, text, points in said.items]
    told = result.told
    if worth is not None and worth.sets:
        points_of = rules.sort_points
        for part in told:
            for sort, text in part.sets:
                if points_of[sort]:
                    id = SORT_IDS[sort]
                    items.append({"id": id, "text": f"{words_of_set(id, lang)} {text}", "points": points_of[sort]})
    payments = None if settled is None else settled.payments
    return {
        "id": result.labels.id,
        "ruleset": rules.name,
        "fingerprint": rules.fingerprint,
        "status": result.status,
        "problems": [{"code": problem.code, "message": problem.message} for problem in result.problems],
        "notes": result.notes,
        "ignored": result.ignored,
        "value": None if settled is None else settled.value,
        "marked": None if settled is None else settled.marked,
        "measures": {} if worth is None else worth.measures.copy(),
        "limit": None if worth is None else worth.limit,
        "roles": roles,
        "items": items,
        "payments": None if payments is None else payments.copy(),
        "reading": None if result.best is None else " ".join([part.text for part in told]),
        "wait": result.wait,
    }


def _said(rules: Ruleset, worth: Worth, lang: str) -> Said:
    table = rules.table
    found = ((id, table.roles[id], unit, n) for id, (unit, n, _) in worth.roles.items())
    roles = tuple((id, role.when, nearest_name(role.names, id, lang), unit, n) for id, role, unit, n in found)
    items = tuple((item.id, line_text(table, item.id, item.times, lang), item.points) for item in worth.items)
    said = worth.said[lang] = Said(roles, items)
    return said
