"""The parts of the state of each audience, built from the database.

The same functions fill snapshots and events; the type of the audience decides which parts exist
for it (``tournament.protocol``).
"""

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

from tournament import protocol
from tournament.core.states import (
    COLLECTED_TURN_STATES,
    PLACED_TURN_STATES,
    GameState,
    HandInStatus,
    ResultVisibility,
    TurnState,
)
from tournament.models import Game, Solutions, Turn
from tournament.protocol import STAFF, Audience
from tournament.queries import clock
from tournament.queries.announcements import list_rectified_racks
from tournament.queries.mort_subite import find_watchers, is_mort_subite
from tournament.queries.people.centres import has_centres
from tournament.queries.people.public_names import PublicNames
from tournament.queries.playing_time import get_seconds, get_signal_s
from tournament.queries.position import GamePosition, load_position
from tournament.queries.results import tops
from tournament.queries.results.cached_lines import ChangedLines
from tournament.queries.results.hand_ins import (
    AwaitedSeat,
    BulletinCounts,
    count_bulletins,
    list_awaited_seats,
)
from tournament.queries.results.publicity import find_withholding_end
from tournament.queries.results.standings import GameStandings
from tournament.queries.seal import is_sheet_secret
from tournament.queries.spoilers import are_solutions_open

RANKING_ROWS = 30
#: 3.6: the letters of a cancelled turn are back in the bag, whether announced or not.
_NO_LETTERS: dict[str, Any] = {"kept": "", "drawn": "", "rejected": [], "rectified": []}


