"""The words of explanations, in English and French.  Figures come from the values; names of roles from the tables."""

from __future__ import annotations

from typing import Any, Final

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
    "problems": ("Problems", "Problèmes"),
    "source": ("source", "source"),
    "nothing": ("nothing counts", "rien ne compte"),
    "total": ("sum", "somme"),
    # --- worths
    "han": ("{n} han", "{n} han"),
    "yakuman": ("{n} × limit hand", "{n} × main complète"),
    "worth_points": ("{n} points", "{n} points"),
    "doubles": ("{n} doubles", "{n} doubles"),
    "double": ("1 double", "1 double"),
    "flat": ("{n} points, flat", "{n} points, forfait"),
    # --- sets
    "exposed": ("exposed", "exposé"),
    "concealed": ("concealed", "caché"),
    "simple": ("simple", "mineur"),
    "terminal": ("terminal", "majeur"),
    "honour": ("honour", "honneur"),
    "triplet": ("triplet", "brelan"),
    "quad": ("kong", "carré"),
    # --- the conversion
    "step_fu_flat": ("{fu} fu, flat", "{fu} fu, forfait"),
    "step_fu_rounded": ("{raw} fu, rounded up: {fu} fu", "{raw} fu, arrondi : {fu} fu"),
    "step_basic": ("{fu} fu × 2^{power} ({han} han + 2) = {basic} basic points",
                   "{fu} fu × 2^{power} ({han} han + 2) = {basic} points de base"),
    "step_kiriage": ("{plain} basic points are rounded up to {basic}", "{plain} points de base arrondis à {basic}"),
    "step_tier": ("{han} han {fu} fu: {limit}, {basic} basic points", "{han} han {fu} fu : {limit}, {basic} points de base"),
    "step_yakuman": ("{yakuman} × limit hand: {basic} basic points", "{yakuman} × main complète : {basic} points de base"),
    "step_ron_points": ("{basic} × {times}, rounded up to hundreds: {value} from the discarder",
                        "{basic} × {times}, arrondi à la centaine : {value} du donneur de la tuile"),
    "step_dealer_tsumo": ("{basic} × {times}, rounded up to hundreds: {each} from each",
                          "{basic} × {times}, arrondi à la centaine : {each} de chacun"),
    "step_child_tsumo": ("{dealer} from the dealer, {each} from each of the others: {value}",
                         "{dealer} du donneur, {each} de chacun des autres : {value}"),
    "step_value": ("{value} points", "{value} points"),
    "step_counters": ("{honba} counter(s): {points} more", "{honba} compteur(s) : {points} de plus"),
    "step_sticks": ("{sticks} riichi stick(s): {points} to the winner", "{sticks} bâtonnet(s) : {points} au gagnant"),
    "step_doubled": ("{points} points × {times} ({doubles} doubles) = {value}",
                     "{points} points × {times} ({doubles} doubles) = {value}"),
    "step_capped": ("{value} is above the limit: {limit}", "{value} dépasse la limite : {limit}"),
    "step_flat": ("a flat worth, outside the limit: {value}", "un forfait, hors limite : {value}"),
    "step_marked": ("marked: {marked}", "marqué : {marked}"),
    "step_marked_east": ("East marks {times} times: {marked}", "Est marque {times} fois : {marked}"),
    # --- among other hands
    "above": ("worth more than {percent} % of winning hands", "vaut plus que {percent} % des mains gagnantes"),
    "measured_elsewhere": ("the winning hands were measured under {ruleset} as it ships, not with these options",
                           "les mains gagnantes ont été mesurées sous {ruleset} d'origine, non avec ces options"),
    # --- why not
    "why_not": ("Why it does not score", "Pourquoi elle ne marque pas"),
    "no_role": ("The hand is complete, but nothing in it makes a win by itself.",
                "La main est complète, mais rien en elle ne suffit pour gagner."),
    "not_complete": ("The tiles do not make a winning hand.", "Les tuiles ne forment pas une main gagnante."),
    "waits_on": ("Without the last tile it waits on {tiles}.", "Sans la dernière tuile, elle attend {tiles}."),
    "no_wait": ("Without the last tile it waits on nothing: {missing} more tile(s) are missing.",
                "Sans la dernière tuile, elle n'attend rien : il manque encore {missing} tuile(s)."),
    "closed_only": ("{role} counts only in a closed hand; this one has a claimed group.",
                    "{role} ne vaut que main fermée ; celle-ci a un appel."),
    "not_alone": ("{role} counts, but does not make a win by itself.", "{role} compte, mais ne suffit pas pour gagner."),
    "with_flag": ("With {flag} it would win: {value} ({roles}).", "Avec {flag}, elle gagnerait : {value} ({roles})."),
    "with_tsumo": ("By self-draw it would win: {value} ({roles}).", "En autopioche, elle gagnerait : {value} ({roles})."),
    "with_option": ("With option {option} = {choice} it would win: {value} ({roles}).",
                    "Avec l'option {option} = {choice}, elle gagnerait : {value} ({roles})."),
    "ask_explain": ("mahjong explain says what is missing.", "mahjong explain dit ce qui manque."),
    "not_won_unvalued": ("These rules value only hands that won.", "Ces règles n'évaluent que les mains gagnantes."),
}  # fmt: skip

LANGUAGES: Final = ("en", "fr", "ja", "zh")


def phrase(id: str, lang: str, /, **figures: Any) -> str:
    """A phrase with its figures; languages without phrases of their own get English."""
    return PHRASES[id][lang == "fr"].format(**figures)
