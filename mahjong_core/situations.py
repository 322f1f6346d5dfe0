"""How a hand was won, or how its round ended: everything about it that its tiles do not show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, cast

from mahjong_core.checks import MOST_INDICATORS, check_situation
from mahjong_core.errors import HandError, Problem
from mahjong_core.facts import event
from mahjong_core.remembered import Remembered
from mahjong_core.tile_text import parse_kinds
from mahjong_core.tiles import NEXT, SEATS

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


_HOWS: Final[dict[tuple[Any, ...], How]] = {}


def how_of(*key: Any) -> How:
    """The one ``How`` of these fields."""
    found = _HOWS.get(key)
    if found is None:
        found = _HOWS[key] = How(*key)
    return found


class Indicated(NamedTuple):
    """What the indicators say; exists once for each pair of texts."""

    dora: tuple[int, ...]  # kinds of the indicators, as written
    ura: tuple[int, ...]
    shown: tuple[int, ...]  # the kinds that they make dora
    hidden: tuple[int, ...]
    copies: tuple[tuple[int, int], ...]  # (kind, how many of it are indicators)


def _indicated(texts: tuple[str, str]) -> Indicated:
    dora, ura = map(parse_kinds, texts)
    shown, hidden = (tuple(NEXT[kind] for kind in kinds) for kinds in (dora, ura))
    return Indicated(dora, ura, shown, hidden, tuple(Counter(dora + ura).items()))


INDICATED: Final = Remembered[tuple[str, str], Indicated](_indicated)


@dataclass(frozen=True)
class Situation:
    """How a hand was won.  Immutable.

    ``win``: ``"ron"``, ``"tsumo"`` or None for a hand that did not win.  ``seat``, ``round``: ``"E" "S" "W" "N"``, or
    None for a child whose wind counts for nothing.  ``ron_from``: who discarded, or None.  ``flags``: ``"riichi"`` ...
    ``dora_indicators``, ``ura_indicators``: tiles as text (``"4s1z"``).  ``pao``: the liable seat, or
    ``{role id: seat}``.  ``given``: what else a ruleset asks for (``dominant_wind``, ``wins_in_a_row``, ``void``,
    ``already_won``, ``round_end``).  ``river``: own discards, as text.

    Raises HandError with every problem if a value is not what it should be.
    """

    win: str | None = None
    seat: str | None = "S"
    round: str | None = "E"
    ron_from: str | None = None
    flags: frozenset[str] = frozenset()
    dora_indicators: str = ""
    ura_indicators: str = ""
    honba: int = 0
    riichi_sticks: int = 0
    pao: str | Mapping[str, str] | None = None
    given: Mapping[str, Any] = field(default_factory=dict[str, Any])
    river: str | None = None
    how: How = field(init=False, repr=False, compare=False)
    indicated: Indicated = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        put = object.__setattr__
        flags: Any = self.flags
        if not isinstance(flags, str | frozenset | set | list | tuple):
            raise HandError([Problem("bad_flag", f"flags: expected names like ['riichi'], not {flags!r}")])
        put(self, "flags", frozenset([flags] if isinstance(flags, str) else cast("list[str]", flags)))
        check_situation(self)
        given = tuple(sorted((name, _hashable(value)) for name, value in self.given.items() if value is not None))
        put(self, "how", how_of(self.win, self.seat, self.round, self.flags, given))
        put(self, "indicated", INDICATED[self.dora_indicators, self.ura_indicators])


def plain_how(key: tuple[Any, Any, Any, tuple[Any, ...]]) -> tuple[How, frozenset[str]]:
    """Of (win, seat, round, flags), the one ``How`` and the flags as a set.  Raises HandError for what is wrong."""
    win, seat, round, flags = key
    situation = Situation(win, seat, round, None, frozenset(flags))
    return situation.how, situation.flags


def _payer(key: tuple[Any, Any, Any]) -> bool:
    """Can the winner, by ron or self-draw, have this discarder?"""
    win, seat, ron_from = key
    return ron_from is None or (ron_from in SEATS and win != TSUMO and ron_from != seat)


PLAIN_HOWS: Final = Remembered[tuple[Any, Any, Any, tuple[Any, ...]], tuple[How, frozenset[str]]](plain_how)
PAYERS: Final = Remembered[tuple[Any, Any, Any], bool](_payer)


def plain_situation(
    win: str | None, seat: str | None, round: str | None, ron_from: str | None, flags: Sequence[str], dora: str, ura: str,
    honba: int, sticks: int, pao: str | None,
) -> Situation | None:  # fmt: skip
    """A situation by look-ups, from values of the right types; None where anything needs a second look.

    Raises HandError or LookupError for values that mean nothing.
    """
    how, flag_set = PLAIN_HOWS[win, seat, round, tuple(flags)]
    indicated = INDICATED[dora, ura]
    if honba < 0 or sticks < 0 or len(indicated.dora) > MOST_INDICATORS or len(indicated.ura) > MOST_INDICATORS:
        return None
    if (ron_from is not None and not PAYERS[win, seat, ron_from]) or (pao is not None and pao not in SEATS):
        return None
    situation = object.__new__(Situation)
    fields = {
        "win": win, "seat": seat, "round": round, "ron_from": ron_from, "flags": flag_set, "dora_indicators": dora,
        "ura_indicators": ura, "honba": honba, "riichi_sticks": sticks, "pao": pao, "given": {}, "river": None,
        "how": how, "indicated": indicated,
    }  # fmt: skip
    object.__setattr__(situation, "__dict__", fields)
    return situation


def _hashable(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value  # pyright: ignore


def payers(winner: str, seats: Iterable[str] = SEATS) -> list[str]:
    """Everyone but the winner, in order of the seats."""
    return [seat for seat in seats if seat != winner]
