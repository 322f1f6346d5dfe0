"""The commands.  Results on stdout, talk on stderr; exit 0 done, 2 the input is wrong."""

from __future__ import annotations

import json
from functools import partial
from typing import Annotated, Any

import typer

import mahjong_core as mj
from mahjong_core.cli import given as g
from mahjong_core.errors import Problem
from mahjong_core.results import Labels

app = typer.Typer(
    name="mahjong",
    help="Score, explain and compare mahjong hands under any ruleset.\n\n"
    "    mahjong score riichi 234m567p22s(345s)67m+8m --from W\n\n"
    "    mahjong compare 111m222p345s5577z+7z --tsumo\n\n"
    "A hand: digits and suit (m p s z; 0 = red five), (claimed group), [concealed kong], 1f flower, 1g season, "
    "'+' before the winning tile; honours 1-4z east south west north, 5-7z white green red.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"mahjong-core {mj.__version__}")
        raise typer.Exit


@app.callback()
def mahjong(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version")
    ] = False,
) -> None:
    pass


def _print_json(value: Any) -> None:
    typer.echo(json.dumps(value, ensure_ascii=False, indent=2))


@app.command()
def rulesets(as_json: g.Json = False, lang: g.Lang = "en") -> None:
    """The rulesets that are installed, with their presets.

    Example:  mahjong rulesets
    """
    from mahjong_core.available import house_rules
    from mahjong_core.cli import pages

    g.check_lang(lang)
    found = mj.available()
    if as_json:
        _print_json({"rulesets": [entry._asdict() for entry in found], "plugins": house_rules()})
        return
    table = pages.grid("ruleset", "title", "presets")
    for entry in found:
        about = entry.problem or pages.title(entry.title, lang, entry.name)
        table.add_row(entry.name, about, ", ".join(entry.presets) or "-")
    pages.put(table, "", f"house rules (--plugin): {', '.join(house_rules())}")


@app.command()
def show(
    name: g.Name, source: Annotated[bool, typer.Option("--source", help="Print the generated pattern code")] = False,
    set: g.Set = None, plugin: g.Plugin = None, overlay: g.Overlay = None, as_json: g.Json = False, lang: g.Lang = "en",
) -> None:  # fmt: skip
    """What a ruleset says: roles, options, which of a preset's are unverified.

    Example:  mahjong show riichi:ema-2025
    """
    from mahjong_core.cli import pages

    rules = g.ruleset(name, g.House(set, plugin, overlay))
    if source:
        typer.echo(rules.source_code)
    elif as_json:
        table = rules.table.model_dump(mode="json")
        _print_json({"name": rules.name, "fingerprint": rules.fingerprint, "options": rules.options, "table": table})
    else:
        pages.ruleset_page(rules, g.check_lang(lang))


@app.command()
def diff(one: g.Name, other: g.Name, as_json: g.Json = False, lang: g.Lang = "en") -> None:
    """The roles, options and figures in which two rulesets or presets differ.

    Example:  mahjong diff riichi:tenhou riichi:ema-2025
    """
    from mahjong_core.cli import pages

    g.check_lang(lang)
    found = g.ruleset(one, g.House(None, None, None)).diff(g.ruleset(other, g.House(None, None, None)))
    if as_json:
        _print_json([difference._asdict() for difference in found])
    else:
        pages.differences_page(found, one, other)


@app.command()
def score(
    name: g.Name, hand: g.Words, tsumo: g.Tsumo = False, seat: g.Seat = None, round: g.Round = None,
    from_: g.From = None, riichi: g.Riichi = False, flag: g.Flags = None, dora: g.Dora = "", ura: g.Ura = "",
    honba: g.Honba = 0, sticks: g.Sticks = 0, pao: g.Pao = None, with_: g.With = None, set: g.Set = None,
    plugin: g.Plugin = None, overlay: g.Overlay = None, as_json: g.Json = False, lang: g.Lang = "en",
) -> None:  # fmt: skip
    """What a hand is worth.

    Example:  mahjong score riichi 234m567p22s67m456s+8m --from W --riichi --dora 4s
    """
    from mahjong_core.cli import pages

    rules = g.ruleset(name, g.House(set, plugin, overlay))
    record = _record(tsumo, seat, round, from_, riichi, flag, dora, ura, honba, sticks)
    result = rules.score(*g.hand_and_situation(hand, record, pao, with_))
    result = result.labelled(Labels(None, _assumed(seat, round)))
    g.check_lang(lang)
    if as_json:
        _print_json(result.to_dict(lang))
    elif result.status not in ("invalid", "not_playable"):
        pages.score_page(result, lang)
    _refuse(result, as_json)


