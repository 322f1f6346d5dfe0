"""Every error this library raises on purpose."""

from __future__ import annotations

from typing import NamedTuple


class Problem(NamedTuple):
    """One thing that is wrong with a hand, its situation or a ruleset: a stable code and a sentence."""

    code: str
    message: str


class MahjongError(Exception):
    """Base of all errors raised by this library.

    ``problems`` lists everything that is wrong, not only the first thing.
    """

    def __init__(self, message: str, problems: list[Problem] | None = None) -> None:
        self.problems = problems or [Problem("error", message)]
        super().__init__(message)


class HandError(MahjongError):
    """A text or a record that cannot be read as a hand and a situation."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("\n".join(problem.message for problem in problems), problems)


class TableError(MahjongError):
    """A table to settle that cannot be: it is not read, or what it tells cannot have happened."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("\n".join(problem.message for problem in problems), problems)


class RulesetError(MahjongError):
    """A table, after its overlays, is not usable; the message has one ``file:line: key: text`` line a problem."""

    def __init__(self, ruleset: str, lines: list[str]) -> None:
        count = "1 problem" if len(lines) == 1 else f"{len(lines)} problems"
        text = f"ruleset {ruleset!r} has {count}:\n" + "\n".join(f"  {line}" for line in lines)
        super().__init__(text, [Problem("ruleset", line) for line in lines])


class PluginError(MahjongError):
    """A ruleset or plug-in that could not be found, imported or used."""


class PatternError(MahjongError):
    """A pattern that cannot be traced: it branches, or it asks for what no hand has."""
