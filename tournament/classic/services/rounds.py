"""Rounds of a classic tournament: paired, changed by hand, shown, begun, ended.

Whoever does something to a round holds the tournament's row, so that no two do at once.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from datetime import datetime
from typing import Any

from django.db import transaction

from tournament.classic.core.rounds.berger import berger
from tournament.classic.core.rounds.pairing import Pairing, drawn_order, pair
from tournament.classic.core.rounds.states import ROUND_TRANSITIONS, RoundCommand, RoundState
from tournament.classic.core.rounds.terms import System
from tournament.classic.core.terms import MatchTerms
from tournament.classic.models import Match, MatchRound
from tournament.classic.queries.rounds import circle, key_of, present, round_field, rounds_planned
from tournament.classic.services.matches import match_of, open_game
from tournament.core.errors import BadChoice, LostRace, WrongState
from tournament.core.states import Discipline, TournamentChangeKind
from tournament.models import Entry, Tournament
from tournament.services import update_channel
from tournament.services.lifecycle import record, require_open
from tournament.services.play.transitions import By
from tournament.services.prepared import word_lists
from tournament.services.prepared.lexicon_lock import relying

#: Two of a table; None: nobody.
type Seats = tuple[Entry | None, Entry | None]


@contextmanager
def _held(tournament: Tournament) -> Iterator[Tournament]:
    with transaction.atomic():
        locked = Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)
        if locked.discipline != Discipline.CLASSIC:
            raise WrongState("not-classic")
        require_open(locked)
        yield locked


def tell_round(one: MatchRound) -> None:
    """Whoever looks at the round, or at the standings, asks again."""
    update_channel.tell(f"round:{one.pk}", f"classic:{one.tournament_id}")


def _note(one: MatchRound, what: str, *, by: By, now: datetime, **data: Any) -> None:
    told = {"round": one.number, "what": what, **data}
    record(one.tournament, TournamentChangeKind.ROUND, by=by, now=now, data=told)
    tell_round(one)


def prepare_round(*, tournament: Tournament, by: By, now: datetime) -> MatchRound:
    """Pair the next round of those who are there.

    Raises WrongState when the round before is not over, when there are no more to play, or when
    fewer than two are there.
    """
    with _held(tournament) as locked:
        last = locked.rounds.order_by("number").last()
        left = locked.rounds.exclude(state=RoundState.FINISHED).order_by("number").first()
        if left is not None:
            raise WrongState("round-before", number=left.number)
        number = last.number + 1 if last else 1
        planned = rounds_planned(locked)
        if planned is not None and number > planned and last is not None:
            raise WrongState("rounds-over", planned=planned)
        one = MatchRound.objects.create(tournament=locked, number=number)
        _pair(one, by=by, now=now, what="prepare")
    return one


def pair_again(*, round_: MatchRound, by: By, now: datetime) -> None:
    """As it would be now: with who has come or gone, and results corrected since; what was
    changed by hand is undone. Raises WrongState."""
    with _held(round_.tournament):
        one = _prepared(round_)
        one.matches.all().delete()
        _pair(one, by=by, now=now, what="pair-again")


def _prepared(round_: MatchRound) -> MatchRound:
    """Raises WrongState once it is shown."""
    one = MatchRound.objects.select_related("tournament").get(pk=round_.pk)
    if one.state != RoundState.PREPARED:
        raise WrongState("round-shown", number=one.number)
    return one


def _pair(one: MatchRound, *, by: By, now: datetime, what: str) -> None:
    there = present(one.tournament)
    found = _pairing(one, there)
    if not found.pairs:
        raise WrongState("too-few-players")
    entries = {key_of(entry): entry for entry in (*there, *circle(one.tournament))}
    seats: list[Seats] = [(entries[a], entries[b]) for a, b in found.pairs]
    if found.bye is not None:
        seats.append((entries[found.bye], None))
    _lay(one, seats)
    _note(one, what, by=by, now=now)


def _pairing(one: MatchRound, there: Sequence[Entry]) -> Pairing:
    field = round_field(one.tournament, before=one.number)
    if field.terms.system is System.ROUND_ROBIN:
        order = [key_of(entry) for entry in circle(one.tournament)]
        if one.number == 1:
            order = drawn_order([key_of(entry) for entry in there], field.seed(0))
        return berger(order, one.number)
    style = field.terms.style if one.number > 1 else field.terms.first
    return pair(field.ranked(there, one.number), style, field.seed(one.number))


def _lay(one: MatchRound, seats: Sequence[Seats]) -> None:
    """The matches of a round that nobody has seen; tables are numbered as they come."""
    one.matches.all().delete()
    terms = MatchTerms.read(one.tournament.classic)
    both = [(x, y) for x, y in seats if x and y]
    alone = [(one, None) for x, y in seats for one in (x, y) if one and not (x and y)]
    Match.objects.bulk_create(
        match_of(
            tournament=one.tournament,
            round_=one,
            board_number=number if y else None,
            x=x,
            y=y,
            terms=terms,
        )
        for number, (x, y) in enumerate([*both, *alone], start=1)
    )


def swap(*, round_: MatchRound, one: Entry, other: Entry | None, by: By, now: datetime) -> None:
    """Two exchange their places in a prepared round; who has none takes the other's. ``other``
    None is the empty place: that opposite who has the bye, or, there being no bye, none at all.

    Raises WrongState, BadChoice.
    """
    if one == other:
        raise BadChoice("same-place", name=one.name)
    with _held(round_.tournament):
        prepared = _prepared(round_)
        matches = prepared.matches.select_related("x", "y").order_by("board_number", "pk")
        seats: list[Seats] = [(match.x, match.y) for match in matches]
        seated = {entry for seat in seats for entry in seat if entry}
        wanted = [entry for entry in (one, other) if entry is not None]
        if not any(entry in seated for entry in wanted):
            raise BadChoice("both-unseated")
        if any(entry.tournament_id != prepared.tournament_id for entry in wanted):
            raise BadChoice("unknown-entry")
        exchanged: dict[Entry | None, Entry | None] = {one: other, other: one}
        new = [(exchanged.get(x, x), exchanged.get(y, y)) for x, y in seats]
        _lay(prepared, new)
        tables = [entry.table.number for entry in wanted]  # a name would have to be forgotten
        _note(prepared, "swap", by=by, now=now, tables=tables)


def discard(*, round_: MatchRound, by: By, now: datetime) -> None:
    """A prepared round goes away. Raises WrongState."""
    with _held(round_.tournament):
        one = _prepared(round_)
        _note(one, "discard", by=by, now=now)
        one.delete()


def move_round(*, round_: MatchRound, command: RoundCommand, by: By, now: datetime) -> MatchRound:
    """By the table of transitions. A finished round is only opened again while it is the last.

    Raises WrongState, LostRace; of games that are opened ClassicRefused, BadSetting, Busy.
    """
    starts = command is RoundCommand.START
    if starts:
        word_lists.make_ready(round_.tournament)  # what takes time, before anybody is kept waiting
    with relying() if starts else nullcontext(), _held(round_.tournament):
        rows = MatchRound.objects.select_for_update(of=["self"]).select_related("tournament")
        one = rows.get(pk=round_.pk)  # no match of it is opened again meanwhile
        if one.state != round_.state:
            raise LostRace("round", number=one.number)
        try:
            one.state = ROUND_TRANSITIONS[RoundState(one.state), command]
        except KeyError:
            raise WrongState("round", number=one.number) from None
        _CHECKS.get(command, _nothing)(one)
        for name, value in _moments(command, now).items():
            setattr(one, name, value)
        one.save()
        _note(one, command, by=by, now=now)
        if starts:
            _open_games(one, by=by, now=now)
    return one


def _moments(command: RoundCommand, now: datetime) -> dict[str, datetime | None]:
    match command:
        case RoundCommand.PUBLISH:
            return {"published_at": now}
        case RoundCommand.TAKE_BACK:
            return {"published_at": None}
        case RoundCommand.START:
            return {"started_at": now}
        case RoundCommand.FINISH:
            return {"finished_at": now}
        case RoundCommand.REOPEN:
            return {"finished_at": None}


def _nothing(one: MatchRound) -> None:
    return


def _all_over(one: MatchRound) -> None:
    left = one.matches.filter(y__isnull=False, over_at__isnull=True).count()
    if left:
        raise WrongState("matches-open", left=left)


def _last(one: MatchRound) -> None:
    if one.tournament.rounds.filter(number__gt=one.number).exists():
        raise WrongState("round-not-last", number=one.number)


_CHECKS = {RoundCommand.FINISH: _all_over, RoundCommand.REOPEN: _last}


def _open_games(one: MatchRound, *, by: By, now: datetime) -> None:
    """The first game of each match, where games are played on tablets or recorded."""
    if one.tournament.classic.get("on_paper"):
        return
    for match in one.matches.filter(y__isnull=False).order_by("board_number"):
        open_game(match=match, by=by, now=now)
