"""French words for the columns and the findings of an imported file."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy as _, gettext_noop

from tournament.core.people.columns import PARTNER
from tournament.core.people.decisions import (
    EXCLUDE_LINE,
    INCLUDE_LINE,
    RosterChoice,
    find_licence_decision,
    list_roster_choices,
)
from tournament.core.people.entry_lines import EntryLine, LineFinding, Severity
from tournament.core.people.values import (
    ADD_CODE,
    CODE_PREFIX,
    READ_AS_EMPTY,
    ValueQuestion,
    list_answers,
)
from tournament.core.states import GroupKind

#: Names of fields: headings of an export, choices of an import.
FIELD_NAMES: Mapping[str, Promise] = {
    "last_name": _("Nom"),
    "first_name": _("Prénom"),
    "full_name": _("Nom complet"),
    "licence": _("Licence"),
    "club": _("Club"),
    "federation": _("Fédération"),
    "country": _("Pays"),
    "birth_year": _("Année de naissance"),
    "series": _("Série"),
    "category": _("Catégorie"),
    "team": _("Équipe"),
    "table": _("Table"),
    "centre": _("Centre"),
    "pair": _("Paire"),
}
GROUP_NAMES: Mapping[GroupKind, Promise] = {
    GroupKind.SERIES: _("Séries"),
    GroupKind.CATEGORY: _("Catégories d’âge"),
    GroupKind.CLUB: _("Clubs"),
    GroupKind.FEDERATION: _("Fédérations"),
}
SEVERITY_NAMES: Mapping[Severity, Promise] = {
    Severity.FAULT: _("à corriger"),
    Severity.DOUBT: _("à décider"),
    Severity.REMARK: _("à savoir"),
}
SEVERITY_BADGES: Mapping[Severity, str] = {
    Severity.FAULT: "bad",
    Severity.DOUBT: "warn",
    Severity.REMARK: "note",
}

FINDING_SENTENCES: Mapping[str, str] = {
    "no-name": gettext_noop("Il manque le nom."),
    "too-long": gettext_noop("« %(text).40s… » est trop long : %(most)s caractères au plus."),
    "line-too-long": gettext_noop(
        "Il y a du texte à droite de la dernière colonne qui porte un titre : il y a peut-être un "
        "séparateur de trop. Prise quand même, ce texte est ignoré."
    ),
    "cell-error": gettext_noop(
        "« %(text)s » (%(field)s) est une erreur du tableur : corrigez la case et envoyez le "
        "fichier de nouveau."
    ),
    "cell-error-empty": gettext_noop(
        "« %(text)s » (%(field)s) est une erreur du tableur : la case est lue comme vide."
    ),
    "cell-nothing": gettext_noop(
        "« %(text)s » (%(field)s) : un programme l’écrit pour une case vide ou cochée. Prise quand "
        "même, c’est le nom."
    ),
    "cell-nothing-empty": gettext_noop("« %(text)s » (%(field)s) est lu comme une case vide."),
    "cell-lost-letter": gettext_noop(
        "« %(text)s » (%(field)s) : une lettre s’est perdue. Enregistrez la liste au format XLSX, "
        "ODS ou « CSV UTF-8 » et envoyez-la de nouveau."
    ),
    "cell-misread": gettext_noop(
        "« %(text)s » (%(field)s) a des lettres que le français n’emploie pas ainsi : le fichier a "
        "peut-être été mal converti. Prise quand même, ce texte reste."
    ),
    "cell-date": gettext_noop(
        "« %(text)s » (%(field)s) : le tableur en a peut-être fait une date. Prise quand même, ce "
        "texte reste."
    ),
    "cell-not-a-name": gettext_noop(
        "« %(text)s » (%(field)s) n’a pas l’air d’un nom. Prise quand même, ce texte reste."
    ),
    "bad-table-number": gettext_noop("« %(number)s » n’est pas un numéro de table."),
    "table-not-a-number": gettext_noop(
        "« %(text)s » n’est pas un numéro de table. Prise quand même, la ligne reçoit une table "
        "libre."
    ),
    "table-taken": gettext_noop("La table %(number)s est déjà occupée."),
    "table-twice": gettext_noop("La ligne %(number)s demande la même table."),
    "licence-shortened": gettext_noop(
        "« %(licence)s » : le tableur a abrégé ce numéro de licence. Mettez la colonne au format "
        "« texte » et tapez-le de nouveau."
    ),
    "licence-twice": gettext_noop(
        "La ligne %(number)s a la même licence. Là : %(there)s. Ici : %(here)s."
    ),
    "licence-registered": gettext_noop(
        "La licence « %(licence)s » est déjà inscrite (%(name)s, %(there)s)."
    ),
    "licence-of-another": gettext_noop(
        "D’après le fichier des joueurs, la licence « %(licence)s » est celle de %(name)s "
        "(%(there)s)."
    ),
    "licence-dropped": gettext_noop(
        "La licence « %(text)s » est à une autre personne : prise sans licence."
    ),
    "not-listed": gettext_noop("« %(text)s » (%(field)s) n’est pas dans vos listes."),
    "licence-twice-in-pair": gettext_noop("Les deux joueurs ont la même licence."),
    "name-twice": gettext_noop("La ligne %(number)s a le même nom : %(there)s. Ici : %(here)s."),
    "name-twice-in-pair": gettext_noop("Les deux joueurs ont le même nom : %(there)s ; %(here)s."),
    "name-registered": gettext_noop(
        "%(name)s est déjà à la table %(number)s : %(there)s. Ici : %(here)s."
    ),
    "roster-namesake": gettext_noop(
        "Le fichier des joueurs connaît %(rows)s. Ici : %(here)s. Est-ce la même personne ?"
    ),
    "odd-name": gettext_noop("« %(name)s » est-il un nom ?"),
    "name-split": gettext_noop("Lu ainsi : nom « %(last_name)s », prénom « %(first_name)s »."),
    "bad-birth-year": gettext_noop(
        "« %(text)s » n’est pas une année de naissance. Prise quand même, elle reste vide."
    ),
    "birth-year-read": gettext_noop("Naissance « %(text)s » lue : %(year)s."),
    "pair-alone": gettext_noop(
        "Une seule ligne porte la marque de paire « %(pair)s ». Prise quand même, le joueur est "
        "seul."
    ),
    "pair-full": gettext_noop("Plus de deux joueurs portent la marque de paire « %(pair)s »."),
    "pair-in-classic": gettext_noop(
        "Un match classique se joue à deux, chacun pour soi : deux lignes, sans marque de paire."
    ),
    "pair-tables": gettext_noop("Une paire demande deux tables : %(one)s et %(other)s."),
    "pair-centres": gettext_noop("Une paire joue dans deux centres : %(one)s et %(other)s."),
    "unknown-centre": gettext_noop(
        "Aucun centre ne s’appelle « %(text)s » : créez-le sur la page « Centres », ou corrigez."
    ),
    "no-centre": gettext_noop("La ligne ne dit pas dans quel centre."),
    "table-elsewhere": gettext_noop("La table %(number)s est du centre « %(name)s »."),
    "pair-teams": gettext_noop("Une paire est dans deux équipes : %(one)s et %(other)s."),
}
#: Sentences for the first of two lines that have the same value.
FIRST_LINE_SENTENCES: Mapping[str, str] = {
    "table-twice": gettext_noop("Une autre ligne demande la même table."),
    "licence-twice": gettext_noop("Une autre ligne a la même licence."),
    "name-twice": gettext_noop("Une autre ligne a le même nom."),
}


def describe_finding(finding: LineFinding) -> str:
    if not finding.data and finding.code in FIRST_LINE_SENTENCES:
        return gettext(FIRST_LINE_SENTENCES[finding.code])
    return gettext(FINDING_SENTENCES[finding.code]) % describe_data(finding.data)


def describe_data(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the data of a finding with descriptions of the two people who are alike."""
    texts = dict(data)
    if "field" in data:
        texts["field"] = get_field_name(data["field"])
    if "licence" in data:
        texts["here"] = _describe_person(data["licence"], data["club"])
    if "other_licence" in data:
        texts["there"] = _describe_person(data["other_licence"], data["other_club"])
    if "rows" in data:
        texts["rows"] = " ; ".join(map(describe_roster_player, data["rows"]))
    return texts


