"""Hooks and house rules: each hook with its exact arguments, and each mistake that a user can make, in words."""

from __future__ import annotations

import importlib.metadata
import inspect
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import mahjong_core as mj
from mahjong_core import hookimpl, hooks, plugins
from mahjong_core.facts import Facts, count, none, shape, some
from mahjong_core.settle.settlements import Payment
from mahjong_core.tables import Table
from mahjong_core.tiles import DRAGONS, TERMINALS
from mahjong_core.worth.methods import Worth
from mahjong_core.worth.points_doubles import POINTS_DOUBLES, PointsTable

RON = mj.Situation(win="ron", ron_from="W")
OPEN_TANYAO = mj.Hand.parse("234m567p22s(345s)67m+8m")
RIICHI = mj.load("riichi")


def plugin(**functions: Callable[..., Any]) -> Any:
    """A plug-in object named my_rule, with these hooks."""
    made = SimpleNamespace(**{name: hookimpl(function) for name, function in functions.items()})
    made.__name__ = "my_rule"
    return made


def refused(match: str, *house_rules: Any, ruleset: str = "riichi", error: type[Exception] = mj.PluginError) -> str:
    """What load says."""
    with pytest.raises(error) as caught:
        mj.load(ruleset, plugins=house_rules)
    assert match in str(caught.value)
    return str(caught.value)


def role(when: str, **more: Any) -> dict[str, Any]:
    return {"when": when, "source": "our club", **more}


def install(monkeypatch: pytest.MonkeyPatch, group: str, **targets: str) -> None:
    """Further entry points, as if a package had brought them."""
    real = dict(plugins.installed(group))
    more = {name: importlib.metadata.EntryPoint(name, target, group) for name, target in targets.items()}
    other = plugins.installed
    monkeypatch.setattr(plugins, "installed", lambda of: {**real, **more} if of == group else other(of))


# ------------------------------------------------------------------------------------------------ the hooks
def test_signatures() -> None:
    """The hooks with their exact arguments; each has its documentation."""
    arguments = {name: [*inspect.signature(getattr(hooks, name)).parameters] for name in hooks.HOOKS}
    assert arguments == {
        "mahjong_check": ["table"],
        "mahjong_methods": [],
        "mahjong_overlay": ["ruleset"],
        "mahjong_patterns": [],
        "mahjong_settlements": [],
        "mahjong_shapes": [],
        "mahjong_table": [],
    }
    assert all(getattr(hooks, name).__doc__ for name in hooks.HOOKS)


TINY = """
ruleset: tiny
title: {en: Tiny}
source: this test
method: METHOD
settlement: SETTLEMENT
triplets: {simple: [0, 0], terminal: [0, 0], honour: [0, 0]}
quads: {simple: [0, 0], terminal: [0, 0], honour: [0, 0]}
roles: {win: {when: won_hand, points: 3, source: this test}}
settings: {flat_name: flat}
payment: PAYMENT
"""
MARKS = "{east_times: 1, limit_east: before}"


def tiny(tmp_path: Path, method: str = "points_doubles", settlement: str = "marks", payment: str = MARKS) -> Path:
    """The path of a very small table."""
    path = tmp_path / "tiny.yaml"
    path.write_text(TINY.replace("METHOD", method).replace("SETTLEMENT", settlement).replace("PAYMENT", payment))
    return path


def as_ruleset(monkeypatch: pytest.MonkeyPatch, made: Any) -> None:
    """Found by the name tiny, as an installed ruleset would be."""
    monkeypatch.setitem(sys.modules, "tiny_ruleset", made)
    install(monkeypatch, plugins.RULESETS, tiny="tiny_ruleset")


WIN = mj.Hand.parse("234m567p22s345s67m+8m")


def test_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tiny(tmp_path)
    as_ruleset(monkeypatch, plugin(mahjong_table=lambda: path))
    assert mj.load("tiny").score(WIN, RON).value == 3
    assert "tiny" in [ruleset.name for ruleset in mj.available()]
    assert mj.compare(WIN, RON, ["riichi", "tiny"]).patterns["won_hand"][1] is not None
    with pytest.raises(mj.PluginError, match="'tiny' has no preset 'x'"):
        mj.load("tiny:x")


