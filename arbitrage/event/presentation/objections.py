"""Sentences about archives: why one does not count, and where it stands."""

from typing import Any

from django.utils.translation import gettext as _, gettext_noop

from arbitrage.archive.core.errors import BadArchive
from arbitrage.event.core.archive_standing import ArchiveStanding
from arbitrage.event.core.comparability import Objection, ObjectionCode
from tournament.presentation.messages import explain

_SENTENCES: dict[ObjectionCode, str] = {
    ObjectionCode.NOT_WHOLE: gettext_noop("C’est l’archive d’un seul coup, non d’un tournoi."),
    ObjectionCode.NO_WORD_LIST: gettext_noop(
        "La liste de mots du centre (empreinte %(words)s) n’est pas sur ce serveur : rien ne se "
        "vérifie."
    ),
    ObjectionCode.OTHER_EVENT: gettext_noop(
        "Le tournoi « %(name)s » n’a aucune partie de cette épreuve."
    ),
    ObjectionCode.NOT_SIGNED: gettext_noop("Le fichier n’est pas signé par la clé de ce centre."),
    ObjectionCode.MISSING_GAME: gettext_noop("La partie %(game)s n’y est pas."),
    ObjectionCode.UNFINISHED: gettext_noop("Partie %(game)s : elle n’est pas finie."),
    ObjectionCode.UNDECIDED: gettext_noop(
        "Partie %(game)s, coups %(turns)s : des bulletins attendent une décision."
    ),
    ObjectionCode.OTHER_SHEET: gettext_noop("La feuille jouée n’est pas celle qui est scellée."),
    ObjectionCode.OTHER_EDITION: gettext_noop(
        "Le centre a joué selon l’édition %(edition)s, l’épreuve est selon %(expected)s."
    ),
    ObjectionCode.OTHER_LEXICON: gettext_noop(
        "Partie %(game)s : elle est jouée avec une autre liste de mots (empreinte %(lexicon)s)."
    ),
    ObjectionCode.OTHER_FORMAT: gettext_noop("Partie %(game)s : autre formule (%(format)s)."),
    ObjectionCode.OTHER_TIME: gettext_noop(
        "Partie %(game)s : le temps de jeu n’est pas celui de l’épreuve (%(seconds)s s)."
    ),
    ObjectionCode.TOO_EARLY: gettext_noop("Partie %(game)s : elle a commencé avant l’heure."),
    ObjectionCode.SCRIPT_LEFT: gettext_noop(
        "Partie %(game)s, coup %(turn)s : coup annulé ; les lettres qui suivent ne sont plus "
        "celles des autres centres."
    ),
    ObjectionCode.OTHER_RACK: gettext_noop(
        "Partie %(game)s, coup %(turn)s : le tirage n’est pas celui de la feuille."
    ),
    ObjectionCode.OTHER_WORD: gettext_noop(
        "Partie %(game)s, coup %(turn)s : le mot retenu est %(word)s, celui de la feuille "
        "%(expected)s."
    ),
    ObjectionCode.SHORTENED: gettext_noop(
        "Partie %(game)s : coups joués %(turns)s, coups de la feuille %(expected)s."
    ),
}
STANDINGS: dict[ArchiveStanding, str] = {
    ArchiveStanding.CURRENT: gettext_noop("la dernière"),
    ArchiveStanding.SUPERSEDED: gettext_noop("remplacée par une plus récente"),
    ArchiveStanding.FORKED: gettext_noop("contredit une autre archive de ce centre"),
    ArchiveStanding.DOUBLED: gettext_noop(
        "le même tournoi, ou un de ses joueurs, est arrivé d’un autre centre"
    ),
}


def explain_objection(objection: Objection) -> str:
    """Return the sentence, with the article that is broken."""
    data = {name: _to_text(value) for name, value in objection.data.items()}
    match objection.code:
        case ObjectionCode.UNREADABLE:
            sentence = explain(BadArchive(objection.data["reason"], **objection.data["data"]))
        case ObjectionCode.TAMPERED:
            sentence = _("Le fichier ne se vérifie pas. %(first)s") % {
                "first": (objection.data["sentences"] or [""])[0]
            }
        case code:
            sentence = _(_SENTENCES[code]) % data
    return f"{sentence} ({objection.article})" if objection.article else sentence


def _to_text(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def explain_standing(standing: ArchiveStanding | None) -> str:
    return _(STANDINGS[standing]) if standing is not None else ""
