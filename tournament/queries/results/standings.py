"""Standings of a game and of a tournament, read from the scoreboard."""

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property

from django.db.models import Q, QuerySet, Sum

from tournament import ports
from tournament.core import standings as core
from tournament.core.solo import count_players_by_centre
from tournament.core.states import (
    COLLECTED_TURN_STATES,
    PLACED_TURN_STATES,
    GameState,
    TurnState,
)
from tournament.models import Entry, Game, Score, Turn
from tournament.queries.mort_subite import (
    compute_outcome,
    get_places,
    is_mort_subite,
    list_game_playoffs,
)
from tournament.queries.people.public_names import PublicNames
from tournament.queries.people.seating import annotate_seats, find_counted_centres
from tournament.queries.results.cached_lines import (
    NO_LINES,
    CachedLines,
    ChangedLines,
    TurnLine,
    load_lines,
)
from tournament.queries.results.cached_ranking import (
    CachedRanking,
    Entries,
    StandingRow,
    rank_entries,
    read_entries_version,
)
from tournament.queries.results.hand_ins import find_handed_in, list_awaited_paper_bulletins


class GameStandings:
    """Sums over the revealed turns of a game; other turns count for nobody.

    ``public``: with names as the public sees them (``queries.people.public_names``). ``until``:
    number of the last turn that counts; bonuses and deductions of the end are then left out.
    ``changed_lines``: written in this transaction, not in the journal yet.
    """

    def __init__(
        self,
        game: Game,
        *,
        public: bool = False,
        until: int | None = None,
        changed_lines: ChangedLines | None = None,
    ) -> None:
        self.game = game
        self._public = public
        self._until = until
        self._changed_lines = changed_lines

    @cached_property
    def entries(self) -> Entries:
        """Return the table number in this game and name, smallest number first, of each entry still
        in play or with a score in this game."""
        if self._is_cached:
            return self._ranking.entries
        return self._read_entries()

    def _read_entries(self) -> Entries:
        rows = annotate_seats(self._entries_in_play, self.game.pk).order_by("seat_number")
        short = PublicNames(self.game.tournament).short_names if self._public else {}
        return {
            pk: (number, short.get(pk, name))
            for pk, number, name in rows.values_list("pk", "seat_number", "name")
        }

    @cached_property
    def _is_cached(self) -> bool:
        """Return True for the ranking of a game under way, the same for all who may see it
        whole."""
        has_special_rows = self._public or self._until is not None or is_mort_subite(self.game)
        return not has_special_rows and self.game.state != GameState.FINISHED

    @cached_property
    def _ranking(self) -> CachedRanking:
        withdrawn, digests = read_entries_version(self.game.tournament_id, self.game.pk)
        fingerprint = (*digests, frozenset(withdrawn) - self._find_scored(withdrawn))
        return rank_entries(self.game.pk, fingerprint, self._read_entries, self._cached_lines)

    @cached_property
    def _entries_in_play(self) -> QuerySet[Entry]:
        if is_mort_subite(self.game) and self.game.contenders.exists():
            return Entry.objects.filter(contests__game=self.game).order_by()
        entries = Entry.objects.filter(tournament=self.game.tournament_id).order_by()
        withdrawn = list(entries.filter(withdrawn=True).values_list("pk", flat=True))
        return entries.filter(Q(withdrawn=False) | Q(pk__in=self._find_scored(withdrawn)))

    def _find_scored(self, entries: Collection[int]) -> set[int]:
        """Return those of ``entries`` with a score in this game, on any turn."""
        if not entries:
            return set()
        scores = Score.objects.filter(turn__game=self.game, entry__in=entries).order_by()
        return set(scores.values_list("entry", flat=True))

    @cached_property
    def _cached_lines(self) -> CachedLines:
        return load_lines(self.game.pk, self._changed_lines)

    @cached_property
    def lines(self) -> Mapping[int, Collection[TurnLine]]:
        """Return score lines by turn id."""
        counted: Collection[int] = self._cached_lines.turns
        if self._until is not None:
            turns = self.game.turns.filter(number__lte=self._until).order_by()
            counted = set(turns.values_list("pk", flat=True))
        cached = self._cached_lines.turns
        return {pk: turn.by_entry.values() for pk, turn in cached.items() if pk in counted}

    @property
    def players(self) -> int:
        """Return the number of entries that have played: handed in a bulletin in this game, or
        scored in it.

        Entries that never came do not count among the sixteen players of 3.5.
        """
        return len(self._participants)

    @cached_property
    def _participants(self) -> set[int]:
        scores = Score.objects.filter(turn__game=self.game, points__gt=0)
        senders = {entry for _game, entry in find_handed_in(Q(turn__game=self.game))}
        participants = senders.union(scores.order_by().values_list("entry", flat=True).distinct())
        return participants & self.entries.keys()

    @property
    def _players_by_entry(self) -> Mapping[int, int]:
        """Return the number of players counted for each entry, if they are counted in each
        centre."""
        centres = find_counted_centres(self.game) if self.terms.is_final else None
        return {} if centres is None else count_players_by_centre(self._participants, centres)

    @property
    def terms(self) -> core.ScoringTerms:
        final = self.game.state == GameState.FINISHED and self._until is None
        return core.ScoringTerms(
            # only the results at the end depend on this number
            players=self.players if final else len(self.entries),
            edition=self.game.tournament.regulation,
            format=self.game.format,
            time_s=self.game.time_s,
            is_final=final,
            kind=self.game.kind,
            solo_terms=self.game.tournament.solo_terms,
        )

    @cached_property
    def is_provisional(self) -> bool:
        """Return True if totals may still change: the game goes on, or something is undecided."""
        return self.game.state != GameState.FINISHED or bool(find_unsettled([self.game]))

    @cached_property
    def standings(self) -> list[core.Standing]:
        playoffs = list_game_playoffs(self.game) if self.terms.is_final else []
        return core.compute_standings(self._sums, self.terms, playoffs, self._players_by_entry)

    @property
    def _sums(self) -> Mapping[int, core.EntrySums]:
        if self._until is not None:
            return core.add_up_turns(self.lines.values(), self.entries)
        return {entry: self._cached_lines.sums.get(entry, NO_LINES) for entry in self.entries}

    @cached_property
    def rows(self) -> Sequence[StandingRow]:
        if self._is_cached:
            return self._ranking.rows
        if is_mort_subite(self.game):
            return self._build_mort_subite_rows()
        return [
            StandingRow(
                rank=row.rank,
                entry_id=row.entry_id,
                table=self.entries[row.entry_id][0],
                name=self.entries[row.entry_id][1],
                total=row.total,
                points=row.points,
                solos=row.solos,
                bonus=row.bonus,
                warnings=row.warnings,
                deduction=row.deduction,
            )
            for row in self.standings
        ]

    def _build_mort_subite_rows(self) -> list[StandingRow]:
        """Rows of a *mort subite*: the survivors first. It has no solos, and warnings cost points
        on their turn (reading B-37)."""
        mort_subite, places = compute_outcome(self.game), get_places(self.game)
        numbers = {turn.ordinal: turn.number for turn in mort_subite.turns}
        elimination_numbers = {
            entry: numbers[turn] for entry, turn in mort_subite.elimination_turns.items()
        }
        rows = [
            StandingRow(
                rank=places.get(entry, 1),
                entry_id=entry,
                table=table,
                name=name,
                total=mort_subite.outcome.totals.get(entry, 0),
                points=mort_subite.points.get(entry, 0),
                solos=0,
                bonus=0,
                warnings=mort_subite.warnings.get(entry, 0),
                deduction=mort_subite.deductions.get(entry, 0),
                elimination_turn=elimination_numbers.get(entry),
            )
            for entry, (table, name) in self.entries.items()
        ]
        return sorted(rows, key=lambda row: row.rank)

    @cached_property
    def by_entry(self) -> Mapping[int, StandingRow]:
        if self._is_cached:
            return self._ranking.by_entry
        return {row.entry_id: row for row in self.rows}

    @cached_property
    def top_total(self) -> int:
        """Return the sum of the tops of the turns counted."""
        turns = self.game.turns.filter(state__in=list(PLACED_TURN_STATES))
        return turns.aggregate(sum=Sum("score"))["sum"] or 0

    def get_points(
        self, entries: Collection[int], turns: Collection[int]
    ) -> dict[int, dict[int, int]]:
        """Return the points of ``entries`` on those of ``turns`` that count."""
        counted = {
            turn: self._cached_lines.turns[turn].by_entry
            for turn in turns
            if turn in self._cached_lines.turns
        }
        return {
            entry: {
                turn: lines[entry].points if entry in lines else 0
                for turn, lines in counted.items()
            }
            for entry in entries
        }

    def get_best_and_top_count(self, turn: Turn) -> tuple[int | None, int | None]:
        """Return the best score of the players on ``turn``, and how many reached the top."""
        if turn.pk not in self.lines:
            return None, None
        counts = self._cached_lines.turns[turn.pk].gross_counts
        top_count = sum(count for gross, count in counts.items() if gross >= turn.score)
        return (max(counts), top_count) if counts else (None, None)


