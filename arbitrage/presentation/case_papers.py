"""The commission's documents: its record, and the file of one case."""

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
from arbitrage.presentation.acts import get_act_label, get_author, get_reason
from arbitrage.presentation.appeals import (
    format_case_origin,
    format_case_state,
    format_case_subject,
    format_case_turn,
    format_contested_case,
    get_decision_heading,
    get_display_name,
)
from arbitrage.presentation.citations import format_citation
from arbitrage.presentation.drawings import build_drawing, describe_bulletin
from arbitrage.presentation.rulings import get_status_word
from arbitrage.presentation.sentences import (
    explain_decision,
    explain_proposal,
    format_points,
    get_sanction_label,
)
from arbitrage.queries.case_file import CaseFile
from arbitrage.queries.rulings import copy_decision_fields
from tournament.models import Tournament
from tournament.presentation.paper.pdf_renderer import Document

type CasePart = dict[str, Any]

#: The number of tops that are named.
MAX_NAMED_TOPS = 3


def build_record(tournament: Tournament, files: Sequence[CaseFile]) -> Document:
    """Return the *procès-verbal* to be signed: cases with decision, members and reason."""
    members = dict.fromkeys(sitting.name for file in files for sitting in file.sittings)
    return Document.build_for_tournament(
        "cases",
        tournament,
        _("Procès-verbal de la commission d’arbitrage"),
        about=tournament.name,
        cases=[_build_for_record(file) for file in files],
        signatures=[_("Signature : %(name)s") % {"name": name} for name in members],
    )


def build_dossier(file: CaseFile) -> Document:
    """Return the whole file of one case."""
    return Document.build_for_tournament(
        "cases",
        file.case.tournament,
        _("Dossier du cas %(number)s") % {"number": file.case.number},
        about=file.case.tournament.name,
        cases=[_build_for_dossier(file)],
        signatures=[],
    )


def _build_for_record(file: CaseFile) -> CasePart:
    parts = [
        _build_statements(file),
        _build_part(_("Décision contestée"), _list_contested(file)),
        *_list_decision(file),
    ]
    return {**_build_head(file), "parts": parts, "board": None}


def _build_for_dossier(file: CaseFile) -> CasePart:
    return {
        **_build_head(file),
        "parts": [
            _build_statements(file),
            *_list_decision(file),
            _build_part(_("Bulletin tel qu’il est écrit"), _list_written(file))
            | {"sheet": _build_sheet(file)},
            _build_part(_("Ce que le bulletin peut vouloir dire"), _list_readings(file)),
            _build_part(_("Décisions jusqu’ici"), _list_rulings(file)),
            _build_part(_("Double arbitrage"), _list_looks(file)),
            _build_part(_("Les articles"), _list_articles(file)),
        ],
        "board": {
            "title": _("La position : tirage %(rack)s") % {"rack": file.case.turn.rack},
            "rows": file.board,
            "tops": _format_tops(file),
        },
    }


def _format_tops(file: CaseFile) -> str:
    if not file.tops:
        return ""
    words = ", ".join(f"{move.word.upper()} {move.ref}" for move in file.tops[:MAX_NAMED_TOPS])
    return _("Top : %(words)s, %(points)s") % {
        "words": words,
        "points": format_points(file.tops[0].score),
    }


def _build_part(title: str, lines: Iterable[str]) -> CasePart:
    return {"title": title, "lines": list(lines), "sheet": []}


def _build_sheet(file: CaseFile) -> list[list[dict[str, Any]]]:
    """Return the drawing of the bulletin, square by square; empty for a blank one."""
    drawing = build_drawing(file.bulletin) if file.bulletin else None
    return [
        [
            {"letter": square.letter, "circled": square.circled, "struck": square.struck}
            for square in row
        ]
        for row in (drawing.rows if drawing else [])
    ]


def _build_head(file: CaseFile) -> CasePart:
    case = file.case
    data = {"number": case.number, "name": case.entry.name}
    facts = [
        *([file.centre.name] if file.centre else []),
        _("table %(table)s") % {"table": file.table},
        format_case_turn(case),
        format_case_subject(case),
        format_case_origin(case),
        _format_time(case.filed_at),
    ]
    if case.against:
        facts.append(format_contested_case(case.against))
    return {
        "title": _("Cas %(number)s : %(name)s") % data,
        "state": format_case_state(case),
        "facts": " · ".join(facts),
    }


def _build_statements(file: CaseFile) -> CasePart:
    case = file.case
    lines = [_format_grounds(case)] if case.grounds else []
    if case.origin == CaseOrigin.RULE:
        pattern = _("Le règlement soumet ce bulletin à la commission (%(article)s).")
        lines.append(pattern % {"article": format_citation(case.article)})
    for statement in file.statements:
        data = {"who": statement.speaker, "at": _format_time(statement.at), "text": statement.text}
        lines.append(_("%(who)s, %(at)s : %(text)s") % data)
    return _build_part(_("Ce qui est dit"), lines)


