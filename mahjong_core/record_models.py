"""Records and results as pydantic models: they make the JSON Schemas, and find wrong values in a record.

Imported only when a schema is asked for, or when the plain reader of :mod:`mahjong_core.records` refuses a record:
validation takes longer than reading.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import ErrorDetails

from mahjong_core.checks import MOST_COUNTED

Seat = Literal["E", "S", "W", "N"]
Count = Annotated[int, Field(ge=0, le=MOST_COUNTED)]
Names = Annotated[list[str], Field(strict=False)]


class MeldModel(BaseModel):
    """A declared group."""

    model_config = ConfigDict(strict=True, extra="allow", title="Meld")

    type: Literal["chi", "pon", "daiminkan", "kakan", "ankan", "kita"]
    tiles: Annotated[str, Field(description="all its tiles; of a kakan the last is the added one", examples=["340m"])]
    called: Annotated[str | None, Field(description="the claimed tile, if it is known")] = None
    from_: Annotated[Literal["left", "across", "right"] | None, Field(alias="from")] = None


class RecordModel(BaseModel):
    """One hand and how it was won.  A null means the same as an absent key, except of seat_wind and round_wind."""

    model_config = ConfigDict(strict=True, extra="allow", title="Record")

    id: Annotated[Any, Field(description="echoed")] = None
    hand: Annotated[
        str,
        Field(
            description="concealed tiles without the winning tile, or a whole hand text with groups and '+'",
            examples=["345m40677p67s", "345m40677p67s(340m<)+8s"],
        ),
    ]
    melds: Annotated[list[MeldModel] | None, Field(strict=False)] = None
    win_tile: Annotated[str | None, Field(description="the winning tile; null: did not win")] = None
    bonus: Annotated[str | None, Field(description="flowers, seasons, norths set aside", examples=["14f2g(4z)"])] = None
    win: Annotated[Literal["ron", "tsumo"] | None, Field(description="required of a hand that won")] = None
    seat_wind: Annotated[Seat | None, Field(description="null: a child whose wind counts for nothing")] = "S"
    round_wind: Annotated[Seat | None, Field(description="null: it counts for nothing")] = "E"
    dominant_wind: Annotated[Seat | None, Field(description="absent: as round_wind")] = None
    ron_from: Annotated[Seat | None, Field(description="who discarded; null: then no payments for a ron")] = None
    flags: Annotated[Names | None, Field(examples=[["riichi", "ippatsu"]])] = None
    dora_indicators: Annotated[str | None, Field(examples=["4s1z"])] = None
    ura_indicators: str | None = None
    honba: Count | None = None
    riichi_sticks: Count | None = None
    pao: Annotated[Seat | dict[str, Seat] | None, Field(description="liable seat, or {role id: seat}")] = None
    void: Literal["m", "p", "s"] | None = None
    already_won: Annotated[list[Seat] | None, Field(strict=False)] = None
    wins_in_a_row: Count | None = None
    river: Annotated[str | None, Field(description="own discards")] = None
    round_end: Annotated[Literal["other_won", "draw"] | None, Field(description="of a hand that did not win")] = None
    kita: Annotated[Count | None, Field(description="norths set aside, as a number")] = None
    ruleset: Annotated[str | None, Field(description="used by 'batch -'")] = None
    options: Annotated[dict[str, Any] | None, Field(description="on top of the command's")] = None


def faults(record: dict[Any, Any]) -> list[ErrorDetails]:
    """What pydantic finds wrong with a record."""
    named = {key: value for key, value in record.items() if isinstance(key, str)}
    try:
        RecordModel.model_validate(named)
    except ValidationError as error:
        return error.errors(include_url=False)
    return []


# ------------------------------------------------------------------------------------------------ results
class ProblemModel(BaseModel):
    """One thing that is wrong."""

    model_config = ConfigDict(title="Problem")

    code: str
    message: str


class RoleModel(BaseModel):
    """One role that counts."""

    model_config = ConfigDict(title="Role")

    id: str
    pattern: str | list[str]
    name: str
    worth: Annotated[dict[str, float], Field(examples=[{"han": 2}])]


class ItemModel(BaseModel):
    """One line under fu or points."""

    model_config = ConfigDict(title="Item")

    id: str
    text: str
    points: float


class ResultModel(BaseModel):
    """The score of one hand under one ruleset."""

    model_config = ConfigDict(title="Result", extra="allow")

    id: Annotated[Any, Field(description="that of the record")] = None
    ruleset: Annotated[str, Field(examples=["riichi:tenhou"])]
    fingerprint: Annotated[str, Field(description="of the merged table")]
    status: Literal["win", "no_role", "not_a_win", "not_playable", "invalid"]
    problems: list[ProblemModel]
    notes: list[str]
    ignored: list[str]
    value: Annotated[float | None, Field(description="in the ruleset's own unit; null: not valued")]
    marked: Annotated[float | None, Field(description="what the player writes down, where nobody pays")] = None
    measures: Annotated[dict[str, float | None], Field(examples=[{"han": 3, "fu": 40, "yakuman": 0}])]
    limit: str | None
    roles: Annotated[list[RoleModel], Field(description="in table order")]
    items: Annotated[list[ItemModel], Field(description="they sum to the raw figure")]
    payments: Annotated[dict[Seat, float] | None, Field(description="of this win alone; null: not told who pays")]
    reading: Annotated[str | None, Field(description="'+' stands before the tile that completed a group")]
    wait: Literal["two_sided", "edge", "middle", "single", "two_pairs", "whole_hand"] | None