def _describe_person(licence: str, club: str) -> str:
    """Return « licence 1234567, Nîmes » or « sans licence, Nîmes »."""
    texts = gettext("licence %(licence)s") % {"licence": licence} if licence else ""
    return ", ".join(filter(None, [texts or gettext("sans licence"), club]))


def describe_roster_player(row: RosterChoice) -> str:
    """Return « LE GOFF Yann (licence 1234567, Brest) »."""
    return f"{row.name} ({_describe_person(row.licence, row.club)})"


def list_decisions(line: EntryLine) -> list[tuple[str, str]]:
    """Return the decisions to choose from for a line with a doubt, with their labels: players of
    the roster, or another person."""
    roster_choices = [
        (key, gettext("c’est %(names)s") % {"names": " / ".join(map(describe_roster_player, rows))})
        for key, rows in list_roster_choices(line)
    ]
    other = gettext("c’est une autre personne") if roster_choices else gettext("prendre quand même")
    return [*roster_choices, (INCLUDE_LINE, other)]


def list_licence_decisions(line: EntryLine) -> list[tuple[str, str]]:
    """Return the decision that a licence of the line is another person's, with its label."""
    decision, licences = find_licence_decision(line)
    if not decision:
        return []
    label = gettext("la licence %(licence)s est à l’autre : prendre sans elle")
    return [(decision, label % {"licence": ", ".join(licences)})]


#: Labels of the answers about a value.
ANSWER_NAMES: Mapping[str, Promise] = {
    ADD_CODE: _("l’ajouter à la liste"),
    READ_AS_EMPTY: _("laisser la case vide"),
    INCLUDE_LINE: _("prendre quand même"),
    EXCLUDE_LINE: _("laisser ces lignes de côté"),
}


def list_answer_choices(question: ValueQuestion) -> list[tuple[str, str]]:
    """Return the answers to choose from, with their labels."""
    first = _("prendre") if question.finding.severity is Severity.REMARK else _("à décider…")
    answers = list_answers(question.finding, question.field, question.codes)
    return [("", str(first)), *((answer, _get_answer_name(answer)) for answer in answers)]


def _get_answer_name(answer: str) -> str:
    if answer in ANSWER_NAMES:
        return str(ANSWER_NAMES[answer])
    return gettext("c’est « %(code)s »") % {"code": answer.removeprefix(CODE_PREFIX)}


def get_finding_badge(finding: LineFinding) -> str:
    """Return the CSS class of the badge of a finding."""
    return SEVERITY_BADGES[finding.severity]


def get_severity_name(finding: LineFinding) -> Promise:
    return SEVERITY_NAMES[finding.severity]


def get_field_name(field: str) -> str:
    """Return the name of a field; the second player of a pair has a 2 behind it."""
    if field.startswith(PARTNER):
        return f"{FIELD_NAMES[field.removeprefix(PARTNER)]} 2"
    return str(FIELD_NAMES[field])


def list_field_choices(fields: Sequence[str]) -> list[tuple[str, str]]:
    """Return the choices of what a column fills; the empty one ignores the column."""
    return [("", gettext("ignorée")), *((field, get_field_name(field)) for field in fields)]
