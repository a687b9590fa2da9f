"""Builds what each audience may see, part by part, from the database.

The same functions fill snapshots and events, and the type of the audience decides which
parts exist for it (``tournament.protocol``).
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import cached_property
from typing import Any

from tournament import protocol
from tournament.core.states import (
    COLLECTED_TURN_STATES,
    PLACED_TURN_STATES,
    GameState,
    Handed,
    Publicity,
    TurnState,
)
from tournament.models import Game, Solutions, Turn
from tournament.protocol import STAFF, Audience
from tournament.queries import clock
from tournament.queries.mort_subite import is_mort_subite, watching
from tournament.queries.people.public_names import PublicNames
from tournament.queries.playing_time import seconds_of, signal_of
from tournament.queries.position import GamePosition, position_of
from tournament.queries.results import tops
from tournament.queries.results.hand_ins import BulletinCounts, counts_of, seats_of
from tournament.queries.results.publicity import withheld
from tournament.queries.results.standings import GameStandings, standings_of
from tournament.queries.spoilers import solutions_open

RANKING_ROWS = 30
_UNDER_WAY = (GameState.RUNNING, GameState.INTERRUPTED)
#: Which game the room is bent over: the first of these states that a game is in. A result stays
#: until the next game is opened.
CURRENT = (_UNDER_WAY, (GameState.FINISHED,), (GameState.READY,))
#: The same for the judge, who opens the next one.
JUDGES = (_UNDER_WAY, (GameState.READY,), (GameState.FINISHED,))
#: 3.6: the letters of a cancelled turn are back in the bag, were they ever announced or not.
_LETTERS_BACK: dict[str, Any] = {"kept": "", "drawn": "", "rejected": []}


def current_game(tournament_id: int, audience: Audience = Audience.PUBLIC) -> Game | None:
    """The running game; else the last one finished; else the next ready one.

    Before the judge lies the next ready one as soon as nothing runs.
    """
    games = list(
        Game.objects.filter(tournament_id=tournament_id)
        .select_related("tournament")
        .order_by("number")
    )
    for states in JUDGES if audience is Audience.JUDGE else CURRENT:
        matching = [game for game in games if game.state in states]
        if matching:
            return max(matching, key=_ended) if GameState.FINISHED in states else matching[0]
    return None


def _ended(game: Game) -> tuple[datetime, int]:
    assert game.finished_at is not None
    return game.finished_at, game.number


class View:
    """The parts of one game as they stand now; queries are made once per part."""

    def __init__(self, game: Game, changed: Turn | None = None) -> None:
        self.game = game
        #: The turn an event is about: maps then carry this turn's key only.
        self.changed = changed
        self._counted: dict[int, BulletinCounts] = {}

    def part(self, name: str, audience: Audience) -> Any:
        return PARTS[name](self, audience)

    @cached_property
    def position(self) -> GamePosition:
        return position_of(self.game)

    @property
    def placed(self) -> list[Turn]:
        return self.position.placed

    @cached_property
    def standings(self) -> GameStandings:
        return standings_of(self.game)

    def turn_for(self, audience: Audience) -> Turn | None:
        """The last turn that ``audience`` may know of: a draw is secret until announced."""
        for turn in reversed(self.position.turns):
            secret = turn.state == TurnState.DRAWN and audience not in STAFF
            if not secret and not turn.set_aside:
                return turn
        return None

    def game_part(self, _: Audience) -> protocol.GamePart:
        game = self.game
        over = game.state in {GameState.FINISHED, GameState.VOID}
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
            resumes_at=clock.millis(game.resumes_at) if game.resumes_at else None,
            commitment=tops.commitment_of(game),
            seed=game.seed if over else None,
            earlier=self._earlier(),
            end_reason=game.end_reason or None,
            end_article=game.end_article or None,
        )

    def _earlier(self) -> list[int]:
        over = Game.objects.filter(tournament=self.game.tournament_id, state=GameState.FINISHED)
        others = over.exclude(pk=self.game.pk).order_by("number")
        return list(others.values_list("number", flat=True))

    def turn_part(self, audience: Audience) -> protocol.TurnPart | None:
        turn = self.turn_for(audience)
        if turn is None:
            return None
        common = self._turn_fields(turn)
        if audience not in STAFF:
            if turn.state == TurnState.CANCELLED:
                common |= _LETTERS_BACK
            return protocol.TurnPart(**common)
        return protocol.StaffTurnPart(
            **common,
            solved=turn.solved_at is not None,
            corrected=turn.corrected_at is not None,
        )

    def _turn_fields(self, turn: Turn) -> dict[str, Any]:
        shown = turn.state in PLACED_TURN_STATES
        best, found = self.standings.best_and_found(turn) if shown else (None, None)
        return {
            "ordinal": turn.ordinal,
            "number": turn.number,
            "state": turn.state,
            "kept": turn.kept,
            "drawn": turn.drawn,
            "rejected": ["".join(rack) for rack in turn.rejected],
            "time_s": seconds_of(turn),
            "warn_s": signal_of(turn),
            "opened_at": turn.opened_at and clock.millis(turn.opened_at),
            "closes_at": turn.closes_at and clock.millis(turn.closes_at),
            "top": self._top(turn) if shown else None,
            "best": best,
            "found": found,
            "bulletins": self._bulletins(turn),
        }

    def _bulletins(self, turn: Turn) -> BulletinCounts | None:
        """Read once for all audiences."""
        if turn.state not in COLLECTED_TURN_STATES:
            return None
        if turn.pk not in self._counted:
            self._counted[turn.pk] = counts_of(turn)
        return self._counted[turn.pk]

    def _top(self, turn: Turn) -> protocol.Top:
        formed = self.position.before(turn).formed_by(turn)
        return protocol.Top(word=turn.word, ref=turn.ref, score=turn.score, formed=formed)

    def board_part(self, _: Audience) -> list[str]:
        return self.position.board.rows()

    def history_part(self, _: Audience) -> dict[str, protocol.HistoryRow | None]:
        rows: dict[str, protocol.HistoryRow | None] = {
            str(turn.number): protocol.HistoryRow(turn.rack, turn.word, turn.ref, turn.score)
            for turn in self.placed
        }
        if self.changed is None:
            return rows
        key = str(self.changed.number)
        return {key: rows.get(key)}

    @cached_property
    def withheld(self) -> Publicity | None:
        """What the results of persons still wait for, where players and public are concerned."""
        return withheld(self.game)

    def ranking_part(self, audience: Audience) -> protocol.RankingPart:
        kept = None if audience in STAFF else self.withheld
        rows = [] if kept else self.standings.rows[:RANKING_ROWS]
        short = {} if audience in STAFF or kept else self._short_names
        return protocol.RankingPart(
            after=max((turn.number for turn in self.placed), default=0),
            provisional=self.standings.provisional,
            top_total=sum(turn.score for turn in self.placed),
            size=len(self.standings.rows),
            rows=[
                protocol.RankRow(row.rank, row.table, short.get(row.entry_id, row.name), row.total)
                for row in rows
            ],
            withheld=kept,
        )

    def field_part(self, audience: Audience) -> protocol.FieldPart | None:
        if not is_mort_subite(self.game):
            return None
        rows = self.standings.rows
        turn = self.turn_for(audience)
        out = watching(turn) if turn else None
        shown = [row.entry_id for row in rows]
        short = {} if audience in STAFF else PublicNames(self.game.tournament, shown).short
        return protocol.FieldPart(
            rows=[
                protocol.FieldRow(
                    table=row.table,
                    name=short.get(row.entry_id, row.name),
                    rank=row.rank,
                    fell=row.fell,
                    plays=row.fell is None if out is None else row.entry_id not in out,
                )
                for row in rows
            ],
            open=any(turn.to_decide or turn.corrected_at is None for turn in self.placed),
        )

    @cached_property
    def _short_names(self) -> Mapping[int, str]:
        """Of those whom the ranking part names."""
        shown = [row.entry_id for row in self.standings.rows[:RANKING_ROWS]]
        return PublicNames(self.game.tournament, shown).short

    def bulletin_part(self, _: Audience) -> None:
        """In events: a new turn begins with an empty bulletin."""
        return

    def holding_part(self, _: Audience) -> list[int]:
        turn = self.turn_for(Audience.JUDGE)
        if turn is None:
            return []
        return [seat.number for seat in seats_of(turn) if seat.how is Handed.IN_TIME]

    def tops_part(self, _: Audience) -> list[protocol.SolutionRow]:
        turn = self.turn_for(Audience.JUDGE)
        if turn is None or not solutions_open(turn):
            return []
        if not Solutions.objects.filter(turn=turn).exists():
            return []
        choice = tops.choice_of(turn)
        return [
            protocol.SolutionRow(
                word=move.word,
                ref=move.ref,
                score=move.score,
                allowed=move in choice.allowed,
                proposed=move == choice.proposed,
            )
            for move in choice.tops
        ]


#: What builds each part, by its name in the types of states and events.
PARTS: Mapping[str, Callable[[View, Audience], Any]] = {
    "game": View.game_part,
    "turn": View.turn_part,
    "board": View.board_part,
    "history": View.history_part,
    "ranking": View.ranking_part,
    "field": View.field_part,
    "bulletin": View.bulletin_part,
    "holding": View.holding_part,
    "tops": View.tops_part,
}
