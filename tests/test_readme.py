"""The README, run: every Python and console block with the output it shows, and its tables against the sources.

``python tests/test_readme.py`` writes into the README what its console blocks print now; read the difference.
"""

from __future__ import annotations

import ast
import contextlib
import doctest
import importlib.util
import inspect
import io
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import mahjong_core as mj
from mahjong_core import hooks, plugins
from mahjong_core.tables import Role, Table
from mahjong_core.worth.fan import FanRole
from mahjong_core.worth.han_fu_table import HanRole
from mahjong_core.worth.points_doubles import PointsRole

ROOT = Path(__file__).parents[1]
CORE = ROOT / "mahjong_core"
README = (ROOT / "README.md").read_text(encoding="utf-8")
NAMED = re.compile(r"# (\S+\.(?:py|yaml))\n")
READERS = (
    "inspection",
    "bars",
    "hands",
    "checks",
    "lexer",
    "notation",
    "records",
    "record_checks",
    "options",
    "melds",
    "tile_text",
)


class Block(NamedTuple):
    language: str
    line: int
    text: str


def blocks() -> Iterator[Block]:
    """The fenced blocks of the README, in order."""
    for found in re.finditer(r"^```(\w+)\n(.*?)^```$", README, re.S | re.M):
        yield Block(found[1], README[: found.start()].count("\n") + 2, found[2])


def put_files(folder: Path) -> None:
    """The files that the README shows."""
    for block in blocks():
        named = NAMED.match(block.text)
        shown = re.match(r"\$ cat (\S+)\n", block.text)
        if named:
            (folder / named[1]).write_text(block.text, encoding="utf-8")
        elif shown:
            (folder / shown[1]).write_text(block.text[shown.end() :], encoding="utf-8")


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files that the README shows, as the working directory."""
    monkeypatch.chdir(tmp_path)
    put_files(tmp_path)
    return tmp_path


def test_python_blocks(page: Path) -> None:
    """One page, read from top to bottom: later blocks use what earlier ones defined."""
    names: dict[str, Any] = {}
    runner = doctest.DocTestRunner(optionflags=doctest.REPORT_NDIFF)
    said = io.StringIO()
    ran = 0
    for block in blocks():
        if block.language != "python" or NAMED.match(block.text):
            continue
        if ">>>" in block.text:
            test = doctest.DocTestParser().get_doctest(block.text, names, "README.md", "README.md", block.line - 1)
            runner.run(test, out=said.write, clear_globs=False)
            names |= test.globs
            ran += len(test.examples)
        else:
            exec(compile(block.text, f"README.md:{block.line}", "exec"), names)
    assert not runner.summarize(verbose=False).failed, said.getvalue()
    assert ran > 20


def run_cli(command: str, where: Path) -> str:
    """What a line ``$ mahjong ...`` prints; fingerprints change with any value, so ``...`` stands for them."""
    environment = {**os.environ, "COLUMNS": "100", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"}
    arguments = shlex.split(command.removeprefix("$ mahjong "))
    call = [sys.executable, "-c", "from mahjong_core.cli import main; main()", *arguments]
    done = subprocess.run(call, cwd=where, env=environment, capture_output=True, encoding="utf-8", timeout=60)
    assert done.returncode == 0, done.stderr
    return "\n".join(re.sub(r"\b[0-9a-f]{12}\b", "...", line.rstrip()) for line in done.stdout.splitlines())


CONSOLE = [block for block in blocks() if block.language == "console" and block.text.startswith("$ mahjong ")]


@pytest.mark.skipif(importlib.util.find_spec("typer") is None, reason="the command line needs typer")
@pytest.mark.parametrize("block", CONSOLE, ids=lambda block: f"line {block.line}")
def test_console_blocks(block: Block, page: Path) -> None:
    command, _, shown = block.text.partition("\n")
    answer = run_cli(command, page)
    assert answer.splitlines() == shown.splitlines(), "python tests/test_readme.py writes what is printed now"


def test_the_page_has_commands_to_run() -> None:
    assert {shlex.split(block.text.partition("\n")[0])[2] for block in CONSOLE} >= {"score", "compare", "batch", "diff"}


def test_set_up_commands() -> None:
    """Two commands, each of which does everything; .ci/run runs them."""
    commands = [block.text.strip() for block in blocks() if block.language == "bash"]
    assert len(commands) == 2
    assert all(command.startswith("python3 -m venv .venv && ") and "\n" not in command for command in commands)
    assert "mahjong compare" in commands[0]
    assert "-m pytest" in commands[1]


def test_a_ruleset_of_ones_own(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The smallest table of the README is a ruleset."""

    class Village:
        @mj.hookimpl
        def mahjong_table(self) -> Path:
            return page / "village.yaml"

    monkeypatch.setattr(plugins, "found", lambda group, name: Village())
    result = mj.load("village").score(mj.Hand.parse("111m(222m)333p444s5z+5z"), mj.Situation(win="ron", seat="E"))
    assert result.role_ids == ("mahjong", "no_runs")
    assert (result.value, result.marked) == (76, 152)  # 20, and 8 + 2 + 4 + 4 of the sets, doubled once