@app.command()
def explain(
    name: g.Name, hand: g.Words, tsumo: g.Tsumo = False, seat: g.Seat = None, round: g.Round = None,
    from_: g.From = None, riichi: g.Riichi = False, flag: g.Flags = None, dora: g.Dora = "", ura: g.Ura = "",
    honba: g.Honba = 0, sticks: g.Sticks = 0, pao: g.Pao = None, with_: g.With = None, set: g.Set = None,
    plugin: g.Plugin = None, overlay: g.Overlay = None, as_json: g.Json = False, lang: g.Lang = "en",
) -> None:  # fmt: skip
    """How a score comes about, line by line; for a hand that does not score, why not.

    Example:  mahjong explain riichi 234m567p22s67m456s+8m --seat E --from W --lang fr
    """
    rules = g.ruleset(name, g.House(set, plugin, overlay))
    record = _record(tsumo, seat, round, from_, riichi, flag, dora, ura, honba, sticks)
    result = rules.score(*g.hand_and_situation(hand, record, pao, with_))
    result = result.labelled(Labels(None, _assumed(seat, round)))
    text = result.explain(g.check_lang(lang))
    if as_json:
        _print_json({**result.to_dict(lang), "explanation": text.splitlines()})
    elif result.status not in ("invalid", "not_playable"):
        typer.echo(text)
    _refuse(result, as_json)


@app.command()
def compare(
    hand: Annotated[list[str] | None, typer.Argument(help="The hand, winning tile after '+'", metavar="HAND")] = None,
    file: Annotated[str | None, typer.Option(help="A file of records, one a line, instead of a hand")] = None,
    rulesets: Annotated[str, typer.Option(help="Names with commas  [default: every installed one]")] = "",
    tsumo: g.Tsumo = False, seat: g.Seat = None, round: g.Round = None, from_: g.From = None, riichi: g.Riichi = False,
    flag: g.Flags = None, dora: g.Dora = "", ura: g.Ura = "", honba: g.Honba = 0, sticks: g.Sticks = 0,
    pao: g.Pao = None, with_: g.With = None, set: g.Set = None, plugin: g.Plugin = None, overlay: g.Overlay = None,
    as_json: g.Json = False, lang: g.Lang = "en",
) -> None:  # fmt: skip
    """The same hand under several rulesets, the roles lined up by pattern.

    Example:  mahjong compare 111m222p345s5577z+7z --tsumo --rulesets riichi,riichi:ema-2025,french-classic
    """
    from mahjong_core.cli import pages

    g.check_lang(lang)
    if bool(hand) == bool(file):
        g.fail([Problem("bad_value", "give either a HAND or --file FILE")])
    names = [name.strip() for name in rulesets.split(",") if name.strip()] or [found.name for found in mj.available()]
    ready = [g.ruleset(name, g.House(set, plugin, overlay)) for name in names]
    cases: list[tuple[int | None, mj.Hand, mj.Situation]] = []
    if hand:
        record = _record(tsumo, seat, round, from_, riichi, flag, dora, ura, honba, sticks)
        cases.append((None, *g.hand_and_situation(hand, record, pao, with_)))
    else:
        from mahjong_core.cli.files import lines_of

        for at, line in lines_of(str(file)):
            cases.append((at, *g.checked(partial(mj.read_record, line))))
    found = [(number, case_hand, mj.compare(case_hand, situation, ready)) for number, case_hand, situation in cases]
    if as_json:
        told = [comparison.to_dict(lang) for _, _, comparison in found]
        _print_json(told[0] if hand else told)
        return
    for row, case_hand, comparison in found:
        pages.put(f"{case_hand}" if row is None else f"{row}: {case_hand}", "")
        pages.comparison_page(comparison, lang)
    for note in _assumed(seat, round) if hand else ():
        pages.put(f"note: {note}")


@app.command()
def waits(name: g.Name, hand: g.Words, set: g.Set = None, plugin: g.Plugin = None, overlay: g.Overlay = None,
          as_json: g.Json = False, lang: g.Lang = "en") -> None:  # fmt: skip
    """The tiles that complete a hand of 13, and the shapes of the wait.

    Example:  mahjong waits riichi 2344556678999m
    """
    from mahjong_core.cli import pages

    rules = g.ruleset(name, g.House(set, plugin, overlay))
    parsed = g.checked(lambda: mj.Hand.parse(" ".join(hand)))
    found = g.checked(lambda: rules.waits(parsed))
    g.check_lang(lang)
    if as_json:
        told = [{"tile": w.tile, "left": w.left, "readings": [r._asdict() for r in w.readings]} for w in found]
        _print_json(told)
    else:
        pages.waits_page(found, lang)


