"""French words for the lines of the journal about settings, names and entries of a tournament."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.dateparse import parse_date, parse_datetime
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.timezone import localtime
from django.utils.translation import gettext, gettext_lazy as _

from tournament.core.ranking.measures import Measure, RankBy
from tournament.core.states import CountedOver, PlayMedium, ResultVisibility
from tournament.presentation.bulletins import MEDIUM_NAMES
from tournament.presentation.ranking import MODE_NAMES, TIE_BREAK_NAMES

SETTING_NAMES: Mapping[str, Promise] = {
    "name": _("nom"),
    "venue": _("lieu"),
    "venue_address": _("adresse du lieu"),
    "contact": _("contact"),
    "starts_on": _("date"),
    "ends_on": _("dernier jour"),
    "lexicon": _("lexique"),
    "edition": _("édition du règlement"),
    "confirm_clean": _("faire confirmer les bulletins sans faute"),
    "confirm_refused": _("faire confirmer les zéros pour un mot non admis"),
    "points_on_slips": _("points et total sur les billets"),
    "plays_on": _("ceux qui s’inscrivent jouent sur"),
    "short_minors": _("abréger les noms des mineurs"),
    "links_valid_until": _("liens des tables valables jusqu’au"),
    "time_zone": _("fuseau horaire"),
    "paper": _("papier"),
    "publicity": _("résultats publics"),
    "is_embeddable": _("cadres d’autres sites"),
    "solo_points": _("points d’un solo"),
    "solo_players": _("solo à partir de (joueurs)"),
    "counted_over": _("joueurs de la prime de solo comptés"),
    "time_s": _("temps de jeu (secondes)"),
    "warn_s": _("annonce avant la fin (secondes)"),
    "starts_at": _("heure prévue"),
    "mode": _("classement par"),
    "tie_breaks": _("départage"),
    "best": _("membres qui comptent"),
    "full_only": _("équipes complètes seulement"),
    "columns": _("colonnes"),
}
_SHORT_PUBLICITY_NAMES: Mapping[ResultVisibility, Promise] = {
    ResultVisibility.LIVE: _("en direct"),
    ResultVisibility.GAME: _("à la fin de chaque partie"),
    ResultVisibility.END: _("à la fin du tournoi"),
}


def _describe_moment(value: str) -> str:
    moment = parse_datetime(value)
    return date_format(localtime(moment), "j F Y H:i") if moment else value


def _describe_day(value: str) -> str:
    day = parse_date(value)
    return date_format(day, "j F Y") if day else value


COUNTED_OVER_NAMES: Mapping[CountedOver, Promise] = {
    CountedOver.WHOLE: _("dans tous les centres ensemble"),
    CountedOver.CENTRE: _("dans le centre de chacun"),
}
#: How a value is written, where it is not a number or a text of people.
_FORMATTERS: Mapping[str, Callable[[Any], str]] = {
    "starts_on": _describe_day,
    "ends_on": _describe_day,
    "links_valid_until": _describe_moment,
    "starts_at": _describe_moment,
    "plays_on": lambda value: str(MEDIUM_NAMES[PlayMedium(value)]),
    "publicity": lambda value: str(_SHORT_PUBLICITY_NAMES[ResultVisibility(value)]),
    "counted_over": lambda value: str(COUNTED_OVER_NAMES[CountedOver(value)]),
    "mode": lambda value: str(MODE_NAMES[RankBy(value)]),
    "tie_breaks": lambda names: ", ".join(str(TIE_BREAK_NAMES[Measure(name)]) for name in names),
    "columns": lambda names: str(len(names)),
}
ENTRY_ACT_SENTENCES: Mapping[str, Promise] = {
    "deleted": _("Inscription supprimée : table %(table)s."),
    "withdrawn": _("Table %(table)s : inscrit → retiré."),
    "restored": _("Table %(table)s : retiré → inscrit."),
    "imported": _("Fichier importé, inscriptions : %(count)s."),
    "undone": _("Import défait, inscriptions supprimées : %(count)s."),
}


#: A change of a centre; what is said only if it says something stands in brackets.
_CENTRE_ACTS: Mapping[str, Promise] = {
    "made": _("Centre « %(name)s » créé."),
    "changed": _("Centre « %(name)s » changé."),
    "deleted": _("Centre « %(name)s » supprimé."),
    "tables": _("Centre « %(name)s » : tables %(tables)s."),
}


def describe_centre(data: Mapping[str, Any]) -> str:
    """Return « Centre « Nantes » : tables 1 à 12, 20. »"""
    ranges = [
        str(first)
        if first == last
        else gettext("%(first)s à %(last)s") % {"first": first, "last": last}
        for first, last in data.get("tables", ())
    ]
    tables = ", ".join(ranges) or gettext("aucune")
    return str(_CENTRE_ACTS[data["act"]]) % {"name": data["name"], "tables": tables}


def describe_settings(data: Mapping[str, Any]) -> str:
    """Return « Partie 2, temps de jeu (secondes) : 180 → 120. »"""
    changes = [
        f"{SETTING_NAMES[name]} : {_describe_value(name, old)} → {_describe_value(name, new)}"
        for name, old, new in data["changes"]
        if name in SETTING_NAMES
    ]
    start = gettext("Partie %(number)s") % {"number": data["game"]} if "game" in data else ""
    sentence = " ; ".join(changes)
    return f"{start}, {sentence}." if start else f"{sentence[:1].upper()}{sentence[1:]}."


def _describe_value(name: str, value: Any) -> str:
    if value in (None, "", []):
        return gettext("rien")
    if isinstance(value, bool):
        return gettext("oui") if value else gettext("non")
    formatter = _FORMATTERS.get(name)
    return (
        formatter(value) if formatter else f"« {value} »" if isinstance(value, str) else str(value)
    )


def describe_name(data: Mapping[str, Any]) -> str:
    """Return the old and the new name of an entry; an anonymised one has neither."""
    if not data["new"]:
        return gettext("Nom corrigé, effacé depuis.")
    return gettext("Nom corrigé : « %(old)s » → « %(new)s ».") % data


def describe_entries(data: Mapping[str, Any]) -> str:
    return str(ENTRY_ACT_SENTENCES[data["act"]]) % data
