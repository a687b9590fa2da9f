"""Rounds of a classic tournament: pairing, changes by hand, publication, start and end.

Each function locks the row of the tournament, so that two changes never run at once.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from datetime import datetime
from functools import partial
from typing import Any

from tournament.classic.core.rounds.berger import build_berger_pairing
from tournament.classic.core.rounds.pairing import Pairing, draw_order, pair_players
from tournament.classic.core.rounds.states import ROUND_TRANSITIONS, RoundCommand, RoundState
from tournament.classic.core.rounds.terms import PairingSystem
from tournament.classic.core.terms import MatchTerms
from tournament.classic.models import Match, MatchRound
from tournament.classic.queries.byes import find_lost_byes
from tournament.classic.queries.rounds import (
    count_planned_rounds,
    get_pairing_key,
    list_present_entries,
    list_round_robin_entries,
    load_rounds_data,
)
from tournament.classic.services.matches import build_match, open_game
from tournament.core.errors import BadChoice, LostRace, WrongState
from tournament.core.states import Discipline, TournamentChangeKind
from tournament.core.tournament_journal import SubjectKind
from tournament.models import Entry, Tournament
from tournament.services import update_channel
from tournament.services.lifecycle import record_tournament_change, require_not_archived
from tournament.services.play.transitions import By
from tournament.services.prepared import word_lists
from tournament.services.prepared.lexicon_lock import lock_lexica_for_use
from tournament.services.screen import renew_scene
from tournament.services.tournament_journal import append_change, open_journal_transaction

#: The two players of a table; None for an empty place.
type Seats = tuple[Entry | None, Entry | None]


@contextmanager
def lock_tournament(tournament: Tournament) -> Iterator[Tournament]:
    """Lock a classic tournament that is not archived. Raise WrongState for another."""
    with open_journal_transaction():
        locked_tournament = Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)
        if locked_tournament.discipline != Discipline.CLASSIC:
            raise WrongState("not-classic")
        require_not_archived(locked_tournament)
        yield locked_tournament


def notify_round(match_round: MatchRound) -> None:
    """Notify the pages of the round and of the standings."""
    update_channel.notify(f"round:{match_round.pk}", f"classic:{match_round.tournament_id}")


def record_round_change(
    match_round: MatchRound, change: str, *, by: By, now: datetime, **data: Any
) -> None:
    change_data = {"round": match_round.number, "what": change, **data}
    tournament = match_round.tournament
    record_tournament_change(
        tournament, TournamentChangeKind.ROUND, by=by, now=now, data=change_data
    )
    append = partial(append_change, tournament.pk, action=change, by=by, now=now)
    append(SubjectKind.TERMS, tournament.uid)
    append(SubjectKind.ROUND, match_round.uid)
    notify_round(match_round)
    renew_scene(match_round.tournament_id, now)


def prepare_round(*, tournament: Tournament, by: By, now: datetime) -> MatchRound:
    """Pair the next round with the present entries.

    Raise WrongState if the previous round is not over, if all rounds are played, or if fewer than
    two entries are present.
    """
    with lock_tournament(tournament) as locked_tournament:
        last_round = locked_tournament.rounds.order_by("number").last()
        unfinished = (
            locked_tournament.rounds.exclude(state=RoundState.FINISHED).order_by("number").first()
        )
        if unfinished is not None:
            raise WrongState("round-before", number=unfinished.number)
        number = last_round.number + 1 if last_round else 1
        planned = count_planned_rounds(locked_tournament)
        if planned is not None and number > planned and last_round is not None:
            raise WrongState("rounds-over", planned=planned)
        match_round = MatchRound.objects.create(tournament=locked_tournament, number=number)
        _create_pairs(match_round, by=by, now=now, change="prepare")
    return match_round


def pair_again(*, match_round: MatchRound, by: By, now: datetime) -> None:
    """Pair a prepared round again, with the current entries and results; changes by hand are lost.
    Raise WrongState."""
    with lock_tournament(match_round.tournament):
        locked_round = _get_prepared(match_round)
        locked_round.matches.all().delete()
        _create_pairs(locked_round, by=by, now=now, change="pair-again")


def _get_prepared(match_round: MatchRound) -> MatchRound:
    """Return the round. Raise WrongState once it is published."""
    locked_round = MatchRound.objects.select_related("tournament").get(pk=match_round.pk)
    if locked_round.state != RoundState.PREPARED:
        raise WrongState("round-shown", number=locked_round.number)
    return locked_round


def _create_pairs(match_round: MatchRound, *, by: By, now: datetime, change: str) -> None:
    entries_present = list_present_entries(match_round.tournament)
    pairing = _compute_pairing(match_round, entries_present)
    if not pairing.pairs:
        raise WrongState("too-few-players")
    entries = {
        get_pairing_key(entry): entry
        for entry in (*entries_present, *list_round_robin_entries(match_round.tournament))
    }
    seats: list[Seats] = [(entries[a], entries[b]) for a, b in pairing.pairs]
    if pairing.bye is not None and entries[pairing.bye] in entries_present:
        seats.append((entries[pairing.bye], None))
    _replace_matches(match_round, seats)
    record_round_change(match_round, change, by=by, now=now)


def _compute_pairing(match_round: MatchRound, entries_present: Sequence[Entry]) -> Pairing:
    rounds_data = load_rounds_data(match_round.tournament, before=match_round.number)
    if rounds_data.terms.system is PairingSystem.ROUND_ROBIN:
        order = [
            get_pairing_key(entry) for entry in list_round_robin_entries(match_round.tournament)
        ]
        if match_round.number == 1:
            order = draw_order(
                [get_pairing_key(entry) for entry in entries_present], rounds_data.build_seed(0)
            )
        return build_berger_pairing(order, match_round.number)
    style = (
        rounds_data.terms.style if match_round.number > 1 else rounds_data.terms.first_round_style
    )
    return pair_players(
        rounds_data.list_ranked(entries_present, match_round.number),
        style,
        rounds_data.build_seed(match_round.number),
    )


def _replace_matches(match_round: MatchRound, seats: Sequence[Seats]) -> None:
    """Replace the matches of an unpublished round; tables are numbered in order."""
    match_round.matches.all().delete()
    terms = MatchTerms.from_json(match_round.tournament.classic)
    pairs = [(x, y) for x, y in seats if x and y]
    byes = [(entry, None) for x, y in seats for entry in (x, y) if entry and not (x and y)]
    Match.objects.bulk_create(
        build_match(
            tournament=match_round.tournament,
            match_round=match_round,
            board_number=number if y else None,
            x=x,
            y=y,
            terms=terms,
        )
        for number, (x, y) in enumerate([*pairs, *byes], start=1)
    )


def swap_places(
    *, match_round: MatchRound, first: Entry, second: Entry | None, by: By, now: datetime
) -> None:
    """Exchange the places of two entries in a prepared round.

    An entry without a match takes the place of the other. ``second`` None is the empty place
    opposite the bye or, without a bye, no match. Raise WrongState or BadChoice.
    """
    if first == second:
        raise BadChoice("same-place", name=first.name)
    with lock_tournament(match_round.tournament):
        prepared = _get_prepared(match_round)
        matches = prepared.matches.select_related("x", "y").order_by("board_number", "pk")
        seats: list[Seats] = [(match.x, match.y) for match in matches]
        seated = {entry for seat in seats for entry in seat if entry}
        chosen = [entry for entry in (first, second) if entry is not None]
        if not any(entry in seated for entry in chosen):
            raise BadChoice("both-unseated")
        if any(entry.tournament_id != prepared.tournament_id for entry in chosen):
            raise BadChoice("unknown-entry")
        exchanged: dict[Entry | None, Entry | None] = {first: second, second: first}
        new_seats = [(exchanged.get(x, x), exchanged.get(y, y)) for x, y in seats]
        _replace_matches(prepared, new_seats)
        # no names: they would have to be anonymised later
        tables = [entry.table.number for entry in chosen]
        record_round_change(prepared, "swap", by=by, now=now, tables=tables)


def discard_round(*, match_round: MatchRound, by: By, now: datetime) -> None:
    """Delete a prepared round. Raise WrongState."""
    with lock_tournament(match_round.tournament):
        locked_round = _get_prepared(match_round)
        record_round_change(locked_round, "discard", by=by, now=now)
        locked_round.delete()


def move_round(
    *, match_round: MatchRound, command: RoundCommand, by: By, now: datetime
) -> MatchRound:
    """Run a command of the round; a finished round can be reopened only if it is the last.

    Raise WrongState, LostRace; when games are opened ClassicRefused, BadSetting or Busy.
    """
    is_start = command is RoundCommand.START
    if is_start:
        word_lists.prepare_fixed_list(match_round.tournament)  # slow: done before locking
    with (
        lock_lexica_for_use() if is_start else nullcontext(),
        lock_tournament(match_round.tournament),
    ):
        rows = MatchRound.objects.select_for_update(of=["self"]).select_related("tournament")
        locked_round = rows.get(pk=match_round.pk)  # prevents the reopening of one of its matches
        if locked_round.state != match_round.state:
            raise LostRace("round", number=locked_round.number)
        if command in (RoundCommand.START, RoundCommand.FINISH):
            _end_lost_byes(locked_round, now)
        try:
            locked_round.state = ROUND_TRANSITIONS[RoundState(locked_round.state), command]
        except KeyError:
            raise WrongState("round", number=locked_round.number) from None
        if command in _CHECKS:
            _CHECKS[command](locked_round)
        is_undone = command in (RoundCommand.TAKE_BACK, RoundCommand.REOPEN)
        setattr(locked_round, _TIMESTAMPS[command], None if is_undone else now)
        locked_round.save()
        record_round_change(locked_round, command, by=by, now=now)
        if is_start:
            _open_games(locked_round, by=by, now=now)
    return locked_round


def _end_lost_byes(match_round: MatchRound, now: datetime) -> None:
    """Store that the byes of absent or excluded entries give no points."""
    lost_byes = find_lost_byes(match_round, match_round.matches.select_related("x"))
    match_round.matches.filter(pk__in=[match.pk for match in lost_byes]).update(
        over_at=now, points_x=0, points_y=0
    )


def _require_all_over(match_round: MatchRound) -> None:
    open_count = match_round.matches.filter(y__isnull=False, over_at__isnull=True).count()
    if open_count:
        raise WrongState("matches-open", left=open_count)


def _require_last(match_round: MatchRound) -> None:
    if match_round.tournament.rounds.filter(number__gt=match_round.number).exists():
        raise WrongState("round-not-last", number=match_round.number)


_CHECKS = {RoundCommand.FINISH: _require_all_over, RoundCommand.REOPEN: _require_last}
#: The column that a command sets or clears.
_TIMESTAMPS = {
    RoundCommand.PUBLISH: "published_at",
    RoundCommand.TAKE_BACK: "published_at",
    RoundCommand.START: "started_at",
    RoundCommand.FINISH: "finished_at",
    RoundCommand.REOPEN: "finished_at",
}


def _open_games(match_round: MatchRound, *, by: By, now: datetime) -> None:
    """Open the first game of each match, unless the match is played on paper."""
    if match_round.tournament.classic.get("on_paper"):
        return
    for match in match_round.matches.filter(y__isnull=False).order_by("board_number"):
        open_game(match=match, by=by, now=now)
