"""``mahjong points``: what han and fu pay, in sticks, and what one more han would bring."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner, Result

from mahjong_core.cli.app import app
from mahjong_core.settle.denominations import broken, broken_text

STICKS = [10000, 5000, 1000, 100]


def run(*words: str) -> Result:
    return CliRunner().invoke(app, ["points", *words])


def page(*words: str) -> list[str]:
    """The lines, every run of spaces as one."""
    result = run(*words)
    assert result.exit_code == 0, result.output
    return [" ".join(line.split()) for line in result.stdout.splitlines()]


def as_json(*words: str) -> Any:
    result = run(*words, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


# ---------------------------------------------------------------------------------------------------- the figures
@pytest.mark.parametrize(
    ("han", "fu", "options", "limit", "child", "dealer"),
    [  # child: on a discard, from the dealer, from each other; dealer: on a discard, from each
        (1, 30, (), None, (1000, 500, 300), (1500, 500)),
        (1, 40, (), None, (1300, 700, 400), (2000, 700)),
        (2, 25, (), None, (1600, 800, 400), (2400, 800)),
        (3, 25, (), None, (3200, 1600, 800), (4800, 1600)),
        (4, 25, (), None, (6400, 3200, 1600), (9600, 3200)),
        (3, 40, (), None, (5200, 2600, 1300), (7700, 2600)),
        (4, 30, (), None, (7700, 3900, 2000), (11600, 3900)),
        (4, 30, ("kiriage_mangan=true",), "mangan", (8000, 4000, 2000), (12000, 4000)),
        (3, 60, ("kiriage_mangan=true",), "mangan", (8000, 4000, 2000), (12000, 4000)),
        (4, 40, (), "mangan", (8000, 4000, 2000), (12000, 4000)),
        (5, 30, (), "mangan", (8000, 4000, 2000), (12000, 4000)),
        (6, 30, (), "haneman", (12000, 6000, 3000), (18000, 6000)),
        (8, 30, (), "baiman", (16000, 8000, 4000), (24000, 8000)),
        (11, 30, (), "sanbaiman", (24000, 12000, 6000), (36000, 12000)),
        (13, 30, (), "kazoe_yakuman", (32000, 16000, 8000), (48000, 16000)),
        (13, 30, ("kazoe_yakuman=false",), "sanbaiman", (24000, 12000, 6000), (36000, 12000)),
        (26, 30, (), "kazoe_yakuman", (32000, 16000, 8000), (48000, 16000)),
    ],
)
def test_values(
    han: int, fu: int, options: tuple[str, ...], limit: str | None, child: tuple[int, ...], dealer: tuple[int, ...]
) -> None:
    set_ = [word for option in options for word in ("--set", option)]
    told = as_json("riichi", str(han), str(fu), *set_)
    ron, from_dealer, from_other = child
    drawn = {"E": from_dealer, "S": from_other, "W": from_other}
    assert told["limit"] == limit
    assert told["child"] == {"ron": ron, "tsumo": drawn, "total": from_dealer + 2 * from_other}
    assert told["dealer"] == {
        "ron": dealer[0],
        "tsumo": dict.fromkeys("SWN", dealer[1]),
        "total": 3 * dealer[1],
    }


def test_three_players() -> None:
    told = as_json("riichi", "2", "30", "--set", "players=3")
    assert told["tsumo"] == [1000, 500]
    assert told["child"] == {"ron": 2000, "tsumo": {"E": 1000, "S": 500}, "total": 1500}
    assert told["dealer"] == {"ron": 2900, "tsumo": {"S": 1000, "W": 1000}, "total": 2000}
    assert "the other: 500 = 5 × 100" in "\n".join(page("riichi", "2", "30", "--set", "players=3"))
    shared = as_json("riichi", "3", "60", "--set", "players=3", "--set", "tsumo_loss=false", "--dealer")
    assert shared["tsumo"] == [5800, 5800]  # 3840 and half of the absent player's 3840


def test_presets_and_riichi_roles() -> None:
    assert as_json("riichi:ema-2025", "4", "30")["limit"] == "mangan"
    assert as_json("riichi:tenhou", "4", "30")["limit"] is None
    roles = page("riichi-roles", "3", "40")
    assert roles[0] == "3 role points, 40 points: 1280 basic points"
    assert "1 role point more makes 4 role points, 40 points: mangan, 2000 basic points" in roles
    assert page("riichi-roles", "3", "40", "--lang", "fr")[0] == "3 points de rôle, 40 points : 1280 points de base"


# ---------------------------------------------------------------------------------------------------- as JSON
def test_the_keys_of_the_json() -> None:
    told = as_json("riichi", "3", "40")
    assert list(told)[:6] == ["han", "fu", "basic", "limit", "ron", "tsumo"]
    assert list(told.values())[:6] == [3, 40, 1280, None, 5200, [2600, 1300, 1300]]
    assert set(told) - set(list(told)[:6]) == {"child", "dealer", "denominations", "cannot_be", "one_more_han"}
    assert as_json("riichi", "3", "40", "--dealer") == {**told, "ron": 7700, "tsumo": [2600, 2600, 2600]}
    assert told["denominations"]["dealer"]["ron"] == [[5000, 1], [1000, 2], [100, 7]]
    assert told["denominations"]["child"]["tsumo"]["E"] == [[1000, 2], [100, 6]]
    assert told["denominations"]["child"]["total"] == [[5000, 1], [100, 2]]


def test_one_more_han_as_json() -> None:
    more = as_json("riichi", "3", "40")["one_more_han"]
    assert (more["han"], more["basic"], more["limit"]) == (4, 2000, "mangan")
    assert more["child"] == as_json("riichi", "4", "40")["child"]
    assert more["gain"]["child"] == {"ron": 2800, "tsumo": {"E": 1400, "S": 700, "W": 700}, "total": 2800}
    assert more["gain"]["dealer"] == {"ron": 4300, "tsumo": {"S": 1400, "W": 1400, "N": 1400}, "total": 4200}
    assert as_json("riichi", "6", "30")["one_more_han"]["gain"]["child"]["ron"] == 0


def test_nothing_is_broken_without_denominations(tmp_path: Path) -> None:
    over = tmp_path / "cash.yaml"
    over.write_text("payment: {denominations: []}\n", encoding="utf-8")
    assert as_json("riichi", "3", "40", "--overlay", str(over))["denominations"] is None
    assert "=" not in run("riichi", "3", "40", "--overlay", str(over)).stdout


def test_a_house_that_pays_and_calls_it_otherwise(tmp_path: Path) -> None:
    over = tmp_path / "house.yaml"
    over.write_text(
        "settings: {measures: {han: doubles, fu: minipoints}, tiers: {mangan: {basic: 2100}}}\n"
        "payment: {round_to: 50, denominations: [50, 1000], shares: {tsumo_dealer_to_child: 1}}\n",
        encoding="utf-8",
    )
    lines = page("riichi", "3", "40", "--overlay", str(over))
    assert lines[0] == "3 doubles, 40 minipoints: 1280 basic points"
    assert "child 5150 = 5 × 1000 + 3 × 50 each: 1300 = 1000 + 6 × 50" in lines
    assert "1 double more makes 4 doubles, 40 minipoints: mangan, 2100 basic points" in lines


# ---------------------------------------------------------------------------------------------------- the page
def test_page() -> None:
    lines = page("riichi", "3", "40")
    assert lines[0] == "3 han, 40 fu: 1280 basic points"
    assert lines[2] == "on a discard by self-draw"
    assert lines[4:9] == [
        "child 5200 = 5000 + 2 × 100 dealer: 2600 = 2 × 1000 + 6 × 100",
        "each other: 1300 = 1000 + 3 × 100",
        "sum: 5200",
        "dealer 7700 = 5000 + 2 × 1000 + 7 × 100 each: 2600 = 2 × 1000 + 6 × 100",
        "sum: 7800",
    ]
    assert lines[10] == "1 han more makes 4 han, 40 fu: mangan, 2000 basic points"
    assert lines[14].startswith("child 8000 (+2800) = 5000 + 3 × 1000 dealer: 4000 (+1400) = 4 × 1000")
    assert lines[-1] == "sum: 12000 (+4200)"


@pytest.mark.parametrize("words", [("3", "40"), ("12", "30"), ("13", "30"), ("2", "110"), ("1", "20")])
def test_page_fits_in_80_columns(words: tuple[str, ...]) -> None:
    lines = [line.rstrip() for line in run("riichi", *words).stdout.splitlines()]
    assert max(len(line) for line in lines if not line.startswith("1 han more")) <= 80


def test_the_dealer_alone() -> None:
    lines = page("riichi", "4", "30", "--dealer")
    assert "dealer 11600 = 10000 + 1000 + 6 × 100 each: 3900 = 3 × 1000 + 9 × 100" in lines
    assert not any(line.startswith("child") or "7700" in line for line in lines)


@pytest.mark.parametrize(
    ("han", "fu", "told"),
    [
        (6, 30, "1 han more makes no difference (7 han, 30 fu: haneman, 3000 basic points)"),
        (4, 40, "1 han more makes no difference (5 han, 40 fu: mangan, 2000 basic points)"),
        (13, 30, "1 han more makes no difference (14 han, 30 fu: counted limit hand, 8000 basic points)"),
    ],
)
def test_one_more_han_of_the_same_limit(han: int, fu: int, told: str) -> None:
    lines = page("riichi", str(han), str(fu))
    assert lines[-1] == told
    assert not any("(+" in line for line in lines)


def test_in_french() -> None:
    lines = page("riichi", "3", "40", "--lang", "fr")
    assert lines[0] == "3 han, 40 fu : 1280 points de base"
    assert lines[2] == "sur un écart en autopioche"
    assert "somme : 7800" in lines
    assert "1 han de plus donne 4 han, 40 fu : mangan, 2000 points de base" in lines
    same = page("riichi", "6", "30", "--lang", "fr")
    assert same[-1] == "1 han de plus ne change rien (7 han, 30 fu : haneman, 3000 points de base)"
    assert page("riichi", "3", "40", "--lang", "ja") == page("riichi", "3", "40")


# ---------------------------------------------------------------------------------------------------- no such hand
@pytest.mark.parametrize(
    ("words", "cannot_be", "one_more"),
    [
        (("riichi", "1", "20"), ["ron", "tsumo"], ["ron"]),
        (("riichi", "2", "20"), ["ron"], ["ron"]),
        (("riichi", "1", "25"), ["ron", "tsumo"], ["tsumo"]),
        (("riichi", "2", "25"), ["tsumo"], []),
        (("riichi", "1", "30"), [], []),
        (("riichi", "1", "20", "--set", "open_pinfu_fu=false"), ["tsumo"], []),
        (("riichi", "2", "20", "--set", "pinfu_tsumo_20fu=false"), ["ron", "tsumo"], ["ron", "tsumo"]),
        (("riichi-roles", "1", "25"), ["ron", "tsumo"], ["tsumo"]),
    ],
)
def test_what_no_hand_can_have(words: tuple[str, ...], cannot_be: list[str], one_more: list[str]) -> None:
    told = as_json(*words)
    assert told["cannot_be"] == cannot_be
    assert told["one_more_han"]["cannot_be"] == one_more


@pytest.mark.parametrize(
    ("overlay", "han", "fu", "cannot_be"),
    [
        ("items: {edge_wait: null}", 1, 20, ["tsumo"]),
        ("items: {closed_discard: null}", 1, 20, ["tsumo"]),
        ("items: {self_draw: null}", 1, 20, ["ron"]),
        ("roles: {pinfu: {open: 1}}", 1, 20, ["ron"]),
        ("roles: {menzen_tsumo: null}", 1, 20, ["ron"]),
        ("roles: {chiitoitsu: {han: 1}}", 1, 25, ["tsumo"]),
        ("roles: {chiitoitsu: {alternative: true, keeps: []}}", 1, 25, []),
        ("roles: {pinfu: {when: seven_pairs, replaces: [chiitoitsu]}}", 1, 25, ["tsumo"]),
        ("items: {seven_pairs: {points: 30}}", 1, 30, []),
    ],
)
def test_what_a_house_rule_makes_possible(
    tmp_path: Path, overlay: str, han: int, fu: int, cannot_be: list[str]
) -> None:
    over = tmp_path / "house.yaml"
    over.write_text(overlay, encoding="utf-8")
    assert as_json("riichi", str(han), str(fu), "--overlay", str(over))["cannot_be"] == cannot_be


def test_what_no_hand_can_have_is_marked_and_told() -> None:
    lines = page("riichi", "1", "20")
    assert lines[4:6] == ["child - -", "dealer - -"]
    assert "child - dealer: 700 = 7 × 100" in lines  # 2 han: no gain on what cannot be
    assert lines[-3:] == [
        "-: no hand of 1 han, 20 fu is won on a discard",
        "-: no hand of 1 han, 20 fu is won by self-draw",
        "-: no hand of 2 han, 20 fu is won on a discard",
    ]
    assert page("riichi", "2", "25", "--lang", "fr")[-1] == "- : aucune main de 2 han, 25 fu n'est gagnée en autopioche"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("riichi", "3", "33"), "33 fu: expected a multiple of 10 from 20 on, or 25"),
        (("riichi", "3", "10"), "10 fu: expected a multiple of 10 from 20 on, or 25"),
        (("riichi-roles", "3", "20"), "20 points: expected a multiple of 10 from 30 on, or 25"),
        (("riichi", "3", "33", "--lang", "fr"), "33 fu : il faut un multiple de 10 à partir de 20, ou 25"),
        (("french-classic", "3", "40"), "french-classic does not value hands by han and fu"),
        (("sichuan", "3", "40"), "sichuan does not value hands by han and fu"),
        (("french-classic", "3", "40", "--lang", "fr"), "french-classic n'évalue pas les mains en han et en fu"),
        (("riichi", "3", "40", "--lang", "xx"), "--lang 'xx'"),
    ],
)
def test_wrong_input(words: tuple[str, ...], told: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert told in result.stderr
    assert len(result.stderr.splitlines()) == 1


# ---------------------------------------------------------------------------------------------------- sticks
@pytest.mark.parametrize(
    ("amount", "denominations", "parts", "text"),
    [
        (7700, STICKS, [(5000, 1), (1000, 2), (100, 7)], "5000 + 2 × 1000 + 7 × 100"),
        (-7700, STICKS, [(5000, 1), (1000, 2), (100, 7)], "5000 + 2 × 1000 + 7 × 100"),
        (1000, STICKS, [(1000, 1)], "1000"),
        (2000, reversed(STICKS), [(1000, 2)], "2 × 1000"),
        (0, STICKS, [], "0"),
        (67, [500, 100, 10, 2], [(10, 6), (2, 3), (1, 1)], "6 × 10 + 3 × 2, 1 left over"),
        (1, [2], [(1, 1)], "1 left over"),
        (700, [], [(700, 1)], "700"),
        (0, [], [], "0"),
    ],
)
def test_broken(amount: int, denominations: Any, parts: list[tuple[int, int]], text: str) -> None:
    values = list(denominations)
    assert broken(amount, values) == parts
    assert broken_text(amount, values, "en") == text


def test_left_over_in_french() -> None:
    assert broken_text(7, [2], "fr") == "3 × 2, reste 1"


@given(st.integers(0, 10**6), st.lists(st.integers(1, 10**5)))
def test_nothing_is_lost(amount: int, denominations: list[int]) -> None:
    parts = broken(amount, denominations)
    assert sum(value * times for value, times in parts) == amount
    assert all(value in denominations for value, _ in parts[:-1])
    assert [value for value, _ in parts] == sorted({value for value, _ in parts}, reverse=True)