def test_no_table(monkeypatch: pytest.MonkeyPatch) -> None:
    as_ruleset(monkeypatch, plugin(mahjong_patterns=lambda: []))
    with pytest.raises(mj.PluginError, match="'tiny' brings no table"):
        mj.load("tiny")


def test_a_house_rule_cannot_bring_another_table(tmp_path: Path) -> None:
    """The ruleset answers first."""
    path = tiny(tmp_path)
    assert mj.load("riichi", plugins=[plugin(mahjong_table=lambda: path)]).table.ruleset == "riichi"


def no_terminal_runs(h: Facts) -> Any:
    """No run touches a terminal."""
    return none(h.tiles & TERMINALS) & some(h.runs)


def dragons_held(h: Facts) -> Any:
    """How many kinds of dragons there are."""
    return count(h.tiles & DRAGONS)


def test_patterns() -> None:
    lines = {"quiet": role("no_terminal_runs", han=2), "dragons": role("dragons_held", han=1, each=True, alone="no")}
    mine = plugin(
        mahjong_patterns=lambda: [no_terminal_runs, dragons_held], mahjong_overlay=lambda ruleset: {"roles": lines}
    )
    rules = mj.load("riichi", plugins=[mine])
    assert rules.score(OPEN_TANYAO, RON).role_ids == ("tanyao", "quiet")
    counted = rules.score(mj.Hand.parse("23m567p55z(345s)(666z)+4m"), RON)
    assert {found.id: found.worth for found in counted.roles if found.id != "quiet"} == {
        "hatsu": ("han", 1),
        "dragons": ("han", 2),
    }


def test_shapes() -> None:
    def find(hand: mj.Hand) -> Sequence[mj.Whole]:
        return (mj.Whole(hand.held_2, "two of everything"),) if hand.held_2 == hand.tiles else ()

    def two_of_everything(h: Facts) -> Any:
        return h.shape == shape("two_of_everything_here")

    mine = plugin(
        mahjong_shapes=lambda: [mj.Shape("two_of_everything_here", find)],
        mahjong_patterns=lambda: [two_of_everything],
        mahjong_overlay=lambda ruleset: {
            "shapes": {"two_of_everything_here": True, "seven_pairs": False},
            "roles": {"two": role("two_of_everything", han=4)},
        },
    )
    hand = mj.Hand.parse("1122m3344p5566s7z+7z")
    assert mj.load("riichi", plugins=[mine]).score(hand, RON).role_ids == ("two",)
    without = plugin(mahjong_shapes=lambda: [mj.Shape("two_of_everything_here", find)])
    assert mj.load("riichi", plugins=[without]).score(hand, RON).role_ids == ("chiitoitsu",)  # not in play


class Twice:
    """Points as ever, all of them doubled once more."""

    values_unfinished = False

    def __init__(self, table: Any, keys: Any) -> None:
        self.inner: Any = POINTS_DOUBLES.valuation(table, keys)
        self.rows, self.points, self.nearly, self.limit = (
            self.inner.rows,
            self.inner.points,
            self.inner.nearly,
            self.inner.limit,
        )

    def worth(self, key: int, tally: int) -> Worth:
        from dataclasses import replace

        found: Worth = self.inner.worth(key, tally)
        return replace(found, basic=2 * found.basic)


