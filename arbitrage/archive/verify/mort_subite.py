"""Eliminations of a *mort subite*, computed again from the scoreboard (3.8.3, 5.9)."""

from arbitrage.archive.verify.record import ArchiveRecord, GameRecord, TurnRecord
from arbitrage.archive.verify.report import DiscrepancyKind, Report
from tournament.core import mort_subite, warnings
from tournament.core.events import EventKind
from tournament.core.mort_subite import RevealedTurn
from tournament.core.ranking.ranking_input import PlayOffResult, PlayOffScope
from tournament.core.states import (
    PLACED_TURN_STATES,
    GameCommand,
    GameKind,
    GameState,
    PlayMedium,
    TurnState,
)


def check_mort_subite(record: ArchiveRecord, game: GameRecord, report: Report) -> None:
    """Check the kind of the game, its players and, in the archive of a whole tournament, their
    eliminations."""
    _check_preparation(game, report)
    if game.row.kind != GameKind.MORT_SUBITE:
        for line in game.contenders.values():
            report.add(DiscrepancyKind.CONTENDERS, line, line.row.entry, None, name="entry")
    elif record.is_whole:
        _check_eliminations(record, game, report)


def _check_preparation(game: GameRecord, report: Report) -> None:
    """Check kind and players against the journal."""
    for line in game.journal:
        data, command = line.row.data, line.row.data.get("command")
        if line.row.kind != EventKind.GAME_CHANGED:
            continue
        if command == GameCommand.PREPARE:
            kind, settles = data.get("kind", GameKind.DUPLICATE), data.get("settles")
            report.compare(DiscrepancyKind.STATE, game.line, "kind", game.row.kind, kind)
            report.compare(DiscrepancyKind.STATE, game.line, "settles", game.row.settles, settles)
        elif command == GameCommand.START:
            players = sorted(data.get("players", []))
            report.compare(
                DiscrepancyKind.CONTENDERS,
                game.line,
                "contenders",
                sorted(game.contenders),
                players,
            )


def _check_eliminations(record: ArchiveRecord, game: GameRecord, report: Report) -> None:
    row = game.row
    free_warnings = warnings.get_free_warnings(
        record.edition, format=row.format, time_s=row.time_s, kind=row.kind
    )
    placed_turns = [
        turn
        for _ordinal, turn in sorted(game.turns.items())
        if TurnState(turn.row.state) in PLACED_TURN_STATES
    ]
    players = sorted(game.contenders)
    outcome = mort_subite.compute_outcome_of_turns(
        players,
        [_build_revealed_turn(turn) for turn in placed_turns],
        record.edition,
        free_warnings=free_warnings,
    )
    expected_turns = {
        entry: turn.row.ordinal
        for turn, eliminated in zip(placed_turns, outcome.eliminated, strict=True)
        for entry in eliminated
    }
    agreements = [
        report.compare(
            DiscrepancyKind.CONTENDERS,
            line,
            "fell",
            line.row.eliminated_in_turn,
            expected_turns.get(entry),
        )
        for entry, line in game.contenders.items()
    ]
    if all(agreements):
        report.count(row.number, 0, "contenders", len(agreements))


def _build_revealed_turn(turn: TurnRecord) -> RevealedTurn[str]:
    participations = {
        entry: line.row.plays_on
        for entry, line in turn.participations.items()
        if not line.row.typed
    }
    return RevealedTurn(
        {entry: line.row.points for entry, line in turn.scores.items()},
        {entry: line.row.warnings for entry, line in turn.scores.items()},
        watching_players={
            entry for entry, plays_on in participations.items() if plays_on == PlayMedium.WATCHING
        },
        absent_players={
            entry for entry, plays_on in participations.items() if plays_on == PlayMedium.ABSENT
        },
    )


def list_playoffs(record: ArchiveRecord) -> list[PlayOffResult[str]]:
    """Return the ties that were broken by playing on, in the order played."""
    games = [
        game
        for game in record.games.values()
        if game.row.kind == GameKind.MORT_SUBITE
        and game.row.settles is not None
        and game.row.state == GameState.FINISHED
    ]
    games.sort(key=lambda game: (game.row.finished_at or "", game.row.number))
    withdrawn = {uid for uid, line in record.entries.items() if line.row.withdrawn}
    return [
        PlayOffResult(
            game.row.number,
            PlayOffScope.from_json(game.row.settles or {}),
            mort_subite.compute_places(
                {entry: line.row.eliminated_in_turn for entry, line in game.contenders.items()},
                withdrawn,
            ),
        )
        for game in games
    ]
