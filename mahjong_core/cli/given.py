"""What the command line says of a hand, its situation and a ruleset, made into objects."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Annotated, Any, NamedTuple, NoReturn, TypeVar

import typer

import mahjong_core as mj
from mahjong_core.errors import MahjongError, Problem
from mahjong_core.phrases import LANGUAGES

Words = Annotated[
    list[str], typer.Argument(help="The hand, winning tile after '+': 345m406p67s(340m)11z+8s", metavar="HAND")
]
Name = Annotated[str, typer.Argument(help="A ruleset, or ruleset:preset", metavar="RULESET")]
Tsumo = Annotated[bool, typer.Option("--tsumo", help="Won by self-draw (else on a discard)")]
Seat = Annotated[str | None, typer.Option(help="Own wind: E S W N  [default: S]")]
Round = Annotated[str | None, typer.Option(help="Wind of the round: E S W N  [default: E]")]
From = Annotated[str | None, typer.Option("--from", help="Who discarded: E S W N")]
Riichi = Annotated[bool, typer.Option("--riichi", help="The same as --flag riichi")]
Flags = Annotated[list[str] | None, typer.Option("--flag", help="ippatsu, rinshan, haitei ... (may be repeated)")]
Dora = Annotated[str, typer.Option(help="Dora indicators: 4s1z")]
Ura = Annotated[str, typer.Option(help="Ura indicators")]
Honba = Annotated[int, typer.Option(help="Counters")]
Sticks = Annotated[int, typer.Option(help="Riichi sticks that the winner takes")]
Pao = Annotated[list[str] | None, typer.Option(help="Who is liable: E, or role=E for each role")]
With = Annotated[list[str] | None, typer.Option("--with", help="KEY=VALUE: dominant_wind=S, wins_in_a_row=8 ...")]
Set = Annotated[list[str] | None, typer.Option("--set", help="NAME=VALUE: an option of the ruleset (may be repeated)")]
Plugin = Annotated[list[str] | None, typer.Option("--plugin", help="A house rule, by name or as a .py file")]
Overlay = Annotated[list[str] | None, typer.Option("--overlay", help="A YAML file laid over the table")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON")]
Lang = Annotated[str, typer.Option(help="en, fr, ja or zh")]


T = TypeVar("T")


class House(NamedTuple):
    """What is laid over a ruleset."""

    set: Sequence[str] | None
    plugin: Sequence[str] | None
    overlay: Sequence[str] | None


def fail(problems: Sequence[Problem]) -> NoReturn:
    """One line for each problem on stderr, exit 2."""
    for problem in problems:
        typer.echo(f"mahjong: {problem.message}", err=True)
    raise typer.Exit(2)


def checked(act: Callable[[], T]) -> T:
    """Do it, or say what is wrong with the input."""
    try:
        return act()
    except MahjongError as error:
        fail(error.problems)


def ruleset(name: str, house: House) -> mj.Ruleset:
    """The ruleset with its options and house rules."""
    return checked(partial(load, name, house))


def load(name: str, house: House) -> mj.Ruleset:
    """The same, raising what the library raises."""
    options = {key: value_of(text) for key, text in (pair(text, "--set") for text in house.set or ())}
    return mj.load(name, options=options, plugins=house.plugin or (), overlay=list(house.overlay or ()))


def pair(text: str, option: str) -> tuple[str, str]:
    """``NAME=VALUE`` in two."""
    name, equals, value = text.partition("=")
    if not equals or not name:
        fail([Problem("bad_value", f"{option} {text!r}: expected NAME=VALUE")])
    return name, value


def value_of(text: str) -> Any:
    """``true``, ``3``, ``a,b``, ``null`` or a word."""
    if "," in text:
        return [part.strip() for part in text.split(",") if part.strip()]
    if text.lower() in ("true", "false", "null"):
        return {"true": True, "false": False, "null": None}[text.lower()]
    return int(text) if text.lstrip("-").isdigit() else text


def hand_and_situation(
    words: Sequence[str], record: dict[str, Any], pao: Sequence[str] | None, extra: Sequence[str] | None
) -> tuple[mj.Hand, mj.Situation]:
    """Through the record, so that every problem is told at once."""
    text = " ".join(words)
    won = "+" in text.split(")")[-1].split("]")[-1]
    record = {"hand": text, "win": ("tsumo" if record.pop("tsumo") else "ron") if won else None, **record}
    pairs = [pair(entry, "--with") for entry in extra or ()]
    record |= {key: value_of(value) for key, value in pairs}
    if pao:
        record["pao"] = pao[0] if "=" not in pao[0] else dict(pair(entry, "--pao") for entry in pao)
    return checked(
        lambda: mj.read_record({key: value for key, value in record.items() if value is not None or key == "win"})
    )


def check_lang(lang: str) -> str:
    if lang not in LANGUAGES:
        fail([Problem("bad_value", f"--lang {lang!r}: expected {', '.join(LANGUAGES)}")])
    return lang
