"""``load``: from a ruleset's name to a ruleset that scores.

Table <- preset <- options <- plug-ins as named <- overlay <- the record's own options.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

from mahjong_core import plugins as plugged
from mahjong_core.errors import PatternError, PluginError, Problem, RulesetError
from mahjong_core.facts import Pattern
from mahjong_core.lines import given_kinds, traced
from mahjong_core.options import OptionError, chosen_values, defaults_with, offered_roles, overlays
from mahjong_core.patterns import PATTERNS
from mahjong_core.plugins import Plugins
from mahjong_core.rulesets import Parts, Ruleset
from mahjong_core.settle.differences import DIFFERENCES
from mahjong_core.settle.event_ledger import EVENT_LEDGER
from mahjong_core.settle.marks import MARKS
from mahjong_core.settle.round_ends import BASIC_POINTS
from mahjong_core.settle.settlements import Payment, Settlement, TableForm
from mahjong_core.settle.units import UNITS
from mahjong_core.shapes import Shape
from mahjong_core.sources import Source, is_mapping, merge, merged, nearest
from mahjong_core.table_checks import checked
from mahjong_core.tables import Table
from mahjong_core.trace import trace
from mahjong_core.whole_hands import WHOLE_HANDS
from mahjong_core.worth.fan import FAN
from mahjong_core.worth.han_fu import HAN_FU
from mahjong_core.worth.methods import Method
from mahjong_core.worth.points_doubles import POINTS_DOUBLES

Overlay = Mapping[str, Any] | str | Path
SECTIONS: Final = ("roles", "items", "options", "defaults", "shapes", "payment", "settings", "wall")
SETTLEMENTS: Final = (BASIC_POINTS, MARKS, DIFFERENCES, UNITS, EVENT_LEDGER)


class Recipe(NamedTuple):
    """What the user asked for; a ruleset keeps it, to be made again with a record's own options."""

    name: str
    options: Mapping[str, Any]
    plugins: Sequence[Any]
    overlay: Sequence[Overlay]


def _anywhere(given: Any) -> Any:
    """A file by its whole path; anything else as it is."""
    return str(Path(given).resolve()) if isinstance(given, str | Path) and Path(given).is_file() else given


@dataclass(frozen=True)
class Making:
    """How a ruleset was made: enough to make it again, with other options of a record, or in another process."""

    recipe: Recipe
    own_options: Mapping[str, Any]

    def __call__(self, options: Mapping[str, Any]) -> Ruleset:
        return make(self.recipe, {**self.own_options, **options})

    def __reduce__(self) -> tuple[Any, ...]:
        """With the files by their whole paths, since another process may stand elsewhere."""
        recipe = self.recipe
        plugins = [recipe.plugins] if isinstance(recipe.plugins, str) else list(recipe.plugins)
        found = recipe._replace(plugins=[*map(_anywhere, plugins)], overlay=[*map(_anywhere, recipe.overlay)])
        return Making, (found, dict(self.own_options))


def load(
    name: str,
    *,
    options: Mapping[str, Any] | None = None,
    plugins: Sequence[Any] | str = (),
    overlay: Overlay | Sequence[Overlay] = (),
) -> Ruleset:
    """Load a ruleset by name (``"riichi"``, ``"riichi:ema-2025"``), with house rules.

    ``options``: name -> value.  ``plugins``: names of installed house rules, paths of ``.py`` files, modules or objects;
    they are active only when named here.  ``overlay``: a mapping of the table's form or the path of a YAML file, or
    several.  Raises PluginError, OptionError or RulesetError, each with every problem.
    """
    if options is not None and not is_mapping(options):
        raise OptionError([Problem("bad_value", f"options are a mapping of names to values, not {options!r}")])
    several = [overlay] if isinstance(overlay, Mapping | str | Path) else list(overlay)
    return make(Recipe(name, dict(options or {}), plugins, several), {})