class GameStateBuilder:
    """The parts of one game in its current state; what several audiences see is read once."""

    def __init__(
        self,
        game: Game,
        changed_turn: Turn | None = None,
        changed_lines: ChangedLines | None = None,
    ) -> None:
        self.game = game
        #: The turn that an event is about: maps then carry the key of this turn only.
        self.changed_turn = changed_turn
        self._changed_lines = changed_lines
        self._parts: dict[tuple[str, bool, bool], Any] = {}
        self._turn_fields: dict[int, dict[str, Any]] = {}
        self._seats: dict[int, list[AwaitedSeat]] = {}
        self._counts: dict[int, BulletinCounts] = {}

    def build_part(self, name: str, audience: Audience) -> Any:
        """Build the part once for all of the staff that know as much, and once for the others, or
        once (``COMMON_PARTS``)."""
        is_of_staff = name not in COMMON_PARTS and audience in STAFF
        key = name, is_of_staff, is_of_staff and not self._knows_draws(audience)
        if key not in self._parts:
            self._parts[key] = PARTS[name](self, audience)
        return self._parts[key]

    @cached_property
    def position(self) -> GamePosition:
        return load_position(self.game)

    @property
    def placed_turns(self) -> list[Turn]:
        return self.position.placed_turns

    @cached_property
    def standings(self) -> GameStandings:
        return GameStandings(self.game, changed_lines=self._changed_lines)

    def find_turn_for(self, audience: Audience) -> Turn | None:
        """Return the last turn that ``audience`` may know: a draw is secret until announced."""
        for turn in reversed(self.position.turns):
            is_secret = turn.state == TurnState.DRAWN and not self._knows_draws(audience)
            if not is_secret and not turn.set_aside:
                return turn
        return None

    def _knows_draws(self, audience: Audience) -> bool:
        """Return True if ``audience`` may know letters before their announcement: the judge, and
        arbiters who are all in the judge's hall."""
        return audience is Audience.JUDGE or (audience in STAFF and not self._is_draw_of_judge)

    @cached_property
    def _is_draw_of_judge(self) -> bool:
        is_drawn = any(turn.state == TurnState.DRAWN for turn in self.position.turns)
        return is_drawn and has_centres(self.game.tournament_id)

    def build_game(self, _: Audience) -> protocol.GamePart:
        game = self.game
        is_over = game.state in {GameState.FINISHED, GameState.VOID}
        return protocol.GamePart(
            id=game.pk,
            tournament=game.tournament.name,
            number=game.number,
            kind=game.kind,
            state=game.state,
            format=game.format,
            time_s=game.time_s,
            warn_s=game.warn_s,
            source=game.source,
            entries=len(self.standings.rows),
            resumes_at=clock.to_milliseconds(game.resumes_at) if game.resumes_at else None,
            commitment=tops.get_commitment(game),
            seed=game.seed if is_over and not is_sheet_secret(game) else None,
            earlier=self._list_earlier_games(),
            end_reason=game.end_reason or None,
            end_article=game.end_article or None,
            points_on_slips=game.tournament.points_on_slips,
        )

    def _list_earlier_games(self) -> list[int]:
        finished = Game.objects.filter(tournament=self.game.tournament_id, state=GameState.FINISHED)
        other_games = finished.exclude(pk=self.game.pk).order_by("number")
        return list(other_games.values_list("number", flat=True))

    def build_turn(self, audience: Audience) -> protocol.TurnPart | None:
        turn = self.find_turn_for(audience)
        if turn is None:
            return None
        if turn.pk not in self._turn_fields:
            self._turn_fields[turn.pk] = self._build_turn_fields(turn)
        common = self._turn_fields[turn.pk]
        if audience not in STAFF:
            if turn.state == TurnState.CANCELLED:
                common = common | _NO_LETTERS
            return protocol.TurnPart(**common)
        return protocol.StaffTurnPart(
            **common,
            bulletins=self._count_bulletins(turn),
            solved=turn.solved_at is not None,
            corrected=turn.corrected_at is not None,
        )

    def _build_turn_fields(self, turn: Turn) -> dict[str, Any]:
        is_placed = turn.state in PLACED_TURN_STATES
        best, top_count = self.standings.get_best_and_top_count(turn) if is_placed else (None, None)
        return {
            "ordinal": turn.ordinal,
            "number": turn.number,
            "state": turn.state,
            "kept": turn.kept,
            "drawn": turn.drawn,
            "rejected": ["".join(rack) for rack in turn.rejected],
            "rectified": list_rectified_racks(turn),
            "time_s": get_seconds(turn),
            "warn_s": get_signal_s(turn),
            "opened_at": turn.opened_at and clock.to_milliseconds(turn.opened_at),
            "closes_at": turn.closes_at and clock.to_milliseconds(turn.closes_at),
            "top": self._build_top(turn) if is_placed else None,
            "best": best,
            "found": top_count,
        }

    def _count_bulletins(self, turn: Turn) -> BulletinCounts | None:
        if turn.state not in COLLECTED_TURN_STATES:
            return None
        if turn.pk not in self._counts:
            self._counts[turn.pk] = count_bulletins(turn)
        return self._counts[turn.pk]

    def _list_seats(self, turn: Turn) -> list[AwaitedSeat]:
        if turn.pk not in self._seats:
            self._seats[turn.pk] = list_awaited_seats(turn)
        return self._seats[turn.pk]

    def _build_top(self, turn: Turn) -> protocol.Top:
        formed = self.position.get_position_before(turn).list_formed_words(turn)
        return protocol.Top(word=turn.word, ref=turn.ref, score=turn.score, formed=formed)

    def build_board(self, _: Audience) -> list[str]:
        return self.position.board.rows()

    def build_history(self, _: Audience) -> dict[str, protocol.HistoryRow | None]:
        rows: dict[str, protocol.HistoryRow | None] = {
            str(turn.number): protocol.HistoryRow(turn.rack, turn.word, turn.ref, turn.score)
            for turn in self.placed_turns
        }
        if self.changed_turn is None:
            return rows
        key = str(self.changed_turn.number)
        return {key: rows.get(key)}

    @cached_property
    def withheld_until(self) -> ResultVisibility | None:
        """Return until when players and public may not see the results of persons; None: they
        may."""
        return find_withholding_end(self.game)

    def build_ranking(self, audience: Audience) -> protocol.RankingPart:
        withheld = None if audience in STAFF else self.withheld_until
        rows = [] if withheld else self.standings.rows[:RANKING_ROWS]
        short = {} if audience in STAFF or withheld else self._short_names
        return protocol.RankingPart(
            after=max((turn.number for turn in self.placed_turns), default=0),
            provisional=self.standings.is_provisional,
            top_total=sum(turn.score for turn in self.placed_turns),
            size=len(self.standings.rows),
            rows=[
                protocol.RankRow(row.rank, row.table, short.get(row.entry_id, row.name), row.total)
                for row in rows
            ],
            withheld=withheld,
        )

    def build_contenders(self, audience: Audience) -> protocol.ContendersPart | None:
        if not is_mort_subite(self.game):
            return None
        rows = self.standings.rows
        turn = self.find_turn_for(audience)
        watchers = find_watchers(turn) if turn else None
        entry_ids = [row.entry_id for row in rows]
        short = (
            {} if audience in STAFF else PublicNames(self.game.tournament, entry_ids).short_names
        )
        return protocol.ContendersPart(
            rows=[
                protocol.ContenderState(
                    table=row.table,
                    name=short.get(row.entry_id, row.name),
                    rank=row.rank,
                    fell=row.elimination_turn,
                    plays=row.elimination_turn is None
                    if watchers is None
                    else row.entry_id not in watchers,
                )
                for row in rows
            ],
            open=any(turn.to_decide or turn.corrected_at is None for turn in self.placed_turns),
        )

    @cached_property
    def _short_names(self) -> Mapping[int, str]:
        """Return the names of the entries in the ranking part, as the public sees them."""
        entry_ids = [row.entry_id for row in self.standings.rows[:RANKING_ROWS]]
        return PublicNames(self.game.tournament, entry_ids).short_names

    def build_bulletin(self, _: Audience) -> None:
        """Return None: in an event, a new turn starts with an empty bulletin."""

    def list_tables_handed_in(self, _: Audience) -> list[int]:
        turn = self.find_turn_for(Audience.JUDGE)
        seats = self._list_seats(turn) if turn else []
        return [seat.number for seat in seats if seat.status is HandInStatus.IN_TIME]

    def list_tops(self, _: Audience) -> list[protocol.SolutionRow]:
        turn = self.find_turn_for(Audience.JUDGE)
        if turn is None or not are_solutions_open(turn):
            return []
        try:
            choice = tops.load_choice(turn, self.position.get_position_before(turn))
        except Solutions.DoesNotExist:
            return []
        return [
            protocol.SolutionRow(
                word=move.word,
                ref=move.ref,
                score=move.score,
                allowed=move in choice.allowed_tops,
                proposed=move == choice.proposed_top,
            )
            for move in choice.tops
        ]


#: Parts that are alike for every audience that has them.
COMMON_PARTS = frozenset({"game", "board", "history", "bulletin", "holding", "tops"})

#: The function that builds each part, by its name in the types of states and events.
PARTS: Mapping[str, Callable[[GameStateBuilder, Audience], Any]] = {
    "game": GameStateBuilder.build_game,
    "turn": GameStateBuilder.build_turn,
    "board": GameStateBuilder.build_board,
    "history": GameStateBuilder.build_history,
    "ranking": GameStateBuilder.build_ranking,
    "field": GameStateBuilder.build_contenders,
    "bulletin": GameStateBuilder.build_bulletin,
    "holding": GameStateBuilder.list_tables_handed_in,
    "tops": GameStateBuilder.list_tops,
}
