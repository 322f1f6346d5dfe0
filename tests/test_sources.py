"""The sources, line by line: every role that they name is in the tables, under its names and at its worth.

The lists are copied from the sources by hand: "Les Rôles" of the French clubs (000), chapter IX of "Mah Jong for
Beginners" (002), and the patterns of the bloody battle.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import pytest

import mahjong_core as mj


@cache
def loaded(name: str) -> mj.Ruleset:
    return mj.load(name)


def score(name: str, hand: str, win: str = "ron", seat: str = "S", flags: str = "", **options: Any) -> mj.Result:
    rules = loaded(name).with_options(options)
    told = mj.Situation(win=win, seat=seat, flags=frozenset(flags.split()), ron_from="W" if win == "ron" else None)
    return rules.score(mj.Hand.parse(hand), told)


# ------------------------------------------------------------------------------------------------ 000, Les Rôles
ALL_GROUPS = ("base", "complementary", "optional", "rare")
COMPLETE = 13
CANNOT_BE_OPEN = None  # of seven pairs, of concealed groups, on the first tiles ...: the table may say anything


class Club(NamedTuple):
    """A role as the source gives it.  ``open``: with a CHI or a PON, 0 for a role that they annul."""

    group: str
    printed: str  # the romanised name of the source
    french: str
    romaji: str  # the standard romanisation
    closed: int
    open: int | None


CLUBS = [
    # simple
    Club("base", "MENZENCHINTSUMO", "La Pureté", "menzen tsumo", 1, 0),
    Club("base", "PINFU", "La Paix", "pinfu", 1, 0),
    Club("base", "TANYAO", "La Vallée", "tanyao", 1, 1),
    Club("base", "IIPEIKO", "Les Jumeaux", "iipeikou", 1, 0),
    Club("base", "FONPAI", "Les Honneurs", "fanpai (yakuhai)", 1, 1),
    Club("base", "RINSHANKAIHO", "La Fleur de la Montagne", "rinshan kaihou", 1, 1),
    Club("base", "KANBURI", "La Fleur Fanée", "kanburi", 1, 1),
    Club("base", "CHANKAN", "Le Javelot", "chankan", 1, 1),
    Club("base", "HAITEI", "Le Fond de la Mer", "haitei", 1, 1),
    Club("base", "HOTEI", "Le Fond de la Rivière", "houtei", 1, 1),
    Club("base", "RICHI", "La Position", "riichi", 1, 0),
    Club("base", "IPPATSU", "Le Harpon (ou Lasso)", "ippatsu", 1, 0),
    # double
    Club("base", "TOITOI", "La Sérénité", "toitoi", 2, 2),
    Club("base", "CHANTA", "La Ceinture", "chanta", 2, 1),
    Club("base", "SANSHIKI", "Les Trois Sœurs", "sanshoku doujun", 2, 1),
    Club("base", "IKKITSUKAN", "La Famille", "ikkitsuukan", 2, 1),
    Club("base", "NIKONIKO ou CHIITOI", "Le Sourire", "chiitoitsu", 2, CANNOT_BE_OPEN),
    Club("base", "SANANKO", "La Pénombre", "sanankou", 2, 2),
    # triple
    Club("base", "HONITSU", "La Fausse Couleur", "honitsu", 3, 2),
    Club("base", "JUNCHAN", "La Grande Ceinture", "junchan", 3, 2),
    # of special worth
    Club("base", "SHOSANGEN", "La Petite Origine", "shousangen", 4, 4),
    Club("base", "HONROTO", "Les Vieilles Têtes", "honroutou", 4, 4),
    Club("base", "CHINITSU", "La Vraie Couleur", "chinitsu", 6, 4),
    # complete
    Club("base", "NAGASHIMANGAN", "La Grande Coulée", "nagashi mangan", COMPLETE, CANNOT_BE_OPEN),
    Club("base", "TENHO", "La Paix du Ciel", "tenhou", COMPLETE, CANNOT_BE_OPEN),
    Club("base", "CHIIHO", "La Paix de la Terre", "chiihou", COMPLETE, CANNOT_BE_OPEN),
    Club("base", "RENHO", "La Paix des Hommes", "renhou", COMPLETE, CANNOT_BE_OPEN),
    Club("base", "DAISANGEN", "La Grande Origine", "daisangen", COMPLETE, COMPLETE),
    Club("base", "SHOSUSHI", "Le Petit Tourbillon", "shousuushii", COMPLETE, COMPLETE),
    Club("base", "DAISUSHI", "Le Grand Tourbillon", "daisuushii", COMPLETE, COMPLETE),
    Club("base", "SUANKO", "La Grande Pénombre", "suuankou", COMPLETE, CANNOT_BE_OPEN),
    Club("base", "SUKANTSU", "Le Grand Carré", "suukantsu", COMPLETE, COMPLETE),
    Club("base", "TSUIISO", "Les Etoiles", "tsuuiisou", COMPLETE, COMPLETE),
    Club("base", "TSUIISONIKONIKO", "Le Sourire des Etoiles", "daichisei", COMPLETE, CANNOT_BE_OPEN),
    Club("base", "RYUIISO", "La Forêt", "ryuuiisou", COMPLETE, COMPLETE),
    Club("base", "KOKUSHIMUSO", "Le Patriote sans Limite", "kokushi musou", COMPLETE, CANNOT_BE_OPEN),
    Club("base", "CHURENPOTO", "La Lanterne aux Neuf Trésors", "chuuren poutou", COMPLETE, 0),  # it becomes CHINITSU
    # complementary
    Club("complementary", "DORA", "Le Tigre", "dora", 1, 1),
    Club("complementary", "URADORA", "Le Tigre de Derrière", "ura dora", 1, CANNOT_BE_OPEN),
    # optional
    Club("optional", "HIKARIRICHI", "La Position Ouverte", "open riichi", 2, 0),
    Club("optional", "DABURICHI", "La Double Position", "daburu riichi", 2, 0),
    Club("optional", "SANKANTSU", "Le Carré", "sankantsu", 2, 2),
    Club("optional", "SANSHOKUTOKO", "Les Trois Frères", "sanshoku doukou", 2, 2),
    Club("optional", "ISSHIKISANJUN", "Les Triplets", "isshoku sanjun", 2, 0),
    Club("optional", "RYANPEIKO", "Les Doubles Jumeaux", "ryanpeikou", 3, 0),
    Club("optional", "DAISHARIN", "La Grande Roue", "daisharin", 11, CANNOT_BE_OPEN),
    Club("optional", "SHIISANPUTO", "La Pagode à Treize Etages", "shiisan puutaa", 11, CANNOT_BE_OPEN),
    Club("optional", "SHINROTO", "Les Têtes Vraies", "chinroutou", COMPLETE, COMPLETE),
    # rare
    Club("rare", "IANSHOKUTSUKAN", "La Fausse Famille", "sanshoku tsuukan", 2, 1),
    Club("rare", "FUCHIFUPON", "Sans Chant", "fuchii-fupon", 3, 0),
    Club("rare", "SANRENKO", "Les Cousins", "sanrenkou", 3, 2),
    Club("rare", "TOBIPAIKO", "Le Saut de Deux", "tobi paikou", 3, 2),
    Club("rare", "SUJIPAIKO", "Le Saut de Trois", "suji paikou", 3, 2),
    Club("rare", "JUNSANKO", "Le Grand Saut", "jun sankou", 3, 2),
    Club("rare", "OTOKAZE", "Les Vents Contraires", "otakaze sankou", 3, 3),
    Club("rare", "TANYAONIKONIKO", "Le Sourire dans la Vallée", "tanyao chiitoitsu", 4, CANNOT_BE_OPEN),
    Club("rare", "RYANTOKO", "Les Faux Frères", "ryandoukou", 4, 4),
    Club("rare", "HONITSUNIKONIKO", "Le Sourire dans la Couleur", "honitsu chiitoitsu", 6, CANNOT_BE_OPEN),
    Club("rare", "HACHIKAIRENCHAN", "Le Grand Huit", "paarenchan", 6, 6),
    Club("rare", "RENJIHONITSU", "Les Origines Connectées", "renji honitsu", 6, 4),
    Club("rare", "TAKECHANKAN", "Le Javelot de Bambous", "ryansou chankan", 6, 6),
    Club("rare", "PINHAITE", "La Monnaie au Fond de la Rivière", "chuupin raoyui", 6, 6),
    Club("rare", "PINHOTEI", "La Monnaie au Fond de la Mer", "iipin mouyue", 6, 6),
    Club("rare", "ISSHIKISUJUN", "Les Quadruplés", "isshoku yonjun", 8, 8),
    Club("rare", "CHINITSUNIKONIKO", "Le Sourire dans la Vraie Couleur", "chinitsu chiitoitsu", 8, CANNOT_BE_OPEN),
    Club("rare", "ROTONIKONIKO", "Le Sourire des Vieilles Têtes", "honroutou chiitoitsu", 8, CANNOT_BE_OPEN),
    Club("rare", "KOIISO", "Le Feu", "beni kujaku", COMPLETE, COMPLETE),
    Club("rare", "HYAKUMANSEKI", "Les cent mille Pierres", "hyakumangoku", COMPLETE, COMPLETE),
]
FONPAI = {  # line of the table: what follows the French name, and the standard romanisation
    "fonpai_haku": ("Dragon blanc", "fanpai (yakuhai) haku"),
    "fonpai_hatsu": ("Dragon vert", "fanpai (yakuhai) hatsu"),
    "fonpai_chun": ("Dragon rouge", "fanpai (yakuhai) chun"),
    "fonpai_seat_wind_e": ("Vent de la Porte, Est", "fanpai (yakuhai) jikaze ton"),
    "fonpai_seat_wind_s": ("Vent de la Porte, Sud", "fanpai (yakuhai) jikaze nan"),
    "fonpai_seat_wind_w": ("Vent de la Porte, Ouest", "fanpai (yakuhai) jikaze shaa"),
    "fonpai_seat_wind_n": ("Vent de la Porte, Nord", "fanpai (yakuhai) jikaze pei"),
    "fonpai_round_wind_e": ("Vent de la Maison, Est", "fanpai (yakuhai) bakaze ton"),
    "fonpai_round_wind_s": ("Vent de la Maison, Sud", "fanpai (yakuhai) bakaze nan"),
    "fonpai_round_wind_w": ("Vent de la Maison, Ouest", "fanpai (yakuhai) bakaze shaa"),
    "fonpai_round_wind_n": ("Vent de la Maison, Nord", "fanpai (yakuhai) bakaze pei"),
}
# The source prints these two the wrong way round: HOTEI is the River, HAITEI the Sea.  Both spellings are shown.
SWAPPED = {
    "PINHAITE": ("pinhotei", "PINHOTEI (the source prints PINHAITE)"),
    "PINHOTEI": ("pinhaite", "PINHAITE (the source prints PINHOTEI)"),
}
# Lines for what the source tells within a role: a thrown tile that completes an open riichi, an open lantern.
WITHIN = {"hikaririchi_complete": ("HIKARIRICHI", COMPLETE), "churenpoto_open": ("CHURENPOTO", 6)}


def lines_of(club: Club) -> dict[str, Club]:
    """Lines of the table that stand for a role, with the names that they show."""
    if club.printed == "FONPAI":
        return {
            id: club._replace(french=f"{club.french} : {which}", romaji=romaji)
            for id, (which, romaji) in FONPAI.items()
        }
    if club.printed in SWAPPED:
        id, shown = SWAPPED[club.printed]
        return {id: club._replace(printed=shown)}
    return {club.printed.partition(" ")[0].lower(): club}


def worth_of(role: Any) -> tuple[int, int]:
    """Role points closed and open."""
    if role.yakuman is not None:
        assert role.yakuman == 1
    closed = COMPLETE if role.yakuman else role.han
    return closed, closed if role.open is None else role.open


def test_the_list_of_the_clubs_is_whole() -> None:
    groups = [club.group for club in CLUBS]
    assert {group: groups.count(group) for group in groups} == {
        "base": 37, "complementary": 2, "optional": 9, "rare": 20,
    }  # fmt: skip
    assert len({club.printed for club in CLUBS}) == len(CLUBS) == 68


@pytest.mark.parametrize("club", CLUBS, ids=lambda club: club.printed)
def test_every_role_of_the_clubs(club: Club) -> None:
    roles = loaded("riichi-roles:all-roles").table.roles
    for id, shown in lines_of(club).items():
        role = roles[id]
        assert role.group == club.group
        assert (role.names["fr"], role.names["source"], role.names["romaji"]) == (
            shown.french,
            shown.printed,
            shown.romaji,
        )
        assert role.source.split(";")[0] == f"000, {club.printed.partition(' ')[0]}"
        closed, opened = worth_of(role)
        assert closed == club.closed
        assert opened in ((0, closed) if club.open is CANNOT_BE_OPEN else (club.open,))
        assert role.each is (club.group == "complementary")
        alone = {"TANYAO": "closed", "DORA": "no", "URADORA": "no"}
        assert role.alone == alone.get(club.printed)
        assert role.event == ("draw" if club.printed == "NAGASHIMANGAN" else None)


def test_the_clubs_have_no_other_roles() -> None:
    """Within the order of the source."""
    listed = [id for club in CLUBS for id in lines_of(club)]
    table = mj.load("riichi-roles:all-roles", options={"open_churenpoto": 6}).table
    assert [id for id in table.roles if id not in WITHIN] == listed
    assert {id: (worth_of(table.roles[id])[0]) for id in WITHIN} == {id: worth for id, (_, worth) in WITHIN.items()}
    assert all(table.roles[id].source == f"000, {printed}" for id, (printed, _) in WITHIN.items())
    assert set(loaded("riichi-roles:all-roles").table.roles) == {*listed, "hikaririchi_complete"}


def test_the_groups_that_are_in_play() -> None:
    of_groups = {group: [id for club in CLUBS if club.group == group for id in lines_of(club)] for group in ALL_GROUPS}
    table = loaded("riichi-roles").table
    assert list(table.roles) == of_groups["base"] + of_groups["complementary"]
    assert {*table.set_aside} == {*of_groups["optional"], *of_groups["rare"], *WITHIN}
    assert {*loaded("riichi-roles:all-roles").table.set_aside} == {"churenpoto_open"}
    for group in ALL_GROUPS:
        alone = mj.load("riichi-roles", options={"groups": [group]}).table
        assert {*alone.roles} - {"hikaririchi_complete"} == {*of_groups[group]}


VARIANTS = [  # "certains auteurs"
    ("honroto", "honroto_points", 4, 5),
    ("sanshokutoko", "sanshokutoko_points", 2, 3),
    ("isshikisanjun", "isshikisanjun_points", 2, 3),
]


@pytest.mark.parametrize(("id", "option", "usual", "of_some"), VARIANTS)
def test_what_some_authors_give(id: str, option: str, usual: int, of_some: int) -> None:
    worths = [mj.load("riichi-roles:all-roles", options={option: han}).table.roles[id].han for han in (usual, of_some)]
    assert worths == [usual, of_some]
    assert loaded("riichi-roles:all-roles").options[option] == usual


@pytest.mark.parametrize(
    ("hand", "win", "flag", "id", "other"),
    [
        ("234m567m22s345s34p+5p", "ron", "houtei", "pinhotei", "hotei"),
        ("234m567m22s345s23p+1p", "tsumo", "haitei", "pinhaite", "haitei"),
    ],
)
def test_the_two_swapped_names_are_worth_what_their_description_says(
    hand: str, win: str, flag: str, id: str, other: str
) -> None:
    worths = {role.id: role.worth[1] for role in score("riichi-roles:all-roles", hand, win, flags=flag).roles}
    assert worths[id] == 6
    assert other not in worths
    assert score("riichi-roles", hand, win, flags=flag).role_ids.count(other) == 1


# ------------------------------------------------------------------------------------------------ 002, chapter IX
class Row(NamedTuple):
    """A row of "Bonus de Mah Jong".  ``factor``: PF x so much, or PF + ten, or so much flat (600 and 400 for seven pairs)."""

    row: str
    id: str
    french: str
    factor: int | None
    plus: int | None = None
    flat: int | None = None


CHAPTER = [
    Row("1", "row_1", "Quatre Chi et un oreiller", 2),
    Row("2", "row_2", "Que des tuiles de 2 à 8", 2),
    Row("3", "row_3", "Quatre Chi de 2 à 8", 4),
    Row("4 (a)", "row_4a", "Une seule série", 8),
    Row("4 (b)", "row_4b", "Une seule série de 2 à 8", 16),
    Row("5 (a)", "row_5a", "Main cachée", 2),
    Row("5 (b)", "row_5b", "Main cachée sans autre bonus", None, plus=10),
    Row("6", "row_6", "Une série et des honneurs", 2),
    Row("7", "row_7", "Que des Pon", 2),
    Row("8 (a)", "row_8a", "Trois Pon cachés", 2),
    Row("9", "row_9", "Aucune tuile de 2 à 8", 2),
    Row("10", "row_10", "Deux Pon et un oreiller de dragons", 8),
    Row("11", "row_11", "Ouvrir une fleur en haut de la montagne", 2),
    Row("12", "row_12", "Décrocher la Lune depuis le fond de la mer", 2),
    Row("13", "row_13", "Attraper le poisson du fond de la mer", 2),
    Row("14", "row_14", "Tuile du Kan d'un autre joueur", 2),
    Row("15", "row_15", "Rhichi", 2),
    Row("16", "row_16", "Trois Chi en séquence", 2),
    Row("17", "row_17", "Sept paires", None, flat=100),
]
PONS = {  # "Pon de tuiles à bonus", each of which doubles: are there several?
    "pon_own_wind": ("Pon de son propre vent", False),
    "pon_round_wind": ("Pon du vent dont c'est le tour", False),
    "pon_dragons": ("Pon de dragons", True),
}


@pytest.mark.parametrize("row", CHAPTER, ids=lambda row: row.id)
def test_every_row_of_the_chapter(row: Row) -> None:
    role = loaded("riichi-1920s").table.roles[row.id]
    source = role.source.split(";")[0]
    assert source in (f"002, {row.row}", f"002, {row.row} (Bonus)")
    assert role.names["fr"] == row.french
    factor = None if role.doubles is None else 2**role.doubles
    assert (factor, role.points, role.flat) == (row.factor, row.plus, row.flat)
    assert not role.limit


def test_the_chapter_has_no_other_rows() -> None:
    table = loaded("riichi-1920s").table
    assert list(table.roles) == [*PONS, *(row.id for row in CHAPTER), "four_concealed"]
    assert table.set_aside == {}
    assert table.roles["four_concealed"].limit
    assert "002" not in table.roles["four_concealed"].source
    for id, (french, each) in PONS.items():
        pon = table.roles[id]
        assert (pon.names["fr"], pon.doubles, pon.each) == (french, 1, each)
        assert pon.source == "002, Pon de tuiles à bonus"


@pytest.mark.parametrize(
    ("row", "hand", "win", "rows", "factor"),
    [
        ("8 (b)", "(111m)444m777p222s9s+9s", "ron", ("row_7", "row_8a"), 4),
        ("8 (c)", "111m444m777p345s9s+9s", "tsumo", ("row_5a", "row_8a"), 4),
        ("8 (d)", "111m444m777p345s9s+9s", "ron", ("row_8a",), 2),
    ],
)
def test_rows_that_come_of_others(row: str, hand: str, win: str, rows: tuple[str, ...], factor: int) -> None:
    result = score("riichi-1920s", hand, win)
    assert result.role_ids == rows
    pf = result.measures["pf"]
    assert pf is not None
    assert result.value == pf * factor


@pytest.mark.parametrize(("seat", "all_together"), [("E", 600), ("S", 400)])
def test_seven_pairs_of_the_chapter(seat: str, all_together: int) -> None:
    payments = score("riichi-1920s", "1133557799m22p4p+4p", seat=seat).payments
    assert payments is not None
    assert payments[seat] == all_together
    assert sorted(paid for of, paid in payments.items() if of != seat) == (
        [-200, -200, -200] if seat == "E" else [-200, -100, -100]
    )


GROUP_POINTS = {  # (abattu, dans la main)
    "triplets": {"simple": (2, 4), "terminal": (4, 8), "honour": (4, 8)},  # 1, 2
    "quads": {"simple": (4, 8), "terminal": (8, 16), "honour": (8, 16)},  # 3, 4
}
ITEMS = {
    "base": (20, "7"),
    "dragon_pair": (2, "5"),
    "seat_wind_pair": (2, "5"),  # 4 if it is the wind of the round too
    "round_wind_pair": (2, "5"),
    "pair_wait": (2, "(1)"),
    "middle_wait": (2, "(2)"),
    "edge_wait": (2, "(3)"),
    "self_draw": (2, "(4)"),
}
BY_OPTION: dict[str, tuple[dict[str, Any], dict[str, tuple[int, str]]]] = {  # readings to the letter, D4-3 and D4-6
    "guest_wind_pair": ({"guest_wind_pair": 2}, {"guest_wind_pair": (2, "5")}),
    "added_kan": ({"added_kan": "wall"}, {"added_kan": (4, "4"), "added_outer_kan": (8, "4")}),
}


def item_points(table: Any) -> dict[str, tuple[int, str]]:
    return {id: (item.points, item.source.partition(";")[0].removeprefix("002, ")) for id, item in table.items.items()}


def test_points_of_sets_pairs_and_small_bonuses() -> None:
    table = loaded("riichi-1920s").table
    assert {name: getattr(table, name).model_dump() for name in GROUP_POINTS} == GROUP_POINTS
    assert item_points(table) == ITEMS


@pytest.mark.parametrize("name", BY_OPTION)
def test_points_by_option(name: str) -> None:
    options, items = BY_OPTION[name]
    assert item_points(mj.load("riichi-1920s", options=options).table) == {**ITEMS, **items}


@pytest.mark.parametrize(
    ("hand", "win", "bonus"),
    [
        ("123m456m(789p)(234s)2z+2z", "tsumo", 4 + 2 + 2),  # the pair of one's own wind in its round: the source's 8
        ("123m456m(789p)(234s)5z+5z", "tsumo", 2 + 2 + 2),
        ("123m456m(789p)(234s)4z+4z", "tsumo", 0 + 2 + 2),
        ("123m456m(789p)46s9s9s+5s", "ron", 2),
        ("123m456m(789p)12s9s9s+3s", "ron", 2),
        ("123m456m(789p)34s9s9s+5s", "ron", 0),
    ],
)
def test_small_bonuses_add_up(hand: str, win: str, bonus: int) -> None:
    told = mj.Situation(win=win, seat="S", round="S", ron_from="W" if win == "ron" else None)
    assert loaded("riichi-1920s").score(mj.Hand.parse(hand), told).measures["pf"] == 20 + bonus


# ------------------------------------------------------------------------------------------------ the bloody battle
BATTLES = ("sichuan", "sichuan:sbr", "sichuan:tfmj-2024")
OFF, CAP = None, "cap"
FANS: dict[str, tuple[str, str, tuple[int | str | None, ...]]] = {  # id: Chinese name, source, worth in each of BATTLES
    "duiduihu": ("对对胡", "A2", (1, 1, 1)),
    "jiangdui": ("将对", "A2", (3, OFF, OFF)),
    "qingyise": ("清一色", "A2", (2, 2, 2)),
    "qidui": ("七对", "A2", (2, 2, 2)),
    "jingoudiao": ("金钩钓", "A2", (1, 1, 1)),
    "gen": ("根", "A3", (1, 1, 1)),
    "gang": ("杠", "A3", (OFF, 1, OFF)),
    "gangshanghua": ("杠上花", "A3", (1, 1, 1)),
    "gangshangpao": ("杠上炮", "A3", (1, 1, 1)),
    "qianggang": ("抢杠", "A3", (1, 1, 1)),
    "haidi": ("海底", "A3", (1, 1, 1)),
    "tianhu": ("天胡", "A2", (CAP, OFF, OFF)),
    "dihu": ("地胡", "A2", (CAP, OFF, OFF)),
}
OPTIONAL: dict[str, tuple[str, int, dict[str, Any]]] = {  # id: Chinese name, worth, what switches it on
    "jiangqidui": ("将七对", 4, {"jiangqidui": True}),
    "daiyaojiu": ("带幺九", 2, {"daiyaojiu": True}),
    "menqing": ("门清", 1, {"menqing": True}),
    "zhongzhang": ("中张", 1, {"zhongzhang": True}),
    "jiangdui": ("将对", 3, {"jiangdui": True}),
    "longqidui": ("龙七对", 3, {"dragon_seven_pairs": "named"}),
    "zimo": ("自摸", 1, {"self_draw": "fan"}),
    "tianhu": ("天胡", 5, {"heaven_earth": 5}),
    "dihu": ("地胡", 5, {"heaven_earth": 5}),
}


@pytest.mark.parametrize("name", BATTLES)
def test_every_fan_of_the_battle(name: str) -> None:
    table = loaded(name).table
    worths = {id: fans[BATTLES.index(name)] for id, (_, _, fans) in FANS.items()}
    assert {id: CAP if role.limit else role.fan for id, role in table.roles.items()} == {
        id: worth for id, worth in worths.items() if worth is not OFF
    }
    assert {*table.roles, *table.set_aside} == {*FANS, *OPTIONAL}
    for id, role in table.roles.items():
        chinese, source, _ = FANS[id]
        assert role.names["zh"].startswith(chinese)
        assert role.source.split(";")[0] == source
        assert role.each is (id in ("gen", "gang"))


@pytest.mark.parametrize("name", BATTLES)
@pytest.mark.parametrize("id", OPTIONAL)
def test_every_optional_fan(id: str, name: str) -> None:
    chinese, worth, options = OPTIONAL[id]
    role = mj.load(name, options=options).table.roles[id]
    assert (role.fan, role.names["zh"].startswith(chinese)) == (worth, True)
    assert role.source[:2] == ("A3" if id == "zimo" else "A2")


@pytest.mark.parametrize(("name", "cap"), [("sichuan", 4), ("sichuan:sbr", 3), ("sichuan:tfmj-2024", 3)])
def test_caps(name: str, cap: int) -> None:
    table = loaded(name).table
    assert table.settings.fan_cap == cap
    assert (table.payment.self_draw_bonus, table.payment.bonus_after_cap) == (1, True)
    eighteen = "(2222p)(4444p)(6666p)(8888p)9p+9p"
    assert score(name, eighteen).value == 2**cap
    payments = score(name, eighteen, "tsumo").payments
    assert payments is not None
    assert payments["S"] == 3 * (2**cap + 1)


PATTERNS: dict[str, tuple[str, str, str, tuple[int, int, int]]] = {  # A2: hand, win, flags, doublings without a cap
    "平胡": ("123m456m789p234p5p+5p", "ron", "", (0, 0, 0)),
    "对对胡": ("222m444m666p88p99p+9p", "ron", "", (1, 1, 1)),
    "清一色": ("123345m678m66m99m+9m", "ron", "", (2, 2, 2)),
    "七对": ("113355m224466p7p+7p", "ron", "", (2, 2, 2)),
    "金钩钓": ("(222m)(444m)(666p)(888p)9p+9p", "ron", "", (2, 2, 2)),
    "带幺九": ("123m789m123p78p99p+9p", "ron", "", (0, 0, 0)),  # an option
    "清对": ("222444666m88m99m+9m", "ron", "", (3, 3, 3)),
    "将对": ("222m555m888m22p55p+5p", "ron", "", (3, 1, 1)),
    "将金钩钓": ("(222m)(555m)(888m)(222p)5p+5p", "ron", "", (4, 2, 2)),
    "龙七对": ("1111m3355m2244p7p+7p", "ron", "", (3, 3, 3)),
    "双龙七对": ("11113333m22557p+7p", "ron", "", (4, 4, 4)),
    "三龙七对": ("11113333m55557p+7p", "ron", "", (5, 5, 5)),
    "清七对": ("1122335577994m+4m", "ron", "", (4, 4, 4)),
    "清龙七对": ("1111335577994m+4m", "ron", "", (5, 5, 5)),
    "将七对": ("222255m88m2255p8p+8p", "ron", "", (3, 3, 3)),  # an option; of six kinds, so always with a root
    "清幺九": ("111222333m78m99m+9m", "ron", "", (2, 2, 2)),  # an option
    "清金钩钓": ("(222p)(444p)(666p)(888p)9p+9p", "ron", "", (4, 4, 4)),
    "十八罗汉": ("(1111m)(3333m)(6666p)(8888p)5p+5p", "ron", "", (6, 6, 6)),
    "清十八罗汉": ("(2222p)(4444p)(6666p)(8888p)9p+9p", "ron", "", (8, 8, 8)),
    "门清": ("123m456m789p234p5p+5p", "tsumo", "", (0, 0, 0)),  # an option
    "中张": ("234m456m678p234p5p+5p", "ron", "", (0, 0, 0)),  # an option
    # A3
    "杠, concealed": ("[1111m]345m567p234p5p+5p", "ron", "", (1, 1, 1)),
    "杠, claimed": ("(1111m)345m567p234p5p+5p", "ron", "", (1, 1, 1)),
    "根": ("111123m456p789p5p+5p", "ron", "", (1, 1, 1)),
    "根, with a pung": ("(111m)123m456p789p5p+5p", "ron", "", (1, 1, 1)),
    "根 and 杠": ("[9999p]111123m456p5p+5p", "ron", "", (2, 2, 2)),
    "自摸": ("123m456m789p234p5p+5p", "tsumo", "", (0, 0, 0)),
    "杠上花": ("[1111m]345m567p234p5p+5p", "tsumo", "rinshan", (2, 2, 2)),
    "杠上炮": ("123m456m789p234p5p+5p", "ron", "kanburi", (1, 1, 1)),
    "抢杠": ("123m456m789p23p55p+4p", "ron", "chankan", (1, 1, 1)),
    "海底, drawn": ("123m456m789p234p5p+5p", "tsumo", "haitei", (1, 1, 1)),
    "海底, discarded": ("123m456m789p234p5p+5p", "ron", "houtei", (0, 1, 1)),
    "杠 with 杠上花 and 海底": ("[1111m]345m567p234p5p+5p", "tsumo", "rinshan haitei", (3, 3, 3)),
    # golden wait: of four groups, or (sbr) of any all pungs won on the pair
    "金钩钓 of three groups": ("(222m)(444m)(666p)888p9p+9p", "ron", "", (1, 2, 1)),
}


@pytest.mark.parametrize("pattern", PATTERNS)
def test_doublings_of_every_pattern(pattern: str) -> None:
    hand, win, flags, doublings = PATTERNS[pattern]
    found = [score(name, hand, win, flags=flags, fan_cap=None).measures["fan"] for name in BATTLES]
    assert tuple(found) == doublings


@pytest.mark.parametrize(("seat", "flag"), [("E", "tenhou"), ("S", "chiihou")])
def test_heaven_and_earth(seat: str, flag: str) -> None:
    results = [score(name, "123m456m789p234p5p+5p", "tsumo", seat, flag) for name in BATTLES]
    assert [result.value for result in results] == [16, 1, 1]
    assert [result.limit for result in results] == ["cap", None, None]
