"""Builds what each audience may see, part by part, from the database.

The same functions fill snapshots and events, and the type of the audience decides which
parts exist for it (``tournament.live.protocol``).
"""

from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

from tournament import clock
from tournament.core.states import PLACED_TURN_STATES, GameState, TurnState
from tournament.live import protocol
from tournament.live.protocol import Audience
from tournament.models import Bulletin, Game, Score, Solutions, Turn
from tournament.queries import tops
from tournament.queries.position import board_of, format_of, formed_by, placed_turns
from tournament.queries.standings import GameStandings, standings_of

STAFF = frozenset({Audience.ARBITERS, Audience.JUDGE})
RANKING_ROWS = 30
#: Which game the room is bent over: the first of these states that a game is in.
CURRENT = (
    (GameState.RUNNING, GameState.INTERRUPTED),
    (GameState.READY,),
    (GameState.FINISHED,),
)


def current_game(tournament_id: int) -> Game | None:
    """The running game; else the next ready one; else the last one finished."""
    games = list(
        Game.objects.filter(tournament_id=tournament_id)
        .select_related("tournament")
        .order_by("number")
    )
    for states in CURRENT:
        matching = [game for game in games if game.state in states]
        if matching:
            return matching[-1] if GameState.FINISHED in states else matching[0]
    return None


class View:
    """The parts of one game as they stand now; queries are made once per part."""

    def __init__(self, game: Game, changed: Turn | None = None) -> None:
        self.game = game
        #: The turn an event is about: maps then carry this turn's key only.
        self.changed = changed

    def part(self, name: str, audience: Audience) -> Any:
        builder: Callable[[Audience], Any] = getattr(self, f"_{name}")
        return builder(audience)

    @cached_property
    def turns(self) -> list[Turn]:
        return list(self.game.turns.order_by("-ordinal")[:2])

    @cached_property
    def placed(self) -> list[Turn]:
        return placed_turns(self.game)

    @cached_property
    def standings(self) -> GameStandings:
        return standings_of(self.game)

    def turn_for(self, audience: Audience) -> Turn | None:
        """The last turn that ``audience`` may know of: a draw is secret until announced."""
        for turn in self.turns:
            if audience in STAFF or turn.state != TurnState.DRAWN:
                return turn
        return None

    def _game(self, _: Audience) -> protocol.GamePart:
        game = self.game
        over = game.state in {GameState.FINISHED, GameState.VOID}
        return protocol.GamePart(
            id=game.pk,
            tournament=game.tournament.name,
            number=game.number,
            state=game.state,
            format=game.format,
            time_s=game.time_s,
            warn_s=game.warn_s,
            source=game.source,
            entries=len(self.standings.rows),
            commitment=tops.commitment_of(game),
            seed=game.seed if over else None,
            end_reason=game.end_reason or None,
            end_article=game.end_article or None,
        )

    def _turn(self, audience: Audience) -> protocol.TurnPart | None:
        turn = self.turn_for(audience)
        if turn is None:
            return None
        common = self._turn_fields(turn)
        if audience not in STAFF:
            return protocol.TurnPart(**common)
        return protocol.StaffTurnPart(
            **common,
            solved=turn.solved_at is not None,
            corrected=turn.corrected_at is not None,
            to_decide=turn.to_decide if turn.corrected_at else None,
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
            "opened_at": turn.opened_at and clock.millis(turn.opened_at),
            "closes_at": turn.closes_at and clock.millis(turn.closes_at),
            "top": self._top(turn) if shown else None,
            "best": best,
            "found": found,
        }

    def _top(self, turn: Turn) -> protocol.Top:
        before = board_of([other for other in self.placed if other.ordinal < turn.ordinal])
        formed = formed_by(before, turn, format_of(self.game))
        return protocol.Top(word=turn.word, ref=turn.ref, score=turn.score, formed=formed)

    def _board(self, _: Audience) -> list[str]:
        return board_of(self.placed).rows()

    def _history(self, _: Audience) -> dict[str, protocol.HistoryRow | None]:
        rows: dict[str, protocol.HistoryRow | None] = {
            str(turn.number): protocol.HistoryRow(turn.rack, turn.word, turn.ref, turn.score)
            for turn in self.placed
        }
        if self.changed is None:
            return rows
        key = str(self.changed.number)
        return {key: rows.get(key)}

    def _ranking(self, _: Audience) -> protocol.RankingPart:
        return protocol.RankingPart(
            after=max((turn.number for turn in self.placed), default=0),
            top_total=sum(turn.score for turn in self.placed),
            size=len(self.standings.rows),
            rows=[
                protocol.RankRow(row.rank, row.table, row.name, row.total)
                for row in self.standings.rows[:RANKING_ROWS]
            ],
        )

    def _bulletin(self, _: Audience) -> None:
        """In events: a new turn begins with an empty bulletin."""
        return

    def _holding(self, _: Audience) -> list[int]:
        turn = self.turn_for(Audience.JUDGE)
        if turn is None:
            return []
        held = Bulletin.objects.filter(turn=turn).order_by("entry__table__number")
        return list(held.values_list("entry__table__number", flat=True))

    def _tops(self, _: Audience) -> list[protocol.SolutionRow]:
        turn = self.turn_for(Audience.JUDGE)
        if turn is None or not Solutions.objects.filter(turn=turn).exists():
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