def test_methods(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    method: Any = mj.Method("points_twice", PointsTable, Twice, POINTS_DOUBLES.conditions)
    path = tiny(tmp_path, method="points_twice")
    as_ruleset(monkeypatch, plugin(mahjong_table=lambda: path, mahjong_methods=lambda: [method]))
    assert mj.load("tiny").score(WIN, RON).value == 6


class Toll(Payment):
    each: int


def pay_toll(worth: Worth, situation: mj.Situation, settings: Toll) -> mj.Settled:
    seats = dict.fromkeys("ESWN", -settings.each) | {situation.seat or "S": 3 * settings.each}
    return mj.Settled(worth.basic, payments=seats)


def test_settlements(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tiny(tmp_path, settlement="toll", payment="{each: 7}")
    toll = mj.Settlement("toll", Toll, pay_toll)
    as_ruleset(monkeypatch, plugin(mahjong_table=lambda: path, mahjong_settlements=lambda: [toll]))
    assert mj.load("tiny").score(WIN, RON).payments == {"E": -7, "S": 21, "W": -7, "N": -7}
    path.write_text(path.read_text().replace("{each: 7}", "{eahc: 7}"))
    with pytest.raises(mj.RulesetError) as caught:
        mj.load("tiny")
    assert "payment.eahc: unknown key; did you mean 'each'?" in str(caught.value)
    assert "payment.each: the key 'each' is missing" in str(caught.value)


@pytest.mark.parametrize("as_file", [False, True])
def test_overlay(as_file: bool, tmp_path: Path) -> None:
    """It is told the ruleset's name without its preset; a mapping or a file will do, None leaves all as it is."""
    asked: list[str] = []
    path = tmp_path / "mine.yaml"
    path.write_text("roles: {tanyao: {han: 4}}\n")

    def mahjong_overlay(ruleset: str) -> Any:
        asked.append(ruleset)
        return None if ruleset != "riichi" else path if as_file else {"roles": {"tanyao": {"han": 4}}}

    mine = plugin(mahjong_overlay=mahjong_overlay)
    assert mj.load("riichi:tenhou", plugins=[mine]).score(OPEN_TANYAO, RON).measures["han"] == 4
    assert mj.load("french-classic", plugins=[mine]).fingerprint == mj.load("french-classic").fingerprint
    assert asked == ["riichi", "french-classic"]


def test_overlays_in_the_order_given() -> None:
    one, two = (plugin(mahjong_overlay=lambda ruleset, n=n: {"roles": {"tanyao": {"han": n}}}) for n in (2, 3))
    two.__name__ = "another"
    assert mj.load("riichi", plugins=[one, two]).score(OPEN_TANYAO, RON).measures["han"] == 3
    assert mj.load("riichi", plugins=[two, one]).score(OPEN_TANYAO, RON).measures["han"] == 2


def test_check() -> None:
    """It sees the finished table, and tells everything that is wrong."""
    seen: list[Table] = []

    def mahjong_check(table: Table) -> Sequence[str]:
        seen.append(table)
        return ["tanyao is too cheap", "so is chanta"] if table.roles["tanyao"].model_dump()["han"] == 1 else []

    mine = plugin(mahjong_check=mahjong_check)
    text = refused("my_rule: tanyao is too cheap", mine, error=mj.RulesetError)
    assert "my_rule: so is chanta" in text
    assert "2 problems" in text
    assert mj.load("riichi", plugins=[mine], overlay={"roles": {"tanyao": {"han": 2}}}).table is seen[-1]


# ------------------------------------------------------------------------------------------------ mistakes
def test_unknown_names() -> None:
    refused("no ruleset is named 'richi'; did you mean 'riichi'?", ruleset="richi")
    refused("'riichi' has no preset 'tenho'; did you mean 'tenhou'?", ruleset="riichi:tenho")
    refused("no plug-in is named 'tree_winds'; did you mean 'three_winds'?", "tree_winds")
    assert "three_winds" in refused("no plug-in is named 'xyz'; there are ", "xyz")


def test_misspelt_hook() -> None:
    text = refused("unknown hook 'mahjong_overlays'", plugin(mahjong_overlays=lambda ruleset: {}))
    assert text.startswith("'my_rule': ")
    assert text.endswith(f"the hooks are {', '.join(hooks.HOOKS)}")


def test_forgotten_mark() -> None:
    made = SimpleNamespace(mahjong_overlay=lambda ruleset: {}, __name__="my_rule")
    refused("'my_rule': mahjong_overlay is not marked with @mahjong_core.hookimpl", made)


def test_wrong_argument() -> None:
    text = refused("'my_rule': ", plugin(mahjong_overlay=lambda rules: {}))
    assert "mahjong_overlay" in text
    assert "rules" in text


def test_class_instead_of_instance() -> None:
    class MyRule:
        @hookimpl
        def mahjong_overlay(self, ruleset: str) -> Mapping[str, Any]:
            return {"roles": {"tanyao": {"han": 2}}}

    refused("'MyRule' is a class; give an instance: MyRule()", MyRule)
    assert mj.load("riichi", plugins=[MyRule()]).score(OPEN_TANYAO, RON).measures["han"] == 2


def uses_and(h: Facts) -> Any:
    return h.closed and some(h.runs)


def uses_or(h: Facts) -> Any:
    return h.closed or some(h.runs)


def uses_not(h: Facts) -> Any:
    return not some(h.runs)


def uses_if(h: Facts) -> Any:
    return some(h.runs) if h.closed else some(h.triplets)


def uses_tilde(h: Facts) -> Any:
    return some(~h.tiles & DRAGONS)


def misspells(h: Facts) -> Any:
    return some(h.tripelts)  # type: ignore[attr-defined]


def forgets_brackets(h: Facts) -> Any:
    return h.closed & h.runs == 0


def answers_a_set(h: Facts) -> Any:
    return h.runs


@pytest.mark.parametrize(
    ("pattern", "says"),
    [
        (uses_and, "'and'"),
        (uses_or, "'or'"),
        (uses_not, "'not'"),
        (uses_if, "'if'"),
        (uses_tilde, "uses ~"),
        (misspells, "h.tripelts, which is no fact; did you mean 'triplets'?"),
        (forgets_brackets, "put brackets round each comparison"),
        (answers_a_set, "write some(...)"),
    ],
)
@pytest.mark.parametrize("used", [False, True])
def test_pattern_that_does_not_run_on_arrays(pattern: Any, says: str, used: bool) -> None:
    """Refused by name, whether a role uses it or not."""
    lines = {"roles": {"mine": role(pattern.__name__, han=1)}} if used else None
    mine = plugin(mahjong_patterns=lambda: [pattern], mahjong_overlay=lambda ruleset: lines)
    text = refused(says, mine)
    assert text.startswith(f"'my_rule': pattern '{pattern.__name__}' ")


def test_names_that_are_taken() -> None:
    def all_simples(h: Facts) -> Any:
        return some(h.runs)

    refused("'my_rule': pattern 'all_simples' is already defined", plugin(mahjong_patterns=lambda: [all_simples]))
    seven = mj.Shape("seven_pairs", lambda hand: ())
    refused("'my_rule': mahjong_shapes: 'seven_pairs' is already defined", plugin(mahjong_shapes=lambda: [seven]))
    one, two = (plugin(mahjong_patterns=lambda: [no_terminal_runs]) for _ in range(2))
    two.__name__ = "another"
    refused("'another': pattern 'no_terminal_runs' is already defined", one, two)


def test_overlay_that_names_no_role() -> None:
    mine = plugin(mahjong_overlay=lambda ruleset: {"roles": {"tanyoa": {"open": 0}}})
    text = refused("plug-in 'my_rule': roles.tanyoa: ", mine, error=mj.RulesetError)
    assert "did you mean 'tanyao'?" in text
    mine = plugin(mahjong_overlay=lambda ruleset: {"roles": {"tanyao": {"replaces": ["pinfuu"]}}})
    text = refused("no role or item is named 'pinfuu'; did you mean 'pinfu'?", mine, error=mj.RulesetError)
    assert "plug-in 'my_rule': roles.tanyao.replaces.0" in text
    mine = plugin(mahjong_overlay=lambda ruleset: {"roles": {"tanyao": {"when": "all_simple"}}})
    refused("no pattern is named 'all_simple'; did you mean 'all_simples'?", mine, error=mj.RulesetError)


def test_overlay_that_is_none() -> None:
    refused("an overlay is a mapping or the path of a YAML file, not 3", plugin(mahjong_overlay=lambda ruleset: 3))


def test_unknown_shape() -> None:
    mine = plugin(mahjong_overlay=lambda ruleset: {"shapes": {"seven_pair": True}})
    refused("shapes.seven_pair: ", mine, error=mj.RulesetError)


@pytest.mark.parametrize("hook", [hook for hook in hooks.HOOKS if hook != "mahjong_table"])
def test_hook_that_raises(hook: str) -> None:
    """Named with plug-in, hook and cause; whether it raises at once or while it is read."""

    def fails() -> Any:
        raise ZeroDivisionError("no dragons")

    def fails_later() -> Any:
        yield from fails()

    arguments = ", ".join(inspect.signature(getattr(hooks, hook)).parameters)
    for body in (fails, fails_later) if hook not in ("mahjong_overlay",) else (fails,):
        function = eval(f"lambda {arguments}: body()", {"body": body})
        refused(f"'my_rule': {hook} failed: ZeroDivisionError: no dragons", plugin(**{hook: function}))


@pytest.mark.parametrize("nothing", [None, 3, importlib.metadata, SimpleNamespace(majong_overlay=3)])
def test_what_answers_no_hook(nothing: Any) -> None:
    """A name that does not even start like a hook is no silent nothing."""
    refused("answers no hook; the hooks are mahjong_check, ", nothing)


@pytest.mark.parametrize("hook", ["mahjong_patterns", "mahjong_shapes", "mahjong_methods", "mahjong_settlements"])
def test_what_a_hook_may_bring(hook: str) -> None:
    refused(f"'my_rule': {hook} brings 3, which is no ", plugin(**{hook: lambda: [3]}))
    refused(f"'my_rule': {hook} failed: TypeError: ", plugin(**{hook: lambda: 3}))


def test_one_complaint_needs_no_list() -> None:
    refused("my_rule: too dear", plugin(mahjong_check=lambda table: "too dear"), error=mj.RulesetError)


def test_one_plugin_twice() -> None:
    refused("'my_rule'", *[plugin(mahjong_patterns=lambda: [])] * 2)
    refused("'three_winds'", "three_winds", "three_winds")


# ------------------------------------------------------------------------------------------------ where they come from
def test_broken_packages_break_only_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, plugins.RULESETS, broken="there_is_no_such_module")
    assert mj.load("riichi").score(OPEN_TANYAO, RON).value == 1000
    names = {ruleset.name: ruleset.problem for ruleset in mj.available()}
    assert names["riichi"] is None
    assert "could not be imported" in (names["broken"] or "")
    refused("(there_is_no_such_module) could not be imported: ModuleNotFoundError", ruleset="broken")


def test_broken_house_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, plugins.HOUSE_RULES, broken="there_is_no_such_module")
    assert mj.load("riichi", plugins=["three_winds"]).fingerprint != RIICHI.fingerprint
    refused("'broken' of an unknown package (there_is_no_such_module) could not be imported", "broken")


