"""From hands and situations, one object each, to columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from mahjong_core.batch.hands import MOST_MELDS, NONE, WINS, Column, HandColumns, Told, meld_code
from mahjong_core.checks import FLAGS, MOST_COUNTED
from mahjong_core.hands import Hand
from mahjong_core.situations import Situation
from mahjong_core.tiles import KINDS, RED_FIVES, SEATS

NO_HAND: Final = Hand(())
NO_SITUATION: Final = Situation()


def columns_of(hands: Sequence[Hand], situations: Sequence[Situation]) -> tuple[HandColumns, list[int]]:
    """Hands and situations as columns; and the rows that columns cannot hold, to be scored one by one (a hand whose
    tiles are wrong, two liable seats); such a row has no tiles in the columns."""
    aside = [i for i, pair in enumerate(zip(hands, situations, strict=True)) if not _fits(*pair)]
    if aside:
        hands, situations = list(hands), list(situations)
        for i in aside:
            hands[i], situations[i] = NO_HAND, NO_SITUATION
    n = len(hands)
    counts = np.frombuffer(b"".join([suit.counts for hand in hands for suit in hand.suits]), np.uint8).reshape(n, KINDS)
    bonus = [(hand.bonus, hand.norths, _reds_of(hand) if hand.reds else 0) for hand in hands]
    bonus_column, norths, reds = np.array(bonus, np.uint8).reshape(n, 3).T
    kept = [(s.honba, s.riichi_sticks, _number(s.ron_from), _number(s.pao)) for s in situations]  # type: ignore[arg-type]
    honba, sticks, ron_from, pao = np.array(kept, np.int32).reshape(n, 4).T
    how = _how_columns(situations)
    columns = HandColumns(
        np.ascontiguousarray(counts.T),
        np.array([hand.win for hand in hands], np.int8),
        _meld_codes(hands),
        **how,
        ron_from=ron_from.astype(np.int8),
        dora=_padded([s.indicated.dora for s in situations]),
        ura=_padded([s.indicated.ura for s in situations]),
        reds=reds,
        bonus=bonus_column,
        norths=norths,
        honba=honba,
        sticks=sticks,
        pao=pao.astype(np.int8),
    )
    return columns, aside


def _fits(hand: Hand, situation: Situation) -> bool:
    return (
        not hand.problems
        and hand.norths < 256
        and hand.reds <= 3
        and situation.river is None
        and (situation.pao is None or isinstance(situation.pao, str))
        and situation.honba <= MOST_COUNTED >= situation.riichi_sticks
    )


def _number(seat: str | None) -> int:
    return NONE if seat is None else SEATS.index(seat)


def _reds_of(hand: Hand) -> int:
    tiles = [*hand.concealed, hand.win_tile, *(tile for group in hand.groups for tile in group.tiles)]
    return sum(tiles.count(red) << 2 * suit for suit, red in enumerate(RED_FIVES))


def _meld_codes(hands: Sequence[Hand]) -> Column:
    codes = np.full((MOST_MELDS, len(hands)), NONE, np.int16)
    for row, hand in enumerate(hands):
        for i, group in enumerate(hand.groups):
            codes[i, row] = meld_code(group.type, group.kind)
    return codes


def _how_columns(situations: Sequence[Situation]) -> dict[str, Any]:
    """What hangs on the part of a situation that exists once: looked up for each, told once for each kind."""
    numbers: dict[int, int] = {}
    hows = {id(s.how): s.how for s in situations}
    numbers = {key: i for i, key in enumerate(hows)}
    flag_names = (*FLAGS, *sorted({flag for how in hows.values() for flag in how.flags} - set(FLAGS)))
    number = np.array([numbers[id(s.how)] for s in situations], np.int64)

    def column(values: list[int], type_: Any) -> Column:
        return np.array(values, type_).take(number) if values else np.zeros(0, type_)

    told = list(hows.values())
    given: dict[str, Told] = {}
    for name in sorted({name for how in told for name in how.given}):
        values = list(dict.fromkeys(how.given[name] for how in told if name in how.given))
        codes = [values.index(how.given[name]) if name in how.given else NONE for how in told]
        given[name] = Told(column(codes, np.int32), values)
    return {
        "win": column([WINS.index(how.win) for how in told], np.int8),
        "seat": column([_number(how.seat) for how in told], np.int8),
        "round": column([_number(how.round) for how in told], np.int8),
        "flags": column([sum(1 << flag_names.index(flag) for flag in how.flags) for how in told], np.int64),
        "given": given,
        "flag_names": flag_names,
    }


def _padded(kinds: Sequence[tuple[int, ...]]) -> Column:
    """Indicators, -1 where a hand has fewer than another."""
    most = max(map(len, kinds), default=0)
    rows = [(*of, *(NONE,) * (most - len(of))) for of in kinds]
    return np.array(rows, np.int8).reshape(len(kinds), most).T
