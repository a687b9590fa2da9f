"""Who is out of a *mort subite*: worked out again from the scoreboard (3.8.3, 5.9)."""

from arbitrage.archive.verify.record import ArchiveRecord, GameRecord, TurnRecord
from arbitrage.archive.verify.report import Matter, Report
from tournament.core import mort_subite, warnings
from tournament.core.events import EventKind
from tournament.core.mort_subite import RevealedTurn
from tournament.core.ranking.field import PlayOffResult, PlayOffScope
from tournament.core.states import (
    PLACED_TURN_STATES,
    GameCommand,
    GameKind,
    GameState,
    PlayMedium,
    TurnState,
)


def check_mort_subite(record: ArchiveRecord, game: GameRecord, report: Report) -> None:
    """Of what kind the game is, who plays it and, of a whole tournament, who is out when."""
    _check_promises(game, report)
    if game.row.kind != GameKind.MORT_SUBITE:
        for at in game.contenders.values():
            report.lie(Matter.FIELD, at, at.row.entry, None, name="entry")
    elif record.whole:
        _check_fallen(record, game, report)


def _check_promises(game: GameRecord, report: Report) -> None:
    """As the journal tells it."""
    for at in game.journal:
        data, command = at.row.data, at.row.data.get("command")
        if at.row.kind != EventKind.GAME:
            continue
        if command == GameCommand.PREPARE:
            told = data.get("kind", GameKind.DUPLICATE), data.get("settles")
            report.compare(Matter.STATE, game.at, "kind", game.row.kind, told[0])
            report.compare(Matter.STATE, game.at, "settles", game.row.settles, told[1])
        elif command == GameCommand.START:
            players = sorted(data.get("players", []))
            report.compare(Matter.FIELD, game.at, "contenders", sorted(game.contenders), players)


def _check_fallen(record: ArchiveRecord, game: GameRecord, report: Report) -> None:
    row = game.row
    free = warnings.get_free_warnings(
        record.edition, format=row.format, time_s=row.time_s, kind=row.kind
    )
    placed = [
        turn
        for _ordinal, turn in sorted(game.turns.items())
        if TurnState(turn.row.state) in PLACED_TURN_STATES
    ]
    players = sorted(game.contenders)
    outcome = mort_subite.play_turns(
        players, [_board(turn) for turn in placed], record.edition, free=free
    )
    fell = {
        entry: turn.row.ordinal
        for turn, out in zip(placed, outcome.eliminated, strict=True)
        for entry in out
    }
    good = [
        report.compare(Matter.FIELD, at, "fell", at.row.fell, fell.get(entry))
        for entry, at in game.contenders.items()
    ]
    if all(good):
        report.count(row.number, 0, "contenders", len(good))


def _board(turn: TurnRecord) -> RevealedTurn[str]:
    took = {entry: at.row.plays_on for entry, at in turn.took_part.items() if not at.row.typed}
    return RevealedTurn(
        {entry: at.row.points for entry, at in turn.scores.items()},
        {entry: at.row.warnings for entry, at in turn.scores.items()},
        watched={entry for entry, how in took.items() if how == PlayMedium.WATCHES},
        absent={entry for entry, how in took.items() if how == PlayMedium.NOTHING},
    )


def settled_in(record: ArchiveRecord) -> list[PlayOffResult[str]]:
    """What was separated by playing on, in the order played."""
    games = [
        game
        for game in record.games.values()
        if game.row.kind == GameKind.MORT_SUBITE
        and game.row.settles is not None
        and game.row.state == GameState.FINISHED
    ]
    games.sort(key=lambda game: (game.row.finished_at or "", game.row.number))
    gone = {uid for uid, at in record.entries.items() if at.row.withdrawn}
    return [
        PlayOffResult(
            game.row.number,
            PlayOffScope.from_json(game.row.settles or {}),
            mort_subite.compute_places(
                {entry: at.row.fell for entry, at in game.contenders.items()}, gone
            ),
        )
        for game in games
    ]