FILE = """
from mahjong_core import hookimpl

@hookimpl
def mahjong_overlay(ruleset):
    return {"roles": {"tanyao": {"han": 3}}}
"""


@pytest.mark.parametrize("kind", [str, Path])
def test_from_a_file(kind: Any, tmp_path: Path) -> None:
    path = tmp_path / "dear_tanyao.py"
    path.write_text(FILE)
    assert mj.load("riichi", plugins=[kind(path)]).score(OPEN_TANYAO, RON).measures["han"] == 3
    assert mj.load("riichi", plugins=kind(path)).score(OPEN_TANYAO, RON).measures["han"] == 3
    path.write_text(FILE.replace("mahjong_overlay", "mahjong_overlya"))
    refused("'dear_tanyao': unknown hook 'mahjong_overlya'", kind(path))
    path.write_text("1 +\n")
    refused("could not be imported: SyntaxError", kind(path))
    refused("is not a Python file that can be read", kind(tmp_path / "absent.py"))


def test_a_module() -> None:
    from mahjong_plugins import closed_tanyao

    assert mj.load("riichi", plugins=[closed_tanyao]).score(OPEN_TANYAO, RON).status == "no_role"


# ------------------------------------------------------------------------------------------------ house rules
HOUSE_RULES = ["closed_tanyao", "repeated_pairs", "sanrenkou", "three_winds"]


