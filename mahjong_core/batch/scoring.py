"""Many hands, from their tiles to the reading of each that is worth most: the columns' twin of ``scoring``.

Rows that columns cannot hold, or where anything is wrong, are scored one by one, so that nothing is said twice.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from mahjong_core.batch.circumstances import CircumstancesMet
from mahjong_core.batch.hands import FIVES, NONE, WINS, Column, HandColumns
from mahjong_core.batch.held import BIT, OF_CODE, Held
from mahjong_core.batch.indicators import Indicators
from mahjong_core.batch.keys import KeysMet, Lines
from mahjong_core.batch.numbers import rows_where
from mahjong_core.batch.ranks import RanksMet, SettledMet, fit_to_settle
from mahjong_core.batch.readings import facts_of, places, readings
from mahjong_core.batch.scores import STATUSES, RoleSets, ScoreColumns, joined
from mahjong_core.batch.suits import POINTS, RANKS, suit_rows
from mahjong_core.batch.suits import readings as suit_readings
from mahjong_core.batch.wholes import Wholes, asked_by_shapes, join, wholes
from mahjong_core.decompose import tally
from mahjong_core.facts import FACTS, HAND, SITUATION, STANDARD, TWO_PAIRS, Facts
from mahjong_core.inspection import ALL_WELL
from mahjong_core.situations import RON
from mahjong_core.tiles import KINDS, RED_FIVES, next_kinds
from mahjong_core.trace import facts_in
from mahjong_core.worth.methods import BARRED, NOT_READ

if TYPE_CHECKING:
    from mahjong_core.rulesets import Ruleset

CHUNK: Final = 32_768  # hands at once: many, for few calls, and few enough to stay in the cache
MOST_REDS: Final = 3  # that a column can tell of a suit
WIN, NO_ROLE, NOT_A_WIN = (STATUSES.index(name) for name in ("win", "no_role", "not_a_win"))


class ColumnScorer:
    """Scores columns of hands under one ruleset.  One for each thread: it keeps what it has met."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.lines = Lines(rules)
        self.circumstances = CircumstancesMet(rules)
        self.role_sets = RoleSets(rules.keys, rules.table.roles)
        self.keys = KeysMet(rules, self.lines, self.circumstances.keys, self.role_sets)
        self.ranks = RanksMet(rules)
        self.settled = SettledMet(rules, self.ranks, self.circumstances)
        asked = set[str]().union(*(facts_in(term) for term in rules.terms.values()))
        self.asked = [name for name in asked if name in FACTS and FACTS[name][0] in (SITUATION, HAND)]
        self.shapes_ask = asked_by_shapes(rules.shapes)
        self.asked_of_hands = {*self.asked, *self.shapes_ask}
        points = rules.valuation.points
        self.tables = tuple(
            np.column_stack([suit_rows(suit), _points_of_rows(suit, points)]) for suit in range(len(RANKS))
        )
        self.points_of_code = np.array([points[int(code)] for code in OF_CODE["tally"]], np.int64)
        exposed = [[points[tally("triplets", concealed, kind)] for kind in range(KINDS)] for concealed in (False, True)]
        self.exposed_points = np.array(exposed[0]) - np.array(exposed[1])
        self.exposes = rules.table.winning_discard == "exposed"
        self.next = np.array(next_kinds(rules.in_play), np.int64)

    def __call__(self, hands: HandColumns, payments: bool = False) -> ScoreColumns:
        """Score n hands.  ``payments``: work out who pays, too."""
        firsts = range(0, max(len(hands), 1), CHUNK)
        scores = joined([self._chunk(hands.take(slice(first, first + CHUNK)), payments) for first in firsts])
        return replace(scores, limit_names=[*scores.limit_names])

    def _chunk(self, hands: HandColumns, payments: bool) -> ScoreColumns:
        held = Held(hands)
        closed = held.of_groups("claimed") == 0
        how, fits = self.circumstances.of(hands, closed)
        rules = self.rules
        indicators = Indicators(hands, held, rules.most_indicators, rules.ura_is_itself, self.next)
        h = self._hand_facts(hands, held, indicators, how)
        plain = held.ok & fits & indicators.ok & fit_to_settle(hands) & (hands.win != WINS.index(None))
        plain &= self._playable(hands, held, indicators) & self._agrees(held, how)
        whole = wholes(rules.shapes, h, plain)
        plain &= ~whole.aside
        number, points, hand, shape = self._observed(hands, held, h, how, plain, whole)
        rank = self.keys.rank(number, points)
        best_rank, row = self._best(rank, hand, number, len(hands))
        scores = ScoreColumns.empty(len(hands), self.ranks, self.role_sets, payments)
        # A shape that only a role makes a win is none without it.
        read = row >= 0
        if rules.table.bars:
            plain &= best_rank != BARRED
            read &= plain
        if best_rank.min(initial=0) < 0 and len(shape):
            read &= (best_rank >= 0) | (shape.take(row, mode="clip") == STANDARD)
        rows = rows_where(read)
        at = row.take(rows)
        self._fill(scores, rows, best_rank.take(rows), number.take(at), points.take(at), hands, how)
        incomplete = plain.copy()
        incomplete[rows] = False
        if rules.valuation.values_unfinished or rules.table.bars:
            plain &= ~incomplete
        else:
            scores.status[incomplete] = NOT_A_WIN
        scores.fill_one_by_one(rules, hands, np.flatnonzero(~plain))
        return scores

    # ------------------------------------------------------------------------------------------ is all well?
    def _playable(self, hands: HandColumns, held: Held, indicators: Indicators) -> Column:
        """(n) No tile, bonus tile, red five or discarder that the ruleset does not play with?"""
        wall = self.rules.inspector
        fine: Column = hands.bonus & wall.no_bonus == 0
        if not self.rules.table.wall.norths_aside:
            fine &= hands.norths == 0
        if wall.not_in_play:
            fine &= (held.kinds() & wall.not_in_play == 0) & indicators.without(wall.no_indicators)
        if wall.no_seats:
            fine &= ~np.isin(hands.ron_from, wall.no_seats)
        if not self.rules.table.wall.chows:
            fine &= held.of_groups("runs") == 0
        rows = np.flatnonzero(hands.reds)
        if len(rows):
            reds = hands.reds.take(rows)
            fine[rows] &= reds < 64
            for suit, five in enumerate(FIVES):
                number = reds >> 2 * suit & 3
                most = wall.reds[RED_FIVES[suit]] if wall.has_reds else MOST_REDS
                fine[rows] &= (number <= held.number_of(np.full(len(rows), five), rows)) & (number <= most)
        return fine

    def _agrees(self, held: Held, how: Column) -> Column:
        """(n) Do the flags agree with the hand?"""
        well = self.circumstances.well.values.take(how)
        asked = np.flatnonzero(well != ALL_WELL)
        agrees = np.ones(held.n, np.bool_)
        if len(asked):
            traits = (held.of_groups("groups").take(asked) > 0) | (held.of_groups("quads").take(asked) != 0) * 2
            if held.norths is not None:
                traits |= (held.norths.take(asked) > 0) * 0b011
            win = held.win.take(asked)
            traits = traits | (held.number_of(np.clip(win, 0, KINDS - 1), asked) > 1) * 4
            agrees[asked] = well.take(asked) >> traits & 1 != 0
        return agrees

    # ------------------------------------------------------------------------------------------ what is seen
    def _hand_facts(self, hands: HandColumns, held: Held, indicators: Indicators, how: Column) -> Facts:
        """The facts of whole hands, one element a hand."""
        h: Any = Facts()
        for name in self.asked_of_hands:
            if name in AT_LEAST:
                setattr(h, name, held.kinds(AT_LEAST[name]))
            elif name in OF_CODE:
                setattr(h, name, held.of_groups(name))
            elif hasattr(indicators, name):
                setattr(h, name, getattr(indicators, name))
            elif name in self.shapes_ask:
                setattr(h, name, self.circumstances.facts[name].values.take(how))
        h.win_tile = BIT.take(held.win, mode="clip")
        h.bonus = hands.bonus.astype(np.int64)
        h.reds, h.norths = REDS.take(hands.reds), hands.norths.astype(np.int64)
        return h  # type: ignore[no-any-return]

    def _observed(
        self, hands: HandColumns, held: Held, of_hand: Facts, how: Column, plain: Column, whole: Wholes
    ) -> tuple[Column, Column, Column, Column]:
        """For each place of each reading: number of its key, points of its sets, its hand, its shape."""
        found, wait = places(held, readings(held, plain, self.tables))
        h: Any = facts_of(held, found, wait)
        hand, points = found.hand, np.ascontiguousarray(found.words[:, POINTS])
        self._add_points_of_groups(points, held, hand)
        if self.exposes:
            self._expose(h, points, held, hand, hands.win)
        if len(whole.hand):
            join(h, whole)
            hand = np.concatenate([hand, whole.hand])
            points = np.concatenate([points, np.zeros(len(whole.hand), np.int64)])
        number = how.take(hand)
        for name in self.asked:
            if name in self.circumstances.facts:
                setattr(h, name, self.circumstances.facts[name].values.take(number))
            else:
                setattr(h, name, getattr(of_hand, name).take(hand))
        h.given = {name: values.values.take(number) for name, values in self.circumstances.given.items()}
        words = self.lines.words(h, len(hand))
        return self.keys.of(self.circumstances.key.values.take(number), words), points, hand, h.shape

    def _add_points_of_groups(self, points: Column, held: Held, hand: Column) -> None:
        declared = held.declared
        if len(declared.rows):
            of_groups = np.zeros(held.n, np.int64)
            each: list[Column] = [self.points_of_code.take(codes) for codes in declared.codes]
            of_groups[declared.rows] = sum(each)
            points += of_groups.take(hand)

    def _expose(self, h: Any, points: Column, held: Held, hand: Column, win: Column) -> None:
        """The triplet that a discard completes is not concealed."""
        rows = np.flatnonzero((h.wait == TWO_PAIRS) & (win == WINS.index(RON)).take(hand))
        kind = held.win.take(hand.take(rows))
        h.concealed_triplets[rows] ^= BIT.take(kind)
        points[rows] += self.exposed_points.take(kind)

    # ------------------------------------------------------------------------------------------ what counts
    def _best(self, rank: Column, hand: Column, number: Column, n: int) -> tuple[Column, Column]:
        """(n) highest rank of each hand and (n) the place that has it, -1 where there is none; of equals as one by one."""
        row, best = np.full(n, NONE), np.full(n, NOT_READ)
        if not len(hand):
            return best, row
        row[hand] = np.arange(len(hand))
        several = np.flatnonzero(np.bincount(hand, minlength=n).take(hand) > 1)
        self._choose(row, rank.take(several), hand.take(several), number.take(several), several)
        return np.where(row >= 0, rank.take(row, mode="clip"), best), row

    def _choose(self, row: Column, rank: Column, hand: Column, number: Column, place: Column) -> None:
        """Of hands with several places, the one that counts: the first of those that rank highest, if none comes first."""
        best = np.full(len(row), NOT_READ)
        np.maximum.at(best, hand, rank)
        top = np.flatnonzero(rank == best.take(hand))
        of = hand.take(top)
        chosen = np.zeros(len(row), np.int64)
        chosen[of[::-1]] = top[::-1]
        row[of] = place.take(chosen.take(of))
        unlike = number.take(top) != number.take(chosen.take(of))
        if unlike.any():
            undecided = np.zeros(len(row), np.bool_)
            undecided[of[unlike]] = True
            equal = top[undecided.take(of)]
            first = equal[self.keys.in_order(number.take(equal), hand.take(equal))]
            row[hand.take(first)] = place.take(first)

    def _fill(
        self,
        scores: ScoreColumns,
        rows: Column,
        rank: Column,
        key: Column,
        points: Column,
        hands: HandColumns,
        how: Column,
    ) -> None:
        """Write what the best readings are worth."""
        number = self.ranks.of(rank, key, points, self.keys.keys)
        role_set = self.keys.role_sets_of(key, points)
        scores.status[rows] = np.where(rank >= 0, WIN, NO_ROLE)
        for name, column in self.ranks.measures.items():
            scores.measures[name][rows] = column.values.take(number)
        scores.limit[rows] = self.ranks.limit.values.take(number)
        scores.role_set[rows] = role_set
        won = slice(None) if rank.min(initial=0) >= 0 else np.flatnonzero(rank >= 0)
        self._settle(scores, rows[won], number[won], hands, how)

    def _settle(self, scores: ScoreColumns, rows: Column, number: Column, hands: HandColumns, how: Column) -> None:
        """Write what is paid.  ``number``: of the rank of each row."""
        told = self.circumstances.told_number.values.take(how.take(rows))
        settled = self.settled.of(number, hands, rows, told, scores.payments is not None)
        scores.value[rows] = self.settled.value.values.take(settled)
        scores.marked[rows] = self.settled.marked.values.take(settled)
        if scores.payments is not None and scores.paid is not None:
            scores.paid[rows] = self.settled.paid.values.take(settled)
            scores.payments[:, rows] = self.settled.payments.values.take(settled, axis=1)


AT_LEAST: Final = {"tiles": 1, "held_2": 2, "held_3": 3, "held_4": 4}
REDS: Final = np.array([sum(bits >> 2 * suit & 3 for suit in range(4)) for bits in range(256)], np.int64)


def _points_of_rows(suit: int, points: Any) -> Column:
    """For each reading of a suit, the points of its concealed triplets."""
    triplets, ranks = suit_readings(RANKS[suit]).triplets, RANKS[suit]
    tallies = sum((triplets >> rank & 1) * tally("triplets", True, 9 * suit + rank) for rank in range(ranks))
    kinds, row = np.unique(tallies, return_inverse=True)
    return np.array([points[int(kind)] for kind in kinds], np.int64).take(row)