def make(recipe: Recipe, own_options: Mapping[str, Any]) -> Ruleset:
    """The ruleset of a recipe; ``own_options``, a record's, are laid over everything else."""
    base, colon, preset = str(recipe.name).partition(":")
    asked = Plugins()
    asked.add(plugged.found(plugged.RULESETS, base), base)
    for who, plugin in plugged.house_rules(recipe.plugins):
        asked.add(plugin, who)
    written = _table_and_preset(asked, base, preset if colon else None)
    _check_sections(recipe.name, written, may_go=False)
    laid = merged(written)
    table = written[0].with_data(laid)
    chosen = {**recipe.options, **own_options}
    defaults = defaults_with(laid, (colon and written[-1].data.get("defaults")) or {}, chosen)
    sources = _laid_over(written, overlays(table, defaults, chosen, only_chosen=False), laid)
    sources += [_source(f"plug-in {who!r}", answer) for who, answer in asked.ask("mahjong_overlay", ruleset=base)]
    sources += [_source("overlay", given) for given in recipe.overlay]
    _check_sections(recipe.name, sources[len(written) :], may_go=True)
    if own_options and (recipe.plugins or recipe.overlay):  # over what plug-ins and overlays said of the same keys
        sources = _laid_over(sources, overlays(table, defaults, own_options, only_chosen=True), laid)
    parts = _parts(asked, sources, recipe.name, offered_roles(laid))
    complaints = [f"{who}: {text}" for who, text in asked.collect("mahjong_check", table=parts.table)]
    if complaints:
        raise RulesetError(recipe.name, complaints)
    values = chosen_values(laid, defaults, chosen)
    return Ruleset(recipe.name, parts, values, Making(recipe, dict(own_options)))


def _laid_over(sources: list[Source], options: list[Source], table: Mapping[str, Any]) -> list[Source]:
    """The sources and the options' overlays; a change to a role that another option took away falls away with it."""
    there, laid = merged(sources), list(sources)
    for overlay in options:
        data = dict(overlay.data)
        for section in ("roles", "items"):
            changes: Mapping[str, Any] = data.get(section) or {}
            own: Mapping[str, Any] = table.get(section, {})
            gone = [id for id in changes if id in own and id not in there[section] and not _is_new(changes[id])]
            data[section] = {id: change for id, change in changes.items() if id not in gone}
        there = merge(there, data)
        laid.append(Source(overlay.label, data) if data != overlay.data else overlay)
    return laid


def _is_new(line: Any) -> bool:
    return is_mapping(line) and "source" in line


def _table_and_preset(asked: Plugins, base: str, preset: str | None) -> list[Source]:
    path = _table_path(asked, base)
    own = Source.from_file(path)
    written = [*_based_on(asked, own), own]
    if preset is None:
        return written
    there = presets_beside(path)
    if preset not in there:
        raise PluginError(f"{base!r} has no preset {preset!r}{nearest(preset, there, otherwise=True)}")
    return [*written, Source.from_file(there[preset])]


def _check_sections(name: str, sources: Sequence[Source], may_go: bool) -> None:
    """The parts that are put together before a table is checked must be mappings.  ``may_go``: null takes one away."""
    lines: list[str] = []
    for source in sources:
        parts: dict[tuple[str, ...], Any] = {(key,): source.data[key] for key in SECTIONS if key in source.data}
        options = source.data.get("options")
        parts |= {("options", id): option or {} for id, option in options.items()} if is_mapping(options) else {}
        for place, value in parts.items():
            if not is_mapping(value) and not (may_go and value is None):
                lines.append(f"{source.place(place)}: {'.'.join(place)}: expected a mapping, not {value!r}")
    if lines:
        raise RulesetError(name, lines)


def _table_path(asked: Plugins, base: str) -> Path:
    path = next((Path(str(answer)) for _, answer in asked.ask("mahjong_table")), None)
    if path is None:
        raise PluginError(f"{base!r} brings no table: a ruleset answers the hook mahjong_table")
    return path


def _based_on(asked: Plugins, own: Source) -> list[Source]:
    """The table of another ruleset that this one is laid over, whose plug-in then brings its patterns, too."""
    other = own.data.get("based_on")
    if other is None:
        return []
    if other == own.data.get("ruleset"):
        raise RulesetError(own.label, [f"{own.place(('based_on',))}: based_on: {other!r} is this ruleset itself"])
    alone = Plugins()
    alone.add(found := plugged.found(plugged.RULESETS, str(other)), str(other))
    asked.add(found, str(other))
    table = Source.from_file(_table_path(alone, str(other)))
    if "based_on" in table.data:
        place = own.place(("based_on",))
        raise RulesetError(own.label, [f"{place}: based_on: {other!r} is itself based on another ruleset"])
    return [_without_defaults(table, [name for name, option in own.data.get("options", {}).items() if option is None])]


def _without_defaults(table: Source, gone: Sequence[str]) -> Source:
    """A table whose options ``gone`` are taken away by the one that is laid over it."""
    defaults = {name: value for name, value in table.data.get("defaults", {}).items() if name not in gone}
    return table.with_data({**table.data, "defaults": defaults})