@app.command()
def points(
    name: g.Name, han: Annotated[int, typer.Argument(min=1)], fu: Annotated[int, typer.Argument(min=0)] = 30,
    dealer: Annotated[bool, typer.Option("--dealer", help="The winner is the dealer")] = False,
    set: g.Set = None, as_json: g.Json = False,
) -> None:  # fmt: skip
    """What han and fu pay, on a discard and by self-draw.

    Example:  mahjong points riichi 3 40 --dealer
    """
    from mahjong_core.settle.basic_points import BasicPointsSettings, ron_points, tsumo_points
    from mahjong_core.worth.han_fu import HanFu

    rules = g.ruleset(name, g.House(set, None, None))
    payment = rules.table.payment
    if not isinstance(rules.valuation, HanFu) or not isinstance(payment, BasicPointsSettings):
        g.fail([Problem("bad_value", f"{name} does not value hands by han and fu")])
    basic, limit = rules.valuation.basic(han, 0, fu)
    ron, tsumo = ron_points(basic, dealer, payment), tsumo_points(basic, dealer, payment)
    if as_json:
        _print_json({"han": han, "fu": fu, "basic": basic, "limit": limit, "ron": ron, "tsumo": list(tsumo)})
        return
    said = f"{tsumo[0]} from each" if dealer else f"{tsumo[0]} from the dealer, {tsumo[1]} from each other"
    typer.echo(f"{han} han {fu} fu{f', {limit}' if limit else ''}: {basic} basic points")
    typer.echo(f"on a discard: {ron}\nby self-draw: {said} ({sum(tsumo)})")


@app.command()
def batch(
    name: Annotated[str, typer.Argument(help="A ruleset, or - where each record names its own", metavar="RULESET")],
    source: Annotated[str, typer.Argument(help="JSON lines, or - for stdin", metavar="IN")],
    out: Annotated[str, typer.Option("-o", "--out", help="Where to, or - for stdout")] = "-",
    set: g.Set = None, plugin: g.Plugin = None, overlay: g.Overlay = None, lang: g.Lang = "en",
    as_json: g.Json = True,
) -> None:  # fmt: skip
    """Score a file of records: one JSON result a line; a bad row becomes an 'invalid' result.

    Example:  mahjong batch riichi:tenhou wins.jsonl -o scores.jsonl
    """
    from mahjong_core.cli.files import score_file

    try:
        score_file(name, source, out, g.House(set, plugin, overlay), g.check_lang(lang))
    except KeyboardInterrupt:
        typer.echo("mahjong: interrupted; nothing was written", err=True)
        raise typer.Exit(130) from None


@app.command()
def schema(what: Annotated[str, typer.Argument(help="record or result")] = "record") -> None:
    """The JSON Schema of a record or of a result.

    Example:  mahjong schema result
    """
    from mahjong_core.records import record_schema, result_schema

    if what not in ("record", "result"):
        g.fail([Problem("bad_value", f"{what!r}: expected record or result")])
    _print_json(record_schema() if what == "record" else result_schema())


# ------------------------------------------------------------------------------------------------ parts
def _record(
    tsumo: bool, seat: str | None, round: str | None, from_: str | None, riichi: bool, flag: list[str] | None,
    dora: str, ura: str, honba: int, sticks: int,
) -> dict[str, Any]:  # fmt: skip
    flags = [*(flag or []), *(["riichi"] if riichi else [])]
    return {
        "tsumo": tsumo, "seat_wind": seat, "round_wind": round, "ron_from": from_, "flags": flags,
        "dora_indicators": dora, "ura_indicators": ura, "honba": honba, "riichi_sticks": sticks,
    }  # fmt: skip


def _assumed(seat: str | None, round: str | None) -> list[str]:
    told = (
        "seat S is assumed (--seat)" if seat is None else "",
        "round E is assumed (--round)" if round is None else "",
    )
    return [note for note in told if note]


def _refuse(result: mj.Result, as_json: bool) -> None:
    """Exit 2 for what cannot be scored, its problems on stderr."""
    if result.status in ("invalid", "not_playable"):
        if as_json:
            raise typer.Exit(2)
        g.fail(list(result.problems))
