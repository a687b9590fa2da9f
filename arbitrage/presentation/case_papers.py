"""The commission's papers: its record, and the file of one case."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any

from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from arbitrage.core.appeals import CaseOrigin, CaseState, CaseSubject
from arbitrage.core.codes import Sanction
from arbitrage.models import Act, Appeal, Ruling
from arbitrage.presentation.acts import act_label, author_of, reason_of
from arbitrage.presentation.appeals import (
    against_told,
    case_decider,
    case_origin,
    case_state,
    case_subject,
    case_turn,
    named,
)
from arbitrage.presentation.citations import citation
from arbitrage.presentation.drawings import drawing, in_words
from arbitrage.presentation.rulings import status_word
from arbitrage.presentation.sentences import (
    explain_decision,
    explain_proposal,
    points_label,
    sanction_label,
)
from arbitrage.queries.case_file import CaseFile
from arbitrage.queries.rulings import ruled_fields
from tournament.models import Tournament
from tournament.presentation.paper.pdf_renderer import Document

type CasePart = dict[str, Any]

#: Of several tops, how many are named.
MOST_TOPS = 3


def record(tournament: Tournament, files: Sequence[CaseFile]) -> Document:
    """The *procès-verbal*: every case, what was decided, by whom and why, to be signed."""
    members = dict.fromkeys(sitting.name for file in files for sitting in file.sittings)
    return Document.of_tournament(
        "cases",
        tournament,
        _("Procès-verbal de la commission d’arbitrage"),
        about=tournament.name,
        cases=[_of_record(file) for file in files],
        signatures=[_("Signature : %(name)s") % {"name": name} for name in members],
    )


def dossier(file: CaseFile) -> Document:
    """All that there is on one case."""
    return Document.of_tournament(
        "cases",
        file.case.tournament,
        _("Dossier du cas %(number)s") % {"number": file.case.number},
        about=file.case.tournament.name,
        cases=[_whole(file)],
        signatures=[],
    )


def _of_record(file: CaseFile) -> CasePart:
    parts = [_said(file), _part(_("Décision contestée"), _contested(file)), *_decided(file)]
    return {**_head(file), "parts": parts, "board": None}


def _whole(file: CaseFile) -> CasePart:
    return {
        **_head(file),
        "parts": [
            _said(file),
            *_decided(file),
            _part(_("Bulletin tel qu’il est écrit"), _written(file)) | {"sheet": _sheet(file)},
            _part(_("Ce que le bulletin peut vouloir dire"), _readings(file)),
            _part(_("Décisions jusqu’ici"), _rulings(file)),
            _part(_("Double arbitrage"), _looks(file)),
            _part(_("Les articles"), _articles(file)),
        ],
        "board": {
            "title": _("La position : tirage %(rack)s") % {"rack": file.case.turn.rack},
            "rows": file.board,
            "tops": _tops(file),
        },
    }


def _tops(file: CaseFile) -> str:
    if not file.tops:
        return ""
    words = ", ".join(f"{move.word.upper()} {move.ref}" for move in file.tops[:MOST_TOPS])
    return _("Top : %(words)s, %(points)s") % {
        "words": words,
        "points": points_label(file.tops[0].score),
    }


def _part(title: str, lines: Iterable[str]) -> CasePart:
    return {"title": title, "lines": list(lines), "sheet": []}


def _sheet(file: CaseFile) -> list[list[dict[str, Any]]]:
    """What is drawn on the bulletin, square by square; nothing for a blank one."""
    drawn = drawing(file.bulletin) if file.bulletin else None
    return [
        [{"l": one.letter, "c": one.circled, "s": one.struck} for one in row]
        for row in (drawn.rows if drawn else [])
    ]


def _head(file: CaseFile) -> CasePart:
    case = file.case
    said = {"number": case.number, "name": case.entry.name}
    facts = [
        _("table %(table)s") % {"table": file.table},
        case_turn(case),
        case_subject(case),
        case_origin(case),
        _at(case.filed_at),
    ]
    if case.against:
        facts.append(against_told(case.against))
    return {
        "title": _("Cas %(number)s : %(name)s") % said,
        "state": case_state(case),
        "facts": " · ".join(facts),
    }


def _said(file: CaseFile) -> CasePart:
    case = file.case
    lines = [_brought(case)] if case.grounds else []
    if case.origin == CaseOrigin.RULE:
        pattern = _("Le règlement soumet ce bulletin à la commission (%(article)s).")
        lines.append(pattern % {"article": citation(case.article)})
    for one in file.statements:
        said = {"who": one.speaker, "at": _at(one.at), "text": one.text}
        lines.append(_("%(who)s, %(at)s : %(text)s") % said)
    return _part(_("Ce qui est dit"), lines)


def _brought(case: Appeal) -> str:
    players = case.origin == CaseOrigin.PLAYER
    said = {"who": case.entry.name if players else named(case.by), "text": case.grounds}
    if players and case.by:
        said["by"] = named(case.by)
        return _("%(who)s, par %(by)s : %(text)s") % said
    return _("%(who)s : %(text)s") % said


def _contested(file: CaseFile) -> Iterator[str]:
    """As it was when the case was brought; of another decision of the judge, what is said."""
    case = file.case
    if case.act:
        yield _act(case.act)
    elif case.subject == CaseSubject.RULING:
        for ruling in file.rulings:
            if ruling.version == case.version:
                yield f"{_at(ruling.at)}, {named(ruling.by) or _('le logiciel')} : {_ruled(ruling)}"


def _act(act: Act) -> str:
    said = f"{capfirst(act_label(act.kind))} : « {reason_of(act)} » ({citation(act.article)})"
    return f"{_at(act.at)}, {author_of(act)} : {said}"


def _decided(file: CaseFile) -> Iterator[CasePart]:
    case = file.case
    if case.state == CaseState.OPEN:
        return
    assert case.closed_at
    lines = [f"{capfirst(case_state(case))}, {_at(case.closed_at)}."]
    if case.reason:
        lines.append(case.reason)
    if ruling := next((r for r in file.rulings if r.version == case.decision_version), None):
        lines.append(explain_decision(ruled_fields(ruling)))
    if case.order:
        lines.append(_("Le juge-arbitre doit : %(order)s") % {"order": case.order})
    if file.sittings:
        names = ", ".join(sitting.name for sitting in file.sittings)
        lines.append(_("Ont siégé : %(names)s.") % {"names": names})
    if case.informed_at:
        said = {"at": _at(case.informed_at), "who": named(case.informed_by) or "–"}
        lines.append(_("Recours à la fédération : intéressé informé, %(at)s, par %(who)s.") % said)
    yield _part(case_decider(case), lines)


def _written(file: CaseFile) -> list[str]:
    if file.bulletin is None:
        return [_("aucun bulletin")]
    return [in_words(file.bulletin) + (f" ({_('hors temps')})" if file.late else "")]


def _readings(file: CaseFile) -> Iterator[str]:
    for at, one in enumerate(file.readings):
        pays = points_label(one.points)
        if one.sanction != Sanction.NONE:
            pays = f"{pays}, {sanction_label(one.sanction)}"
        cited = f" ({citation(one.article)})" if one.article else ""
        line = f"{one.word.upper()} {one.placement} : {pays}{cited}"
        most = at == 0 and len(file.readings) > 1
        yield f"{line} – {_('la plus favorable au joueur (6.3)')}" if most else line


def _rulings(file: CaseFile) -> Iterator[str]:
    for ruling in file.rulings:
        yield f"{_at(ruling.at)}, {named(ruling.by) or _('le logiciel')} : {_ruled(ruling)}"
    for act in file.acts:
        yield _act(act)
    if file.ruling:
        yield _("Le logiciel : %(said)s") % {"said": explain_proposal(file.ruling)}


def _ruled(ruling: Ruling) -> str:
    said = f"{capfirst(status_word(ruling))} – {explain_decision(ruled_fields(ruling))}"
    return f"{said} « {ruling.reason} »" if ruling.reason else said


def _looks(file: CaseFile) -> Iterator[str]:
    for look in file.looks:
        said = f"{points_label(look.points)}, {sanction_label(look.sanction)}"
        yield f"{_at(look.at)}, {named(look.by) or '–'} : {said}"


def _articles(file: CaseFile) -> Iterator[str]:
    for number, article in file.articles:
        yield f"{citation(number)} – {article.title} : {article.summary}"


def _at(moment: datetime) -> str:
    return date_format(localtime(moment), "j F Y, H:i")
