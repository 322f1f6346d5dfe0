"""Finding plug-ins by name, and asking their hooks, with every failure named after who failed."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import inspect
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any, Final

import pluggy

from mahjong_core import hooks
from mahjong_core.errors import PluginError
from mahjong_core.settle.settlements import Settlement
from mahjong_core.shapes import Shape
from mahjong_core.sources import nearest
from mahjong_core.worth.methods import Method

RULESETS: Final = "mahjong.rulesets"
HOUSE_RULES: Final = "mahjong.plugins"
WORDS: Final = {RULESETS: "ruleset", HOUSE_RULES: "plug-in"}


@cache
def installed(group: str) -> Mapping[str, importlib.metadata.EntryPoint]:
    """Name -> entry point.  Nothing is imported, so a broken package breaks only itself."""
    return {entry.name: entry for entry in importlib.metadata.entry_points(group=group)}


def found(group: str, name: str) -> Any:
    """The plug-in of this name, imported.  Raises PluginError with the nearest name."""
    known = installed(group)
    if name not in known:
        raise PluginError(f"no {WORDS[group]} is named {name!r}{nearest(name, known, otherwise=True)}")
    entry = known[name]
    try:
        return entry.load()
    except (Exception, SystemExit) as error:
        package = f"{entry.dist.name} {entry.dist.version}" if entry.dist else "an unknown package"
        reason = f"{type(error).__name__}: {error}"
        raise PluginError(f"{name!r} of {package} ({entry.value}) could not be imported: {reason}") from error


class Plugins:
    """The plug-ins of one load.  A fresh manager for each, so rulesets never share any."""

    def __init__(self) -> None:
        self._manager = pluggy.PluginManager("mahjong")
        self._manager.add_hookspecs(hooks)

    def add(self, plugin: Any, name: str) -> None:
        """Register a plug-in.  Raises PluginError if it cannot be one."""
        if inspect.isclass(plugin):
            raise PluginError(f"{name!r} is a class; give an instance: {plugin.__name__}()")
        for attribute in dir(plugin):
            member = getattr(plugin, attribute, None)
            if attribute.startswith("mahjong_") and inspect.isroutine(member) and not hasattr(member, "mahjong_impl"):
                raise PluginError(f"{name!r}: {attribute} is not marked with @mahjong_core.hookimpl")
        try:
            self._manager.register(plugin, name)
            self._manager.check_pending()
        except (pluggy.PluginValidationError, ValueError) as error:
            raise PluginError(f"{name!r}: {_reason(error)}; the hooks are {', '.join(hooks.HOOKS)}") from error
        if not self._manager.get_hookcallers(plugin):
            raise PluginError(f"{name!r} answers no hook; the hooks are {', '.join(hooks.HOOKS)}")

    def ask(self, hook: str, **arguments: Any) -> Iterator[tuple[str, Any]]:
        """(plug-in, answer) in the order in which the plug-ins were given, without those that answer None."""
        for implementation in getattr(self._manager.hook, hook).get_hookimpls():
            who = implementation.plugin_name
            try:
                answer = implementation.function(*[arguments[name] for name in implementation.argnames])
                if answer is not None and hook in LISTS:
                    answer = [answer] if isinstance(answer, str) else list(answer)
            except Exception as error:
                raise PluginError(f"{who!r}: {hook} failed: {type(error).__name__}: {error}") from error
            if answer is not None:
                yield who, answer

    def collect(self, hook: str, **arguments: Any) -> Iterator[tuple[str, Any]]:
        """(plug-in, one thing it brings) of a hook that answers lists."""
        for who, answers in self.ask(hook, **arguments):
            for answer in answers:
                if not isinstance(answer, LISTS[hook]):
                    raise PluginError(f"{who!r}: {hook} brings {answer!r}, which is no {LISTS[hook].__name__}")
                yield who, answer


LISTS: Final[Mapping[str, type]] = {  # hook -> what its lists are of
    "mahjong_patterns": FunctionType,
    "mahjong_shapes": Shape,
    "mahjong_methods": Method,
    "mahjong_settlements": Settlement,
    "mahjong_check": str,
}


def _reason(error: Exception) -> str:
    """pluggy's complaint, in one line."""
    return " ".join(str(error).split())


def house_rule(plugin: Any) -> tuple[str, Any]:
    """(name, plug-in) of what the user gave: a name, the path of a ``.py`` file, a module or an object."""
    if isinstance(plugin, Path) or (isinstance(plugin, str) and plugin.endswith(".py")):
        return _from_file(Path(plugin))
    if isinstance(plugin, str):
        return plugin, found(HOUSE_RULES, plugin)
    return str(getattr(plugin, "__name__", type(plugin).__name__)), plugin


def _from_file(path: Path) -> tuple[str, Any]:
    spec = importlib.util.spec_from_file_location(f"mahjong_house_rule_{path.stem}", path)
    if spec is None or spec.loader is None or not path.is_file():
        raise PluginError(f"{str(path)!r} is not a Python file that can be read")
    module = importlib.util.module_from_spec(spec)
    try:
        sys.modules[spec.name] = module
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise PluginError(f"{str(path)!r} could not be imported: {type(error).__name__}: {error}") from error
    return path.stem, module


def house_rules(plugins: Sequence[Any] | str) -> list[tuple[str, Any]]:
    """Every plug-in that the user gave; one alone may be given without a list."""
    return [house_rule(plugin) for plugin in ([plugins] if isinstance(plugins, str | Path) else plugins)]
