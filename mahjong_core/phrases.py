"""The words of explanations, in English and French.  Figures come from the values; names of roles from the tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from mahjong_core.worth.methods import Amount, LimitName

PHRASES: Final[dict[str, tuple[str, str]]] = {  # id -> (English, French)
    # --- the hand
    "hand": ("Hand", "Main"),
    "rules": ("Rules", "Règles"),
    "by_ron": ("won on a discard", "gagnée sur un écart"),
    "by_tsumo": ("won by self-draw", "gagnée en autopioche"),
    "not_won": ("did not win", "n'a pas gagné"),
    "seat": ("seat {seat}, round {round}", "place {seat}, tour {round}"),
    "reading": ("Reading", "Lecture"),
    "wait_two_sided": ("two-sided wait", "attente à deux faces"),
    "wait_edge": ("edge wait", "attente de bord"),
    "wait_middle": ("middle wait", "attente intérieure"),
    "wait_single": ("single wait", "attente sur la paire"),
    "wait_two_pairs": ("wait on two pairs", "attente à deux paires"),
    "wait_whole_hand": ("the hand counts as a whole", "la main compte en entier"),
    "roles": ("Roles", "Rôles"),
    "points": ("Points", "Points"),
    "fu": ("Fu", "Fu"),
    "conversion": ("Value", "Valeur"),
    "payments": ("Payments", "Paiements"),
    "pays_unknown": ("who discarded is not told, so nobody's payment is", "on ne dit pas qui a écarté : pas de paiements"),
    "notes": ("Notes", "Remarques"),
    "ignored": ("Ignored (these rules do not know it)", "Ignoré (ces règles ne le connaissent pas)"),
    "problems": ("Problems", "Problèmes"),
    "source": ("source", "source"),
    "nothing": ("nothing counts", "rien ne compte"),
    "total": ("sum", "somme"),
    # --- worths: unit_han_1 where it is one
    "unit_han": ("{n} han", "{n} han"),
    "unit_fu": ("{n} fu", "{n} fu"),
    "unit_yakuman": ("{n} × limit hand", "{n} × main complète"),
    "unit_roles": ("{n} role points", "{n} points de rôle"),
    "unit_roles_1": ("1 role point", "1 point de rôle"),
    "unit_complete": ("{n} complete roles", "{n} rôles complets"),
    "unit_complete_1": ("1 complete role", "1 rôle complet"),
    "unit_points": ("{n} points", "{n} points"),
    "unit_pf": ("{n} points", "{n} points"),
    "unit_doubles": ("{n} doubles", "{n} doubles"),
    "unit_doubles_1": ("1 double", "1 double"),
    "unit_doublings": ("{n} doublings", "{n} doublements"),
    "unit_doublings_1": ("1 doubling", "1 doublement"),
    "unit_fan": ("{n} doublings", "{n} doublements"),
    "unit_fan_1": ("1 doubling", "1 doublement"),
    "unit_flat": ("{n} points, flat", "{n} points, forfait"),
    "unit_limit": ("the limit", "la limite"),
    # --- limits
    "limit_yakuman": ("limit hand", "main complète"),
    "limit_kazoe_yakuman": ("counted limit hand", "main complète comptée"),
    "limit_limit": ("the limit", "la limite"),
    "limit_grand_jeu": ("Grand Jeu", "Grand Jeu"),
    "limit_flat": ("flat", "forfait"),
    "limit_cap": ("the cap", "le plafond"),
    # --- sets
    "exposed": ("exposed", "exposé"),
    "concealed": ("concealed", "caché"),
    "simple": ("simple", "mineur"),
    "terminal": ("terminal", "majeur"),
    "honour": ("honour", "honneur"),
    "triplet": ("triplet", "brelan"),
    "quad": ("kong", "carré"),
    # --- the conversion
    "step_fu_flat": ("{fu}, flat", "{fu}, forfait"),
    "step_fu_rounded": ("{raw}, rounded up: {fu}", "{raw}, arrondi : {fu}"),
    "step_basic": ("{fu} × 2^{power} ({han} + {first}) = {basic} basic points",
                   "{fu} × 2^{power} ({han} + {first}) = {basic} points de base"),
    "step_kiriage": ("{plain} basic points are rounded up to {basic}", "{plain} points de base arrondis à {basic}"),
    "step_tier": ("{han} {fu}: {limit}, {basic} basic points", "{han} {fu} : {limit}, {basic} points de base"),
    "step_yakuman": ("{yakuman}: {basic} basic points", "{yakuman} : {basic} points de base"),
    "step_ron_points": ("{basic} × {times}, rounded up to hundreds: {value} from the discarder",
                        "{basic} × {times}, arrondi à la centaine : {value} du donneur de la tuile"),
    "step_dealer_tsumo": ("{basic} × {times}, rounded up to hundreds: {each} from each",
                          "{basic} × {times}, arrondi à la centaine : {each} de chacun"),
    "step_child_tsumo": ("{dealer} from the dealer, {each} from each of the others: {value}",
                         "{dealer} du donneur, {each} de chacun des autres : {value}"),
    "step_value": ("{value} points", "{value} points"),
    "step_counters": ("{honba} counter(s): {points} more", "{honba} compteur(s) : {points} de plus"),
    "step_sticks": ("{sticks} riichi stick(s): {points} to the winner", "{sticks} bâtonnet(s) : {points} au gagnant"),
    "step_doubled": ("{points} × {times} ({doubles}) = {value}", "{points} × {times} ({doubles}) = {value}"),
    "step_capped": ("{value} is above the limit: {limit}", "{value} dépasse la limite : {limit}"),
    "step_raised": ("the hand is worth the limit: {limit}", "la main vaut la limite : {limit}"),
    "step_nearest": ("rounded to the nearest {to}: {value}", "arrondi au multiple de {to} le plus proche : {value}"),
    "step_doubled_fan": ("2^{power} ({fan}) = {value}", "2^{power} ({fan}) = {value}"),
    "step_fan_capped": ("{fan} are above the cap: 2^{cap} = {value}", "{fan} dépassent le plafond : 2^{cap} = {value}"),
    "step_fan_raised": ("the hand is worth the cap: 2^{cap} = {value}", "la main vaut le plafond : 2^{cap} = {value}"),
    "step_paid_by_discarder": ("{each} from the discarder", "{each} du donneur de la tuile"),
    "step_paid_for_all": ("the discarder pays for all: {each}", "le donneur de la tuile paie pour tous : {each}"),
    "step_paid_by_each": ("{each} from each", "{each} de chacun"),
    "step_paid_by_each_and_east": ("{east} from East, {each} from each of the others",
                                   "{east} d'Est, {each} de chacun des autres"),
    "step_self_draw_bonus": ("self-draw: {bonus} more from each", "autopioche : {bonus} de plus de chacun"),
    "step_flat": ("a flat worth, outside the limit: {value}", "un forfait, hors limite : {value}"),
    "step_marked": ("marked: {marked}", "marqué : {marked}"),
    "step_marked_east": ("East marks {times} times: {marked}", "Est marque {times} fois : {marked}"),
    # --- among other hands
    "above": ("worth more than {percent} % of winning hands", "vaut plus que {percent} % des mains gagnantes"),
    "measured_elsewhere": ("the winning hands were measured under {ruleset} as it ships, not with these options",
                           "les mains gagnantes ont été mesurées sous {ruleset} d'origine, non avec ces options"),
    # --- what an option takes
    "takes_list": ("a list of {members}", "une liste de {members}"),
    "takes_number": ("a number", "un nombre"),
    # --- notes
    "no_reds": ("{ruleset} is played without red fives here: they count as plain fives",
                "{ruleset} se joue ici sans cinq rouges : ils valent des cinq ordinaires"),
    "nobody_liable": ("pao names a seat, but no role of this win makes anyone liable",
                      "pao nomme une place, mais aucun rôle de cette victoire n'engage personne"),
    "discarder_gone": ("{seat} has won already and discards no more: nobody's payment is told",
                       "{seat} a déjà gagné et n'écarte plus : pas de paiements"),
    "assumed": ("{key} is not given: read as {value}", "{key} n'est pas dit : lu comme {value}"),
    "assumed_seat": ("seat {value} is assumed (--seat)", "place {value} supposée (--seat)"),
    "assumed_round": ("round {value} is assumed (--round)", "tour {value} supposé (--round)"),
    # --- what is wrong with a hand
    "tiles_not_in_play": ("{tiles}: {ruleset} is played without these tiles", "{tiles} : {ruleset} se joue sans ces tuiles"),
    "bonus_not_in_play": ("{tiles}: {ruleset} is played without these bonus tiles",
                          "{tiles} : {ruleset} se joue sans ces fleurs et saisons"),
    "chows_not_in_play": ("{groups}: {ruleset} is played without claimed runs",
                          "{groups} : {ruleset} se joue sans suites prises"),
    "norths_not_in_play": ("norths are set aside only where the ruleset says so",
                           "on n'écarte des nords que là où la règle le dit"),
    "red_five_twice": ("{tile} is held {n} times: the wall has {there}; write 5{suit} for a plain five",
                       "{tile} est là {n} fois : le mur en a {there} ; écrire 5{suit} pour un cinq ordinaire"),
    "flag_needs": ("{flag} needs {needed}", "{flag} demande {needed}"),
    "flag_excludes": ("{flag} and {other} cannot both be", "{flag} et {other} s'excluent"),
    "flag_won": ("{flag} is for a hand that won", "{flag} est pour une main qui a gagné"),
    "flag_ron": ("{flag} needs a discard, not a self-draw", "{flag} demande un écart, non une autopioche"),
    "flag_tsumo": ("{flag} needs a self-draw, not a discard", "{flag} demande une autopioche, non un écart"),
    "flag_dealer": ("{flag} is for the dealer, not for a child", "{flag} est pour le donneur, non pour un autre"),
    "flag_child": ("{flag} is for a child, not for the dealer", "{flag} n'est pas pour le donneur"),
    "flag_closed": ("{flag} needs a closed hand; this one has a claimed group",
                    "{flag} demande une main fermée ; celle-ci a un appel"),
    "flag_no_groups": ("{flag} needs a hand without any declared group",
                       "{flag} demande une main sans combinaison déclarée"),
    "flag_kong": ("{flag} needs a kong in the hand", "{flag} demande un kan dans la main"),
    "flag_single_copy": ("{flag}: the other three copies of the winning tile are in the robbed kong, so the winner can hold none",
                         "{flag} : les trois autres exemplaires sont dans le kan volé, le gagnant n'en peut avoir aucun"),
    "no_tile_marked": ("the hand is said to have won, but no tile is marked with '+'",
                       "la main est dite gagnante, mais aucune tuile n'est marquée par « + »"),
    "no_win_told": ("the hand has a winning tile (+{tile}), but it is not told whether by ron or by tsumo",
                    "la main a une tuile gagnante (+{tile}), mais on ne dit pas si c'est par ron ou par tsumo"),
    "too_many_indicators": ("{key}: {n} tiles; expected {most} at most", "{key} : {n} tuiles ; {most} au plus"),
    "copies_with_indicators": ("{n} copies of {tile} with the indicators: there are only four of a kind",
                               "{n} fois {tile} avec les indicateurs : il n'y a que quatre tuiles de chaque sorte"),
    "copies_with_river": ("{n} copies of {tile} with the own river: there are only four of a kind",
                          "{n} fois {tile} avec la propre rivière : il n'y a que quatre tuiles de chaque sorte"),
    "too_many_copies": ("{n} copies of {tile}: there are only four of a kind",
                        "{n} fois {tile} : il n'y a que quatre tuiles de chaque sorte"),
    "bonus_twice": ("{tile} is written {n} times: there is one of each", "{tile} est écrit {n} fois : il n'y en a qu'une"),
    "too_many_groups": ("{n} declared groups: a hand has four at most", "{n} combinaisons déclarées : quatre au plus"),
    "mark_the_tile": ("no winning tile is marked; write '+' before the tile that completed the hand (like '+{tile}')",
                      "aucune tuile gagnante n'est marquée ; écrire « + » devant celle qui complète la main (« +{tile} »)"),
    "wrong_number_of_tiles": ("{n} tiles, a kong counted as three; expected 13, or 14 with the winning tile after '+'",
                              "{n} tuiles, un kan compté pour trois ; 13, ou 14 avec la tuile gagnante après « + »"),
    "furiten": ("furiten: {tiles} stands in the own river, so the hand cannot win on a discard",
                "écoute jetée : {tiles} est dans la propre rivière, la main ne peut gagner sur un écart"),
    "hand_over": ("already_won: three players have won already, so the hand is over",
                  "already_won : trois joueurs ont déjà gagné, la main est finie"),
    "already_won": ("already_won: {seat} has won already and cannot win again", "already_won : {seat} a déjà gagné"),
    # --- why not
    "why_not": ("Why it does not score", "Pourquoi elle ne marque pas"),
    "no_role": ("The hand is complete, but nothing in it makes a win by itself.",
                "La main est complète, mais rien en elle ne suffit pour gagner."),
    "not_complete": ("The tiles do not make a winning hand.", "Les tuiles ne forment pas une main gagnante."),
    "waits_on": ("Without the last tile it waits on {tiles}.", "Sans la dernière tuile, elle attend {tiles}."),
    "no_wait": ("Without the last tile it waits on nothing: {missing} more tile(s) are missing.",
                "Sans la dernière tuile, elle n'attend rien : il manque encore {missing} tuile(s)."),
    "closed_only": ("{role} counts only in a closed hand; this one has a claimed group.",
                    "{role} : seulement main fermée ; celle-ci a un appel."),
    "not_alone": ("{role} counts, but does not make a win by itself.", "{role} : compte, mais ne suffit pas pour gagner."),
    "with_flag": ("With {flag} it would win: {value} ({roles}).", "Avec {flag}, elle gagnerait : {value} ({roles})."),
    "with_tsumo": ("By self-draw it would win: {value} ({roles}).", "En autopioche, elle gagnerait : {value} ({roles})."),
    "with_option": ("With option {option} = {choice} it would win: {value} ({roles}).",
                    "Avec l'option {option} = {choice}, elle gagnerait : {value} ({roles})."),
    "ask_explain": ("mahjong explain says what is missing.", "mahjong explain dit ce qui manque."),
    "not_won_unvalued": ("These rules value only hands that won.", "Ces règles n'évaluent que les mains gagnantes."),
}  # fmt: skip

LANGUAGES: Final = ("en", "fr", "ja", "zh")


def heading(id: str, lang: str) -> str:
    """A phrase with its colon."""
    return phrase(id, lang) + (" :" if lang == "fr" else ":")


def phrase(id: str, lang: str, /, **figures: Any) -> str:
    """A phrase with its figures; languages without phrases of their own get English."""
    return PHRASES[id][lang == "fr"].format(**{key: _figure(value, lang) for key, value in figures.items()})


def nearest_name(names: Mapping[str, str], id: str, lang: str) -> str:
    """A name in a language, or in the nearest that there is."""
    return names.get(lang) or names.get("en") or next(iter(names.values()), id)


class Said(str):
    """A sentence in English that can be told in other languages, too: ``said("flag_won", flag="haitei")``."""

    id: str
    figures: dict[str, Any]

    def __reduce__(self) -> tuple[Any, ...]:
        return _said, (self.id, self.figures)


def said(id: str, /, **figures: Any) -> Said:
    """The sentence of this phrase."""
    return _said(id, figures)


def _said(id: str, figures: dict[str, Any]) -> Said:
    sentence = Said(phrase(id, "en", **figures))
    sentence.id, sentence.figures = id, figures
    return sentence


class Named(str):
    """A text in English of which a table gives the names in other languages."""

    names: Mapping[str, str]

    def __reduce__(self) -> tuple[Any, ...]:
        return named, (str(self), dict(self.names))


def named(text: str, names: Mapping[str, str]) -> Named:
    """The English text with its names."""
    of = Named(text)
    of.names = names
    return of


def told(sentence: str, lang: str) -> str:
    """A sentence in this language, as far as it is known there."""
    if isinstance(sentence, Named):
        return sentence.names.get(lang) or str(sentence)
    if lang == "fr" and isinstance(sentence, Said):
        return phrase(sentence.id, lang, **sentence.figures)
    return str(sentence)


def _figure(value: Any, lang: str) -> Any:
    if isinstance(value, Amount):
        return amount_text(value.unit, value.n, lang)
    return limit_text(value, lang) if isinstance(value, LimitName) else value


def amount_text(unit: str, n: int, lang: str) -> str:
    """``("han", 2)`` -> ``"2 han"``; a unit that only a plug-in knows goes by its own name."""
    id = f"unit_{unit}"
    if n == 1 and f"{id}_1" in PHRASES:
        return phrase(f"{id}_1", lang)
    return phrase(id, lang, n=n) if id in PHRASES else f"{n} {unit}"


def limit_text(limit: str, lang: str) -> str:
    """The name of a limit in words; the Japanese ones are words already."""
    id = f"limit_{limit}"
    return phrase(id, lang) if id in PHRASES else str(limit)
