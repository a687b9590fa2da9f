"""The lines of the journal in French: who, when, about what, what, why."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, cast

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _, gettext_noop, ngettext

from arbitrage.models import Act, ActKind, LookPlan, PaperBulletin, Ruling, Status
from arbitrage.presentation.acts import act_label, reason_of
from arbitrage.presentation.appeals import case_told
from arbitrage.presentation.citations import citation
from arbitrage.presentation.drawings import in_words, sheet_state
from arbitrage.presentation.journal_kinds import (
    ACTS,
    CANCELLED_FOR,
    EVENTS,
    GAME_COMMANDS,
    RESTORED,
    ROLES,
    RULINGS,
)
from arbitrage.presentation.second_looks import look_told, plan_told
from arbitrage.presentation.sentences import explain_decision
from arbitrage.queries.journal import SourceRow
from arbitrage.queries.rulings import copy_decision_fields
from tournament.core.events import EventKind
from tournament.core.states import PlaysOn, TurnState
from tournament.models import Game, Journal, RoleChange, TournamentChange, Turn
from tournament.presentation.bulletins import PLAYS_ON
from tournament.presentation.games import duration, end_reason
from tournament.presentation.roles import role_name
from tournament.presentation.tournaments import told_change


@dataclass(frozen=True, slots=True)
class JournalLine:
    """One line, ready to be shown; ``who`` is empty for the software."""

    at: datetime
    who: str
    what: str
    why: str = ""
    game: Game | None = None
    turn: Turn | None = None
    table: int | None = None


def line_of(row: SourceRow, restored: Mapping[int, str]) -> JournalLine:
    """``restored``: the rulings that were put back, by whom (``queries.journal``)."""
    line = _told(row)
    if isinstance(row, Ruling) and row.pk in restored:
        return replace(line, who=restored[row.pk], what=_of_ruling(row, RESTORED))
    return line


def _place(row: Ruling | Act | PaperBulletin, why: str) -> tuple[str, Game, Turn, int]:
    number: int = cast(Any, row).seat_number
    return why, row.turn.game, row.turn, number


def _told(row: SourceRow) -> JournalLine:
    match row:
        case Journal():
            return _event(row)
        case PaperBulletin():
            return _slip(row)
        case Ruling():
            return _ruling(row)
        case Act():
            return _act(row)
        case RoleChange():
            return _role(row)
        case LookPlan() | TournamentChange():
            return JournalLine(row.at, _who(row), _of_all(row))


def _of_all(row: LookPlan | TournamentChange) -> str:
    """What was done to the tournament as a whole."""
    return plan_told(row.plan) if isinstance(row, LookPlan) else told_change(row.kind, row.data)


def _event(row: Journal) -> JournalLine:
    data = _Data(row)
    what = str(EVENTS[EventKind(row.kind)]) % data
    told = " ".join([what, *_moved(row.data)])
    return JournalLine(row.at, _who(row), told, _why(row), row.game, row.turn)


def _moved(data: Mapping[str, Any]) -> list[str]:
    """Who is out of a *mort subite* since, and who is in again."""
    found = []
    if tables := data.get("out"):
        pattern = ngettext("Éliminé : table %(t)s.", "Éliminés : tables %(t)s.", len(tables))
        found.append(pattern % {"t": ", ".join(map(str, tables))})
    if tables := data.get("back"):
        pattern = ngettext(
            "Revient en jeu : table %(t)s.", "Reviennent en jeu : tables %(t)s.", len(tables)
        )
        found.append(pattern % {"t": ", ".join(map(str, tables))})
    return found


class _Data(dict[str, Any]):
    """What the sentences of the journal name: the data of a row, or made of it."""

    def __init__(self, row: Journal) -> None:
        super().__init__(row.data)
        self._row = row

    def __missing__(self, name: str) -> str:
        return _MADE[name](self._row)


def _letters(row: Journal) -> str:
    """Racks refused before the one that stood; none before the announcement."""
    if row.turn is None or row.turn.state == TurnState.DRAWN:
        return _("elles se lisent ici une fois montrées à la salle")
    *refused, last = [attempt["kept"] + attempt["drawn"] for attempt in row.data["attempts"]]
    return (
        _("%(last)s (rejetées : %(refused)s)")
        % {
            "last": last,
            "refused": ", ".join(refused),
        }
        if refused
        else str(last)
    )


def _command(row: Journal) -> str:
    said = GAME_COMMANDS.get(row.data["command"], row.data["command"])
    return str(said) % _Data(row)


def _playing(row: Journal) -> str:
    table = row.data["table"]
    if table is None:
        return _("Le juge-arbitre ne joue pas cette partie.")
    return _("Le juge-arbitre joue cette partie, table %(table)s.") % {"table": table}


def _timed(row: Journal) -> str:
    scope = _("pour la suite de la partie") if row.data["rest"] else _("pour ce coup")
    said = {"before": duration(row.data["before"]), "seconds": duration(row.data["seconds"])}
    return _("Temps de jeu : %(seconds)s au lieu de %(before)s, %(scope)s.") % (
        said | {"scope": scope}
    )


def _plays(row: Journal) -> str:
    tables = ", ".join(map(str, row.data["tables"]))
    said = {"tables": tables, "plays_on": PLAYS_ON[PlaysOn(row.data["plays_on"])]}
    return (
        ngettext(
            "Table %(tables)s : %(plays_on)s.",
            "Tables %(tables)s : %(plays_on)s.",
            len(row.data["tables"]),
        )
        % said
    )


def _interrupted(row: Journal) -> str:
    minutes = row.data.get("minutes")
    if minutes is None:
        return _("Partie interrompue.")
    sentence = ngettext("Pause de %(n)d minute.", "Pause de %(n)d minutes.", minutes)
    return sentence % {"n": minutes}


def _resumed(row: Journal) -> str:
    limit = row.data.get("past_limit")
    if limit is None:
        return _("Partie reprise.")
    return _("Partie reprise au-delà des %(limit)s minutes de l’article %(article)s.") % {
        "limit": limit,
        "article": row.data["article"],
    }


def _correction(row: Journal) -> str:
    data: dict[str, Any] = row.data
    if "versions" in data:  # of decisions, only what was undone is told here
        undone = len(data["entries"])
        sentence = ngettext(
            "Décision annulée, sur %(n)d bulletin.",
            "Décision annulée, sur %(n)d bulletins.",
            undone,
        )
        return sentence % {"n": undone}
    if data.get("recount"):
        return _("Points recalculés.")
    return _("Correction par le logiciel : %(lines)s lignes ; à décider : %(to_decide)s.") % data


#: What is said of a gesture with slips.
_SLIPS_DONE = {
    "printed": gettext_noop("Billets de correction imprimés : %(n)d (tables %(tables)s)."),
    "handed": gettext_noop("Billets de correction remis : %(n)d (tables %(tables)s)."),
    "wanted": gettext_noop("Billets de correction demandés en papier : %(n)d (tables %(tables)s)."),
    "undone": gettext_noop("Geste repris, billets de correction : %(n)d (tables %(tables)s)."),
}


def _slips_done(row: Journal) -> str:
    tables = ", ".join(map(str, row.data["tables"]))
    said = {"n": len(row.data["slips"]), "tables": tables}
    return _(_SLIPS_DONE[row.data["done"]]) % said


def _case(row: Journal) -> str:
    return case_told(row.data)


_MADE: Mapping[str, Callable[[Journal], str]] = {
    "letters": _letters,
    "game_command": _command,
    "playing": _playing,
    "timed": _timed,
    "plays": _plays,
    "interrupted": _interrupted,
    "resumed": _resumed,
    "correction": _correction,
    "look_told": lambda row: look_told(row.data),
    "slips_done": _slips_done,
    "case_told": _case,
}


def _why(row: Journal) -> str:
    """The reason given, and what was written besides."""
    code, detail = row.data.get("reason", ""), row.data.get("detail", "")
    if row.kind in {EventKind.CANCELLED, EventKind.TAKEN_BACK}:
        code = CANCELLED_FOR.get(code, code)
    elif code:
        code = end_reason(code)
    open_slips = _("des bulletins restaient ouverts") if row.data.get("open_slips") else ""
    return " – ".join(filter(None, [capfirst(str(code)), detail, open_slips]))


def _slip(row: PaperBulletin) -> JournalLine:
    written = in_words(row)
    pattern = _("Bulletin en papier saisi : %(written)s")
    if row.version > 1:
        pattern = _("Bulletin en papier saisi de nouveau (%(version)d) : %(written)s")
    what = pattern % {"written": written, "version": row.version}
    return JournalLine(row.at, _who(row), what, *_place(row, sheet_state(row)))


def _ruling(row: Ruling) -> JournalLine:
    what = _of_ruling(row, RULINGS[Status(row.status)])
    return JournalLine(row.at, _who(row), what, *_place(row, row.reason))


def _of_ruling(row: Ruling, pattern: Promise) -> str:
    return str(pattern) % {"decision": explain_decision(copy_decision_fields(row))}


def _act(row: Act) -> JournalLine:
    said = {
        "act": capfirst(act_label(row.kind)),
        "points": row.data.get("most", ""),
        "undone": act_label(row.takes_back.kind) if row.takes_back else "",
    }
    why = f"{reason_of(row)} ({citation(row.article)})"
    return JournalLine(row.at, _who(row), str(ACTS[ActKind(row.kind)]) % said, *_place(row, why))


def _role(row: RoleChange) -> JournalLine:
    said = {"user": row.user or "–", "role": role_name(row.role, row.tournament.discipline)}
    return JournalLine(row.at, _who(row), str(ROLES[row.given]) % said)


def _who(row: SourceRow) -> str:
    return row.by.get_username() if row.by else ""
