"""What the command line says of a hand, its situation and a ruleset, made into objects."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from contextvars import ContextVar
from functools import partial
from typing import Annotated, Any, NamedTuple, NoReturn, TypeVar

import typer

import mahjong_core as mj
from mahjong_core.errors import MahjongError, Problem
from mahjong_core.phrases import LANGUAGES, said, told
from mahjong_core.record_keys import TYPES
from mahjong_core.records import Reading, read
from mahjong_core.results import Labels

Words = Annotated[
    list[str], typer.Argument(help="The hand, winning tile after '+': 345m406p67s(340m)11z+8s", metavar="HAND")
]
Name = Annotated[str, typer.Argument(help="A ruleset, or ruleset:preset", metavar="RULESET")]
Ron = Annotated[bool, typer.Option("--ron", help="Won on a discard (so it is read when the hand has a '+')")]
Tsumo = Annotated[bool, typer.Option("--tsumo", help="Won by self-draw")]
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
Set = Annotated[
    list[str] | None,
    typer.Option("--set", help="NAME=VALUE, a list NAME=a,b or NAME=a, (may be repeated)"),
]
Plugin = Annotated[list[str] | None, typer.Option("--plugin", help="A house rule, by name or as a .py file")]
Overlay = Annotated[list[str] | None, typer.Option("--overlay", help="A YAML file laid over the table")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON")]
AlwaysJson = Annotated[bool, typer.Option("--json", help="What it prints is always JSON", show_default=False)]
SPOKEN: ContextVar[str] = ContextVar("spoken", default="en")  # the language that a command is asked for


def _speak(lang: str) -> str:
    SPOKEN.set(lang)
    return lang


Lang = Annotated[str, typer.Option(help="en, fr, ja or zh", callback=_speak, is_eager=True)]


T = TypeVar("T")


class House(NamedTuple):
    """What is laid over a ruleset."""

    set: Sequence[str] | None
    plugin: Sequence[str] | None
    overlay: Sequence[str] | None


def fail(problems: Sequence[Problem]) -> NoReturn:
    """One line for each problem on stderr, in the language that the command is asked for as far as it is known there, exit 2."""
    for problem in problems:
        typer.echo(f"mahjong: {told(problem.message, SPOKEN.get())}", err=True)
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


def rulesets(names: Sequence[str], house: House) -> list[mj.Ruleset]:
    """Rulesets, all different; what is wrong with any of them is told together."""
    found: list[mj.Ruleset] = []
    problems: list[Problem] = []
    for name in names:
        try:
            found.append(load(name, house))
        except MahjongError as error:
            problems += error.problems
    for name, times in Counter(rules.name for rules in found).items():
        if times > 1:
            problems.append(Problem("ruleset_twice", f"{name!r} is given {times} times; expected different rulesets"))
    if problems:
        fail(list(dict.fromkeys(problems)))
    return found


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
    """``true``, ``3``, ``a,b`` (a list of one: ``a,``), ``null`` or a word."""
    if "," in text:
        return [part.strip() for part in text.split(",") if part.strip()]
    if text.lower() in ("true", "false", "null"):
        return {"true": True, "false": False, "null": None}[text.lower()]
    return int(text) if re.fullmatch(r"-?[0-9]{1,18}", text) else text


NOT_WITH = {"hand": "HAND", "melds": "HAND", "win_tile": "HAND", "win": "--ron or --tsumo", "options": "--set"}


def reading(
    words: Sequence[str],
    record: dict[str, Any],
    pao: Sequence[str] | None,
    extra: Sequence[str] | None,
    declared: Collection[str],
) -> Reading:
    """Through the record, so that every problem is told at once.  ``record["win"]`` None: as the hand says."""
    text = " ".join(words)
    record = {**record, "hand": text, "win": record["win"] or ("ron" if "+" in _outside(text) else None)}
    for entry in extra or ():
        key, value = pair(entry, "--with")
        if key in NOT_WITH:
            fail([Problem("bad_value", f"--with {entry!r}: this is told by {NOT_WITH[key]}")])
        record[key] = _as_declared(key, value)
    record["pao"] = _liable(pao or ())
    told = {key: value for key, value in record.items() if value is not None or key == "win"}
    return checked(lambda: read(told, declared))


def _outside(text: str) -> str:
    """The hand text without what stands in brackets, in half-width signs."""
    return re.sub(r"\([^)]*\)|\[[^]]*\]", "", unicodedata.normalize("NFKC", text))


def _as_declared(key: str, text: str) -> Any:
    types = TYPES.get(key)
    if types == (str,):
        return text
    if types == (list,):
        return [part.strip() for part in text.split(",") if part.strip()]
    return value_of(text)


def _liable(pao: Sequence[str]) -> str | dict[str, str] | None:
    """``E``, or ``role=E`` for each role."""
    if len(pao) == 1 and "=" not in pao[0]:
        return pao[0]
    return dict(pair(entry, "--pao") for entry in pao) or None


def check_lang(lang: str) -> str:
    if lang not in LANGUAGES:
        fail([Problem("bad_value", f"--lang {lang!r}: expected {', '.join(LANGUAGES)}")])
    return lang


# ------------------------------------------------------------------------------------------------ scoring
def record(
    ron: bool, tsumo: bool, seat: str | None, round: str | None, from_: str | None, riichi: bool, flag: list[str] | None,
    dora: str, ura: str, honba: int, sticks: int,
) -> dict[str, Any]:  # fmt: skip
    if ron and tsumo:
        fail([Problem("bad_value", "give either --ron or --tsumo")])
    flags = [*(flag or []), *(["riichi"] if riichi else [])]
    return {
        "win": "tsumo" if tsumo else "ron" if ron else None,
        "seat_wind": seat, "round_wind": round, "ron_from": from_, "flags": flags,
        "dora_indicators": dora, "ura_indicators": ura, "honba": honba, "riichi_sticks": sticks,
    }  # fmt: skip


def assumed(seat: str | None, round: str | None) -> list[str]:
    seats = [said("assumed_seat", value="S")] if seat is None else []
    rounds = [said("assumed_round", value="E")] if round is None else []
    return [*seats, *rounds]


def scored(rules: mj.Ruleset, of: Reading, notes: list[str]) -> mj.Result:
    return rules.score(of.hand, of.situation).labelled(Labels(None, notes, of.ignored))


def refuse(result: mj.Result) -> None:
    """Exit 2 for what cannot be scored, its problems on stderr."""
    if result.status in ("invalid", "not_playable"):
        fail(list(result.problems))
