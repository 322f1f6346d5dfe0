"""Tables to settle as pydantic models: they make the JSON Schemas.  What is wrong with a table, its reader finds
(:mod:`mahjong_core.settle.table_reader`)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from mahjong_core.record_models import Count, RecordModel, Seat

Suit = Literal["m", "p", "s"]


class TableModel(BaseModel):
    """What every table may have."""

    model_config = ConfigDict(strict=True)

    id: Any = None
    ruleset: str | None = None
    options: Annotated[dict[str, Any] | None, Field(description="on top of the command's")] = None


class RoundModel(TableModel):
    """Riichi and riichi-roles: a round, ended by exactly one of wins, draw, chombo."""

    model_config = ConfigDict(
        title="Round with counters and sticks",
        json_schema_extra={"oneOf": [{"required": [key]} for key in ("wins", "draw", "chombo")]},
    )

    round_wind: Seat | None = None
    honba: Count | None = None
    sticks: Annotated[Count | None, Field(description="on the table at the end, those of this round too")] = None
    dora_indicators: Annotated[str | None, Field(description="of every win; ura_indicators likewise")] = None
    ura_indicators: str | None = None
    riichi: Annotated[list[Seat] | None, Field(description="who declared riichi in this round")] = None
    wins: Annotated[list[RecordModel] | None, Field(description="one, or all on one discard; each with seat_wind")] = (
        None
    )
    draw: Literal["exhaustive", "nine_terminals", "four_winds", "four_riichi", "four_kans", "triple_ron"] | None = None
    tenpai: Annotated[list[Seat] | None, Field(description="ready at an exhausted wall")] = None
    shown_hands: Annotated[dict[Seat, Any] | None, Field(description="instead of tenpai: who is in it is ready")] = None
    nagashi: Annotated[list[Seat] | None, Field(description="only terminals and honours discarded")] = None
    nagashi_called: Annotated[list[Seat] | None, Field(description="the same, but a discard was called")] = None
    chombo: Annotated[list[Seat] | Seat | None, Field(description="whose foul ended the round")] = None


class WinModel(TableModel):
    """Riichi-1920s: the hand that won, or an empty list."""

    model_config = ConfigDict(title="Hand that one player wins")

    round_wind: Seat | None = None
    wins: list[RecordModel]


class SeatsModel(BaseModel):
    """What each seat holds, or its points."""

    model_config = ConfigDict(title="Seats", extra="forbid")

    E: RecordModel | Count
    S: RecordModel | Count
    W: RecordModel | Count
    N: RecordModel | Count


class FourModel(TableModel):
    """French-classic and french-advanced: the hands at all four seats, or their points."""

    model_config = ConfigDict(title="Hands at all seats")

    winner: Annotated[Seat | None, Field(description="null: nobody won")] = None
    dominant_wind: Seat | None = None
    round_wind: Seat | None = None
    seats: SeatsModel


class KongModel(BaseModel):
    """A kong."""

    model_config = ConfigDict(title="Kong", populate_by_name=True)

    kong: Annotated[
        Literal["concealed", "exposed", "added", "late"], Field(description="late: of a tile kept in the hand")
    ]
    seat: Seat
    tile: Annotated[str, Field(examples=["5p"])]
    from_: Annotated[Seat | None, Field(alias="from", description="who discarded the tile of an exposed one")] = None
    robbed_by: Annotated[list[Seat] | None, Field(description="their wins follow as the next event")] = None
    chain: Annotated[bool | None, Field(description="made on the replacement tile of the seat's last kong")] = None


class WinsModel(BaseModel):
    """One win, or all those on one discard."""

    model_config = ConfigDict(title="Wins")

    wins: Annotated[list[RecordModel], Field(min_length=1)]


class ExhaustedModel(BaseModel):
    """The wall is exhausted: the hands of those who have not won, as text or as records."""

    model_config = ConfigDict(title="Exhausted wall")

    exhausted: dict[Seat, str | RecordModel | None]


class EventsModel(TableModel):
    """Sichuan: a hand by its events, in order of play."""

    model_config = ConfigDict(title="Hand told by its events")

    void: Annotated[dict[Seat, Suit] | None, Field(description="the void suit of each seat")] = None
    events: list[KongModel | WinsModel | ExhaustedModel]


AnyTable = RoundModel | WinModel | FourModel | EventsModel


def table_schema() -> dict[str, Any]:
    """The JSON Schema of a table to settle; which of its forms a ruleset reads follows from its settlement."""
    return TypeAdapter[Any](AnyTable).json_schema(by_alias=True)
