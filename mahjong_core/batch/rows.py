"""Many hands: records in, results out; one that cannot be read is a result too."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, Final

from mahjong_core.errors import HandError, MahjongError, Problem
from mahjong_core.records import read
from mahjong_core.results import Labels, Result
from mahjong_core.sources import is_mapping

if TYPE_CHECKING:
    from mahjong_core.rulesets import Ruleset

CHUNK: Final = 2_000  # records that travel together to a worker


def score_record(rules: Ruleset, record: Mapping[str, Any] | str, number: int | None = None) -> Result:
    """Score one record (a mapping, or a line of JSON) with its own options; ``number`` is its id if it has none.

    Never raises for what a record says: what cannot be read, or asks for options that do not exist, is ``invalid``.
    """
    problems: list[Problem] = []
    reading = None
    try:
        reading = read(record, rules.declared)
    except HandError as error:
        problems += error.problems
        options, labels = _options_of(record), Labels(_id_of(record, number))
    else:
        options = reading.options
        labels = Labels(number if reading.id is None else reading.id, reading.notes, reading.ignored)
    if options:
        try:
            rules = rules.with_options(options)
        except MahjongError as error:
            problems += error.problems
    if reading is None or problems:
        return Result(rules, None, None, "invalid", None, problems, labels)
    result = rules.score(reading.hand, reading.situation)
    result.labels = labels  # it is nobody else's yet
    return result


def score_many(rules: Ruleset, records: Iterable[Mapping[str, Any]], workers: int) -> Iterator[Result]:
    """Score records in order, by one process or several."""
    if type(workers) is int and workers == 1:
        return (score_record(rules, record, number) for number, record in enumerate(records, 1))
    from mahjong_core.batch.workers import ordered_map, workers_wanted

    numbered = enumerate(records, 1)
    chunks = iter(lambda: list(islice(numbered, CHUNK)), [])
    return chain.from_iterable(ordered_map(partial(_score_chunk, rules), chunks, workers_wanted(workers)))


def _score_chunk(rules: Ruleset, chunk: list[tuple[int, Mapping[str, Any]]]) -> list[Result]:
    return [score_record(rules, record, number) for number, record in chunk]


def _id_of(record: Any, number: int | None) -> Any:
    return record.get("id", number) if is_mapping(record) else number


def _options_of(record: Any) -> Mapping[str, Any]:
    """Its options, so that their problems are told together with those of the hand."""
    options = record.get("options") if is_mapping(record) else None
    return options if is_mapping(options) else {}
