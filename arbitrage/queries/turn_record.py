"""A turn as it is kept, in plain data: what was drawn, the grid, bulletins, rulings, acts."""

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User

from arbitrage.models import Act, Appeal, PaperBulletin, Ruling
from tournament.models import Bulletin, Entry, LateBulletin, Turn
from tournament.queries.position import position_before
from tournament.queries.seating import numbers_in

#: Of the form of this record.
VERSION = 1
_WRITTEN = ("rows", "struck", "reference", "score")
_RULED = (
    *("version", "status", "origin", "rev", "verdict", "points", "gross", "sanction", "motives"),
    *("article", "reason", "in_time", "in_time_article"),
)


def turn_record(turn: Turn, entries: Collection[int]) -> dict[str, Any]:
    """``turn`` with what concerns ``entries``; moments in ISO 8601."""
    tournament = turn.game.tournament
    tables = numbers_in(turn.game_id, entries)
    named = Entry.objects.in_bulk(entries)
    return {
        "version": VERSION,
        "tournament": {"name": tournament.name, "day": str(tournament.starts_on)},
        "edition": tournament.regulation.key,
        "game": {"number": turn.game.number, "format": turn.game.format},
        "turn": _turn(turn),
        "entries": [
            {"table": tables.get(pk), "name": named[pk].name, **_of_entry(turn, pk)}
            for pk in entries
        ],
    }


def _turn(turn: Turn) -> dict[str, Any]:
    return {
        "ordinal": turn.ordinal,
        "number": turn.number,
        "state": turn.state,
        "kept": turn.kept,
        "drawn": turn.drawn,
        "opened_at": _moment(turn.opened_at),
        "closes_at": _moment(turn.closes_at),
        "collects_at": _moment(turn.collects_at),
        "word": turn.word,
        "ref": turn.ref,
        "score": turn.score,
        "board": position_before(turn).board.rows(),
    }


def _of_entry(turn: Turn, entry: int) -> dict[str, Any]:
    about = {"turn": turn, "entry": entry}
    papers = PaperBulletin.objects.filter(**about).select_related("by").order_by("version")
    rulings = Ruling.objects.filter(**about).select_related("by").order_by("version")
    acts = Act.objects.filter(**about).select_related("by").order_by("pk")
    cases = Appeal.objects.filter(**about).select_related("by").order_by("number")
    return {
        "bulletin": _written(Bulletin.objects.filter(**about)),
        "late": _written(LateBulletin.objects.filter(**about)),
        "papers": [
            {**_fields(paper, _WRITTEN), "version": paper.version, "state": paper.state}
            | _signed(paper)
            for paper in papers
        ],
        "rulings": [_fields(ruling, _RULED) | _signed(ruling) for ruling in rulings],
        "acts": [_act(act) for act in acts],
        "cases": [_case(case) for case in cases],
    }


def _written(rows: Iterable[Any]) -> dict[str, Any] | None:
    found = next(iter(rows), None)
    return None if found is None else _fields(found, (*_WRITTEN, "rev"))


def _act(act: Act) -> dict[str, Any]:
    fields = _fields(act, ("pk", "kind", "article", "reason"))
    return fields | {"takes_back": act.takes_back_id} | _signed(act)


def _case(case: Appeal) -> dict[str, Any]:
    names = ("number", "subject", "origin", "grounds", "article", "state", "reason", "order")
    return {
        "uid": str(case.uid),
        **_fields(case, names),
        "act": case.act_id,
        "decision_version": case.decision_version or None,
        "filed_at": _moment(case.filed_at),
        "by": _who(case.by),
        "closed_at": _moment(case.closed_at),
        "sat": [sitting.name for sitting in case.sittings.all()],
        "statements": [
            {"speaker": one.speaker, "text": one.text} | _signed(one)
            for one in case.statements.select_related("by")
        ],
    }


def _fields(row: Any, names: Iterable[str]) -> dict[str, Any]:
    return {name: getattr(row, name) for name in names}


def _signed(row: Any) -> dict[str, Any]:
    return {"by": _who(row.by), "at": _moment(row.at)}


def _who(user: User | None) -> str | None:
    return user.get_username() if user else None


def _moment(at: datetime | None) -> str | None:
    return at.isoformat() if at else None
