"""``mahjong points``: what han and fu pay, in sticks, and what one more han would bring."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple, NoReturn

import typer

import mahjong_core as mj
from mahjong_core.batch.lines import json_text
from mahjong_core.cli import given as g
from mahjong_core.errors import Problem
from mahjong_core.labels import label
from mahjong_core.phrases import Said, amount_text, colon, limit_text, said
from mahjong_core.settle.basic_points import DEALER, WinSettings, ron_points, self_draw_shares
from mahjong_core.settle.denominations import broken, broken_text
from mahjong_core.worth.han_fu import HanFu
from mahjong_core.worth.han_fu_bounds import cannot_be, sure_fu
from mahjong_core.worth.methods import Amount

if TYPE_CHECKING:
    from rich.table import Table

CHILD_OR_DEALER: Final = ("child", "dealer")
NO_WAY: Final = "-"
WIDTH: Final = 34  # of a cell: two of them and the winner in 80 columns


def points(
    name: g.Name, han: Annotated[int, typer.Argument(min=1, max=999)], fu: Annotated[int, typer.Argument(min=0, max=999)] = 30,
    dealer: Annotated[bool, typer.Option("--dealer", help="The winner is the dealer")] = False,
    set: g.Set = None, plugin: g.Plugin = None, overlay: g.Overlay = None, as_json: g.Json = False, lang: g.Lang = "en",
) -> None:  # fmt: skip
    """What han and fu pay to a child and to the dealer, on a discard and by self-draw, in sticks of the ruleset's values; and
    what one more han would bring.  "-" where no hand of so many han and fu is won like this.

    \b
    Examples:
      mahjong points riichi 3 40
      mahjong points riichi 4 30 --dealer --set kiriage_mangan=true
      mahjong points riichi 2 30 --set players=3 --json

    \b
    With --json, of mahjong points riichi 3 40:
      han fu basic limit   3, 40, 1280, null
      ron tsumo            5200, [2600, 1300, 1300]: of a child, with --dealer of the dealer; the dealer pays first
      child, dealer        {"ron": 5200, "tsumo": {"E": 2600, "S": 1300, "W": 1300}, "total": 5200}
      denominations        {"child": {"ron": [[5000, 1], [100, 2]], "tsumo": {"E": [[1000, 2], [100, 6]] ...
                           null where the ruleset names no sticks
      cannot_be            [], or which of "ron" and "tsumo" no such hand is won by
      one_more_han         {"han": 4, "limit": "mangan", "child": {...}, "dealer": {...},
                           "gain": {"child": {"ron": 2800 ...}, "dealer": {...}} ...}
    """
    g.check_lang(lang)
    scale = Scale.of(g.ruleset(name, g.House(set, plugin, overlay)))
    scale.check_fu(fu)
    now, more = scale.points(han, fu), scale.points(han + 1, fu)
    if as_json:
        typer.echo(json_text(_as_json(now, more, scale, dealer), sys.stdout.encoding, indent=2))
    else:
        Page(scale, CHILD_OR_DEALER[dealer:], lang).put(now, more)


class Received(NamedTuple):
    """What a winner gets."""

    ron: int
    tsumo: dict[str, int]  # seat -> what it pays, the dealer first

    @property
    def total(self) -> int:
        """The sum of a self-draw."""
        return sum(self.tsumo.values())

    def gain(self, before: Received) -> Received:
        return Received(self.ron - before.ron, {seat: n - before.tsumo[seat] for seat, n in self.tsumo.items()})

    def each(self, act: Callable[[int], Any]) -> dict[str, Any]:
        """Every figure by name, made into something."""
        return {
            "ron": act(self.ron),
            "tsumo": {seat: act(n) for seat, n in self.tsumo.items()},
            "total": act(self.total),
        }


class Points(NamedTuple):
    """What so many han and fu pay."""

    han: int
    fu: int
    basic: int
    limit: str | None
    received: dict[str, Received]  # "child", "dealer"
    cannot_be: list[str]  # of "ron" and "tsumo"


class Scale(NamedTuple):
    """A ruleset that values by han and fu."""

    valuation: HanFu
    payment: WinSettings

    @classmethod
    def of(cls, rules: mj.Ruleset) -> Scale:
        valuation, payment = rules.valuation, rules.table.payment
        if not isinstance(valuation, HanFu) or not isinstance(payment, WinSettings):
            _fail(said("no_han_and_fu", ruleset=rules.name))
        return cls(valuation, payment)

    def measure(self, which: str, n: int) -> Amount:
        """3 han, by the ruleset's own names."""
        return Amount(getattr(self.valuation.settings.measures, which), n)

    def check_fu(self, fu: int) -> None:
        """Fu that a hand can have: rounded, or those of a flat line (seven pairs)."""
        table, step = self.valuation.table, self.valuation.settings.round_fu_to
        flat = [item.points for item in table.items.values() if item.flat]
        least = self.valuation.rounded(sure_fu(table, "every_hand"), None)
        if fu not in flat and (fu % step or fu < least):
            expected = said("fu_steps", step=step, least=least)
            for n in flat:
                expected = said("or_fu", fu=expected, n=n)
            _fail(said("bad_fu", fu=self.measure("fu", fu), expected=expected))

    def points(self, han: int, fu: int) -> Points:
        basic, limit = self.valuation.basic(han, 0, fu)
        seats = zip(CHILD_OR_DEALER, (self.payment.seats[-1], DEALER), strict=True)
        received = {
            who: Received(ron_points(basic, seat == DEALER, self.payment), self_draw_shares(basic, seat, self.payment))
            for who, seat in seats
        }
        return Points(han, fu, basic, limit, received, list(cannot_be(self.valuation, han, fu)))


def _fail(message: Said) -> NoReturn:
    g.fail([Problem("bad_value", message)])


# ------------------------------------------------------------------------------------------------- as JSON, as a page
def _as_json(now: Points, more: Points, scale: Scale, dealer: bool) -> dict[str, Any]:
    received = now.received[CHILD_OR_DEALER[dealer]]
    gain = {who: after.gain(now.received[who]).each(int) for who, after in more.received.items()}
    head = {"han": more.han, "basic": more.basic, "limit": more.limit}
    return {
        "han": now.han, "fu": now.fu, "basic": now.basic, "limit": now.limit,
        "ron": received.ron, "tsumo": list(received.tsumo.values()),
        **_told(now, scale), "one_more_han": {**head, **_told(more, scale), "gain": gain},
    }  # fmt: skip


def _told(of: Points, scale: Scale) -> dict[str, Any]:
    values = scale.payment.denominations
    sticks = {who: received.each(lambda n: broken(n, values)) for who, received in of.received.items()}
    figures = {who: received.each(int) for who, received in of.received.items()}
    return {**figures, "denominations": sticks if values else None, "cannot_be": of.cannot_be}


class Page(NamedTuple):
    """The figures for a reader."""

    scale: Scale
    who: Iterable[str]
    lang: str

    def put(self, now: Points, more: Points) -> None:
        from mahjong_core.cli import pages

        one = self._measure("han", 1)
        pages.put(self._head(now), "", self._table(now, None), "")
        if more.received == now.received:
            pages.put(label("one_more_same", self.lang, one=one, head=self._head(more)))
        else:
            pages.put(label("one_more", self.lang, one=one, head=self._head(more)), "", self._table(more, now))
        shown = [now] if more.received == now.received else [now, more]
        notes = [self._note(of, how) for of in shown for how in of.cannot_be]
        pages.put(*(["", *notes] if notes else []))

    def _measures(self, of: Points) -> str:
        return f"{self._measure('han', of.han)}, {self._measure('fu', of.fu)}"

    def _measure(self, which: str, n: int) -> str:
        return amount_text(*self.scale.measure(which, n), self.lang)

    def _head(self, of: Points) -> str:
        limit = f"{limit_text(of.limit, self.lang)}, " if of.limit else ""
        basic = label("basic_points", self.lang, n=of.basic)
        return f"{self._measures(of)}{colon(self.lang)} {limit}{basic}"

    def _note(self, of: Points, how: str) -> str:
        return label("cannot_be", self.lang, measures=self._measures(of), how=label(f"by_{how}", self.lang))

    def _table(self, of: Points, before: Points | None) -> Table:
        """A row a winner, a column a way to win."""
        from mahjong_core.cli import pages

        table = pages.grid("", label("by_ron", self.lang), label("by_tsumo", self.lang))
        for who in self.who:
            received, ways = of.received[who], dict.fromkeys(("ron", "tsumo"), NO_WAY)
            for how in ways.keys() - {*of.cannot_be}:
                gained = before if before and how not in before.cannot_be else None
                gain = gained and received.gain(gained.received[who])
                ways[how] = self._ron(received, gain) if how == "ron" else self._self_draw(received, gain)
            table.add_row(label(who, self.lang), *ways.values())
        return table

    def _ron(self, received: Received, gain: Received | None) -> str:
        return self._in_sticks(_figure(received.ron, gain and gain.ron), received.ron)

    def _self_draw(self, received: Received, gain: Received | None) -> str:
        """Who pays how much; those who pay the same together."""
        first, *others = received.tsumo
        payers = {"from_each": first}
        if len({*received.tsumo.values()}) > 1:  # the others, children, pay the same
            payers = {"from_dealer": first, "from_others" if others[1:] else "from_other": others[0]}
        lines: list[str] = []
        for who, seat in payers.items():
            figure = _figure(received.tsumo[seat], gain and gain.tsumo[seat])
            lines.append(self._in_sticks(f"{self._heading(who)} {figure}", received.tsumo[seat]))
        return "\n".join([*lines, f"{self._heading('sum')} {_figure(received.total, gain and gain.total)}"])

    def _heading(self, id: str) -> str:
        return label(id, self.lang) + colon(self.lang)

    def _in_sticks(self, figure: str, amount: int) -> str:
        """``"8000 (+2800) = 5000 + 3 × 1000"``, in two lines where that is too long."""
        sticks = broken_text(amount, self.scale.payment.denominations, self.lang)
        if sticks == str(amount):
            return figure
        return f"{figure} = {sticks}" if len(f"{figure} = {sticks}") <= WIDTH else f"{figure}\n  = {sticks}"


def _figure(amount: int, gain: int | None) -> str:
    return str(amount) if gain is None else f"{amount} ({gain:+})"
