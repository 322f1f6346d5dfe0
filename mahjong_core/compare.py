"""The same hand under several rulesets, lined up by pattern."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from mahjong_core.facts import Facts
from mahjong_core.hands import Hand
from mahjong_core.loading import load
from mahjong_core.patterns import PATTERNS
from mahjong_core.phrases import phrase
from mahjong_core.quantiles import measured_elsewhere, position
from mahjong_core.results import CountedRole, Result, facts_of
from mahjong_core.rulesets import Ruleset
from mahjong_core.situations import Situation


class Row(NamedTuple):
    """One ruleset's answer.  ``share``: of the ruleset's own limit for such a win (riichi: one limit hand of that seat
    and win; French: 1,000), None where nothing is valued; ``above``: the share of winning hands that are worth less, None
    for a hand that does not win or a ruleset that ships no quantiles; ``measured``: the rules under which those hands were
    measured, where they are not quite these."""

    ruleset: str
    result: Result
    share: float | None
    above: float | None = None
    measured: str | None = None


class Comparison(NamedTuple):
    """``rows``: one a ruleset; ``patterns``: pattern -> for each row the role that counts for it, or None."""

    rows: Sequence[Row]
    patterns: Mapping[str, Sequence[CountedRole | None]]

    def to_dict(self, lang: str = "en") -> dict[str, Any]:
        """Plain lists and mappings: the results, the shares, and ``patterns``: pattern -> role ids.  A result has one more
        note where its place among winning hands was measured under other rules."""
        rows = [_row_dict(row, lang) for row in self.rows]
        patterns = {
            pattern: [None if role is None else {"id": role.id, "worth": dict([role.worth])} for role in roles]
            for pattern, roles in self.patterns.items()
        }
        return {"rows": rows, "patterns": patterns}


def _row_dict(row: Row, lang: str) -> dict[str, Any]:
    told: dict[str, Any] = {**row.result.to_dict(lang), "share": row.share, "above": row.above}
    if row.measured is not None:
        told["notes"] = [*told["notes"], phrase("measured_elsewhere", lang, ruleset=row.measured)]
    return told


def compare(hand: Hand, situation: Situation | None, rulesets: Sequence[str | Ruleset]) -> Comparison:
    """Score a hand under each ruleset (a name, or one that is loaded).  Raises PluginError for a name that is none."""
    ready = [load(rules) if isinstance(rules, str) else rules for rules in rulesets]
    rows = [_row(rules, rules.score(hand, situation)) for rules in ready]
    roles = [_by_pattern(row.result) for row in rows]
    patterns = dict.fromkeys(pattern for of_row in roles for pattern in of_row)
    return Comparison(rows, {pattern: [of_row.get(pattern) for of_row in roles] for pattern in patterns})


def _row(rules: Ruleset, result: Result) -> Row:
    full = full_value(rules, result)
    share = None if result.value is None or not full else result.value / full
    above = position(rules, result.value) if result.status == "win" else None
    return Row(rules.name, result, share, above, None if above is None else measured_elsewhere(rules))


def full_value(rules: Ruleset, result: Result) -> int | None:
    """One limit of the ruleset for the same seat and win, in the unit of ``value``."""
    if result.worth is None or result.situation is None:
        return None
    limit = replace(result.worth, basic=rules.valuation.limit)
    return rules.settlement.settle(limit, result.situation, rules.table.payment).value


def _by_pattern(result: Result) -> dict[str, CountedRole]:
    h, found = facts_of(result), dict[str, CountedRole]()
    for role in result.roles:
        for pattern in [role.pattern] if isinstance(role.pattern, str) else _holding(role.pattern, h):
            found.setdefault(pattern, role)
    return found


def _holding(patterns: Sequence[str], h: Facts | None) -> Sequence[str]:
    """Of the patterns of a role that counts, those that hold; a plug-in's are not known here and taken to."""
    return [pattern for pattern in patterns if h is None or pattern not in PATTERNS or PATTERNS[pattern](h)]