def scored(text: str, *house_rules: str, ruleset: str = "riichi", win: str = "ron") -> mj.Result:
    event = RON if win == "ron" else mj.Situation(win="tsumo")
    return mj.load(ruleset, plugins=house_rules).score(mj.Hand.parse(text), event)


def test_active_only_when_named() -> None:
    """Installed, all of them, and without effect until a load names them; one load does not touch another."""
    assert set(plugins.installed(plugins.HOUSE_RULES)) >= set(HOUSE_RULES)
    prints = {mj.load("riichi", plugins=[name]).fingerprint for name in HOUSE_RULES}
    assert len(prints | {RIICHI.fingerprint}) == len(HOUSE_RULES) + 1
    assert mj.load("riichi").fingerprint == RIICHI.fingerprint
    assert mj.load("riichi").source_code == RIICHI.source_code


def test_all_together() -> None:
    rules = mj.load("riichi:ema-2025", plugins=HOUSE_RULES, options={"renpu_fu": 4})
    assert rules.score(OPEN_TANYAO, RON).status == "no_role"
    for ruleset in ("riichi", "french-classic"):
        assert mj.load(ruleset, plugins=HOUSE_RULES).name == ruleset


def test_three_winds() -> None:
    assert scored("111222z99m56p(333z)+7p", "three_winds").role_ids == ("seat_wind_s", "round_wind_e", "sanfon")
    assert scored("111222z99m56p(333z)+7p", "three_winds").value == 8000  # 4 han 40 fu
    assert "sanfon" not in scored("111222z99m56p(345s)+7p", "three_winds").role_ids
    assert scored("111222z33z(444z)56m+7m", "three_winds").measures["yakuman"] == 1  # little four winds: nothing beside
    plain, more = (
        scored("111222z99m56p(333z)+7p", *names, ruleset="french-classic") for names in ((), ("three_winds",))
    )
    assert (plain.value, more.value) == (160, 320)


