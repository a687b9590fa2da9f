"""One player's event, turn by turn: what they scored, the top, and the best of all centres."""

from dataclasses import dataclass

from arbitrage.archive.core.play import ScoreRow, TurnRow
from arbitrage.archive.core.reading import read_archive
from arbitrage.event.core.joining import JointTurn
from arbitrage.event.core.ranking import JointRow
from arbitrage.event.queries.joint import EventState
from engine.board.letters import sort_letters
from tournament.core.states import PLACED_TURN_STATES, TurnState

#: Game, number and sorted letters of a turn.
type _TurnKey = tuple[int, int, str]


@dataclass(frozen=True, slots=True)
class EventSheetTurn:
    """``score``: None if nothing was handed in; ``best``: over all centres."""

    turn: JointTurn
    score: ScoreRow | None
    has_solo: bool


@dataclass(frozen=True, slots=True)
class EventSheetGame:
    number: int
    total: int | None
    turns: list[EventSheetTurn]


def load_sheet(state: EventState, row: JointRow) -> list[EventSheetGame]:
    """Return the games of an entry, read from the archive of its centre."""
    arrival = next(
        arrival
        for centre in state.centres
        if str(centre.centre.uid) == row.joint.centre.uid
        for arrival in centre.arrivals
        if arrival.counts
    )
    archive = read_archive(bytes(arrival.archive.content))
    commitments = {game.commitment: game.number for game in state.joint.definition.games}
    # The last counts, as in the joint results, if the centre restored and played one again.
    played = {row.commitment: row.number for row in archive.rows["games"]}
    games = {
        number: commitments[commitment]
        for commitment, number in played.items()
        if commitment in commitments
    }
    scores = {
        (score.game, score.turn): score
        for score in archive.list_rows(ScoreRow)
        if score.entry == row.uid
    }
    numbers: dict[_TurnKey, ScoreRow | None] = {
        (games[turn.game], turn.number, sort_letters(turn.kept + turn.drawn)): scores.get(
            (turn.game, turn.ordinal)
        )
        for turn in archive.list_rows(TurnRow)
        if turn.game in games and TurnState(turn.state) in PLACED_TURN_STATES
    }
    return [
        EventSheetGame(game, row.ranked_entry.games[index], _list_turns(state, row, game, numbers))
        for index, game in enumerate(state.joint.results.ranking_input.game_numbers)
    ]


def _list_turns(
    state: EventState,
    row: JointRow,
    game: int,
    scores: dict[_TurnKey, ScoreRow | None],
) -> list[EventSheetTurn]:
    """List the turns that the centre played: others may have had other letters."""
    return [
        EventSheetTurn(turn, scores[key], turn.holder == row.uid)
        for turn in state.joint.results.turns
        if turn.game == game
        and row.joint.centre.uid in turn.centres
        and (key := (game, turn.number, turn.rack)) in scores
    ]
