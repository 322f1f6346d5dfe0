"""Tables as they are written: YAML files and mappings, the place of every key in them, and how they are laid over
each other."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, TypeGuard, cast

import yaml

from mahjong_core.errors import RulesetError

KeyPath = tuple[str | int, ...]
DEEPEST: Final = 40  # levels of a table

# YAML 1.1 reads no, on and 12:30 as truths and numbers; here only what looks like one is one.
_WORDS: Final[Mapping[str, Any]] = {"": None, "~": None, "null": None, "true": True, "false": False}
_NUMBERS: Final = ((re.compile(r"-?\d+\Z"), int), (re.compile(r"-?\d+\.\d+\Z"), float))


def is_mapping(value: Any) -> TypeGuard[Mapping[str, Any]]:
    """Is it a mapping of keys?"""
    return isinstance(value, Mapping)


def is_list(value: Any) -> TypeGuard[Sequence[Any]]:
    """Is it a list of values?"""
    return isinstance(value, list | tuple)


class Source:
    """One table as written: its data, and the line of every key path in it."""

    def __init__(self, label: str, data: Mapping[str, Any], places: Mapping[KeyPath, int] | None = None) -> None:
        self.label, self.data, self._places = label, data, places or {}

    @classmethod
    def from_file(cls, path: Path) -> Source:
        """Read a YAML file.  Raises RulesetError with every key that is written twice, or the place of a mistake."""
        return cls.from_text(read_text(path), str(path))

    @classmethod
    @lru_cache(maxsize=64)  # a source is never changed, and a ruleset is made anew for each set of options
    def from_text(cls, text: str, label: str) -> Source:
        """Read YAML text; ``label`` names it in messages."""
        loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        try:
            root = cast("Any", yaml).compose(text, Loader=loader)
        except yaml.YAMLError as error:
            mark = getattr(error, "problem_mark", None)
            line = f"{label}:{mark.line + 1}" if mark else label
            said = getattr(error, "problem", None) or str(error)
            raise RulesetError(label, [f"{line}: not YAML: {said}"]) from None
        builder = _Builder(label)
        data: Any = builder.build(root, ()) if root is not None else {}
        if is_mapping(data) and not builder.problems:
            return cls(label, data, builder.places)
        problems = builder.problems or [f"{label}:1: expected a mapping of keys, got {data!r}"]
        raise RulesetError(label, problems)

    def part(self, at: KeyPath) -> Source:
        """The mapping that stands at a key path, as a source of its own."""
        here: Any = self.data
        for step in at:
            here = here.get(str(step)) if is_mapping(here) else None
        places = {path[len(at) :]: line for path, line in self._places.items() if path[: len(at)] == at}
        return Source(self.label, here if is_mapping(here) else {}, places)

    def without(self, key: str) -> Source:
        """The same table without one of its keys."""
        if key not in self.data:
            return self
        return self.with_data({other: data for other, data in self.data.items() if other != key})

    def with_data(self, data: Mapping[str, Any]) -> Source:
        """The same table with other data, whose keys stand where they stood."""
        return Source(self.label, data, self._places)

    def place(self, at: KeyPath) -> str:
        """``file:line`` of the nearest enclosing key that is written here."""
        for end in range(len(at), -1, -1):
            if at[:end] in self._places:
                return f"{self.label}:{self._places[at[:end]]}"
        return self.label

    def has(self, at: KeyPath) -> bool:
        """Is this key written here?"""
        here: Any = self.data
        for step in at:
            if is_mapping(here) and step in here:
                here = here[str(step)]
            elif is_list(here) and isinstance(step, int) and step < len(here):
                here = here[step]
            else:
                return False
        return True


class _Builder:
    """From nodes to data, noting where each key stands."""

    def __init__(self, label: str) -> None:
        self.label = label
        self.places: dict[KeyPath, int] = {}
        self.problems: list[str] = []

    def build(self, node: Any, at: KeyPath) -> Any:
        if len(at) > DEEPEST:
            line = node.start_mark.line + 1
            raise RulesetError(self.label, [f"{self.label}:{line}: nested too deeply, or an alias inside itself"])
        self.places.setdefault(at, node.start_mark.line + 1)
        if isinstance(node, yaml.MappingNode):
            return self._mapping(node, at)
        if isinstance(node, yaml.SequenceNode):
            return [self.build(item, (*at, i)) for i, item in enumerate(node.value)]
        return _scalar(node)

    def _mapping(self, node: Any, at: KeyPath) -> dict[str, Any]:
        out: dict[str, Any] = {}
        for key_node, value_node in node.value:
            line, path = key_node.start_mark.line + 1, (*at, str(key_node.value))
            if path[-1] in out:
                first = self.places[path]
                self.problems.append(f"{self.label}:{line}: {dotted(path)}: this key is already set at line {first}")
            self.places[path] = line
            out[str(key_node.value)] = self.build(value_node, path)
        return out


def _scalar(node: Any) -> Any:
    text = str(node.value)
    if not node.style:  # plain, not quoted (None, or "" from the C loader)
        if text in _WORDS:
            return _WORDS[text]
        for pattern, convert in _NUMBERS:
            if pattern.match(text):
                return convert(text)
    return text


def read_text(path: Path) -> str:
    """The text of a file.  Raises RulesetError if it cannot be read."""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise RulesetError(str(path), [f"{path}: cannot be read: {reason}"]) from None


def merged(sources: Iterable[Source]) -> dict[str, Any]:
    """All sources laid over each other, the later over the earlier."""
    data: dict[str, Any] = {}
    for source in sources:
        data = merge(data, source.data)
    return data


def merge(base: Any, over: Any, at: KeyPath = ()) -> Any:
    """JSON Merge Patch (RFC 7396): mappings merge key by key, ``None`` removes, anything else replaces.

    Inside an option's values ``None`` stays: there it is what the overlay of that value will remove; and so it does
    among the defaults, where it is a value.
    """
    if not is_mapping(over):
        return over
    out: dict[str, Any] = dict(base) if is_mapping(base) else {}
    of_option = (at[:1] == ("options",) and len(at) >= 4) or at == ("defaults",)
    for key, value in over.items():
        if value is None and not of_option:
            out.pop(key, None)
        else:
            out[key] = merge(out.get(key), value, (*at, key))
    return out


def written_at(sources: Sequence[Source], at: KeyPath) -> str:
    """``file:line`` where the last source that wrote this key, or the nearest key above it, did so."""
    for end in range(len(at), -1, -1):
        for source in reversed(sources):
            if source.has(at[:end]):
                return source.place(at)
    return sources[0].label


def dotted(at: KeyPath) -> str:
    """``('roles', 'tanyao', 'open')`` -> ``'roles.tanyao.open'``."""
    return ".".join(map(str, at)) or "(top)"


def nearest(word: str, words: Iterable[str], otherwise: bool = False) -> str:
    """``"; did you mean 'open'?"`` for the word that is most like it, or nothing, or (``otherwise``) all there are."""
    words = list(words)
    close = difflib.get_close_matches(word, words, 1, cutoff=0.6)
    if close:
        return f"; did you mean {close[0]!r}?"
    return f"; there are {', '.join(sorted(words))}" if otherwise and words else ""
