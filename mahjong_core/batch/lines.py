"""JSON lines: a row in, a result out, whatever the row says."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from mahjong_core.batch.rows import score_record
from mahjong_core.errors import HandError, MahjongError, Problem
from mahjong_core.records import read
from mahjong_core.results import Labels, Result
from mahjong_core.sources import is_mapping

if TYPE_CHECKING:
    from mahjong_core.rulesets import Ruleset

Load = Callable[[str], "Ruleset"]


def record_of(line: str) -> dict[str, Any]:
    """The JSON object in a line.  Raises HandError if there is none."""
    try:
        line.encode()
        record: Any = json.loads(line, parse_constant=_no_number)
    except UnicodeEncodeError:
        raise HandError([Problem("not_utf8", "the row is not UTF-8 text")]) from None
    except (ValueError, RecursionError) as error:
        raise HandError([Problem("not_json", f"cannot read the row as JSON: {error}")]) from None
    if not is_mapping(record):
        raise HandError([Problem("not_a_record", 'expected a record as a JSON object, like {"hand": ...}')])
    return dict(record)


def id_of(line: str, number: int) -> Any:
    """The id of a line that is no record of JSON, where it can be told (one with NaN, say), or else its number."""
    try:
        record: Any = json.loads(line, parse_constant=lambda _: None)
        id = record.get("id") if is_mapping(record) else None
        json.dumps(id, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        return number
    return number if id is None else id


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{text} is not JSON")


def json_text(value: Any, encoding: str | None, indent: int | None = None) -> str:
    """JSON in an encoding; what it lacks is escaped.  Raises ValueError or RecursionError for what JSON cannot say."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, indent=indent)
    try:
        text.encode(encoding or "ascii")
    except UnicodeEncodeError:
        return json.dumps(value, allow_nan=False, indent=indent)
    return text


class LineScorer:
    """Scores rows: under one ruleset, or (None) each under the ruleset that it names, loaded by ``load``."""

    def __init__(self, rules: Ruleset | None, load: Load, lang: str) -> None:
        self.rules, self.load, self.lang = rules, load, lang
        self._named: dict[str, Ruleset | Sequence[Problem]] = {}

    def answer(self, line: str, number: int, encoding: str | None) -> tuple[str, Sequence[Any], str]:
        """(status, problems, the result as JSON); whatever the row says, there is one."""
        try:
            told = self._told(line, number)
            return told["status"], told["problems"], json_text(told, encoding)
        except (ValueError, RecursionError) as error:  # an id nested without end, a number of 4,300 digits
            problem = Problem("bad_value", f"the answer cannot be written as JSON: {error}")
            told = refused(number, self.rules, [problem])
            return "invalid", told["problems"], json_text(told, encoding)

    def result(self, line: str, number: int) -> Result:
        """The same as a result; only where there is one ruleset."""
        assert self.rules is not None
        try:
            return score_record(self.rules, record_of(line), number)
        except HandError as error:
            return Result(self.rules, None, None, "invalid", None, error.problems, Labels(id_of(line, number)))

    def _told(self, line: str, number: int) -> dict[str, Any]:
        try:
            record = record_of(line)
        except HandError as error:
            return refused(id_of(line, number), self.rules, error.problems)
        id = number if record.get("id") is None else record["id"]
        rules = self.rules or self._ruleset_of(record)
        if isinstance(rules, Sequence):
            return refused(id, record.get("ruleset"), [*rules, *_problems_of(record)])
        return score_record(rules, {**record, "id": id}, number).to_dict(self.lang)

    def _ruleset_of(self, record: dict[str, Any]) -> Ruleset | Sequence[Problem]:
        name = record.get("ruleset")
        if not isinstance(name, str):
            return [Problem("ruleset_missing", "the record names no ruleset")] if name is None else []
        if name not in self._named:
            try:
                self._named[name] = self.load(name)
            except MahjongError as error:
                self._named[name] = [_of_ruleset(problem) for problem in error.problems]
        return self._named[name]


def _of_ruleset(problem: Problem) -> Problem:
    """With a code of its own, where a ruleset cannot be found."""
    return problem._replace(code="unknown_ruleset") if problem.code == "error" else problem


def _problems_of(record: dict[str, Any]) -> Sequence[Problem]:
    """What is wrong with a record, whatever the ruleset."""
    try:
        read(record)
    except HandError as error:
        return error.problems
    return ()


def refused(id: Any, rules: Ruleset | str | Any, problems: Sequence[Problem]) -> dict[str, Any]:
    """The result of a row that no ruleset could score; ``rules``: a ruleset, or what stands in place of its name."""
    named = isinstance(rules, str)
    return {
        "id": id,
        "ruleset": rules if named else getattr(rules, "name", ""),
        "fingerprint": "" if named else getattr(rules, "fingerprint", ""),
        "status": "invalid",
        "problems": [problem._asdict() for problem in problems],
        "notes": [],
        "ignored": [],
        "value": None,
        "marked": None,
        "measures": {},
        "limit": None,
        "roles": [],
        "items": [],
        "payments": None,
        "reading": None,
        "wait": None,
    }