def find_games_with_open_bulletins(games: Collection[Game]) -> set[int]:
    """Return the keys of ``games`` with a bulletin of a closed turn that is not typed in, corrected
    or decided."""
    turns = Turn.objects.filter(game__in=games, state__in=list(COLLECTED_TURN_STATES))
    undecided = turns.filter(Q(corrected_at=None) | Q(to_decide__gt=0))
    to_type = list_awaited_paper_bulletins().filter(turn__in=turns)
    return {
        *undecided.order_by().values_list("game", flat=True).distinct(),
        *to_type.order_by().values_list("turn__game", flat=True).distinct(),
    }


def find_unsettled(games: Collection[Game]) -> set[int]:
    """Return the keys of ``games`` whose results are provisional though they are over: a bulletin
    is undecided, or something else in the arbitration (``ports.find_unsettled``)."""
    games_with_open_bulletins = find_games_with_open_bulletins(games)
    return games_with_open_bulletins.union(*(find(games) for find in ports.find_unsettled))


def load_standings(game: Game) -> GameStandings:
    return GameStandings(game)


def count_warnings(game: Game, entries: Collection[int]) -> dict[int, int]:
    """Count the warnings of ``entries`` in the turns closed so far, revealed or not: for the staff
    only. Entries without warnings are left out."""
    scores = Score.objects.filter(turn__game=game, entry__in=entries)
    scores = scores.exclude(turn__state=TurnState.CANCELLED)
    rows = scores.values("entry").annotate(sum=Sum("warnings")).filter(sum__gt=0)
    return dict(rows.values_list("entry", "sum"))
