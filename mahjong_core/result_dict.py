"""A result as in the contract: plain lists, mappings, texts and ints.

What hangs on a worth alone, or on a situation alone, is put into words once and kept with it.
"""

from __future__ import annotations

from copy import deepcopy
from types import NoneType
from typing import TYPE_CHECKING, Any, NamedTuple

from mahjong_core.explain import line_text, words_of_set
from mahjong_core.phrases import nearest_name
from mahjong_core.phrases import told as in_words
from mahjong_core.readings import text_of
from mahjong_core.worth.methods import Worth
from mahjong_core.worth.sets import SORT_IDS

if TYPE_CHECKING:
    from mahjong_core.results import Result
    from mahjong_core.rulesets import Ruleset


class Said(NamedTuple):
    """The roles and items of a worth in one language, to be copied."""

    roles: tuple[dict[str, Any], ...]
    items: tuple[dict[str, Any], ...]


def result_dict(result: Result, lang: str) -> dict[str, Any]:
    """Every key of the contract; whatever can be changed in it is the caller's own."""
    rules, labels, worth, settled, told = result.rules, result.labels, result.worth, result.settled, result.told
    roles: list[dict[str, Any]] = []
    items: list[dict[str, Any]] = []
    if worth is not None:
        said = worth.said.get(lang) or _said(rules, worth, lang)
        for role in said.roles:
            roles.append(role := role.copy())
            role["worth"] = role["worth"].copy()
        for item in said.items:
            items.append(item.copy())
        if worth.sets:
            lines = rules.set_lines
            for part in told:
                for sort, text in part.sets:
                    line = lines[sort, text, lang]
                    if line is not None:
                        items.append(line.copy())
    payments, best = None if settled is None else settled.payments, result.best
    return {
        "id": labels.id if type(labels.id) in (str, int, NoneType) else deepcopy(labels.id),
        "ruleset": rules.name,
        "fingerprint": rules.fingerprint,
        "status": result.status,
        "problems": [{"code": problem.code, "message": in_words(problem.message, lang)} for problem in result.problems]
        if result.problems
        else [],
        "notes": [in_words(note, lang) for note in result.notes],
        "ignored": result.ignored,
        "value": None if settled is None else settled.value,
        "marked": None if settled is None else settled.marked,
        "measures": {} if worth is None else worth.measures.copy(),  # type: ignore[attr-defined]
        "limit": None if worth is None else worth.limit,
        "roles": roles,
        "items": items,
        "payments": None if payments is None else payments.copy(),  # type: ignore[attr-defined]
        "reading": None if best is None else text_of(told),
        "wait": result.wait,
    }


def _said(rules: Ruleset, worth: Worth, lang: str) -> Said:
    table = rules.table
    found = [(id, table.roles[id], unit, n) for id, (unit, n, _) in worth.roles.items()]
    roles = tuple(
        {"id": id, "pattern": role.when, "name": nearest_name(role.names, id, lang), "worth": {unit: n}}
        for id, role, unit, n in found
    )
    items = tuple(
        {"id": item.id, "text": line_text(table, item.id, item.times, lang), "points": item.points}
        for item in worth.items
    )
    said = worth.said[lang] = Said(roles, items)
    return said


def set_line(points: list[int], sort: int, text: str, lang: str) -> dict[str, Any] | None:
    """The line of one triplet or quad, if it has points."""
    if not points[sort]:
        return None
    return {"id": SORT_IDS[sort], "text": f"{words_of_set(SORT_IDS[sort], lang)} {text}", "points": points[sort]}
