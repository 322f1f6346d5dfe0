"""A ruleset as a page that people read: Markdown, generated from its table and from scores of its examples.

``mahjong rulebook`` writes the pages; CI checks that they are current.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from mahjong_core.groups import CONCEALED_KONG, Group
from mahjong_core.hands import Hand
from mahjong_core.labels import label
from mahjong_core.options import expected, spelled
from mahjong_core.phrases import nearest_name
from mahjong_core.results import Result
from mahjong_core.role_lines import RoleLine, role_lines
from mahjong_core.rulesets import Ruleset
from mahjong_core.sources import is_list
from mahjong_core.tiles import BONUS_NAMES, KIND_OF, NAMES, PICTURES

Rows = Iterable[Sequence[str]]


def rulebook(rules: Ruleset, presets: Mapping[str, Mapping[str, str]], lang: str = "en") -> str:
    """The page of a ruleset.  ``presets``: name -> titles."""
    return "\n".join(_lines(rules, presets, lang)) + "\n"


def _lines(rules: Ruleset, presets: Mapping[str, Mapping[str, str]], lang: str) -> Iterator[str]:
    table = rules.table
    yield f"# {nearest_name(table.title, rules.name, lang)} (`{rules.name}`)"
    yield ""
    yield f"<!-- mahjong rulebook {rules.name} -->"
    yield f"{label('source', lang)}: {table.source}  "
    yield f"{label('method', lang)}: `{table.method}`, {label('settlement', lang)}: `{table.settlement}`  "
    yield f"{label('fingerprint', lang)}: `{rules.fingerprint}`"
    if presets:
        yield ""
        yield f"{label('presets', lang)}: " + "; ".join(
            f"`{rules.name}:{preset}` {nearest_name(titles, preset, lang)}" for preset, titles in presets.items()
        )
    for section in (_examples, _roles, _points, _bars, _flags, _options):
        yield from section(rules, lang)


# ------------------------------------------------------------------------------------------------ examples
def _examples(rules: Ruleset, lang: str) -> Iterator[str]:
    records = (example.model_dump() for example in rules.table.examples)
    told = [{key: value for key, value in record.items() if value not in (None, [], {}, "")} for record in records]
    results = [
        result for result in map(rules.score_record, told) if not result.problems
    ]  # by an option, tiles may be gone
    if results:
        yield from ("", f"## {label('examples', lang)}")
    for result in results:
        yield from ("", drawn(result), "", "```", *result.explain(lang).splitlines()[1:], "```")


def drawn(result: Result) -> str:
    """The hand in Unicode tiles: concealed tiles, declared groups in brackets, the winning tile after a plus."""
    hand = result.hand
    if hand is None:
        return ""
    parts = ["".join(map(_picture, hand.concealed)), *map(_group, hand.groups), _bonus(hand)]
    win = "" if hand.win_tile is None else f" + {_picture(hand.win_tile)}"
    return " ".join(part for part in parts if part) + win


def _picture(tile: int) -> str:
    """A red five is drawn as a five, there is no picture of it."""
    return PICTURES[NAMES[KIND_OF[tile]]]


def _group(group: Group) -> str:
    pictures = "".join(map(_picture, group.tiles))
    return f"[{pictures}]" if group.type == CONCEALED_KONG else f"({pictures})"


def _bonus(hand: Hand) -> str:
    return "".join(PICTURES[name] for i, name in enumerate(BONUS_NAMES) if hand.bonus >> i & 1)


# ------------------------------------------------------------------------------------------------ roles and points
def _roles(rules: Ruleset, lang: str) -> Iterator[str]:
    yield from ("", f"## {label('roles', lang).capitalize()}")
    lines = role_lines(rules)
    for (group, in_play), members in groupby(lines, key=lambda line: (line.group, line.in_play)):
        if group is not None:
            aside = "" if in_play else f" ({label('not_in_play', lang)})"
            yield from ("", f"### {group_title(rules, group, lang)}{aside}")
        heads = [label(id, lang) for id in ("role", "names", "worth", "open", "pattern", "source")]
        yield from _table(heads, (_role_cells(line, lang) for line in members))


def group_title(rules: Ruleset, group: str, lang: str) -> str:
    """The title of a group of roles."""
    return nearest_name(rules.table.group_names.get(group, {}), group, lang)


def _role_cells(line: RoleLine, lang: str) -> list[str]:
    names, patterns = " · ".join(line.names_from(lang)), " / ".join(line.patterns)
    return [f"`{line.id}`", names, line.worth_text(lang), line.open_text(lang), patterns, line.source]


def _points(rules: Ruleset, lang: str) -> Iterator[str]:
    table = rules.table
    sets = [(name, sort, pair) for name in ("triplets", "quads") for sort, pair in getattr(table, name)]
    if any(exposed or concealed for _, _, (exposed, concealed) in sets):
        yield from ("", f"## {label('sets', lang)}")
        rows = ([name, sort, str(exposed), str(concealed)] for name, sort, (exposed, concealed) in sets)
        yield from _table(["", "", "", ""], rows)
    if table.items:
        yield from ("", f"## {label('items', lang)}")
        heads = [label(id, lang) for id in ("points", "item", "pattern", "source")]
        rows = (
            [str(item.points), nearest_name(item.names, id, lang), " / ".join(item.patterns), item.source]
            for id, item in table.items.items()
        )
        yield from _table(heads, rows)


# ------------------------------------------------------------------------------------------------ the rest
def _bars(rules: Ruleset, lang: str) -> Iterator[str]:
    if rules.table.bars:
        yield from ("", f"## {label('bars', lang)}", "")
        for id, bar in rules.table.bars.items():
            yield f"* {nearest_name(bar.names, id, lang)} (`{id}`) [{bar.source}]"


def _flags(rules: Ruleset, lang: str) -> Iterator[str]:
    if rules.table.flags:
        yield from ("", f"## {label('flags', lang)}", "")
        yield ", ".join(f"`{id}` {flag.name('', lang)}".rstrip() for id, flag in rules.table.flags.items())


def _options(rules: Ruleset, lang: str) -> Iterator[str]:
    table = rules.table
    if not table.options:
        return
    yield from ("", f"## {label('options', lang)}")
    heads = [label(id, lang) for id in ("option", "value", "takes", "what", "source")]
    yield from _table(heads, (_option_cells(rules, name, lang) for name in table.options))


def _option_cells(rules: Ruleset, name: str, lang: str) -> list[str]:
    option = rules.table.options[name]
    takes, what = expected(option.model_dump(), lang), nearest_name(option.names, "", lang)
    return [f"`{name}`", chosen(rules, name), takes, what, option.source or ""]


def chosen(rules: Ruleset, option: str) -> str:
    """The value of an option, in words."""
    value: Any = rules.options.get(option)
    return ",".join(map(str, value)) if is_list(value) else spelled(value)


def _table(heads: Sequence[str], rows: Rows) -> Iterator[str]:
    yield ""
    yield "| " + " | ".join(heads) + " |"
    yield "|" + "---|" * len(heads)
    for row in rows:
        yield "| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |"