# ------------------------------------------------------------------------------------------------ its tables
def test_hooks_with_their_exact_arguments() -> None:
    for name in hooks.HOOKS:
        arguments = ", ".join(inspect.signature(getattr(hooks, name)).parameters)
        assert f"| `{name}({arguments})` |" in README
    assert set(re.findall(r"^\| `(mahjong_\w+)\(", README, re.M)) == set(hooks.HOOKS)


def keys_in(heading: str) -> set[str]:
    """The words in backticks of the first column of the table with this heading."""
    rows = README.split(f"| {heading} | meaning |\n")[1].split("\n\n")[0]
    return {key for row in rows.splitlines() for key in re.findall(r"`(\w+)`", row.split(" | ")[0])}


def test_keys_of_a_table_and_of_a_role() -> None:
    assert keys_in("key of the table") == set(Table.model_fields)
    methods = {"han_fu", "points_doubles", "fan"}
    roles = {*Role.model_fields, *HanRole.model_fields, *PointsRole.model_fields, *FanRole.model_fields}
    assert keys_in("key of a role") - methods == roles - methods


def codes_in_sources() -> tuple[set[str], set[str]]:
    """(codes as they are, patterns of those that are put together) of all problems that the readers tell."""
    plain: set[str] = set()
    joined: set[str] = set()
    place = {"Problem": 0, "one_of": 3, "trouble": 3, "Trouble": 2}
    for module in READERS:
        for node in ast.walk(ast.parse((CORE / f"{module}.py").read_text(encoding="utf-8"))):
            code: ast.expr | None = None
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in place:
                code = node.args[place[node.func.id]] if len(node.args) > place[node.func.id] else None
            elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.target.id == "code":
                code = node.value
            if isinstance(code, ast.Constant):
                plain.add(str(code.value))
            elif isinstance(code, ast.JoinedStr):
                first, *rest = code.values
                assert isinstance(first, ast.FormattedValue)
                tail = (str(part.value) if isinstance(part, ast.Constant) else r"\w+" for part in rest)
                joined.add("FLAG" + "".join(tail))
    return plain, joined


def test_codes_of_problems() -> None:
    told = keys_in("code")
    plain, joined = codes_in_sources()
    assert {code for code in told if not code.startswith("FLAG")} == plain
    of_flags = {code for code in told if code.startswith("FLAG")}
    assert {code for code in of_flags if not any(re.fullmatch(shape, code) for shape in joined)} == set()
    assert {shape for shape in joined if not any(re.fullmatch(shape, code) for code in of_flags)} == set()


def test_modules_that_the_page_names_exist() -> None:
    section = README.split("## The code")[1].split("| module in `mahjong_core/` |")[1]
    for name in re.findall(r"`(\w+\.py|\w+/)`", section):
        assert (CORE / name).exists(), name


def test_the_first_lines_of_the_package() -> None:
    """The example of ``help(mahjong_core)``."""
    with contextlib.redirect_stdout(io.StringIO()) as said:
        assert doctest.testmod(mj).failed == 0, said.getvalue()


def write_console_blocks() -> None:
    """Put what the commands print now into the README."""
    text = README
    with tempfile.TemporaryDirectory() as folder:
        put_files(Path(folder))
        for block in CONSOLE:
            command = block.text.partition("\n")[0]
            answer = run_cli(command, Path(folder))
            text = text.replace(
                f"```console\n{block.text}```", f"```console\n{command}\n{answer}\n```".replace("\n\n```", "\n```")
            )
    (ROOT / "README.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write_console_blocks()
