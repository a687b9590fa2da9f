"""Appends rows to the journal of a tournament (``tournament.core.tournament_journal``).

Its lock is the last of a transaction, so that transactions of a tournament commit one after the
other: composed commands open ``journalled`` around all their steps.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby
from secrets import token_hex
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db import connection, transaction

from tournament import ports
from tournament.core.canonical import to_utc_text
from tournament.core.chain import SIGNATURE_FIELD, make_salts
from tournament.core.tournament_journal import (
    EVENT_MEMBERS,
    JournalSubject,
    SubjectKind,
    compute_tournament_link,
    digest_lines,
    start_tournament_chain,
)
from tournament.models import Tournament, TournamentJournal

#: Any number that is not used for another lock of this database.
_LOCK = 818_591_082
#: ``action`` of rows about subjects that are older than the journal of their tournament.
OLDER_SUBJECT_ACTION = "before"


@dataclass(frozen=True)
class _Change:
    tournament_id: int
    kind: SubjectKind
    subject: UUID
    action: str
    by: User | None
    now: datetime


_changes: ContextVar[list[_Change] | None] = ContextVar("_changes", default=None)


@contextmanager
def open_journal_transaction() -> Iterator[None]:
    """Open a transaction that writes the rows of its changes at its end.

    The chain of a tournament is locked by each of its transactions: it must be their last lock.
    """
    if _changes.get() is not None:
        with transaction.atomic():
            yield
        return
    changes: list[_Change] = []
    token = _changes.set(changes)
    try:
        with transaction.atomic():
            yield
            _write(changes)
    finally:
        _changes.reset(token)


def append_change(
    tournament_id: int | None,
    kind: SubjectKind,
    subject: UUID,
    *,
    by: User | None,
    now: datetime,
    action: str = "",
) -> None:
    """Write that ``subject`` changed, at the end of ``open_journal_transaction``, else at once;
    nothing for a training (``tournament_id`` is None)."""
    if tournament_id is None:
        return
    change = _Change(tournament_id, kind, subject, action, by, now)
    changes = _changes.get()
    if changes is None:
        with transaction.atomic():
            _write([change])
    else:
        changes.append(change)


def append_all_changes(tournament_id: int, *, by: User | None, now: datetime) -> None:
    """Write what changed of everything that is no series of events, for a change of people that
    may have changed it."""
    for subject in ports.journal_subjects:
        if subject.kind not in EVENT_MEMBERS:
            for uid in subject.list_existing(tournament_id):
                append_change(tournament_id, subject.kind, uid, by=by, now=now)


def _write(changes: Iterable[_Change]) -> None:
    by_tournament = sorted(changes, key=lambda change: change.tournament_id)
    for tournament_id, group in groupby(by_tournament, key=lambda change: change.tournament_id):
        _Writer(tournament_id).write(_merge(group))


def _merge(changes: Iterable[_Change]) -> list[_Change]:
    """Return one change of each subject, made by the last account that changed it."""
    merged: dict[UUID, _Change] = {}
    for change in changes:
        first = merged.get(change.subject, change)
        merged[change.subject] = replace(change, by=change.by or first.by)
    return list(merged.values())


class _Writer:
    """Writes rows of one tournament, whose chain is locked until the end of the transaction."""

    def __init__(self, tournament_id: int) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [_LOCK, tournament_id])
        self._tournament_id = tournament_id
        self._subjects = {subject.kind: subject for subject in ports.journal_subjects}
        last = TournamentJournal.objects.filter(tournament=tournament_id).last()
        self._seq = last.seq if last else 0
        self._head = last.chain if last else ""

    def write(self, changes: Sequence[_Change]) -> None:
        if not self._seq and changes:
            uid = Tournament.objects.values_list("uid", flat=True).get(pk=self._tournament_id)
            self._head = start_tournament_chain(str(uid))
            changes = [*self._list_older(changes), *changes]
        for change in changes:
            data = self._build_row_data(change)
            if data is not None:
                self._append(change, data)

    def _list_older(self, changes: Sequence[_Change]) -> list[_Change]:
        """Return what the tournament has, except what changes now."""
        changed = {change.subject for change in changes}
        first = replace(changes[0], action=OLDER_SUBJECT_ACTION, by=None)
        return [
            replace(first, kind=kind, subject=uid)
            for kind, subject in self._subjects.items()
            for uid in subject.list_existing(self._tournament_id)
            if uid not in changed
        ]

    def _build_row_data(self, change: _Change) -> dict[str, Any] | None:
        """Return the data of the row; None if the subject is as the last row about it says."""
        subject: JournalSubject = self._subjects[change.kind]
        rows = TournamentJournal.objects.filter(
            tournament=self._tournament_id, subject=change.subject
        )
        previous: dict[str, Any] = rows.values_list("data", flat=True).last() or {}
        bound: dict[str, Any] = previous.get("bound", {"n": 0, "last": 0})
        lines = subject.read(change.subject)
        new: dict[str, Any] = {}
        if change.kind in EVENT_MEMBERS:
            events = subject.read_events(change.subject, bound["last"])
            if not events:
                return None
            new = {"first": bound["last"] + 1, "last": events[-1]["seq"]}
            lines += [(EVENT_MEMBERS[change.kind], event) for event in events]
        elif not lines and not bound["n"]:
            return None
        new |= {"n": len(lines), "digest": digest_lines(lines)}
        if new == bound:
            return None
        return {"bound": new} | ({"action": change.action} if change.action else {})

    def _append(self, change: _Change, data: dict[str, Any]) -> None:
        signed = change.by.get_username() if change.by else ""
        self._seq += 1
        row = {
            "seq": self._seq,
            "kind": str(change.kind),
            "subject": str(change.subject),
            "at": to_utc_text(change.now),
            "data": data,
            SIGNATURE_FIELD: signed,
            "salts": make_salts({SIGNATURE_FIELD: signed}, lambda: token_hex(16)),
            "erased": {},
        }
        self._head = compute_tournament_link(self._head, row)
        TournamentJournal.objects.create(
            **row | {"at": change.now, "chain": self._head},
            tournament_id=self._tournament_id,
            by=change.by,
        )
