"""The roles of a ruleset as its table states them, one line a role, those that are not in play included."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from mahjong_core.labels import label
from mahjong_core.phrases import amount_text

if TYPE_CHECKING:
    from mahjong_core.rulesets import Ruleset


class RoleLine(NamedTuple):
    """One role.  ``worth``: unit -> number, of a closed hand, for each time where ``each``; ``open_worth``: of an open hand,
    None where it does not count there; ``alone``: ``"no"``, ``"closed"`` or None for a role that makes a win by itself."""

    id: str
    pattern: str | list[str]
    names: Mapping[str, str]
    worth: Mapping[str, int]
    open_worth: Mapping[str, int] | None
    group: str | None
    source: str
    each: bool
    alone: str | None
    in_play: bool

    @property
    def patterns(self) -> Sequence[str]:
        """The names of its patterns."""
        return [self.pattern] if isinstance(self.pattern, str) else self.pattern

    def names_from(self, lang: str) -> list[str]:
        """Its names, that of the language first, each once."""
        return list(dict.fromkeys([*([self.names[lang]] if lang in self.names else []), *self.names.values()]))

    def worth_text(self, lang: str) -> str:
        """``"2 han"``, ``"1 double, each"``."""
        return (_words(self.worth, lang) or "-") + (f", {label('each', lang)}" if self.each else "")

    def open_text(self, lang: str) -> str:
        """The same of an open hand, where it is another."""
        if self.open_worth == self.worth:
            return ""
        return _words(self.open_worth, lang) or label("closed_only", lang)


def role_lines(rules: Ruleset) -> list[RoleLine]:
    """In the order of the table, those of groups that are not in play last."""
    table = rules.table
    return [
        *(_line(id, role, table.settings, True) for id, role in table.roles.items()),
        *(_line(id, role, table.settings, False) for id, role in table.set_aside.items()),
    ]


def _line(id: str, role: Any, settings: Any, in_play: bool) -> RoleLine:
    closed, is_open = role.worths(settings)
    return RoleLine(id, role.when, role.names, closed, is_open, role.group, role.source, role.each, role.alone, in_play)


def _words(worth: Mapping[str, int] | None, lang: str) -> str:
    return ", ".join(amount_text(unit, n, lang) for unit, n in (worth or {}).items())
