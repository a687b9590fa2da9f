"""Bulletins on paper, typed in by an arbiter after the bell."""

from datetime import datetime

from django.contrib.auth.models import User

from arbitrage.core.bulletin import Bulletin, SheetState
from arbitrage.models import PaperBulletin
from arbitrage.services.posting import deciding, require_collected
from tournament.core.errors import BadSetting, BadSheet, LostRace, NotAllowed, WrongState
from tournament.core.events import EventKind
from tournament.core.states import Handed, Role
from tournament.models import Bulletin as HandedBulletin
from tournament.models import Entry, LateBulletin, Tournament, Turn
from tournament.queries.access import require_role
from tournament.services.closing import ask_for_correction, forget_correction
from tournament.services.journal import append

#: Slips on which nothing is written, or that are not there at all (5.7).
EMPTY = frozenset({SheetState.BLANK, SheetState.MISSING})
#: States that say of a table that it did not hand in, or not in time (5.7).
HANDED = {SheetState.LATE: Handed.LATE, SheetState.MISSING: Handed.NOT}


def entry_at(tournament: Tournament, number: int) -> Entry:
    """Who plays at a table; raises BadSetting when nobody does."""
    entries = Entry.objects.select_related("table__arbiter")
    entry = entries.filter(tournament=tournament, table__number=number, withdrawn=False).first()
    if entry is None:
        raise BadSetting("no-such-table", number=number)
    return entry


def require_table(entry: Entry, by: User) -> None:
    """Raises NotAllowed when another arbiter has the table; nobody's tables are everybody's."""
    arbiter = entry.table.arbiter
    if arbiter is not None and arbiter.pk != by.pk:
        raise NotAllowed("paper-table", number=entry.table.number, who=str(arbiter))


def enter_paper(
    *,
    turn: Turn,
    number: int,
    bulletin: Bulletin,
    seen: int,
    over_tablet: bool,
    by: User,
    now: datetime,
) -> PaperBulletin:
    """Type in the bulletin of table ``number`` and have it corrected.

    ``seen`` is the version that the arbiter had before him, 0 for none; what was typed before
    stays as history. ``over_tablet`` says that he wants it to count before what the table's
    tablet handed in.

    Raises:
        NotAllowed: no arbiter, or not of this table.
        BadSetting: nobody plays at this table.
        WrongState: before the bell, a cancelled turn, or a tablet's bulletin is there.
        LostRace: somebody typed it in meanwhile.
        BadSheet: state of the bulletin and what is written contradict each other.
    """
    require_role(by, turn.game.tournament, Role.ARBITER, Role.DOUBLE_ARBITER)
    entry = entry_at(turn.game.tournament, number)
    require_table(entry, by)
    _check(bulletin)
    # The state cannot change under the entry, and one is typed in after the other.
    with deciding(turn) as fresh:
        require_collected(fresh)
        _check_seen(fresh, entry, seen=seen, over_tablet=over_tablet)
        paper = _append(fresh, entry, bulletin, version=seen + 1, by=by, now=now)
        # Whatever becomes of the task: the turn is not corrected any more, and the sweep sees it.
        forget_correction(turn.pk)
        fresh.corrected_at = None  # as the staff hears of it
        _record(paper, over_tablet=over_tablet)
        ask_for_correction(turn.pk, [entry.pk])
    return paper


def _check(bulletin: Bulletin) -> None:
    written = not bulletin.sheet.is_blank or bulletin.has_reference or bulletin.has_score
    if bulletin.state in EMPTY and written:
        raise BadSheet("blank-but-written")
    if bulletin.state == SheetState.OK and not written:
        raise BadSheet("nothing-written")


def _check_seen(turn: Turn, entry: Entry, *, seen: int, over_tablet: bool) -> None:
    papers = PaperBulletin.objects.filter(turn=turn, entry=entry).select_related("by")
    last = papers.order_by("-version").first()
    if (last.version if last else 0) != seen:
        raise LostRace("paper", number=entry.table.number, who=str(last.by) if last else "")
    tablet = any(
        kind.objects.filter(turn=turn, entry=entry).exists()
        for kind in (HandedBulletin, LateBulletin)
    )
    if last is None and tablet and not over_tablet:
        raise WrongState("tablet-bulletin", number=entry.table.number)


def _append(
    turn: Turn, entry: Entry, bulletin: Bulletin, *, version: int, by: User, now: datetime
) -> PaperBulletin:
    return PaperBulletin.objects.create(
        turn=turn,
        entry=entry,
        version=version,
        rows=list(bulletin.sheet.rows),
        struck=list(bulletin.sheet.struck),
        reference=bulletin.reference,
        score=bulletin.score,
        state=bulletin.state,
        by=by,
        at=now,
    )


def _record(paper: PaperBulletin, *, over_tablet: bool) -> None:
    append(
        paper.turn.game,
        EventKind.PAPER,
        turn=paper.turn,
        by=paper.by,
        now=paper.at,
        data={
            "table": paper.entry.table.number,
            "version": paper.version,
            "state": paper.state,
            "handed": HANDED.get(SheetState(paper.state), Handed.IN_TIME),
            "over_tablet": over_tablet,
        },
    )
