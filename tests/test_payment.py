"""What a table says under ``payment:`` is checked, and so are a plug-in's settlements."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

import mahjong_core as mj
from mahjong_core.settle.ledger import Next


@pytest.mark.parametrize(
    ("payment", "told"),
    [
        ({"pao_roles": {"daisangn": True}}, "payment.pao_roles.daisangn: no role is named 'daisangn'; did you mean 'daisangen'?"),
        ({"draws": {"nagashi": {"role": "xyz", "han": None}}}, "payment.draws.nagashi.role: no role is named 'xyz'"),
        ({"draws": {"nagashi": {"role": "tanyao"}}}, "give either 'role' or 'han'"),
        ({"draws": {"abortive": {"four_wind": True}}}, "payment.draws.abortive.four_wind"),
        ({"seats": "EW"}, "payment.seats"),
        (5, "payment: expected a mapping, not 5"),
    ],
)  # fmt: skip
def test_what_cannot_stand_in_a_payment(payment: Any, told: str) -> None:
    with pytest.raises(mj.RulesetError) as caught:
        mj.load("riichi", overlay={"payment": payment})
    assert told in str(caught.value)


class House:
    """A settlement of a plug-in that settles tables."""

    def __init__(self, **changes: Any) -> None:
        form = mj.TableForm(read=lambda rules, table: dict(table), settle=self.settle)
        parts: dict[str, Any] = {"name": "house", "settings": mj.Payment, "settle": self.win, "tables": form, **changes}
        self.settlement = mj.Settlement(**parts)

    @mj.hookimpl
    def mahjong_settlements(self) -> list[mj.Settlement]:
        return [self.settlement]

    @mj.hookimpl
    def mahjong_overlay(self, ruleset: str) -> Mapping[str, Any]:
        payment = mj.load(ruleset).table.payment.model_dump()
        return {"settlement": "house", "payment": dict.fromkeys(payment)}

    @staticmethod
    def win(worth: Any, situation: Any, settings: Any) -> mj.Settled:
        return mj.Settled(worth.basic)

    @staticmethod
    def settle(rules: mj.Ruleset, told: Any) -> Any:
        if told.get("fails"):
            raise ZeroDivisionError("seven")
        if told.get("wrong"):
            return {}
        return mj.SettledTable(
            rules, [mj.Transfer("E", "S", 7, "house_rule")], rules.table.payment.seats, Next("E"), {}
        )


def test_a_plug_in_settles_tables_of_its_own() -> None:
    rules = mj.load("riichi-1920s", plugins=[House()])
    answer = rules.settle({"id": 3})
    assert answer["totals"] == {"E": -7, "S": 7, "W": 0, "N": 0}
    assert (answer["id"], answer["transfers"][0]["text"]) == (3, "house_rule")
    with pytest.raises(mj.PluginError, match="the settlement 'house' of riichi-1920s failed: ZeroDivisionError: seven"):
        rules.settle({"fails": True})
    with pytest.raises(mj.PluginError, match="which is no SettledTable"):
        rules.settle({"wrong": True})


def test_a_settlement_without_tables_says_so() -> None:
    with pytest.raises(mj.TableError, match="settles single wins, not tables"):
        mj.load("riichi-1920s", plugins=[House(tables=None)]).settle({})


@pytest.mark.parametrize("changes", [{"settings": dict}, {"tables": 5}])
def test_a_settlement_that_is_none(changes: dict[str, Any]) -> None:
    with pytest.raises(mj.PluginError, match="settlement 'house'"):
        mj.load("riichi-1920s", plugins=[House(**changes)])


def test_a_table_that_other_rules_read() -> None:
    read = mj.load("riichi").read_table({"draw": "exhaustive", "tenpai": []})
    assert mj.load("riichi").settle(read).next.dealer == "S"
    with pytest.raises(mj.TableError, match="read under riichi, not under riichi-roles"):
        mj.load("riichi-roles").settle(read)