def test_closed_tanyao() -> None:
    assert str(OPEN_TANYAO) == "23467m567p22s(345s)+8m"
    assert scored(str(OPEN_TANYAO)).role_ids == ("tanyao",)
    assert scored(str(OPEN_TANYAO), "closed_tanyao").status == "no_role"
    assert "tanyao" in scored("234m567p22s345s67m+8m", "closed_tanyao").role_ids
    option = mj.load("riichi", options={"open_tanyao": False})
    assert mj.load("riichi", plugins=["closed_tanyao"]).fingerprint == option.fingerprint
    french = mj.load("french-classic", plugins=["closed_tanyao"])
    assert french.fingerprint == mj.load("french-classic").fingerprint


def test_repeated_pairs() -> None:
    hand = "1111m22p3344s55z6z+6z"
    assert scored(hand).status == "not_a_win"
    result = scored(hand, "repeated_pairs")
    assert (result.role_ids, result.measures["fu"], result.value) == (("chiitoitsu",), 25, 1600)
    assert result.reading == "11m 11m 22p 33s 44s 55z 66z (+6z)"
    assert scored("1122m3344p5566s7z+7z", "repeated_pairs").role_ids == ("chiitoitsu",)
    assert "ryanpeikou" in scored("2233444455667m+7m", "repeated_pairs").role_ids  # groups are worth more
    assert scored("111m22p3344s55z66z+3s", "repeated_pairs").status == "not_a_win"
    assert scored("1111m22p33s55z6z(444s)+6z", "repeated_pairs").status != "win"


def test_sanrenkou() -> None:
    hand = "22233344m55p(456p)+4m"
    assert scored(hand).role_ids == ("tanyao",)
    result = scored(hand, "sanrenkou")
    assert {found.id: found.worth for found in result.roles} == {"tanyao": ("han", 1), "sanrenkou": ("han", 2)}
    listed = mj.load("riichi", plugins=["sanrenkou"], options={"sanrenkou": True})
    assert listed.fingerprint == mj.load("riichi", plugins=["sanrenkou"]).fingerprint
