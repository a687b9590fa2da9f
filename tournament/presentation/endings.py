"""French sentences for the reasons why a game ended."""

from django.utils.translation import gettext_lazy

#: By code of the reason: those of ``engine.rules.ending``, then those of services and of the judge.
END_REASONS = {
    "all_placed": gettext_lazy("Toutes les lettres ont été tirées et placées."),
    "single_letter": gettext_lazy("Il ne reste qu’une seule lettre à jouer."),
    "only_vowels": gettext_lazy("Il ne reste que des voyelles."),
    "only_consonants": gettext_lazy("Il ne reste que des consonnes."),
    "same_draw": gettext_lazy("Après l’annulation, aucun tirage différent n’est possible."),
    "nothing_playable": gettext_lazy("Il n’est plus possible de placer de lettres."),
    "interrupted": gettext_lazy("La partie a été interrompue trop longtemps d’affilée."),
    "no_valid_draw": gettext_lazy("Le reliquat ne permet plus d’obtenir un tirage valable."),
    "no_other_draw": gettext_lazy("Après l’annulation, aucun tirage différent n’est possible."),
    "recording_over": gettext_lazy("La partie enregistrée n’a pas d’autre coup."),
    "last_one_in": gettext_lazy("Il n’en reste qu’un : les autres sont éliminés."),
    "judge_decision": gettext_lazy("Décision du juge-arbitre."),
}


def get_end_reasons() -> dict[str, str]:
    """Return the sentences in the language of the request, for the scripts of a page."""
    return {code: str(text) for code, text in END_REASONS.items()}
