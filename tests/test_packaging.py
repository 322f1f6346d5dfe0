"""What is installed, and what the core may not know."""

from __future__ import annotations

import ast
import importlib
import importlib.metadata
import importlib.util
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import mahjong_core as mj
from mahjong_core.available import house_rules
from mahjong_core.sources import Source

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
ENTRIES = PROJECT["project"]["entry-points"]
RULESETS = sorted(ENTRIES["mahjong.rulesets"])
HOUSE_RULES = sorted(ENTRIES["mahjong.plugins"])


@pytest.mark.parametrize("group", sorted(ENTRIES))
def test_entry_points_are_installed_and_name_modules(group: str) -> None:
    installed = {entry.name: entry for entry in importlib.metadata.entry_points(group=group)}
    assert ENTRIES[group].items() <= {name: entry.value for name, entry in installed.items()}.items()
    for name in ENTRIES[group]:
        assert importlib.import_module(installed[name].value).__doc__


def test_each_house_rule_and_ruleset_has_an_entry_point() -> None:
    plugins = {path.stem for path in (ROOT / "plugins/mahjong_plugins").glob("*.py")} - {"__init__"}
    folders = {path.parent.name for path in (ROOT / "rulesets/mahjong_rulesets").glob("*/__init__.py")}
    assert {entry.rpartition(".")[2] for entry in ENTRIES["mahjong.plugins"].values()} == plugins
    assert {entry.rpartition(".")[2] for entry in ENTRIES["mahjong.rulesets"].values()} == folders
    assert set(house_rules()) >= set(HOUSE_RULES)


def test_the_version_is_written_the_same_twice() -> None:
    assert PROJECT["project"]["version"] == mj.__version__


@pytest.mark.parametrize("name", RULESETS)
def test_every_role_and_item_has_a_source(name: str) -> None:
    table = mj.load(name).table
    assert table.source.strip()
    assert [id for id, role in table.roles.items() if not role.source.strip()] == []
    assert [id for id, item in table.items.items() if not item.source.strip()] == []
    for option, given in table.options.items():
        for overlay in [*given.values.values(), *given.members.values()]:
            new = {id: role for id, role in overlay.get("roles", {}).items() if role and "names" in role}
            assert [(option, id) for id, role in new.items() if not role.get("source")] == []


@pytest.mark.parametrize("name", RULESETS)
def test_every_role_has_a_name_in_each_language_of_its_ruleset(name: str) -> None:
    table = mj.load(name).table
    assert [id for id, role in table.roles.items() if not set(table.languages) <= role.names.keys()] == []


def constants(tree: ast.AST) -> Iterator[str]:
    """Texts that the code of a module uses, docstrings aside."""
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.value


def compared(tree: ast.AST) -> Iterator[str]:
    """Texts that the code of a module compares something with, or matches."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            yield from constants(node)
        elif isinstance(node, ast.MatchValue):
            yield from constants(node.value)


@pytest.mark.parametrize("path", sorted((ROOT / "mahjong_core").rglob("*.py")), ids=lambda path: path.name)
def test_the_core_compares_nothing_with_the_name_of_a_ruleset(path: Path) -> None:
    """``riichi`` is a flag, too; the other names, and presets, have no business in the core at all."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = {"riichi", "riichi-roles", "riichi-1920s", "french-classic", "french-advanced", "sichuan"}
    presets = {f"{ruleset.name}:{preset}" for ruleset in mj.available() for preset in ruleset.presets}
    assert names.isdisjoint(compared(tree))
    if "cli" not in path.parts and path.name != "record_models.py":  # help texts and examples of a schema name some
        assert ((names - {"riichi"}) | presets).isdisjoint(constants(tree))


def test_the_core_imports_no_ruleset_and_no_house_rule() -> None:
    for path in (ROOT / "mahjong_core").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            modules = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            modules += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            for module in modules:
                assert not module.startswith(("mahjong_rulesets", "mahjong_plugins")), path


def test_typed() -> None:
    for package in ("mahjong_core", "mahjong_rulesets", "mahjong_plugins"):
        found = importlib.util.find_spec(package)
        assert found is not None
        assert found.origin is not None
        assert Path(found.origin).with_name("py.typed").is_file()


def test_no_comma_splits_a_text_in_two() -> None:
    """``{en: a, b}`` is two keys, the second without a value."""

    def split(table: Any, at: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
        for key, value in table.items():
            if value is None and at and at[-1] in ("names", "title", "preset"):
                yield (*at, key)
            elif isinstance(value, dict):
                yield from split(value, (*at, key))

    for file in (Path(__file__).parents[1] / "rulesets").rglob("*.yaml"):
        assert list(split(Source.from_file(file).data)) == [], file
