"""Lists of names: registered at once, or decided about line by line as files are."""

import csv
from collections.abc import Sequence
from datetime import datetime
from io import StringIO

from django.contrib.auth.models import User
from django.db import transaction

from tournament.core.files.cells import protect_cell
from tournament.core.people.columns import PARTNER
from tournament.models import Centre, PendingFile, Tournament
from tournament.queries.people.entry_imports import make_import_plan
from tournament.services.people.entry_imports import store_choices, store_file
from tournament.services.people.registration import lock_registration, register_entries

type NumberedNames = Sequence[tuple[int, Sequence[tuple[str, str]]]]


def register_names(
    *,
    tournament: Tournament,
    title: str,
    names: NumberedNames,
    centre: Centre | None = None,
    by: User | None,
    now: datetime,
) -> tuple[int, PendingFile | None]:
    """Register a list of names: the number of each line, with last and first name of a player or of
    a pair. Return the number of entries; if a line must be decided about, 0 and the file with the
    list. Raise BadSetting.
    """
    with transaction.atomic():
        lock_registration(tournament)
        pending = store_names(
            tournament=tournament, title=title, names=names, centre=centre, by=by, now=now
        )
        plan = make_import_plan(pending)
        if plan.undecided_lines:
            return 0, pending
        people = [list(line.people) for line in plan.accepted_lines]
        entries = register_entries(
            tournament=tournament, entries=people, centre=centre, by=by, now=now
        )
        pending.delete()
    return len(entries), None


def store_names(
    *,
    tournament: Tournament,
    title: str,
    names: NumberedNames,
    centre: Centre | None = None,
    by: User | None,
    now: datetime,
) -> PendingFile:
    """Store a list of names, as ``register_names`` has it, as a file without headings."""
    fields = ("last_name", "first_name", f"{PARTNER}last_name", f"{PARTNER}first_name")
    rows = {number: [text for name in people for text in name] for number, people in names}
    file = StringIO(newline="")
    writer = csv.writer(file, delimiter="\t", quoting=csv.QUOTE_ALL)
    for number in range(1, max(rows) + 1):
        writer.writerow([protect_cell(text) for text in rows.get(number, ())])
    filled = [place + 1 for cells in rows.values() for place, text in enumerate(cells) if text]
    with transaction.atomic():
        pending = store_file(
            organisation=tournament.organisation,
            tournament=tournament,
            file_name=title,
            data=file.getvalue().encode(),
            by=by,
            now=now,
        )
        return store_choices(
            pending=pending,
            heading=0,
            fields=fields[: max(filled)],
            decisions={},
            centre=centre,
            by=by,
            now=now,
        )
