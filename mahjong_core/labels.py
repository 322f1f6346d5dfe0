"""The words round the tables that the commands print, in English and French."""

from __future__ import annotations

from typing import Final

LABELS: Final[dict[str, tuple[str, str]]] = {  # id -> (English, French)
    # --- one hand
    "ruleset": ("ruleset", "règles"),
    "hand": ("hand", "main"),
    "won": ("won", "gain"),
    "status": ("status", "état"),
    "value": ("value", "valeur"),
    "marked": ("marked", "marqué"),
    "limit": ("limit", "limite"),
    "roles": ("roles", "rôles"),
    "reading": ("reading", "lecture"),
    "payments": ("payments", "paiements"),
    "problem": ("problem", "problème"),
    "note": ("note", "remarque"),
    "ignored": ("ignored", "ignoré"),
    "win": ("win", "gagnante"),
    "no_role": ("no_role", "sans rôle"),
    "not_a_win": ("not_a_win", "pas gagnante"),
    "not_playable": ("not_playable", "non jouable"),
    "invalid": ("invalid", "invalide"),
    # --- several rulesets
    "share": ("of the limit", "de la limite"),
    "measures": ("measures", "mesures"),
    "pattern": ("pattern", "figure"),
    "ignored_here": ("ignored (not known there)", "ignoré (inconnu là)"),
    # --- many hands
    "id": ("id", "id"),
    "hands_more": ("... and {n:,} hands more", "... et {n:,} mains de plus"),
    "of_hands": ("of {n:,} hands", "de {n:,} mains"),
    "wins_share": ("wins, of the limit", "gains, de la limite"),
    "median": ("median", "médiane"),
    "at_most": ("{percent} % at most", "{percent} % au plus"),
    "correlation": ("rank correlation", "corrélation des rangs"),
    "most_different": ("placed most differently (in brackets: hands that are worth less)",
                       "placées le plus différemment (entre parenthèses : mains qui valent moins)"),
    "most_different_wins": ("placed most differently of the hands that win under both (in brackets: hands that are worth less)",
                            "placées le plus différemment, gagnantes des deux (entre parenthèses : mains qui valent moins)"),
    # --- a ruleset
    "preset": ("preset", "variante"),
    "presets": ("presets", "variantes"),
    "title": ("title", "titre"),
    "source": ("source", "source"),
    "method": ("method", "méthode"),
    "settlement": ("settlement", "règlement"),
    "fingerprint": ("fingerprint", "empreinte"),
    "role": ("role", "rôle"),
    "name": ("name", "nom"),
    "names": ("names", "noms"),
    "group": ("group", "groupe"),
    "worth": ("worth", "valeur"),
    "open": ("open", "main ouverte"),
    "closed_only": ("closed only", "main fermée seulement"),
    "each": ("each", "chaque"),
    "not_in_play": ("not in play", "hors jeu"),
    "option": ("option", "option"),
    "takes": ("takes", "valeurs"),
    "what": ("what", "sens"),
    "unverified": ("unverified", "non vérifié"),
    "points": ("points", "points"),
    "item": ("item", "ligne"),
    "house_rules": ("house rules (--plugin)", "règles maison (--plugin)"),
    # --- waits and differences
    "tile": ("tile", "tuile"),
    "left": ("left", "reste"),
    "wait": ("wait", "attente"),
    "no_wait": ("the hand waits on nothing", "la main n'attend rien"),
    "no_difference": ("{one} and {other} say the same", "{one} et {other} disent la même chose"),
    # --- a settled table
    "from": ("from", "de"),
    "to": ("to", "à"),
    "amount": ("amount", "montant"),
    "for": ("for", "pour"),
    "paid_in": ("paid in", "payé en"),
    "change": ("change", "solde"),
    "account_pot": ("the pot", "le pot"),
    "account_bank": ("the bank", "la banque"),
    # --- what han and fu pay
    "basic_points": ("{n} basic points", "{n} points de base"),
    "by_ron": ("on a discard", "sur un écart"),
    "by_tsumo": ("by self-draw", "en autopioche"),
    "child": ("child", "autre"),
    "dealer": ("dealer", "donneur"),
    "from_dealer": ("dealer", "donneur"),
    "from_each": ("each", "chacun"),
    "from_other": ("the other", "l'autre"),
    "from_others": ("each other", "chaque autre"),
    "sum": ("sum", "somme"),
    "left_over": ("{n} left over", "reste {n}"),
    "one_more": ("{one} more makes {head}", "{one} de plus donne {head}"),
    "one_more_same": ("{one} more makes no difference ({head})", "{one} de plus ne change rien ({head})"),
    "cannot_be": ("-: no hand of {measures} is won {how}", "- : aucune main de {measures} n'est gagnée {how}"),
    # --- a rulebook
    "rulebook": ("Rulebook", "Livret de règles"),
    "example": ("Example", "Exemple"),
    "examples": ("Examples", "Exemples"),
    "options": ("Options", "Options"),
    "items": ("Other points", "Autres points"),
    "sets": ("Points of sets: exposed, concealed", "Points des brelans et carrés : exposé, caché"),
    "bars": ("What is no win", "Ce qui n'est pas une victoire"),
    "flags": ("Flags", "Circonstances"),
}  # fmt: skip


def label(id: str, lang: str, /, **figures: object) -> str:
    """A word of a page, with its figures; a word that is not known stands for itself."""
    words = LABELS.get(id)
    return id if words is None else words[lang == "fr"].format(**figures)
