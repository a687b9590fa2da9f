"""The lines of the journal in French: time, person, place, event, reason."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, cast

from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.timezone import localtime
from django.utils.translation import gettext as _, gettext_noop, ngettext

from arbitrage.models import Act, ActKind, LookPlan, PaperBulletin, Ruling, RulingStatus
from arbitrage.presentation.acts import get_act_label, get_reason
from arbitrage.presentation.appeals import format_case_event
from arbitrage.presentation.citations import format_citation
from arbitrage.presentation.drawings import describe_bulletin, format_sheet_state
from arbitrage.presentation.journal_kinds import (
    ACT_SENTENCES,
    CANCELLATION_REASONS,
    CENTRE_ACTS,
    EVENT_SENTENCES,
    GAME_COMMANDS,
    RESTORED,
    ROLE_SENTENCES,
    RULING_SENTENCES,
)
from arbitrage.presentation.second_looks import format_look_event, format_plan_event
from arbitrage.presentation.sentences import explain_decision
from arbitrage.queries.journal import SourceRow
from arbitrage.queries.rulings import copy_decision_fields
from tournament.core.draw_proof import MISTYPED, list_rejected
from tournament.core.events import EventKind
from tournament.core.states import PlayMedium, TurnState
from tournament.models import Game, Journal, RoleChange, TournamentChange, Turn
from tournament.presentation.bulletins import MEDIUM_NAMES
from tournament.presentation.games import format_duration, get_end_reason
from tournament.presentation.roles import get_role_name
from tournament.presentation.tournaments import describe_tournament_change


@dataclass(frozen=True, slots=True)
class JournalLine:
    """One line, ready to be shown; ``author`` is empty for the software."""

    at: datetime
    author: str
    event: str
    reason: str = ""
    game: Game | None = None
    turn: Turn | None = None
    table: int | None = None


def build_line(row: SourceRow, restorers: Mapping[int, str]) -> JournalLine:
    """Return the line of a row.

    ``restorers``: the account that restored a ruling by undoing a decision (``queries.journal``).
    """
    line = _build_by_kind(row)
    if isinstance(row, Ruling) and row.pk in restorers:
        return replace(line, author=restorers[row.pk], event=_format_ruling(row, RESTORED))
    return line


def _get_reason_and_seat(
    row: Ruling | Act | PaperBulletin, reason: str
) -> tuple[str, Game, Turn, int]:
    number: int = cast(Any, row).seat_number
    return reason, row.turn.game, row.turn, number


def _build_by_kind(row: SourceRow) -> JournalLine:
    match row:
        case Journal():
            return _build_event(row)
        case PaperBulletin():
            return _build_paper(row)
        case Ruling():
            return _build_ruling(row)
        case Act():
            return _build_act(row)
        case RoleChange():
            return _build_role(row)
        case LookPlan() | TournamentChange():
            return JournalLine(row.at, _get_username(row), _describe_change(row))


def _describe_change(row: LookPlan | TournamentChange) -> str:
    """Return the sentence about a change of the tournament as a whole."""
    return (
        format_plan_event(row.plan)
        if isinstance(row, LookPlan)
        else describe_tournament_change(row.kind, row.data)
    )


def _build_event(row: Journal) -> JournalLine:
    data = _JournalData(row)
    sentence = str(EVENT_SENTENCES[EventKind(row.kind)]) % data
    text = " ".join([sentence, *_list_eliminations(row.data)])
    return JournalLine(row.at, _get_username(row), text, _get_reason(row), row.game, row.turn)


def _list_eliminations(data: Mapping[str, Any]) -> list[str]:
    """Return sentences about the tables eliminated from a *mort subite* and those back in play."""
    sentences = []
    if tables := data.get("out"):
        pattern = ngettext("Éliminé : table %(t)s.", "Éliminés : tables %(t)s.", len(tables))
        sentences.append(pattern % {"t": ", ".join(map(str, tables))})
    if tables := data.get("back"):
        pattern = ngettext(
            "Revient en jeu : table %(t)s.", "Reviennent en jeu : tables %(t)s.", len(tables)
        )
        sentences.append(pattern % {"t": ", ".join(map(str, tables))})
    return sentences


class _JournalData(dict[str, Any]):
    """The values for the sentences of the journal: the data of a row, or computed from it."""

    def __init__(self, row: Journal) -> None:
        super().__init__(row.data)
        self._row = row

    def __missing__(self, name: str) -> str:
        return _FORMATTERS[name](self._row)


def _format_letters(row: Journal) -> str:
    """Return the rack and those mistyped or rejected before; hidden until it is announced."""
    if row.turn is None or row.turn.state == TurnState.DRAWN:
        return _("elles se lisent ici une fois montrées à la salle")
    attempts = row.data["attempts"]
    replaced = {
        _("mal tapées : %(racks)s"): [
            [attempt["kept"], attempt["drawn"]]
            for attempt in attempts
            if attempt["verdict"] == MISTYPED
        ],
        _("rejetées : %(racks)s"): list_rejected(attempts),
    }
    notes = [
        pattern % {"racks": ", ".join(map("".join, racks))}
        for pattern, racks in replaced.items()
        if racks
    ]
    last = "".join([attempts[-1]["kept"], attempts[-1]["drawn"]])
    return f"{last} ({' ; '.join(notes)})" if notes else last


def _format_command(row: Journal) -> str:
    sentence = GAME_COMMANDS.get(row.data["command"], row.data["command"])
    return str(sentence) % _JournalData(row)


def _format_playing(row: Journal) -> str:
    table = row.data["table"]
    if table is None:
        return _("Le juge-arbitre ne joue pas cette partie.")
    return _("Le juge-arbitre joue cette partie, table %(table)s.") % {"table": table}


def _format_timed(row: Journal) -> str:
    scope = _("pour la suite de la partie") if row.data["rest"] else _("pour ce coup")
    data = {
        "before": format_duration(row.data["before"]),
        "seconds": format_duration(row.data["seconds"]),
    }
    return _("Temps de jeu : %(seconds)s au lieu de %(before)s, %(scope)s.") % (
        data | {"scope": scope}
    )


def _format_plays_on(row: Journal) -> str:
    tables = ", ".join(map(str, row.data["tables"]))
    data = {"tables": tables, "plays_on": MEDIUM_NAMES[PlayMedium(row.data["plays_on"])]}
    return (
        ngettext(
            "Table %(tables)s : %(plays_on)s.",
            "Tables %(tables)s : %(plays_on)s.",
            len(row.data["tables"]),
        )
        % data
    )


def _format_interruption(row: Journal) -> str:
    minutes = row.data.get("minutes")
    if minutes is None:
        return _("Partie interrompue.")
    sentence = ngettext("Pause de %(n)d minute.", "Pause de %(n)d minutes.", minutes)
    return sentence % {"n": minutes}


def _format_resumption(row: Journal) -> str:
    limit = row.data.get("past_limit")
    if limit is None:
        return _("Partie reprise.")
    return _("Partie reprise au-delà des %(limit)s minutes de l’article %(article)s.") % {
        "limit": limit,
        "article": row.data["article"],
    }


def _format_correction(row: Journal) -> str:
    data: dict[str, Any] = row.data
    if "versions" in data:  # decisions have lines of their own, except when undone
        count = len(data["entries"])
        sentence = ngettext(
            "Décision annulée, sur %(n)d bulletin.",
            "Décision annulée, sur %(n)d bulletins.",
            count,
        )
        return sentence % {"n": count}
    if data.get("recount"):
        return _("Points recalculés.")
    return _("Correction par le logiciel, lignes : %(lines)s ; à décider : %(to_decide)s.") % data


#: Sentences about actions with slips.
_SLIPS_DONE = {
    "printed": gettext_noop("Billets de correction imprimés : %(n)d (tables %(tables)s)."),
    "handed": gettext_noop("Billets de correction remis : %(n)d (tables %(tables)s)."),
    "wanted": gettext_noop("Billets de correction demandés en papier : %(n)d (tables %(tables)s)."),
    "undone": gettext_noop("Geste repris, billets de correction : %(n)d (tables %(tables)s)."),
}


def _format_slips(row: Journal) -> str:
    tables = ", ".join(map(str, row.data["tables"]))
    data = {"n": len(row.data["slips"]), "tables": tables}
    return _(_SLIPS_DONE[row.data["done"]]) % data


def _format_case(row: Journal) -> str:
    return format_case_event(row.data)


def _format_centre(row: Journal) -> str:
    """Return the sentence about a centre; kept bulletins with the times of their arrival."""
    moments = filter(None, map(parse_datetime, row.data.get("arrived", ())))
    times = [date_format(localtime(at), "H:i:s") for at in moments]
    arrived = _(" à ").join(times)
    data: dict[str, Any] = {**row.data, "arrived": arrived}
    return str(CENTRE_ACTS[data["act"]]) % data


_FORMATTERS: Mapping[str, Callable[[Journal], str]] = {
    "letters": _format_letters,
    "centre_act": _format_centre,
    "game_command": _format_command,
    "judge_playing": _format_playing,
    "time_change": _format_timed,
    "medium_change": _format_plays_on,
    "interrupted": _format_interruption,
    "resumed": _format_resumption,
    "correction": _format_correction,
    "look_change": lambda row: format_look_event(row.data),
    "slips_done": _format_slips,
    "case_change": _format_case,
}


def _get_reason(row: Journal) -> str:
    """Return the reason given, and further details."""
    code, detail = row.data.get("reason", ""), row.data.get("detail", "")
    if row.kind in {EventKind.TURN_CANCELLED, EventKind.WORD_TAKEN_BACK}:
        code = CANCELLATION_REASONS.get(code, code)
    elif code:
        code = get_end_reason(code)
    open_slips = _("des bulletins restaient ouverts") if row.data.get("open_slips") else ""
    return " – ".join(filter(None, [capfirst(str(code)), detail, open_slips]))


def _build_paper(row: PaperBulletin) -> JournalLine:
    text = describe_bulletin(row)
    pattern = _("Bulletin en papier saisi : %(written)s")
    if row.version > 1:
        pattern = _("Bulletin en papier saisi de nouveau (%(version)d) : %(written)s")
    sentence = pattern % {"written": text, "version": row.version}
    return JournalLine(
        row.at, _get_username(row), sentence, *_get_reason_and_seat(row, format_sheet_state(row))
    )


def _build_ruling(row: Ruling) -> JournalLine:
    sentence = _format_ruling(row, RULING_SENTENCES[RulingStatus(row.status)])
    return JournalLine(row.at, _get_username(row), sentence, *_get_reason_and_seat(row, row.reason))


def _format_ruling(row: Ruling, pattern: Promise) -> str:
    return str(pattern) % {"decision": explain_decision(copy_decision_fields(row))}


def _build_act(row: Act) -> JournalLine:
    data = {
        "act": capfirst(get_act_label(row.kind)),
        "points": row.data.get("most", ""),
        "undone": get_act_label(row.takes_back.kind) if row.takes_back else "",
    }
    reason = f"{get_reason(row)} ({format_citation(row.article)})"
    return JournalLine(
        row.at,
        _get_username(row),
        str(ACT_SENTENCES[ActKind(row.kind)]) % data,
        *_get_reason_and_seat(row, reason),
    )


def _build_role(row: RoleChange) -> JournalLine:
    name = get_role_name(row.role, row.tournament.discipline)
    role = f"{name}, {row.centre}" if row.centre else name
    data = {"user": row.user or "–", "role": role}
    return JournalLine(row.at, _get_username(row), str(ROLE_SENTENCES[row.given]) % data)


def _get_username(row: SourceRow) -> str:
    return row.by.get_username() if row.by else ""
