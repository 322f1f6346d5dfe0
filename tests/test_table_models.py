"""The JSON Schema of tables tells what their readers read."""

from __future__ import annotations

import pytest
from pydantic import BaseModel

from mahjong_core.settle import event_order, four_hands, rounds, single_wins, told_events
from mahjong_core.settle.table_reader import OF_ANY
from mahjong_core.table_models import EventsModel, FourModel, KongModel, RoundModel, WinModel, table_schema


@pytest.mark.parametrize(
    ("model", "keys"),
    [
        (RoundModel, rounds.KEYS),
        (WinModel, single_wins.KEYS),
        (FourModel, four_hands.KEYS),
        (EventsModel, event_order.KEYS),
    ],
)
def test_the_keys_of_a_table(model: type[BaseModel], keys: tuple[str, ...]) -> None:
    assert set(model.model_fields) == {*keys, *OF_ANY}


def test_the_keys_of_a_kong() -> None:
    assert {field.alias or name for name, field in KongModel.model_fields.items()} == set(told_events.KONG_KEYS)


def test_the_words_of_a_draw() -> None:
    draw = table_schema()["$defs"]["RoundModel"]["properties"]["draw"]["anyOf"][0]
    assert draw["enum"] == list(rounds.DRAWS)
