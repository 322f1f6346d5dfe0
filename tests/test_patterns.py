"""Every pattern: as a plain function, printed for one hand and printed for columns it says the same, and it says it of
the right hands."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from itertools import combinations
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from mahjong_core import patterns
from mahjong_core.compile import MOST, one_hand
from mahjong_core.compile_columns import many_hands
from mahjong_core.errors import PatternError
from mahjong_core.facts import TRUTH, Facts
from mahjong_core.patterns import PATTERNS
from mahjong_core.tiles import KINDS, NAMES, names_in
from mahjong_core.trace import trace
from tests.readings import GIVEN, columns, random_readings, reading, whole

# Reading; patterns that hold; patterns that do not.
SAMPLES: list[tuple[Facts, str, str]] = [
    (reading("234m 456p 678p 45+3s 22s"), "pinfu pinfu_by_discard all_runs all_simples two_sided_wait", "straight"),
    (reading("234m 456p 678p 45+3s 22s"), "closed_discard_win closed_hand", "open_pinfu_by_discard closed_self_draw"),
    (reading("234m 456p 678p 45+3s 22s", self_draw=True), "pinfu closed_self_draw", "pinfu_by_discard"),
    (reading("(234m) 456p 678p 45+3s 22s"), "pinfu open_pinfu_by_discard", "closed_hand closed_discard_win"),
    (reading("234m 456p 678p 12+3s 22s"), "all_runs edge_wait", "pinfu middle_wait"),
    (reading("234m 456p 678p 35+4s 22s"), "all_runs middle_wait", "pinfu edge_wait"),
    (reading("234m 456p 678p 45+6s 22z"), "all_runs pair_of_seat_wind", "pinfu pair_of_double_wind"),
    (reading("234m 456p 678p 45+6s 33z"), "pinfu", "pair_of_seat_wind pair_of_round_wind pair_of_dominant_wind"),
    (
        reading("234m 456p 678p 45+6s 22z", round="S", dominant_wind="S"),
        "pair_of_double_wind pair_of_dominant_wind",
        "",
    ),
    (reading("234m 456p 678p 45+6s 55z"), "all_runs concealed_dragon_pairs pair_of_dragons", "pinfu"),
    (reading("234m 456p 678p 456s 5+5z"), "dragon_pairs single_wait", "concealed_dragon_pairs"),
    (reading("234m 456p 678p 456s 5+5z", self_draw=True), "concealed_dragon_pairs self_drawn", ""),
    (reading("234m 456p 678p 456s 1+1z"), "pair_of_round_wind", "concealed_pair_of_round_wind"),
    (reading("234m 456p 678p 456s 1+1z", self_draw=True), "concealed_pair_of_round_wind", ""),
    (reading("234m 456p 55z 66z"), "dragon_pairs concealed_dragon_pairs", "won_hand all_runs all_triplets"),
    (reading("123m 456m 789m 222m 5+5m"), "straight full_flush one_suit", "three_suit_straight half_flush nine_gates"),
    (reading("123m 456s 789p 222m 5+5m"), "three_suit_straight", "straight"),
    (reading("789m 123s 456p 78+9m 55z"), "three_suit_straight", "outside_groups three_suit_run"),
    (reading("123m 456p 789p 123s 5+5m"), "", "three_suit_straight straight"),
    (reading("123m 123p 123s 222m 5+5m"), "three_suit_run", "three_suit_straight straight all_runs"),
    (reading("123m 789p 123s 999m 5+5z"), "outside_groups", "terminal_groups all_simples"),
    (reading("123m 789p 123s 999m 1+1p"), "terminal_groups", "outside_groups terminals_and_honours"),
    (reading("123m 678p 123s 999m 1+1p"), "", "terminal_groups outside_groups"),
    (reading("111m 999m 111s 555z 1+1p"), "terminals_and_honours", "terminal_groups outside_groups"),
    (reading("123m 123m 123m 456p 1+1p"), "one_twin_run three_alike_runs", "two_twin_runs four_alike_runs"),
    (reading("123m 123m 123m 123m 1+1p"), "two_twin_runs four_alike_runs three_alike_runs", ""),
    (reading("123m 123m 456p 456p 1+1p"), "one_twin_run two_twin_runs", "three_alike_runs"),
    (reading("222m 222p 222s 555z 3+3m"), "all_triplets three_suit_triplet four_concealed_triplets_single_wait", ""),
    (
        reading("222m 333m 444m 55+5z 77s"),
        "three_consecutive_triplets three_concealed_triplets",
        "four_concealed_triplets",
    ),
    (
        reading("22+2m 333m 444m 555z 77s", self_draw=True),
        "four_concealed_triplets two_pairs_wait",
        "pinfu single_wait",
    ),
    (reading("22+2m 333m 444m 555z 77s", self_draw=True), "", "four_concealed_triplets_single_wait"),
    (reading("888m 999m 111p 55+5z 77s"), "", "three_consecutive_triplets"),
    (reading("888s 999s 111z 222z 7+7s"), "", "three_consecutive_triplets three_suit_triplet"),
    (reading("333p 111z 333z 345m 7+7s"), "", "three_suit_triplet"),
    (reading("[2222m] (4444p) {3333s} 11+1z 77s"), "three_quads all_triplets", "four_quads"),
    (reading("[2222m] (4444p) {3333s} [1111z] 7+7s"), "four_quads", "three_quads closed_hand"),
    (reading("[2222m] 345m 678p 123s 7+7s"), "closed_hand", "three_quads"),
    (reading("555z 666z 777z 123m 1+1m"), "big_dragons dragon_triplets white_dragon", "little_dragons pair_of_dragons"),
    (reading("555z 666z 123m 123m 7+7z"), "little_dragons green_dragon", "big_dragons red_dragon"),
    (reading("(111z) 222z 333z 444z 1+1m"), "big_winds four_wind_triplets seat_wind_s round_wind_e", "seat_wind_w"),
    (reading("[1111z] 222z 333z 444z 1+1m"), "four_wind_triplets_or_quads", "four_wind_triplets"),
    (reading("(1111z) 222z 333z 444z 1+1m"), "big_winds", "four_wind_triplets four_wind_triplets_or_quads"),
    (reading("111z 222z 333z 444z 1m 5m"), "", "four_wind_triplets four_wind_triplets_or_quads all_triplets"),
    (reading("222z 333z 444z 123m 1+1z"), "little_winds own_wind_triplet", "big_winds round_wind_triplet seat_wind_e"),
    (reading("333z 444z 666z 123m 1+1z"), "", "own_wind_triplet round_wind_triplet dominant_wind_triplet little_winds"),
    (reading("333z 123m 456m 789m 1+1z", dominant_wind="W"), "dominant_wind_triplet", "own_wind_triplet"),
    (reading("111z 222z 333z 666z 5+5z"), "all_honours", "all_terminals terminals_and_honours half_flush"),
    (reading("111m 999m 111p 999p 1+1s"), "all_terminals", "terminals_and_honours all_honours"),
    (reading("111m 999m 111p 999p 1+1z"), "terminals_and_honours", "all_terminals"),
    (reading("234s 234s 666s 888s 2+2s"), "all_green", "all_green_with_dragon"),
    (reading("234s 234s 666s 888s 6+6z"), "all_green_with_dragon half_flush", "great_green_hand_with_three"),
    (reading("234s 234s 666s 888s 5+5s"), "", "all_green"),
    (reading("(222s) [4444s] 666s 666z 8+8s"), "great_green_hand great_green_hand_with_three", ""),
    (reading("(222s) 333s 666s 666z 8+8s"), "great_green_hand_with_three", "great_green_hand"),
    (reading("(2222s) 444s 666s 666z 8+8s"), "all_triplets", "great_green_hand great_green_hand_with_three"),
    (reading("222s 444s 666s 888s 6+6z"), "all_green", "great_green_hand great_green_hand_with_three"),
    (reading("234s 234s 888s 666z 6+6s"), "all_green", "great_green_hand great_green_hand_with_three"),
    (reading("123m (456m) 789m [5555z] 6+6z"), "great_serpent half_flush", ""),
    (reading("123m 456m 789m (5555z) 6+6z"), "straight", "great_serpent"),
    (reading("123m 456m 789m 555z 1+1p"), "straight", "great_serpent"),
    (reading("123m 456m 789m 111p 6+6z"), "straight", "great_serpent"),
    (reading("111m 234m 67+5m 999m 88m"), "nine_gates", "pure_nine_gates"),
    (reading("111m 234m 567m 999m 8+8m"), "nine_gates pure_nine_gates", ""),
    (reading("11m 23+1m 456m 789m 999m"), "nine_gates", "pure_nine_gates"),
    (reading("11m 123m 456m 789m 99+9m"), "nine_gates pure_nine_gates", "half_flush"),
    (reading("(111m) 234m 567m 999m 8+8m"), "full_flush", "nine_gates pure_nine_gates"),
    (reading("[1111m] 234m 567m 999m 8+8m"), "full_flush", "nine_gates"),
    (reading("234p 234p 567p 67+5p 88p"), "big_wheel_circles two_twin_runs", ""),
    (reading("22p 345p 345p 678p 67+8p"), "big_wheel_circles two_twin_runs", "big_wheel_bamboos"),
    (reading("22p (345p) 345p 678p 67+8p"), "two_twin_runs", "big_wheel_circles"),
    (whole("223344556677p8p+8p", "seven_pairs"), "big_wheel_circles seven_pairs full_flush", "big_wheel_characters"),
    (whole("223344556677s8s+8s", "seven_pairs"), "big_wheel_bamboos seven_pairs", "two_twin_runs pinfu all_runs"),
    (whole("223344556677m8m+8m", "seven_pairs"), "big_wheel_characters", "all_triplets seven_honour_pairs"),
    (whole("112233445566p7p+7p", "seven_pairs"), "seven_pairs", "big_wheel_circles"),
    (whole("112233445566z7z+7z", "seven_pairs"), "seven_honour_pairs all_honours", "all_triplets"),
    (whole("19m19p19s1234567z+7z", "thirteen_orphans"), "thirteen_sided_orphans", "lanterns terminals_and_honours"),
    (whole("119m19p19s123456z+7z", "thirteen_orphans"), "thirteen_orphans lanterns", "thirteen_sided_orphans"),
    (whole("119m19p19s123456z+7z", "lanterns"), "lanterns", "terminals_and_honours thirteen_orphans"),
    (whole("123456789m1234z+5z", "little_serpent"), "little_serpent half_flush", "nine_tile_hand"),
    (whole("123456789m19p19s+9s", "nine_tile_hand"), "nine_tile_hand", "lanterns little_serpent"),
    (whole("111122223333z4z+4z", "three_wind_quads_in_hand"), "mandarin_hand", "imperial_hand all_triplets"),
    (whole("555566667777z2z+2z", "three_dragon_quads_in_hand"), "imperial_hand", "mandarin_hand"),
    (whole("555566667777z2z+2z", "three_dragon_quads_in_hand", seat="N"), "", "imperial_hand mandarin_hand"),
    (reading("123m 1s", flags="riichi", round_end=1), "calling_hand beaten_calling_hand", "won_hand"),
    (reading("123m 1s", flags="riichi", round_end=2), "calling_hand", "beaten_calling_hand"),
    (reading("123m 1s", round_end=1), "", "calling_hand beaten_calling_hand"),
    (reading("123m 1+1s", flags="open_riichi"), "open_riichi dealt_in_open_riichi", "double_open_riichi riichi"),
    (
        reading("123m 1+1s", flags="open_riichi double_riichi", self_draw=True),
        "double_open_riichi",
        "dealt_in_open_riichi",
    ),
    # how it was won
    (reading("123m 1+1s", self_draw=True), "entirely_concealed_self_draw closed_self_draw", "open_hand"),
    (reading("[1111m] 1+1s", self_draw=True), "entirely_concealed_self_draw closed_hand", "open_hand"),
    (reading("123m 1+1s"), "closed_discard_win", "entirely_concealed_self_draw self_drawn open_hand"),
    (reading("(123m) 1+1s", self_draw=True), "open_hand self_drawn", "entirely_concealed_self_draw closed_hand"),
    (reading("{1111m} 1+1s", self_draw=True), "open_hand", "entirely_concealed_self_draw"),
    (reading("123m 1+1s", flags="open_riichi"), "thrown_into_open_riichi dealt_in_open_riichi", ""),
    (reading("123m 1+1s", flags="open_riichi chankan"), "dealt_in_open_riichi robbed_quad", "thrown_into_open_riichi"),
    (reading("123m 1+1s", flags="open_riichi", self_draw=True), "open_riichi self_drawn", "thrown_into_open_riichi"),
    (reading("123m 1+1s", flags="riichi double_riichi"), "riichi double_riichi", "thrown_into_open_riichi"),
    (reading("123m 1+1s", flags="sans_chant", self_draw=True), "declared_no_calls", "heavenly earthly"),
    (reading("123m 1+1s", self_draw=True), "closed_self_draw", "declared_no_calls"),
    (reading("123m 1+1s", seat="E", wins_in_a_row=8), "dealer_after_eight_wins", ""),
    (reading("123m 1+1s", seat="E", wins_in_a_row=7), "eight_wins_in_a_row", "dealer_after_eight_wins"),
    (reading("123m 1+1s", seat="N", wins_in_a_row=8), "", "dealer_after_eight_wins"),
    # the last tile
    (
        reading("23+1p 55m", flags="haitei", self_draw=True),
        "last_draw_one_of_circles last_tile_drawn",
        "last_draw_five_of_circles last_draw_nine_of_circles last_discard_one_of_circles",
    ),
    (
        reading("46+5p 55m", flags="haitei", self_draw=True),
        "last_draw_five_of_circles",
        "last_draw_one_of_circles last_draw_nine_of_circles last_discard_five_of_circles",
    ),
    (
        reading("78+9p 55m", flags="haitei", self_draw=True),
        "last_draw_nine_of_circles",
        "last_draw_one_of_circles last_draw_five_of_circles last_discard_nine_of_circles",
    ),
    (
        reading("23+1p 55m", flags="houtei"),
        "last_discard_one_of_circles last_discard",
        "last_discard_five_of_circles last_discard_nine_of_circles last_draw_one_of_circles",
    ),
    (
        reading("46+5p 55m", flags="houtei"),
        "last_discard_five_of_circles",
        "last_discard_one_of_circles last_discard_nine_of_circles last_draw_five_of_circles",
    ),
    (
        reading("78+9p 55m", flags="houtei"),
        "last_discard_nine_of_circles",
        "last_discard_one_of_circles last_discard_five_of_circles last_draw_nine_of_circles",
    ),
    (
        reading("123p 456p 789p 46+5s", flags="haitei", self_draw=True),  # a 5, not of circles
        "last_tile_drawn",
        "last_draw_one_of_circles last_draw_five_of_circles last_draw_nine_of_circles",
    ),
    (
        reading("123p 456p 789p 46+5s", flags="houtei"),
        "last_discard",
        "last_discard_one_of_circles last_discard_five_of_circles last_discard_nine_of_circles",
    ),
    (reading("23+1m 55p", flags="haitei", self_draw=True), "", "last_draw_one_of_circles last_draw_five_of_circles"),
    (reading("78+9s 55p", flags="houtei"), "", "last_discard_nine_of_circles last_discard_five_of_circles"),
    (reading("46+5p 55m", flags="kanburi"), "discard_after_quad", "last_discard_five_of_circles"),
    (reading("46+5p 55m", flags="rinshan", self_draw=True), "after_quad", "last_draw_five_of_circles"),
    (reading("13+2s 55m", flags="chankan"), "robbed_two_of_bamboos robbed_quad", ""),
    (reading("13+2p 55m", flags="chankan"), "robbed_quad", "robbed_two_of_bamboos"),
    (reading("34+5s 22s", flags="chankan"), "robbed_quad", "robbed_two_of_bamboos"),
    (reading("13+2s 55m", flags="kanburi"), "", "robbed_two_of_bamboos robbed_quad"),
    # winds and dragons
    (reading("444z 123m 456m 789m 1+1m", seat="N", round="N"), "seat_wind_n round_wind_n", "seat_wind_s round_wind_e"),
    (reading("222z 123m 456m 789m 1+1m", seat="W", round="S"), "round_wind_s", "seat_wind_s seat_wind_w round_wind_w"),
    (reading("333z 123m 456m 789m 1+1m", seat="W", round="W"), "seat_wind_w round_wind_w", "seat_wind_n round_wind_n"),
    (reading("111z 777z 456m 789m 2+2z", seat="E", round="S"), "seat_wind_e red_dragon", "round_wind_e round_wind_s"),
    (reading("123m 456m 789m 777m 7+7z"), "pair_of_dragons", "red_dragon green_dragon white_dragon"),
    (reading("222z (333z) {4444z} 123m 5+5m", seat="E"), "three_guest_winds", "little_winds big_winds"),
    (reading("222z 333z 444z 123m 1+1z", seat="E"), "three_guest_winds little_winds", "own_wind_triplet"),
    (reading("111z 333z 444z 123m 5+5m", round="S"), "three_guest_winds", "own_wind_triplet round_wind_triplet"),
    (reading("222z 333z 444z 123m 5+5m"), "own_wind_triplet", "three_guest_winds"),
    (reading("111z 333z 444z 123m 5+5m"), "round_wind_triplet", "three_guest_winds"),
    (reading("222z 333z 123m 456m 4+4z", seat="E"), "pair_of_guest_wind", "three_guest_winds"),
    (reading("222z 333z 555z 123m 4+4z", seat="E"), "pair_of_guest_wind", "three_guest_winds"),
    (reading("123m 456m 789m 333m 4+4z"), "pair_of_guest_wind", "pair_of_seat_wind pair_of_round_wind"),
    (reading("123m 456m 789m 333m 2+2z"), "pair_of_seat_wind", "pair_of_guest_wind"),
    (reading("123m 456m 789m 333m 1+1z"), "pair_of_round_wind", "pair_of_guest_wind"),
    (reading("123m 456m 789m 333m 2+2z", seat="N", round="W"), "pair_of_guest_wind", ""),
    (reading("123m 456m 789m 333z 5+5z"), "pair_of_dragons", "pair_of_guest_wind"),
    # runs
    (
        reading("234m 456p 678p 45+3s 22s"),
        "plain_runs_by_discard plain_runs_of_simples_by_discard",
        "runs_of_simples_self_drawn",
    ),
    (
        reading("234m 456p 678p 45+3s 22s", self_draw=True),
        "runs_of_simples_self_drawn",
        "plain_runs_by_discard plain_runs_of_simples_by_discard",
    ),
    (reading("(234m) 456p 678p 45+3s 22s"), "plain_runs_by_discard plain_runs_of_simples_by_discard", ""),
    (reading("234m 456p 678p 45+3s 99s"), "plain_runs_by_discard", "plain_runs_of_simples_by_discard"),
    (reading("234m 456p 678p 45+3s 99s", self_draw=True), "pinfu", "runs_of_simples_self_drawn"),
    (reading("234m 456p 678p 45+3s 33z"), "pinfu", "plain_runs_by_discard plain_runs_of_simples_by_discard"),
    (reading("234m 456p 678p 35+4s 22s"), "all_simples", "plain_runs_by_discard plain_runs_of_simples_by_discard"),
    (reading("234m 456p 678p 35+4s 22s", self_draw=True), "runs_of_simples_self_drawn", "plain_runs_by_discard"),
    (reading("234m 456p 678p 12+3s 22s"), "all_runs", "plain_runs_by_discard"),
    (reading("234m 456p 678p 345s 2+2s"), "all_runs", "plain_runs_by_discard"),
    (reading("222m 456p 678p 45+3s 22s"), "two_sided_wait", "plain_runs_by_discard"),
    (reading("234m 456p 678p 22+2s 55s", self_draw=True), "all_simples", "runs_of_simples_self_drawn"),
    (reading("234m 456p 678p 345s 22s"), "all_simples", "plain_runs_by_discard plain_runs_of_simples_by_discard"),
    # triplets
    (
        reading("222m (444m) {6666m} 123s 9+9s"),
        "three_triplets_two_apart",
        "three_consecutive_triplets three_triplets_three_apart three_triplets_four_apart",
    ),
    (reading("555s 777s 999s 123m 9+9m"), "three_triplets_two_apart", "three_consecutive_triplets"),
    (reading("777m 999m 222p 123s 9+9s"), "", "three_triplets_two_apart"),  # it would go on into the next suit
    (reading("888p 111s 333s 123m 9+9m"), "", "three_triplets_two_apart"),
    (reading("777s 999s 222z 123m 9+9m"), "", "three_triplets_two_apart"),
    (reading("111z 333z 555z 123m 9+9m"), "", "three_triplets_two_apart"),
    (reading("222m 444p 666m 123s 9+9s"), "", "three_triplets_two_apart"),
    (reading("222m 444m 567m 123s 6+6m"), "", "three_triplets_two_apart"),
    (
        reading("111m (444m) {7777m} 123s 9+9s"),
        "three_triplets_three_apart",
        "three_triplets_two_apart three_triplets_four_apart",
    ),
    (reading("333s 666s 999s 123m 9+9m"), "three_triplets_three_apart", ""),
    (reading("444m 777m 111p 123s 9+9s"), "", "three_triplets_three_apart"),
    (reading("999p 333s 666s 123m 9+9m"), "", "three_triplets_three_apart"),
    (reading("666s 999s 333z 123m 9+9m"), "", "three_triplets_three_apart"),
    (reading("111z 444z 777z 123m 9+9m"), "", "three_triplets_three_apart"),
    (reading("222p 555p 678p 123s 8+8p"), "", "three_triplets_three_apart"),
    (reading("111s [5555s] (999s) 123m 9+9m"), "three_triplets_four_apart", "three_triplets_three_apart"),
    (reading("222m 666m 111p 123s 9+9s"), "", "three_triplets_four_apart"),
    (reading("999m 444p 888p 123s 9+9s"), "", "three_triplets_four_apart"),
    (reading("555s 999s 444z 123m 9+9m"), "", "three_triplets_four_apart"),
    (reading("111m 555m 999p 123s 9+9s"), "", "three_triplets_four_apart"),
    (reading("111m 555m 789m 123s 9+9m"), "", "three_triplets_four_apart"),
    (reading("222m (333m) {4444m} 555m 6+6m"), "four_consecutive_triplets_and_pair three_consecutive_triplets", ""),
    (reading("222m 333m 444m 555m 1+1m"), "four_consecutive_triplets_and_pair", ""),
    (reading("111s 222s 333s 444s 5+5s"), "four_consecutive_triplets_and_pair", ""),
    (reading("666p 777p 888p 999p 5+5p"), "four_consecutive_triplets_and_pair", ""),
    # the pair stands in the middle, or apart, or in another suit
    (reading("222m 333m 555m 666m 4+4m"), "all_triplets", "four_consecutive_triplets_and_pair"),
    (reading("222m 333m 444m 666m 5+5m"), "three_consecutive_triplets", "four_consecutive_triplets_and_pair"),
    (reading("222m 333m 444m 555m 7+7m"), "three_consecutive_triplets", "four_consecutive_triplets_and_pair"),
    (reading("222m 333m 444m 555m 6+6p"), "three_consecutive_triplets", "four_consecutive_triplets_and_pair"),
    (reading("666p 777p 888p 999p 1+1s"), "three_consecutive_triplets", "four_consecutive_triplets_and_pair"),
    (reading("666s 777s 888s 999s 1+1z"), "three_consecutive_triplets", "four_consecutive_triplets_and_pair"),
    (reading("111p 222p 333p 444p 9+9m"), "three_consecutive_triplets", "four_consecutive_triplets_and_pair"),
    (reading("777m 888m 999m 111p 2+2p"), "three_consecutive_triplets", "four_consecutive_triplets_and_pair"),
    (reading("111z 222z 333z 444z 5+5z"), "big_winds", "four_consecutive_triplets_and_pair three_consecutive_triplets"),
    (reading("222m 345m 345m 345m 6+6m"), "three_alike_runs", "four_consecutive_triplets_and_pair"),
    (reading("(222m) 222p 555p {5555s} 9+9m"), "two_two_suit_triplets", "three_suit_triplet"),
    (reading("111m 111s 999m 999s 5+5z"), "two_two_suit_triplets", ""),
    (reading("222m 222p 222s 555p 5+5s"), "three_suit_triplet", "two_two_suit_triplets"),
    (reading("222m 222p 555p 666s 5+5s"), "all_triplets", "two_two_suit_triplets"),
    (reading("222m 222p 555p 456s 5+5s"), "", "two_two_suit_triplets"),
    (reading("111m 111p 222m 111z 2+2p"), "", "two_two_suit_triplets"),
    (reading("111m 222m 111z 222z 3+3s"), "", "two_two_suit_triplets"),
    (reading("222m 333m 444m 55+5z 77s"), "three_or_four_concealed_triplets", "all_triplets_single_wait"),
    (
        reading("22+2m 333m 444m 555z 77s", self_draw=True),
        "three_or_four_concealed_triplets",
        "three_concealed_triplets",
    ),
    (reading("222m [3333m] 444m 567p 7+7s"), "three_or_four_concealed_triplets three_concealed_triplets", ""),
    (reading("222m 333m 44+4m 567p 77s", self_draw=True), "three_concealed_triplets", ""),
    (reading("222m 333m 44+4m 567p 77s"), "", "three_or_four_concealed_triplets three_concealed_triplets"),
    (reading("222m 333m (444m) 567p 7+7s"), "", "three_or_four_concealed_triplets"),
    (reading("(222m) 222p 222s 555z 3+3m", self_draw=True), "all_triplets_single_wait single_wait", ""),
    (reading("222m 222p 222s 55+5z 33m"), "all_triplets two_pairs_wait", "all_triplets_single_wait"),
    (reading("222m 222p 222s 345s 3+3m"), "single_wait", "all_triplets_single_wait all_triplets"),
    (reading("(222m) (345p) {6666s} [1111z] 5+5m"), "four_declared_groups", "closed_hand all_triplets_single_wait"),
    (reading("(222m) (345p) (6666s) (111z) 5+5m", self_draw=True), "four_declared_groups open_hand", ""),
    (reading("[2222m] [3333p] [6666s] [1111z] 5+5m"), "four_declared_groups four_quads", "open_hand"),
    (reading("(222m) (345p) {6666s} 111z 5+5m"), "single_wait", "four_declared_groups"),
    (reading("(222m) (345p) [6666s] 78+9m 55m"), "", "four_declared_groups"),
    # the tiles
    (reading("111m 999m 111s 555z 1+1p"), "no_simples triplets_without_simples", "triplets_of_honours all_simples"),
    (reading("(111m) 999m {1111p} 999p 1+1s"), "triplets_without_simples no_simples all_terminals", ""),
    (reading("111z (222z) [3333z] 666z 5+5z"), "triplets_of_honours triplets_without_simples no_simples", ""),
    (reading("111z 222z 333z 666z 1+1m"), "triplets_without_simples", "triplets_of_honours all_honours"),
    (reading("111m 999m 111p 555z 2+2p"), "all_triplets", "no_simples triplets_without_simples"),
    (reading("111m 999m 123p 555z 1+1z"), "outside_groups", "no_simples triplets_without_simples"),
    (reading("111z 222z 333z 44z 55z"), "all_honours no_simples", "triplets_of_honours triplets_without_simples"),
    (whole("112233445566z7z+7z", "seven_pairs"), "no_simples", "triplets_of_honours triplets_without_simples"),
    (whole("119m19p19s123456z+7z", "thirteen_orphans"), "no_simples", "triplets_without_simples"),
    (whole("111122223333z4z+4z", "three_wind_quads_in_hand"), "all_honours", "triplets_of_honours"),
    (reading("(222s) [4444s] 666s 666z 8+8s"), "all_green_with_dragon_triplet all_green_with_dragon all_green", ""),
    (reading("234s 234s {6666z} 666s 8+8s"), "all_green_with_dragon_triplet", "all_triplets"),
    (reading("234s 234s 666s 888s 6+6z"), "all_green_with_dragon", "all_green_with_dragon_triplet"),
    (reading("234s 234s 666s 888s 2+2s"), "all_green", "all_green_with_dragon_triplet all_green_with_dragon"),
    (reading("234s 234s 666s 666z 5+5s"), "green_dragon", "all_green_with_dragon_triplet all_green_with_dragon"),
    (reading("222p 444s 666s 666z 8+8s"), "green_dragon", "all_green_with_dragon_triplet"),
    (reading("222s 444s 666s 555z 8+8s"), "white_dragon", "all_green_with_dragon_triplet all_green"),
    # suits
    (reading("222m 345m 456m 678m 8+8m"), "full_flush_of_simples full_flush", "three_suits"),
    (reading("222m 345m 456m 678m 9+9m"), "full_flush", "full_flush_of_simples"),
    (reading("222m 345m 456m 678m 7+7z"), "half_flush", "full_flush_of_simples full_flush"),
    (reading("222m 345m 456m 678m 8+8p"), "all_simples", "full_flush_of_simples full_flush one_suit"),
    (whole("223344556677m8m+8m", "seven_pairs"), "full_flush_of_simples", ""),
    (reading("234m 456p 678p 45+3s 22s", void="p"), "three_suits void_suit_held", ""),
    (reading("234m 456p 678p 45+3p 22p", void="p"), "void_suit_held", "three_suits"),
    (reading("234m 456p 678p 45+3p 22p", void="s"), "", "three_suits void_suit_held"),
    (reading("234m 456p 678p 45+3p 22z"), "", "three_suits void_suit_held"),
    (reading("234m 456m 678m 1z 3z", void="s"), "", "void_suit_held"),
    (reading("234m 456m (9999s) 45+3m 22m", void="s"), "void_suit_held", "three_suits"),
    (reading("123s 456s 9m", void="m"), "void_suit_held", "three_suits"),
    (reading("123s 456s 1p", void="m"), "", "void_suit_held"),
    (
        reading("(123s) 456s 789s {5555z} 2+2s"),
        "half_flush_with_its_dragon half_flush",
        "half_flush_with_classical_dragon",
    ),
    (reading("123p 456p 789p 666z 2+2p"), "half_flush_with_its_dragon", "half_flush_with_classical_dragon"),
    (reading("123m 456m 789m 777z 2+2m"), "half_flush_with_its_dragon half_flush_with_classical_dragon", ""),
    (reading("123s 456s 789s 666z 2+2s"), "half_flush_with_classical_dragon", "half_flush_with_its_dragon"),
    (reading("123p 456p 789p 555z 2+2p"), "half_flush_with_classical_dragon", "half_flush_with_its_dragon"),
    (reading("123m 456m 789m 555z 2+2m"), "", "half_flush_with_classical_dragon half_flush_with_its_dragon"),
    (reading("123s 456s 789s 777z 2+2s"), "", "half_flush_with_classical_dragon half_flush_with_its_dragon"),
    (reading("123m 456m 789m 222m 7+7z"), "", "half_flush_with_classical_dragon half_flush_with_its_dragon"),  # a pair
    (reading("123s 456s 789s 222s 5+5z"), "half_flush", "half_flush_with_its_dragon"),
    (reading("123m 456m 777z 111z 2+2m"), "half_flush", "half_flush_with_classical_dragon half_flush_with_its_dragon"),
    (reading("123m 456m 789m 777z 5+5z"), "half_flush", "half_flush_with_classical_dragon half_flush_with_its_dragon"),
    (reading("123m 456p 789m 777z 2+2m"), "", "half_flush_with_classical_dragon half_flush_with_its_dragon"),
    (reading("111m 234m 67+5m 999m 88m"), "nine_gates_with_middle_pair", "open_nine_gates"),
    (reading("11m 123m 456m 789m 99+9m"), "nine_gates", "nine_gates_with_middle_pair open_nine_gates"),
    (reading("(111m) 234m 567m 999m 8+8m"), "open_nine_gates open_nine_gates_with_middle_pair", "nine_gates"),
    (reading("11p (123p) 456p 789p 99+9p"), "open_nine_gates", "nine_gates open_nine_gates_with_middle_pair"),
    (reading("111s (123s) 456s 789s 9+9s"), "open_nine_gates", "nine_gates open_nine_gates_with_middle_pair"),
    (reading("111m 234m 567m 999m 8+8m"), "nine_gates_with_middle_pair", "open_nine_gates_with_middle_pair"),
    (reading("(111m) 234m 567m 888m 9+9m"), "open_hand", "open_nine_gates open_nine_gates_with_middle_pair"),
    (reading("(1111m) 234m 567m 999m 8+8m"), "full_flush open_hand", "open_nine_gates"),
    (reading("[1111m] 234m 567m 999m 8+8m"), "full_flush", "nine_gates_with_middle_pair open_nine_gates"),
    (reading("111m 234m 567m 888m 9+9m"), "full_flush", "nine_gates nine_gates_with_middle_pair"),
    (reading("(111m) 234m 567m 999m 8+8p"), "", "open_nine_gates"),
    (whole("112233445566p7p+7p", "seven_pairs"), "seven_circle_pairs_in_a_row", "big_wheel_circles"),
    (whole("223344556677p8p+8p", "seven_pairs"), "seven_circle_pairs_in_a_row big_wheel_circles", ""),
    (whole("334455667788p9p+9p", "seven_pairs"), "seven_circle_pairs_in_a_row", "big_wheel_circles"),
    (reading("123p 123p 456p 56+4p 77p"), "two_twin_runs", "seven_circle_pairs_in_a_row"),
    (reading("(123p) 123p 456p 56+4p 77p"), "two_twin_runs", "seven_circle_pairs_in_a_row"),
    (whole("112233445566p8p+8p", "seven_pairs"), "full_flush", "seven_circle_pairs_in_a_row"),
    (reading("234p 345p 678p 678p 3+3p"), "full_flush_of_simples", "seven_circle_pairs_in_a_row big_wheel_circles"),
    (whole("445566778899p1s+1s", "seven_pairs"), "", "seven_circle_pairs_in_a_row"),
    (whole("99m1122334455p6p+6p", "seven_pairs"), "", "seven_circle_pairs_in_a_row"),
    (whole("223344556677s8s+8s", "seven_pairs"), "big_wheel_bamboos", "seven_circle_pairs_in_a_row"),
    (whole("111122334455p6p+6p", "seven_pairs_repeated"), "", "seven_circle_pairs_in_a_row"),
    (reading("(111s) 555s {7777s} 999s 7+7z"), "all_red", "all_green half_flush_with_its_dragon"),
    (reading("555s 777s 999s 777z 1+1s"), "all_red red_dragon", ""),
    (reading("111s 555s 777s 999s 6+6z"), "half_flush", "all_red"),
    (reading("111s 555s 777s 999s 3+3s"), "full_flush", "all_red"),
    (reading("111s 555s 789s 999s 7+7z"), "half_flush", "all_red"),
    (reading("111s 555s 777p 999s 7+7z"), "", "all_red"),
    (reading("222m (555m) 888p {2222s} 5+5p"), "triplets_of_two_five_eight all_two_five_eight all_triplets", ""),
    (reading("222m 555m 888p 222s 6+6p"), "all_triplets", "triplets_of_two_five_eight all_two_five_eight"),
    (reading("222m 555m 888p 111s 5+5p"), "all_triplets", "triplets_of_two_five_eight all_two_five_eight"),
    (reading("222m 555m 888p 222s 2+2z"), "all_triplets", "triplets_of_two_five_eight all_two_five_eight"),
    (reading("222m 555m 888p 555z 2+2p"), "all_triplets", "triplets_of_two_five_eight all_two_five_eight"),
    (reading("222m 555m 888p 22s 8s"), "all_two_five_eight groups_and_pair", "triplets_of_two_five_eight"),
    # seven pairs
    (
        whole("223344m5566p77s8s+8s", "seven_pairs"),
        "seven_simple_pairs",
        "seven_outside_pairs seven_half_flush_pairs seven_full_flush_pairs seven_pairs_repeated",
    ),
    (whole("2222m33m44p5555s8s+8s", "seven_pairs_repeated"), "seven_simple_pairs seven_pairs_repeated", "seven_pairs"),
    (whole("223344m5566p77s9s+9s", "seven_pairs"), "", "seven_simple_pairs seven_outside_pairs"),
    (whole("223344m5566p77s1z+1z", "seven_pairs"), "", "seven_simple_pairs seven_outside_pairs"),
    (reading("22m 345m 345m 678m 67+8m"), "groups_and_pair", "seven_simple_pairs seven_full_flush_pairs seven_pairs"),
    (
        whole("1199m1199p1199s1z+1z", "seven_pairs"),
        "seven_outside_pairs no_simples terminals_and_honours",
        "seven_simple_pairs seven_honour_pairs seven_half_flush_pairs triplets_without_simples",
    ),
    (whole("1111m99m1199p11s9s+9s", "seven_pairs_repeated"), "seven_outside_pairs all_terminals", "seven_pairs"),
    (
        whole("112233445566z7z+7z", "seven_pairs"),
        "seven_outside_pairs",
        "seven_half_flush_pairs seven_full_flush_pairs",
    ),
    (whole("111122334455z6z+6z", "seven_pairs_repeated"), "seven_outside_pairs all_honours", "seven_honour_pairs"),
    (whole("1199m1199p1199s2s+2s", "seven_pairs"), "", "seven_outside_pairs seven_simple_pairs"),
    (reading("111m 999m 111p 999p 1+1z"), "no_simples", "seven_outside_pairs"),
    (whole("112233m445566z7z+7z", "seven_pairs"), "seven_half_flush_pairs half_flush", "seven_full_flush_pairs"),
    (whole("1111m3333m4444z7z+7z", "seven_pairs_repeated"), "seven_half_flush_pairs", "seven_full_flush_pairs"),
    (whole("1122m33p445566z7z+7z", "seven_pairs"), "", "seven_half_flush_pairs seven_full_flush_pairs"),
    (whole("112233m445566p7p+7p", "seven_pairs"), "", "seven_half_flush_pairs seven_full_flush_pairs"),
    (reading("123m 123m 456m 111z 7+7z"), "half_flush", "seven_half_flush_pairs"),
    (whole("112233445566p9p+9p", "seven_pairs"), "seven_full_flush_pairs", "seven_half_flush_pairs seven_simple_pairs"),
    (
        whole("111122223333s4s+4s", "seven_pairs_repeated"),
        "seven_full_flush_pairs full_flush",
        "seven_half_flush_pairs",
    ),
    (reading("123s 123s 123s 123s 4+4s"), "four_alike_runs", "seven_full_flush_pairs seven_pairs_repeated"),
    (
        whole("2255m225588p22s5s+5s", "seven_pairs"),
        "seven_pairs_of_two_five_eight all_two_five_eight",
        "triplets_of_two_five_eight",
    ),
    (whole("2222m5555p8888s2s+2s", "seven_pairs_repeated"), "seven_pairs_of_two_five_eight", "seven_full_flush_pairs"),
    (whole("2255m225588p22s3s+3s", "seven_pairs"), "seven_simple_pairs", "seven_pairs_of_two_five_eight"),
    (whole("2255m225588p22s5z+5z", "seven_pairs"), "", "seven_pairs_of_two_five_eight all_two_five_eight"),
    (reading("222m 555m 888p 222s 5+5p"), "all_two_five_eight", "seven_pairs_of_two_five_eight"),
    # whole hands
    (
        whole("147m147p147s1234z+4z", "thirteen_unrelated", flags="tenhou", self_draw=True),
        "thirteen_unrelated heavenly three_suits",
        "groups_and_pair thirteen_orphans seven_pairs",
    ),
    (whole("119m19p19s123456z+7z", "thirteen_orphans", flags="tenhou"), "", "thirteen_unrelated groups_and_pair"),
    (reading("123m 456m 789m 222m 5+5m", flags="tenhou"), "groups_and_pair", "thirteen_unrelated"),
    (reading("123m 1s"), "groups_and_pair every_hand", "won_hand"),
    (reading("123m 1+1s"), "groups_and_pair every_hand won_hand", "two_sided_wait two_pairs_wait one_twin_run"),
    (whole("112233445566p7p+7p", "seven_pairs"), "seven_pairs", "groups_and_pair"),
    (reading(""), "", "every_hand won_hand"),
]
COUNTS = [
    ("dragon_triplets", reading("555z 666z 777z 123m 1+1m"), 3),
    ("dragon_pairs", reading("234m 55z 66z"), 2),
    ("concealed_dragon_pairs", reading("234m 55z 66z"), 2),
    ("eight_wins_in_a_row", reading("", wins_in_a_row=6), 0),
    ("eight_wins_in_a_row", reading("", wins_in_a_row=7), 1),
    ("eight_wins_in_a_row", reading("", wins_in_a_row=15), 2),
    ("flowers", reading("", bonus=0b0010_1101), 3),
    ("seasons", reading("", bonus=0b0010_1101), 1),
    ("own_flower_or_season", reading("", bonus=0b0010_1101), 1),  # the season of the south
    ("own_flower_or_season", reading("", bonus=0b0010_1111), 0),
    ("own_flower_and_season", reading("", bonus=0b0010_1111), 1),
    ("own_flower_and_season", reading("", bonus=0b1000_1000, seat="N"), 1),
    ("own_flower_and_season", reading("", bonus=0b0001_0001, seat="N"), 0),
    ("all_four_flowers_or_seasons", reading("", bonus=0b1111_0101), 1),
    ("all_four_flowers_or_seasons", reading("", bonus=0b0111_1110), 0),
    ("complete_families", reading("", bonus=0b1111_0101), 1),
    ("complete_families", reading("", bonus=0b1111_1111), 2),
    ("own_bonus_outside_family", reading("", bonus=0b1111_0010), 1),
    ("own_bonus_outside_family", reading("", bonus=0b1111_1111), 0),
    ("own_bonus_outside_family", reading("", bonus=0b1110_0111), 2),
    ("ura", reading("", ura=3, flags="open_riichi"), 3),
    ("ura", reading("", ura=3, flags="ippatsu"), 0),
    ("first_ura", reading("", first_ura=2, flags="riichi haitei"), 2),
    ("first_ura", reading("", first_ura=2), 0),
    *((name, reading("222m 333m 44p 1s"), 0) for name in ("dragon_triplets", "dragon_pairs", "flowers", "seasons")),
    *((name, reading("", bonus=0b0111_0111), 0) for name in ("complete_families", "dora", "first_dora", "red_fives")),
    ("dora", reading("", dora=5, first_dora=2), 5),
    ("first_dora", reading("", dora=5, first_dora=2), 2),
    ("red_fives", reading("", reds=2), 2),
    ("own_flower_or_season_outside_families", reading("", bonus=0b0010_1111), 1),  # the flower is in a family
    ("own_flower_or_season_outside_families", reading("", bonus=0b0010_1110), 0),
    ("own_flower_or_season_outside_families", reading("", bonus=0b0001_1111), 0),
    ("own_flower_and_season_outside_families", reading("", bonus=0b0010_1110), 1),
    ("own_flower_and_season_outside_families", reading("", bonus=0b0010_1111), 0),
    ("quads", reading("[2222m] (4444p) {3333s} 111z 7+7s"), 3),
    ("quads", reading("111m 123m [5555p] 678s 7+7s"), 1),  # the four 1 are no quad
    ("quads", whole("2222m5555p8888s2s+2s", "seven_pairs_repeated"), 0),
    ("four_of_a_kind", reading("111m 123m [5555p] 678s 7+7s"), 2),
    ("four_of_a_kind", reading("[2222m] (4444p) {3333s} [1111z] 7+7s"), 4),
    ("four_of_a_kind", whole("2222m5555p8888s2s+2s", "seven_pairs_repeated"), 3),
    ("four_of_a_kind", reading("222m 333m 444m 555z 7+7s"), 0),
    ("four_of_a_kind_beside_quads", reading("111m 123m [5555p] 678s 7+7s"), 1),
    ("four_of_a_kind_beside_quads", reading("123m 123m 123m 123m 1+1p"), 3),
    ("four_of_a_kind_beside_quads", reading("[2222m] (4444p) {3333s} [1111z] 7+7s"), 0),
    ("four_of_a_kind_beside_quads", whole("2222m5555p8888s2s+2s", "seven_pairs_repeated"), 3),
    ("added_quads_of_simples", reading("{2222m} {9999p} {1111z} (5555s) 7+7s"), 1),
    ("added_quads_of_simples", reading("{2222m} {8888p} {5555s} [3333m] 7+7s"), 3),
    ("added_quads_of_simples", reading("[2222m] (4444p) {1111s} 222z 7+7s"), 0),
    ("added_quads_outside", reading("{2222m} {9999p} {1111z} (5555s) 7+7s"), 2),
    ("added_quads_outside", reading("[1111m] (9999p) {2222s} (1111z) 7+7s"), 0),
]
READINGS = [*random_readings(400, seed=8), *(h for h, _, _ in SAMPLES)]
FLAG_OF = {
    "riichi": "riichi",
    "double_riichi": "double_riichi",
    "open_riichi": "open_riichi",
    "ippatsu": "ippatsu",
    "after_quad": "rinshan",
    "robbed_quad": "chankan",
    "last_tile_drawn": "haitei",
    "last_discard": "houtei",
    "discard_after_quad": "kanburi",
    "heavenly": "tenhou",
    "earthly": "chiihou",
    "first_discard": "renhou",
    "declared_no_calls": "sans_chant",
}
NOTHING_BUT = {
    "all_simples": "2345678m2345678p2345678s",
    "no_simples": "19m19p19s1234567z",
    "all_terminals": "19m19p19s",
    "all_honours": "1234567z",
    "all_green": "23468s6z",
    "all_two_five_eight": "258m258p258s",
}
IN_ONE_SUIT = {
    "three_consecutive_triplets": 1,
    "three_triplets_two_apart": 2,
    "three_triplets_three_apart": 3,
    "three_triplets_four_apart": 4,
}


def test_samples() -> None:
    wrong = [
        (i, name)
        for i, (h, holds, fails) in enumerate(SAMPLES)
        for name in [*holds.split(), *fails.split()]
        if bool(PATTERNS[name](h)) is not (name in holds.split())
    ]
    assert wrong == []


@pytest.mark.parametrize(("name", "h", "times"), COUNTS)
def test_counts(name: str, h: Facts, times: int) -> None:
    assert PATTERNS[name](h) == times


@pytest.mark.parametrize(("name", "flag"), FLAG_OF.items())
def test_flags(name: str, flag: str) -> None:
    assert [other for other in FLAG_OF if PATTERNS[other](reading("", flags=flag))] == [name]


@pytest.mark.parametrize(("name", "kinds"), NOTHING_BUT.items())
def test_nothing_but(name: str, kinds: str) -> None:
    assert names_in(sum(1 << kind for kind in range(KINDS) if PATTERNS[name](triplets_of(kind)))) == kinds


@pytest.mark.parametrize(("name", "step"), IN_ONE_SUIT.items())
def test_triplets_so_far_apart(name: str, step: int) -> None:
    found = [kinds for kinds in combinations(range(KINDS), 3) if PATTERNS[name](triplets_of(*kinds))]
    firsts = [9 * suit + rank for suit in range(3) for rank in range(9 - 2 * step)]
    assert found == [(first, first + step, first + 2 * step) for first in firsts]


def test_four_consecutive_triplets_and_a_pair_at_an_end() -> None:
    pattern, found = PATTERNS["four_consecutive_triplets_and_pair"], set()
    for pair in range(KINDS):
        near = range(max(pair - 5, 0), min(pair + 6, KINDS))
        found |= {
            (pair, *four)
            for four in combinations(near, 4)
            if pair not in four and pattern(triplets_of(*four, pair=pair))
        }
    fives = [range(9 * suit + rank, 9 * suit + rank + 5) for suit in range(3) for rank in range(5)]
    assert found == {(five[0], *five[1:]) for five in fives} | {(five[4], *five[:4]) for five in fives}


def triplets_of(*kinds: int, pair: int | None = None) -> Facts:
    pairs = () if pair is None else (2 * NAMES[pair][0] + NAMES[pair][1],)
    return reading(" ".join([*(3 * NAMES[kind][0] + NAMES[kind][1] for kind in kinds), *pairs]))


@pytest.mark.parametrize("name", PATTERNS)
def test_plain_one_hand_and_many_hands_say_the_same(name: str) -> None:
    pattern, term = PATTERNS[name], trace(PATTERNS[name], GIVEN)
    plain = [int(pattern(h)) for h in READINGS]
    one = one_hand("one", [(7, term)])
    assert [one(h) >> 7 for h in READINGS] == [min(answer, MOST) for answer in plain]
    (column,) = many_hands("many", [term])(columns(READINGS))
    assert column.dtype == (np.bool_ if term.kind == TRUTH else np.int64)
    assert column.astype(int).tolist() == [min(answer, MOST) for answer in plain]
    assert pattern(columns(READINGS)).astype(int).tolist() == plain


@pytest.mark.parametrize("name", PATTERNS)
def test_holds_for_some_and_fails_for_others(name: str) -> None:
    assert {bool(PATTERNS[name](h)) for h in READINGS} == {True, False}


def test_all_patterns_in_one_function_share_and_say_the_same() -> None:
    lines, columns_of = [], []
    for at, pattern in enumerate(PATTERNS.values()):
        lines.append((5 * at, trace(pattern, GIVEN)))
        columns_of.append([min(int(pattern(h)), MOST) for h in READINGS])
    one = one_hand("match_all", lines)
    assert [[one(h) >> offset & MOST for h in READINGS] for offset, _ in lines] == columns_of
    many = many_hands("match_many", [term for _, term in lines])(columns(READINGS))
    assert [column.astype(int).tolist() for column in many] == columns_of


def test_readings_are_consistent_and_drawn_anew_alike() -> None:
    for h in READINGS:
        bits: Any = h
        assert bits.tiles & bits.held_2 == bits.held_2
        assert bits.held_2 & bits.held_3 & bits.held_4 == bits.held_4
        assert bits.triplets & bits.concealed_triplets == bits.concealed_triplets
        assert bits.concealed_quads & bits.added_quads == 0
        assert bits.quads & bits.held_4 & bits.triplets == bits.quads
    assert [h.tiles for h in random_readings(50, 3)] == [h.tiles for h in random_readings(50, 3)]


# --- the collection


def test_every_pattern_has_a_docstring_of_one_line_and_is_short() -> None:
    for name, pattern in PATTERNS.items():
        assert pattern.__doc__, name
        assert pattern.__doc__.endswith("."), name
        assert "\n" not in pattern.__doc__, name
        (function,) = ast.parse(inspect.getsource(pattern)).body
        assert isinstance(function, ast.FunctionDef)
        assert len(function.body) <= 5, name


def test_a_name_that_two_modules_use_is_refused() -> None:
    other = ModuleType("other")
    exec("def pinfu(h): return h.won\ndef _hidden(h): return h.won\ndef words(text): return text", other.__dict__)
    assert [name for name, _ in patterns.patterns_in(other)] == ["pinfu"]
    with pytest.raises(PatternError, match=r"'pinfu' is in mahjong_core\.patterns\.runs and in other"):
        patterns.collected(*patterns.MODULES, other)


@pytest.mark.parametrize("module", patterns.MODULES, ids=lambda module: module.__name__)
def test_no_branches_in_pattern_modules(module: ModuleType) -> None:
    assert list(branches(inspect.getsource(module))) == []


def test_branches_are_seen() -> None:
    for text in ("h.a and h.b", "h.a or h.b", "not h.a", "h.a if h.b else h.c", "~h.a", "1 < h.a < 3"):
        assert list(branches(f"def lucky(h): return {text}")) == [("lucky", 1)]
    assert list(branches("def lucky(h):\n    if h.a: return h.b\n    return h.c")) == [("lucky", 2)]


def branches(source: str) -> Iterator[tuple[str, int]]:
    """(function, line) of each ``and or not if ~`` and chained comparison in a function."""
    for function in ast.walk(ast.parse(source)):
        if isinstance(function, ast.FunctionDef):
            for node in ast.walk(function):
                branch = isinstance(node, ast.BoolOp | ast.IfExp | ast.If | ast.While | ast.Match)
                unary = isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.Invert)
                chain = isinstance(node, ast.Compare) and len(node.ops) > 1
                if branch or unary or chain:
                    yield function.name, getattr(node, "lineno", 0)
