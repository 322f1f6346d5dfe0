"""Hands as text: every form that is read, every problem that is told, and the way there and back."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mahjong_core.errors import HandError
from mahjong_core.groups import ADDED_KONG, CHOW, CONCEALED_KONG, KONG, PUNG, Group
from mahjong_core.hands import Hand
from mahjong_core.notation import (
    parse_bonus,
    parse_hand,
    parse_kinds,
    parse_tile,
    parse_tiles,
    print_hand,
    print_tiles,
)
from mahjong_core.situations import Situation
from mahjong_core.tiles import PICTURES, TILE, TILE_NAMES
from tests.generated_hands import hands, tried

FULL_WIDTH = {code: code + 0xFEE0 for code in range(0x21, 0x7F)}
HONOURS = dict(zip((f"{rank}z" for rank in range(1, 8)), "ESWNPFC", strict=True))


def problems(text: str) -> list[tuple[str, str]]:
    with pytest.raises(HandError) as error:
        parse_hand(text)
    return [(problem.code, problem.message) for problem in error.value.problems]


def tiles(text: str) -> tuple[int, ...]:
    return tuple(TILE[name] for name in text.split())


# ------------------------------------------------------------------------------------------------ what is read
def test_a_hand_with_everything() -> None:
    hand = parse_hand("55z(403m<)(777z+7z^)[0555p]14f2g(4z)(4z)+5z")
    assert hand.concealed == tiles("5z 5z")
    assert hand.groups == (
        Group(CHOW, tiles("4m 0m 3m"), "left"),
        Group(ADDED_KONG, tiles("7z 7z 7z 7z"), "across"),
        Group(CONCEALED_KONG, tiles("0p 5p 5p 5p")),
    )
    assert (hand.bonus, hand.norths, hand.win_tile) == (0b0010_1001, 2, TILE["5z"])


@pytest.mark.parametrize(
    ("text", "group"),
    [
        ("(123m)", Group(CHOW, tiles("1m 2m 3m"))),
        ("(312m)", Group(CHOW, tiles("1m 2m 3m"))),
        ("(312m<)", Group(CHOW, tiles("3m 1m 2m"), "left")),
        ("(4m06m)", Group(CHOW, tiles("4m 0m 6m"))),
        ("(222p>)", Group(PUNG, tiles("2p 2p 2p"), "right")),
        ("(5055s^)", Group(KONG, tiles("5s 0s 5s 5s"), "across")),
        ("(5500p)", Group(KONG, tiles("0p 0p 5p 5p"))),
        ("(550p+5p)", Group(ADDED_KONG, tiles("0p 5p 5p 5p"))),
        ("(555p+0p>)", Group(ADDED_KONG, tiles("5p 5p 5p 0p"), "right")),
        ("[5055m]", Group(CONCEALED_KONG, tiles("0m 5m 5m 5m"))),
        ("( 7 7 7 z + 7z < )", Group(ADDED_KONG, tiles("7z 7z 7z 7z"), "left")),
        ("（７７７ｚ＋７ｚ＜）", Group(ADDED_KONG, tiles("7z 7z 7z 7z"), "left")),
        ("［🀙🀙🀙🀙］", Group(CONCEALED_KONG, tiles("1p 1p 1p 1p"))),
        ("(EEE)", Group(PUNG, tiles("1z 1z 1z"))),
    ],
)
def test_groups(text: str, group: Group) -> None:
    assert parse_hand(text).groups == (group,)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("345m40p1z", "3m 4m 5m 4p 0p 1z"),
        (" 3 4 5 m 4 0 p\u30001z\n", "3m 4m 5m 4p 0p 1z"),
        ("３４５ｍ４０ｐ１ｚ", "3m 4m 5m 4p 0p 1z"),
        ("🀇🀈🀉🀀🀆🀅🀄", "1m 2m 3m 1z 5z 6z 7z"),
        ("🀄\ufe0e🀄\ufe0f🀐\ufe0f", "1s 7z 7z"),
        ("ESWNPFC", "1z 2z 3z 4z 5z 6z 7z"),
        ("ＥＥ", "1z 1z"),
        ("1m 2m 5mr E P", "1m 2m 0m 1z 5z"),
        ("1m2m5mr5pr5srEP", "1m 2m 0m 0p 0s 1z 5z"),
        ("1sS1pP", "1p 1s 2z 5z"),
        ("5s0s", "0s 5s"),
    ],
)
def test_forms_of_tiles(text: str, names: str) -> None:
    assert parse_hand(text).concealed == tiles(names)


@pytest.mark.parametrize("text", ["1m🀢🀥🀦🀩", "1m14f14g", "1m1f4f1g4g"])
def test_bonus_tiles(text: str) -> None:
    assert parse_hand(text).bonus == 0b1001_1001


def test_what_is_wrong_with_the_hand_itself_is_no_matter_of_reading() -> None:
    assert [problem.code for problem in parse_hand("11111m123p11f").problems] == [
        "too_many_copies",
        "bonus_twice",
        "wrong_number_of_tiles",
    ]


# ------------------------------------------------------------------------------------------------ what is not
@pytest.mark.parametrize(
    ("text", "position", "said"),
    [
        ("", 1, "there are no tiles"),
        ("  ", 1, "there are no tiles"),
        ("345m0z", 5, "there is no 0z; honours go from 1z to 7z"),
        ("345m19z", 6, "there is no 9z; honours go from 1z to 7z"),
        ("345m5f", 5, "there is no 5f; flowers go from 1f to 4f"),
        ("345m0g", 5, "there is no 0g; seasons go from 1g to 4g"),
        ("345m67", 5, "'67' has no suit; expected m p s z (f g for bonus tiles) after it"),
        ("345m67(123p)", 5, "'67' has no suit"),
        ("345S", 1, "in lower case: s"),
        ("345m 67x", 8, "'x' is no suit; expected m p s z (f g for bonus tiles) after '67'"),
        ("345mp", 5, "the suit 'p' has no digits; expected them before it, like 1p"),
        ("345m?", 5, "'?' is no tile"),
        ("hello", 1, "'hello' is no tile"),
        ("345m\U0001f02b", 5, "is no tile"),
        ("345m²", 5, "is no tile"),
        ("345m\ufe0f", 5, "is no tile"),
        ("345m3pr", 7, "'r' makes one five red: expected 5mr, 5pr, 5sr"),
        ("34r", 3, "'r' is no suit"),
        ("345m+", 5, "no tile stands behind '+'"),
        ("345m+6p7p", 8, "several tiles behind '+'"),
        ("345m+67p", 7, "several tiles behind '+'"),
        ("345m+6p(123s)", 8, "a group stands behind '+'"),
        ("345m+6p1f", 8, "the bonus tile '1f' stands behind '+'"),
        ("345m(123s", 5, "the bracket '(' is not closed; expected ')'"),
        ("345m[1111s", 5, "the bracket '[' is not closed; expected ']'"),
        ("345m(111s]", 5, "the bracket '(' is not closed; expected ')'"),
        ("345m)", 5, "')' closes no bracket"),
        ("345m<", 5, "'<' stands in no group"),
    ],
)
def test_unreadable(text: str, position: int, said: str) -> None:
    ((code, message),) = problems(text)
    assert code == "unreadable"
    assert repr(text) in message
    assert f"(position {position}:" in message
    assert said in message


@pytest.mark.parametrize(
    "group",
    [
        "(135m)",
        "(12m)",
        "(1m)",
        "()",
        "(111m2p)",
        "(891m)",
        "(8m9m1p)",
        "(123z)",
        "(1112m)",
        "(11111m)",
        "[123m]",
        "[111m]",
        "[1111m<]",
        "[111m+1m]",
        "(123m+4m)",
        "(1111m+1m)",
        "(77z+77z)",
        "(777z+)",
        "(777z<+7z)",
        "(<777z)",
        "(777z<<)",
        "(44z)",
        "(4z<)",
        "(1f)",
        "(111m1f)",
    ],
)
def test_no_group(group: str) -> None:
    ((code, message),) = problems(f"19m{group}+1p")
    assert code == "not_a_group"
    assert repr(group) in message
    assert "expected" in message


def test_every_problem_is_told_at_once_in_the_order_of_the_text() -> None:
    found = problems("11111m9z(135m)x(123p 7+1s+2s")
    assert [code for code, _ in found] == ["unreadable", "not_a_group", *["unreadable"] * 3, "too_many_copies"]
    assert ["9z" in found[0][1], "(135m)" in found[1][1], "'x'" in found[2][1], "'('" in found[3][1]] == [True] * 4


def test_two_winning_tiles_are_two_problems() -> None:
    assert ["a second '+'" in message for _, message in problems("1m+2m+3m")] == [True, False]


def test_the_arrow_stands_before_the_fault() -> None:
    assert "(position 7: 345m40 --> x77p)" in problems("345m40x77p")[0][1]


def test_a_message_is_one_line() -> None:
    assert all("\n" not in message for _, message in problems("12m\nq\n3"))


@pytest.mark.parametrize("text", ["1m" * 300, "123456789m" * 4, "(123m)" * 10, "1m" * 300 + "x"])
def test_far_too_many_tiles_are_not_even_tried(text: str) -> None:
    assert problems(text)[-1][0] == "wrong_number_of_tiles"


# ------------------------------------------------------------------------------------------------ lists of tiles
def test_lists_of_tiles_keep_their_order() -> None:
    assert parse_kinds("5z0m1p5mr🀇") == (31, 4, 9, 4, 0)
    assert parse_tiles("5z0m1p") == (31, 34, 9)
    assert (parse_tile("0s"), parse_tile("C"), parse_kinds("")) == (36, 33, ())
    assert print_tiles(parse_tiles("5z0m1m1p")) == "5z01m1p"


@pytest.mark.parametrize("text", ["1f", "(123m)", "1m+2m", "9z", "12", "1m1f9z"])
def test_lists_of_tiles_hold_nothing_else(text: str) -> None:
    for read in (parse_kinds, parse_tiles):
        with pytest.raises(HandError):
            read(text)


@pytest.mark.parametrize("text", ["", "12m", "1f", "0z"])
def test_one_tile(text: str) -> None:
    with pytest.raises(HandError):
        parse_tile(text)


def test_bonus_alone() -> None:
    assert parse_bonus("14f2g(4z)4z") == (("1f", "4f", "2g"), 2)
    assert parse_bonus("") == ((), 0)
    for text in ("1m", "1f+1m", "(123m)", "5f"):
        with pytest.raises(HandError):
            parse_bonus(text)


# ------------------------------------------------------------------------------------------------ there and back
@settings(deadline=None)
@given(hands())
def test_a_printed_hand_is_read_back(hand: Hand) -> None:
    assert not hand.problems
    text = print_hand(hand)
    assert parse_hand(text) == hand
    assert print_hand(parse_hand(text)) == text
    assert parse_hand(text).groups == hand.groups


@settings(deadline=None)
@given(hands(), st.randoms(use_true_random=False))
def test_other_forms_are_the_same_hand(hand: Hand, random: Any) -> None:
    text = print_hand(hand)
    assert parse_hand(text.translate(FULL_WIDTH)) == hand
    assert parse_hand("".join(char + " " * random.randrange(2) for char in text)) == hand
    assert parse_hand(in_tiles(hand, mjai)) == hand
    assert parse_hand(in_tiles(hand, picture)) == hand


def mjai(name: str) -> str:
    return f"5{name[1]}r" if name[0] == "0" else HONOURS.get(name, name)


def picture(name: str) -> str:
    return f"{PICTURES[name]}\ufe0f" if name in PICTURES else name


def in_tiles(hand: Hand, write: Callable[[str], str]) -> str:
    """The hand, each tile written by itself."""

    def listed(tiles: Iterable[int]) -> str:
        return " ".join(write(TILE_NAMES[tile]) for tile in tiles)

    text = listed(hand.concealed)
    for group in hand.groups:
        mark = {None: "", "left": "<", "across": "^", "right": ">"}[group.source]
        if group.type == CONCEALED_KONG:
            text += f"[{listed(group.tiles)}]"
        elif group.type == ADDED_KONG:
            text += f"({listed(group.tiles[:3])} + {listed(group.tiles[3:])}{mark})"
        else:
            text += f"({listed(group.tiles)}{mark})"
    text += print_hand(Hand((), (), None, [f"{i + 1}f" for i in range(4) if hand.bonus >> i & 1]))
    text += "".join(f"{i + 1}g" for i in range(4) if hand.bonus >> i + 4 & 1) + "(4z)" * hand.norths
    return text if hand.win_tile is None else f"{text} + {listed([hand.win_tile])}"


@settings(deadline=None)
@given(st.text(alphabet="0123456789mpszfg+()[]<^> ESrx🀇🀢５ｍ\ufe0f"))
def test_any_text_is_read_or_refused_with_reasons(text: str) -> None:
    hand, found = tried(parse_hand, text)
    if hand is None:
        assert found
        assert all(problem.message and "\n" not in problem.message for problem in found)
    else:
        assert parse_hand(print_hand(hand)) == hand or hand.problems


# ------------------------------------------------------------------------------------------------ situations
@pytest.mark.parametrize(
    ("fields", "codes"),
    [
        ({}, []),
        ({"win": "tsumo", "flags": ["riichi", "some_plugins_flag"], "pao": {"daisangen": "E"}}, []),
        ({"seat": None, "round": None, "river": "1m5z", "given": {"wins_in_a_row": 8, "void": None}}, []),
        ({"win": "rn"}, ["bad_win"]),
        ({"seat": "X", "round": 1}, ["bad_seat", "bad_seat"]),
        ({"win": "ron", "ron_from": "SW"}, ["bad_seat"]),
        ({"win": "ron", "ron_from": "S"}, ["ron_from_winner"]),
        ({"win": "tsumo", "ron_from": "E"}, ["ron_from_with_tsumo"]),
        ({"honba": -1, "riichi_sticks": True}, ["bad_count", "bad_count"]),
        ({"honba": None, "riichi_sticks": 1.0}, ["bad_count", "bad_count"]),
        ({"flags": ["richi"]}, ["unknown_flag"]),
        ({"flags": ["Riichi", 3]}, ["unknown_flag", "bad_flag"]),
        ({"pao": "X"}, ["bad_seat"]),
        ({"pao": {"daisangen": "X", 3: "E", "daisuushi": None}}, ["bad_seat", "bad_pao", "bad_seat"]),
        ({"dora_indicators": "9z", "ura_indicators": 4}, ["unreadable", "bad_value"]),
        ({"dora_indicators": "1234567m"}, ["too_many_indicators"]),
        ({"river": "9z"}, ["unreadable"]),
        ({"given": {"dominant_wind": "X", "void": "z", "round_end": "drow"}}, ["bad_seat", "bad_value", "bad_value"]),
        ({"given": {"wins_in_a_row": -1, "already_won": ["X"]}}, ["bad_count", "bad_seat"]),
        ({"given": {"already_won": "E"}}, ["bad_value"]),
        ({"given": {"lucky": {}}}, ["bad_value"]),
        (
            {"win": "x", "seat": "x", "honba": "x", "flags": ["richi"]},
            ["bad_win", "bad_seat", "unknown_flag", "bad_count"],
        ),
    ],
)
def test_situations(fields: dict[str, Any], codes: list[str]) -> None:
    _, found = tried(Situation, **fields)
    assert [problem.code for problem in found] == codes


@pytest.mark.parametrize(
    ("fields", "meant"),
    [
        ({"win": "Tsumo"}, "'tsumo'"),
        ({"seat": "south"}, "'S'"),
        ({"round": "東"}, "'E'"),
        ({"flags": ["richi"]}, "'riichi'"),
        ({"flags": ["sansChant"]}, "'sans_chant'"),
        ({"given": {"round_end": "drw"}}, "'draw'"),
    ],
)
def test_did_you_mean(fields: dict[str, Any], meant: str) -> None:
    with pytest.raises(HandError, match=f"did you mean {meant}"):
        Situation(**fields)