def _format_grounds(case: Appeal) -> str:
    by_player = case.origin == CaseOrigin.PLAYER
    data = {
        "who": case.entry.name if by_player else get_display_name(case.by),
        "text": case.grounds,
    }
    if by_player and case.by:
        data["by"] = get_display_name(case.by)
        return _("%(who)s, par %(by)s : %(text)s") % data
    return _("%(who)s : %(text)s") % data


def _list_contested(file: CaseFile) -> Iterator[str]:
    """Yield the ruling contested as it was when the case was brought, or the act."""
    case = file.case
    if case.act:
        yield _format_act(case.act)
    elif case.subject == CaseSubject.RULING:
        for ruling in file.rulings:
            if ruling.version == case.version:
                yield _format_dated_ruling(ruling)


def _format_act(act: Act) -> str:
    label, article = capfirst(get_act_label(act.kind)), format_citation(act.article)
    text = f"{label} : « {get_reason(act)} » ({article})"
    return f"{_format_time(act.at)}, {get_author(act)} : {text}"


def _list_decision(file: CaseFile) -> Iterator[CasePart]:
    case = file.case
    if case.state == CaseState.OPEN:
        return
    assert case.closed_at
    lines = [f"{capfirst(format_case_state(case))}, {_format_time(case.closed_at)}."]
    if case.reason:
        lines.append(case.reason)
    if ruling := next(
        (ruling for ruling in file.rulings if ruling.version == case.decision_version), None
    ):
        lines.append(explain_decision(copy_decision_fields(ruling)))
        lines += _list_remarks(file, ruling)
    if case.order:
        lines.append(_("Le juge-arbitre doit : %(order)s") % {"order": case.order})
    if file.sittings:
        names = ", ".join(sitting.name for sitting in file.sittings)
        lines.append(_("Ont siégé : %(names)s.") % {"names": names})
    if case.informed_at:
        data = {
            "at": _format_time(case.informed_at),
            "who": get_display_name(case.informed_by) or "–",
        }
        lines.append(_("Recours à la fédération : intéressé informé, %(at)s, par %(who)s.") % data)
    yield _build_part(get_decision_heading(case), lines)


def _list_remarks(file: CaseFile, ruling: Ruling) -> list[str]:
    """Return remarks about a ruling beside its terms and reason."""
    if ruling not in file.above_top:
        return []
    pattern = _("C’est plus que le top du coup, %(top)s : cela a été confirmé.")
    return [pattern % {"top": format_points(file.tops[0].score)}]


def _list_written(file: CaseFile) -> list[str]:
    if file.bulletin is None:
        return [_("aucun bulletin")]
    return [describe_bulletin(file.bulletin) + (f" ({_('hors temps')})" if file.is_late else "")]


def _list_readings(file: CaseFile) -> Iterator[str]:
    for index, reading in enumerate(file.readings):
        outcome = format_points(reading.points)
        if reading.sanction != Sanction.NONE:
            outcome = f"{outcome}, {get_sanction_label(reading.sanction)}"
        cited_article = f" ({format_citation(reading.article)})" if reading.article else ""
        line = f"{reading.word.upper()} {reading.placement} : {outcome}{cited_article}"
        is_best = index == 0 and len(file.readings) > 1
        yield f"{line} – {_('la plus favorable au joueur (6.3)')}" if is_best else line


def _list_rulings(file: CaseFile) -> Iterator[str]:
    for ruling in file.rulings:
        yield " ".join([_format_dated_ruling(ruling), *_list_remarks(file, ruling)])
    for act in file.acts:
        yield _format_act(act)
    if file.ruling:
        yield _("Le logiciel : %(text)s") % {"text": explain_proposal(file.ruling)}


def _format_dated_ruling(ruling: Ruling) -> str:
    author = get_display_name(ruling.by) or _("le logiciel")
    return f"{_format_time(ruling.at)}, {author} : {_format_ruling(ruling)}"


def _format_ruling(ruling: Ruling) -> str:
    text = f"{capfirst(get_status_word(ruling))} – {explain_decision(copy_decision_fields(ruling))}"
    return f"{text} « {ruling.reason} »" if ruling.reason else text


def _list_looks(file: CaseFile) -> Iterator[str]:
    for look in file.looks:
        text = f"{format_points(look.points)}, {get_sanction_label(look.sanction)}"
        yield f"{_format_time(look.at)}, {get_display_name(look.by) or '–'} : {text}"


def _list_articles(file: CaseFile) -> Iterator[str]:
    for number, article in file.articles:
        yield f"{format_citation(number)} – {article.title} : {article.summary}"


def _format_time(moment: datetime) -> str:
    return date_format(localtime(moment), "j F Y, H:i")