def _common(view: View, audience: Audience) -> dict[str, Any]:
    names = set(protocol.State.__struct_fields__)
    if audience in STAFF:
        names |= set(protocol.STATES[audience].__struct_fields__)
    return {name: view.part(name, audience) for name in names}


def _result(score: Score) -> protocol.ResultRow:
    return protocol.ResultRow(
        points=score.points,
        sanction=score.sanction,
        word=score.word,
        ref=score.ref,
        text=score.text,
        article=score.article,
    )


def results_of(game: Game, turns: Sequence[Turn]) -> dict[int, protocol.Mine]:
    """For every entry its results of ``turns`` (removed unless revealed), total and rank."""
    shown = [turn for turn in turns if turn.state in PLACED_TURN_STATES]
    scores: dict[int, dict[str, protocol.ResultRow]] = defaultdict(dict)
    for score in Score.objects.filter(turn__in=shown).select_related("turn"):
        scores[score.entry_id][str(score.turn.number)] = _result(score)
    nothing: dict[str, protocol.ResultRow | None] = {str(turn.number): None for turn in turns}
    return {
        row.entry_id: protocol.Mine(
            game_id=game.pk,
            seq=game.seq,
            results={**nothing, **scores[row.entry_id]},
            total=row.total,
            rank=row.rank,
        )
        for row in standings_of(game).rows
    }


def _own(view: View, entry_id: int) -> dict[str, Any]:
    """The parts of an entry's state that are nobody else's."""
    turn = view.turn_for(Audience.ENTRY)
    bulletin = Bulletin.objects.filter(turn=turn, entry_id=entry_id).first() if turn else None
    scores = Score.objects.filter(
        turn__in=[placed.pk for placed in view.placed], entry_id=entry_id
    ).select_related("turn")
    row = view.standings.by_entry[entry_id]
    return {
        "table": row.table,
        "name": row.name,
        "bulletin": bulletin and bulletin_part(bulletin, turn),
        "results": {str(score.turn.number): _result(score) for score in scores},
        "total": row.total,
        "rank": row.rank,
    }


def bulletin_part(bulletin: Bulletin, turn: Turn | None = None) -> protocol.BulletinPart:
    return protocol.BulletinPart(
        turn=(turn or bulletin.turn).ordinal,
        rev=bulletin.rev,
        device=bulletin.device,
        rows=bulletin.rows,
        struck=bulletin.struck,
        reference=bulletin.reference,
        score=bulletin.score,
    )


def snapshot(
    tournament_id: int, audience: Audience, entry_id: int | None = None
) -> protocol.Snapshot:
    """Everything ``audience`` may see of the tournament's current game, with its number.

    The number is read first: what happens meanwhile comes again as an event, harmlessly.
    """
    game = current_game(tournament_id)
    now = clock.millis(clock.now())
    if game is None:
        return protocol.Snapshot(audience=audience, seq=0, now=now, state=None)
    view = View(game)
    fields = _common(view, audience)
    if audience is Audience.ENTRY:
        if entry_id is None or entry_id not in view.standings.by_entry:
            return protocol.Snapshot(audience=audience, seq=0, now=now, state=None)
        fields |= _own(view, entry_id)
    state: Any = protocol.STATES[audience](**fields)
    head = int(game.heads.get(audience, 0))
    return protocol.Snapshot(audience=audience, seq=head, now=now, state=state)
