"""How a hand was won, or how its round ended: everything about it that its tiles do not show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from mahjong_core.checks import MOST_COUNTED, MOST_INDICATORS, check_situation
from mahjong_core.errors import HandError, Problem
from mahjong_core.facts import event
from mahjong_core.remembered import Remembered
from mahjong_core.tile_text import parse_kinds
from mahjong_core.tiles import NEXT, SEATS, WIND_BIT, next_kinds

RON, TSUMO = "ron", "tsumo"


class How:
    """The part of a situation that patterns ask for.  An object that exists once, so it is looked up by identity."""

    __slots__ = ("events", "flags", "given", "round", "seat", "win")

    def __init__(
        self, win: str | None, seat: str | None, round: str | None, flags: frozenset[str], given: tuple[Any, ...]
    ) -> None:
        self.win, self.seat, self.round, self.flags = win, seat, round, flags
        self.events = sum(event(flag) for flag in flags)
        self.given: dict[str, Any] = dict(given)

    def __reduce__(self) -> tuple[Any, ...]:
        return how_of, (self.win, self.seat, self.round, self.flags, tuple(self.given.items()))


_HOWS: Final[dict[tuple[Any, ...], How]] = {}


def how_of(*key: Any) -> How:
    """The one ``How`` of these fields."""
    found = _HOWS.get(key)
    if found is None:
        found = _HOWS[key] = How(*key)
    return found


class Indicated(NamedTuple):
    """What the indicators say; exists once for each pair of texts."""

    texts: tuple[str, str]
    dora: tuple[int, ...]  # kinds of the indicators, as written
    ura: tuple[int, ...]
    shown: tuple[int, ...]  # the kinds that they make dora
    hidden: tuple[int, ...]
    copies: tuple[tuple[int, int], ...]  # (kind, how many of it are indicators)
    most: int  # how many indicators of dora, or of ura if they are more


def _indicated(texts: tuple[str, str], next: Sequence[int] = NEXT) -> Indicated:
    dora, ura = map(parse_kinds, texts)
    shown, hidden = (tuple(next[kind] for kind in kinds) for kinds in (dora, ura))
    return Indicated(texts, dora, ura, shown, hidden, tuple(Counter(dora + ura).items()), max(len(dora), len(ura)))


INDICATED: Final = Remembered[tuple[str, str], Indicated](_indicated)


@cache
def indicated_where(in_play: int) -> Mapping[tuple[str, str], Indicated]:
    """What indicators say, by their two texts, where only these kinds are in play."""
    next = next_kinds(in_play)
    return INDICATED if next == NEXT else Remembered(lambda texts: _indicated(texts, next))


NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})


class Situation:
    """How a hand was won.  Immutable.

    ``win``: ``"ron"``, ``"tsumo"`` or None for a hand that did not win.  ``seat``, ``round``: ``"E" "S" "W" "N"``, or
    None for a child whose wind counts for nothing.  ``ron_from``: who discarded, or None.  ``flags``: ``"riichi"`` ...
    ``dora_indicators``, ``ura_indicators``: tiles as text (``"4s1z"``).  ``pao``: the liable seat, or
    ``{role id: seat}``.  ``given``: what else a ruleset asks for (``dominant_wind``, ``wins_in_a_row``, ``void``,
    ``already_won``, ``round_end``).  ``river``: own discards, as text.

    Raises HandError with every problem if a value is not what it should be.
    """

    __slots__ = ("given", "honba", "how", "indicated", "pao", "riichi_sticks", "river", "ron_from")

    def __init__(
        self,
        win: str | None = None,
        seat: str | None = "S",
        round: str | None = "E",
        ron_from: str | None = None,
        flags: Iterable[str] = frozenset(),
        dora_indicators: str = "",
        ura_indicators: str = "",
        honba: int = 0,
        riichi_sticks: int = 0,
        pao: str | Mapping[str, str] | None = None,
        given: Mapping[str, Any] = NOTHING,
        river: str | None = None,
    ) -> None:
        if not isinstance(flags, str | frozenset | set | list | tuple):
            raise HandError([Problem("bad_flag", f"flags: expected names like ['riichi'], not {flags!r}")])
        given = {} if given is None else given  # pyright: ignore[reportUnnecessaryComparison]
        told = Fields(
            win, seat, round, ron_from, frozenset([flags] if isinstance(flags, str) else flags), dora_indicators,
            ura_indicators, honba, riichi_sticks, pao, given, river,
        )  # fmt: skip
        check_situation(told)
        known = tuple(sorted((name, hashable(value)) for name, value in given.items() if value is not None))
        self._fill(how_of(win, seat, round, told.flags, known), INDICATED[dora_indicators, ura_indicators], told)

    def _fill(self, how: How, indicated: Indicated, told: Fields) -> None:
        self.how, self.indicated, self.ron_from, self.honba = how, indicated, told.ron_from, told.honba
        self.riichi_sticks, self.pao, self.given, self.river = told.riichi_sticks, told.pao, told.given, told.river

    # --- what exists once
    @property
    def win(self) -> str | None:
        return self.how.win

    @property
    def seat(self) -> str | None:
        return self.how.seat

    @property
    def round(self) -> str | None:
        return self.how.round

    @property
    def flags(self) -> frozenset[str]:
        return self.how.flags

    @property
    def dora_indicators(self) -> str:
        return self.indicated.texts[0]

    @property
    def ura_indicators(self) -> str:
        return self.indicated.texts[1]

    # --- as a value
    @property
    def fields(self) -> Fields:
        """Everything that it says."""
        return Fields(
            self.win, self.seat, self.round, self.ron_from, self.flags, self.dora_indicators, self.ura_indicators,
            self.honba, self.riichi_sticks, self.pao, self.given, self.river,
        )  # fmt: skip

    def but(self, **changes: Any) -> Situation:
        """The same situation with some fields changed."""
        return Situation(**{**self.fields._asdict(), **changes})

    def unwon(self) -> Situation:
        """The same, for a claimed win that is none."""
        return self.but(win=None, ron_from=None, flags=())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Situation) and self.fields == other.fields

    def __hash__(self) -> int:
        return hash((self.how, self.indicated, self.ron_from, self.honba, self.riichi_sticks, self.river))

    def __repr__(self) -> str:
        return f"Situation({', '.join(f'{name}={value!r}' for name, value in self.fields._asdict().items())})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Situation, (*self.fields._replace(given=dict(self.given)),)


class Fields(NamedTuple):
    """What a situation says, as it is told."""

    win: str | None
    seat: str | None
    round: str | None
    ron_from: str | None
    flags: frozenset[str]
    dora_indicators: str
    ura_indicators: str
    honba: int
    riichi_sticks: int
    pao: str | Mapping[str, str] | None
    given: Mapping[str, Any]
    river: str | None


def _plain_how(key: tuple[Any, Any, Any, tuple[Any, ...], tuple[tuple[str, Any], ...]]) -> How:
    """Of (win, seat, round, flags, given).  Raises HandError for what is wrong."""
    win, seat, round, flags, given = key
    return Situation(win, seat, round, None, flags, given=dict(given)).how


def _payer(key: tuple[Any, Any, Any]) -> bool:
    """Can the winner, by ron or self-draw, have this discarder?"""
    win, seat, ron_from = key
    return ron_from in WIND_BIT and win != TSUMO and ron_from != seat


PLAIN_HOWS: Final = Remembered[tuple[Any, Any, Any, tuple[Any, ...], tuple[tuple[str, Any], ...]], How](_plain_how)
PAYERS: Final = Remembered[tuple[Any, Any, Any], bool](_payer)


def plain_situation(
    win: str | None, seat: str | None, round: str | None, ron_from: str | None, flags: tuple[str, ...], dora: str,
    ura: str, honba: int, sticks: int, pao: str | None, given: Mapping[str, Any],
) -> Situation | None:  # fmt: skip
    """A situation by look-ups; None where anything needs a second look.

    Raises HandError, LookupError or TypeError for values that mean nothing.
    """
    indicated = INDICATED[dora, ura]
    if type(honba) is not int or type(sticks) is not int or not MOST_COUNTED >= honba >= 0 <= sticks <= MOST_COUNTED:
        return None
    if len(dora) + len(ura) > 4 and (len(indicated.dora) > MOST_INDICATORS or len(indicated.ura) > MOST_INDICATORS):
        return None
    if (ron_from is not None and not PAYERS[win, seat, ron_from]) or (pao is not None and pao not in WIND_BIT):
        return None
    situation = NEW(Situation)
    situation.how, situation.indicated = PLAIN_HOWS[win, seat, round, flags, tuple(given.items())], indicated
    situation.ron_from, situation.honba, situation.riichi_sticks = ron_from, honba, sticks
    situation.pao, situation.given, situation.river = pao, given, None
    return situation


NEW: Final = object.__new__


def hashable(value: Any) -> Any:
    """A value that a ruleset asks for, as one that can be looked up: a list as a tuple."""
    if isinstance(value, set | frozenset):
        return tuple(sorted(value))  # pyright: ignore
    return tuple(value) if isinstance(value, list) else value  # pyright: ignore


def payers(winner: str, seats: Iterable[str] = SEATS) -> list[str]:
    """Everyone but the winner, in order of the seats."""
    return [seat for seat in seats if seat != winner]
