"""Quantiles: those that ship are current, and are read as they were measured."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner, Result

import mahjong_core as mj
from mahjong_core import quantiles as shipped
from mahjong_core.cli.app import app
from mahjong_core.population import MIXES
from mahjong_core.population.measured import GENERATOR, HANDS, SEED, measured, steps_of
from mahjong_core.quantiles import Quantiles, Steps, measured_elsewhere, position, quantile_file, quantiles

RULESETS = [found.name for found in mj.available()]
PRESETS = [f"{found.name}:{preset}" for found in mj.available() for preset in found.presets]
HERE = Path(__file__).parents[1]


def run(*words: str) -> Result:
    return CliRunner().invoke(app, list(words))


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], Path]]:
    """Quantiles stand in a folder of the test."""

    def file_of(name: str) -> Path:
        return tmp_path / f"{name.replace(':', '.')}{shipped.SUFFIX}"

    monkeypatch.setattr(shipped, "quantile_file", file_of)
    monkeypatch.setattr("mahjong_core.cli.quantiles.quantile_file", file_of)
    quantiles.cache_clear()
    yield file_of
    quantiles.cache_clear()


# ------------------------------------------------------------------------------------------------ what ships
@pytest.mark.parametrize("name", RULESETS)
def test_a_ruleset_ships_what_its_seed_gives(name: str) -> None:
    """If this fails because the rules or the generator have changed: ``mahjong quantiles``."""
    assert quantile_file(name).read_text(encoding="utf-8") == measured(mj.load(name), HANDS, SEED).text()


@pytest.mark.parametrize("name", [*RULESETS, *PRESETS])
def test_quantiles_are_of_the_rules_as_they_ship(name: str) -> None:
    rules, found = mj.load(name), quantiles(name)
    assert found is not None
    about = (name, rules.fingerprint, mj.__version__, GENERATOR, SEED, HANDS)
    assert (found.ruleset, found.fingerprint, found.library, found.generator, found.seed, found.hands) == about
    assert list(found.mixes) == list(MIXES)
    assert quantile_file(name).stat().st_size < 10_000
    assert measured_elsewhere(rules) is None
    for steps in found.mixes.values():
        assert list(steps.values) == sorted(set(steps.values))
        assert list(steps.below) == sorted(steps.below)
        assert 0 < steps.wins <= HANDS


# ------------------------------------------------------------------------------------------------ places
def test_steps() -> None:
    steps = Steps(10, [100, 200, 400], [0.0, 0.5, 0.9])
    assert [steps.position(value) for value in (50, 100, 150, 200, 400, 401)] == [0.0, 0.0, 0.5, 0.5, 0.9, 1.0]


def test_steps_are_close_to_what_was_measured() -> None:
    values = (np.random.default_rng(1).pareto(1, 50_000) * 100).astype(np.int64)
    steps = steps_of(values)
    assert len(steps.values) < 1000
    for value in (*np.unique(values)[::37].tolist(), -1, 10**9):
        assert steps.position(value) == pytest.approx((values < value).mean(), abs=0.0015)


def test_text_and_back() -> None:
    told = Quantiles("x", "f", "0", "g", 1, 10, {"deals": Steps(3, [1, 5], [0.0, 0.25]), "bench": Steps(0, [], [])})
    assert Quantiles.read(told.text()) == told


def test_a_hand_is_told_its_place() -> None:
    rules = mj.load("riichi")
    assert position(rules, None) is None
    assert position(rules, 100) == 0.0
    assert position(rules, 10**6) == 1.0
    places = [position(rules, value) or 0 for value in (1000, 3900, 8000, 12000, 32000)]
    assert places == sorted(places)
    assert position(rules, 8000, "bench") != position(rules, 8000)
    assert position(rules, 8000, "no such mix") is None


def test_house_rules_are_told_so() -> None:
    assert measured_elsewhere(mj.load("riichi", options={"red_fives": 0})) == "riichi"
    assert (
        measured_elsewhere(mj.load("riichi:ema-2025", overlay={"roles": {"tanyao": {"open": 0}}})) == "riichi:ema-2025"
    )


def test_a_preset_without_quantiles_has_those_of_its_ruleset(files: Callable[[str], Path]) -> None:
    assert position(mj.load("riichi"), 1000) is None
    files("riichi").write_text(measured(mj.load("riichi"), 2000).text(), encoding="utf-8")
    quantiles.cache_clear()
    assert position(mj.load("riichi:tenhou"), 8000) == position(mj.load("riichi"), 8000) is not None
    assert measured_elsewhere(mj.load("riichi:ema-2025")) == "riichi"


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"mixes": {}}', '{"mixes": {"deals": {"below": {"x": 1}}}}'])
def test_a_broken_file_is_named(text: str, files: Callable[[str], Path]) -> None:
    files("riichi").write_text(text, encoding="utf-8")
    with pytest.raises(mj.PluginError, match=r"riichi\.quantiles\.json: not a table of quantiles"):
        position(mj.load("riichi"), 1000)


def test_no_such_ruleset_or_preset() -> None:
    for name in ("richi", "riichi:nowhere"):
        with pytest.raises(mj.PluginError):
            quantile_file(name)


# ------------------------------------------------------------------------------------------------ the command
def test_the_command_makes_and_checks(files: Callable[[str], Path]) -> None:
    words = ("quantiles", "riichi", "riichi:tenhou", "--hands", "500", "--seed", "4")
    assert run(*words, "--check").exit_code == 1
    assert not files("riichi").exists()
    made = run(*words)
    assert made.exit_code == 0
    assert [line.rpartition(": ")[2] for line in made.stdout.splitlines()] == ["written", "written"]
    assert json.loads(files("riichi:tenhou").read_text(encoding="utf-8"))["ruleset"] == "riichi:tenhou"
    assert run(*words, "--check").exit_code == 0
    assert "as it was" in run(*words).stdout
    assert run("quantiles", "riichi", "--hands", "500", "--seed", "5", "--check").exit_code == 1
    assert sorted(path.name for path in files("riichi").parent.iterdir()) == [
        "riichi.quantiles.json",
        "riichi.tenhou.quantiles.json",
    ]


def test_all_rulesets_and_presets_when_none_is_named(files: Callable[[str], Path]) -> None:
    made = run("quantiles", "--hands", "10")
    assert made.exit_code == 0
    assert len(made.stdout.splitlines()) == len(RULESETS) + len(PRESETS)


def test_the_command_says_what_is_wrong() -> None:
    assert "did you mean 'riichi'" in run("quantiles", "richi", "--check").stderr
    assert run("quantiles", "riichi", "--hands", "0").exit_code == 2


def test_one_hand_is_compared_without_numpy() -> None:
    code = (
        "import sys; from mahjong_core.cli import main; sys.argv[1:] = ['compare', '111m222p345s5577z+7z', '--json']\n"
    )
    code += "try: main()\nexcept SystemExit as e: assert not e.code\n"
    code += "assert not {'numpy', 'pyarrow', 'matplotlib'} & sys.modules.keys()"
    call = [sys.executable, "-c", code]
    done = subprocess.run(call, capture_output=True, text=True, cwd=HERE, check=False)
    assert done.returncode == 0, done.stderr
    rows = [row for row in json.loads(done.stdout)["rows"] if row["status"] == "win"]
    assert rows
    assert all(0 < row["above"] < 1 for row in rows)