def presets_beside(table: Path) -> dict[str, Path]:
    """Preset name -> its file."""
    return {path.stem: path for path in sorted((table.parent / "presets").glob("*.yaml"))}


def _source(label: str, given: Any) -> Source:
    if is_mapping(given):
        source = Source(label, _with_text_keys(given))
    elif isinstance(given, str | Path):
        source = Source.from_file(Path(given))
    else:
        source = None
    if source is not None and source.has(("defaults",)):
        text = "options are chosen before overlays; choose them with options (--set), or in a preset"
        raise RulesetError(label, [f"{source.place(('defaults',))}: defaults: {text}"])
    if source is not None:
        return source
    raise PluginError(f"{label}: an overlay is a mapping or the path of a YAML file, not {given!r}")


def _with_text_keys(given: Mapping[Any, Any]) -> dict[str, Any]:
    """A table's keys are text, as in YAML."""
    return {str(key): _with_text_keys(value) if is_mapping(value) else value for key, value in given.items()}


# ---------------------------------------------------------------------------------------------- what it is made of
def _parts(asked: Plugins, sources: Sequence[Source], name: str, offered: Mapping[str, Any]) -> Parts:
    data = merged(sources)
    methods: dict[str, Method] = _known(asked, "mahjong_methods", (HAN_FU, POINTS_DOUBLES, FAN))
    settlements: dict[str, Settlement] = _known(asked, "mahjong_settlements", SETTLEMENTS)
    _check_settlements(settlements.values())
    known_shapes: dict[str, Shape] = _known(asked, "mahjong_shapes", WHOLE_HANDS)
    patterns = _patterns(asked)
    broken = [
        f"{sources[0].label}: {key}: no {what} is named {data.get(key)!r}{nearest(str(data.get(key)), known, True)}"
        for key, what, known in (("method", "method", methods), ("settlement", "settlement", settlements))
        if str(data.get(key)) not in known
    ]
    broken += [
        f"{sources[0].label}: shapes.{shape}: no whole-hand shape has this name{nearest(shape, known_shapes)}"
        for shape in data.get("shapes", {})
        if shape not in known_shapes
    ]
    if broken:
        raise RulesetError(name, broken)
    method, settlement = methods[data["method"]], settlements[data["settlement"]]
    table = checked(sources, method.table, settlement.settings, patterns, name, offered)
    _try_out(asked, table)
    used = [known_shapes[shape] for shape, on in table.shapes.items() if on]
    terms = traced(table, method.conditions, patterns, sources, name)
    return Parts(table, method, settlement, terms, used)


def _known(asked: Plugins, hook: str, shipped: Sequence[Any]) -> dict[str, Any]:
    """By name: what ships with the library, and what plug-ins bring."""
    known = {thing.name: thing for thing in shipped}
    for who, thing in asked.collect(hook):
        if thing.name in known:
            raise PluginError(f"{who!r}: {hook}: {thing.name!r} is already defined")
        known[thing.name] = thing
    return known


def _check_settlements(settlements: Iterable[Any]) -> None:
    """A plug-in's settlement must have a table model and, if it settles tables, their form."""
    for settlement in settlements:
        settings, tables = settlement.settings, settlement.tables
        if not (isinstance(settings, type) and issubclass(settings, Payment)):
            raise PluginError(
                f"settlement {settlement.name!r}: settings: expected a subclass of Payment, not {settings!r}"
            )
        if not isinstance(tables, TableForm | None):
            raise PluginError(f"settlement {settlement.name!r}: tables: expected a TableForm or None, not {tables!r}")


def _patterns(asked: Plugins) -> dict[str, Pattern]:
    patterns: dict[str, Pattern] = dict(PATTERNS)
    for who, pattern in asked.collect("mahjong_patterns"):
        if pattern.__name__ in patterns:
            raise PluginError(f"{who!r}: pattern {pattern.__name__!r} is already defined")
        patterns[pattern.__name__] = pattern
    return patterns


def _try_out(asked: Plugins, table: Table[Any]) -> None:
    """A plug-in's pattern must be one that can be traced, whether a role uses it or not."""
    for who, pattern in asked.collect("mahjong_patterns"):
        try:
            trace(pattern, given_kinds(table))
        except PatternError as error:
            raise PluginError(f"{who!r}: {error}") from error
