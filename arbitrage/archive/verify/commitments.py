"""The commitments published before the first turn of a game, and its state, by its journal."""

from typing import Any

from arbitrage.archive.verify.record import ArchiveRecord, GameRecord
from arbitrage.archive.verify.report import DiscrepancyKind, Report
from engine.rules.draw import compute_commitment
from tournament.core.chain import ERASED_TEXT
from tournament.core.events import EventKind
from tournament.core.seal import compute_script_seal
from tournament.core.states import GAME_TRANSITIONS, CountedOver, GameCommand, GameState, Source


def check_commitments(record: ArchiveRecord, game: GameRecord, report: Report) -> None:
    """Check commitment, seal, word list, and the state of the game."""
    if published := _read_last_command(game, GameCommand.PREPARE):
        kinds = {"commitment": DiscrepancyKind.COMMITMENT, "seal": DiscrepancyKind.SEAL}
        for name, kind in kinds.items():
            report.compare(kind, game.line, name, getattr(game.row, name), published.get(name))
    # Only the archive of one turn lacks seed and script, while the game runs.
    is_withheld = not (record.is_whole or game.is_over)
    _check_commitment(game, report, is_withheld=is_withheld)
    _check_seal(game, report, is_withheld=is_withheld)
    start_data = _read_last_command(game, GameCommand.START)
    if "lexicon" in start_data:
        checksum = game.row.word_list.checksum if game.row.word_list else None
        report.compare(
            DiscrepancyKind.WORD_LIST, game.line, "word_list", checksum, start_data["lexicon"]
        )
        points, players = record.tournament.solo_points, record.tournament.solo_players
        report.compare(
            DiscrepancyKind.STATE,
            game.line,
            "solo",
            [points, players],
            start_data.get("solo", [None] * 2),
        )
        counted_over = start_data.get("counted_over", CountedOver.WHOLE)
        report.compare(
            DiscrepancyKind.STATE,
            game.line,
            "counted_over",
            record.tournament.counted_over,
            counted_over,
        )
    _check_state(game, report)


def _read_last_command(game: GameRecord, command: GameCommand) -> dict[str, Any]:
    """Return the data of the last such command in the journal; empty if there is none."""
    rows = [line.row.data for line in game.journal if line.row.data.get("command") == command]
    return rows[-1] if rows else {}


def _check_commitment(game: GameRecord, report: Report, *, is_withheld: bool) -> None:
    stored = game.row.commitment
    if game.seed is None:
        if not is_withheld:
            report.add(DiscrepancyKind.COMMITMENT, game.line, None, stored, name="seed")
        elif stored is not None:
            report.count(game.row.number, 0, "seed-kept")
    elif game.row.source != Source.HAND:
        computed = compute_commitment(game.seed)
        report.compare(DiscrepancyKind.COMMITMENT, game.line, "seed", stored, computed)


def _check_seal(game: GameRecord, report: Report, *, is_withheld: bool) -> None:
    script, stored = game.row.script, game.row.seal
    if not script and stored is not None and not is_withheld:
        report.add(DiscrepancyKind.SEAL, game.line, None, stored, name="script")
    if game.seed is not None and script:
        computed = compute_script_seal(game.seed, script)
        if report.compare(DiscrepancyKind.SEAL, game.line, "script", stored, computed):
            report.count(game.row.number, 0, "sealed")


def _check_state(game: GameRecord, report: Report) -> None:
    expected: dict[str, Any] = {
        "state": GameState.DRAFT,
        "started_at": None,
        "finished_at": None,
    }
    expected |= {"end_reason": "", "end_article": ""}
    for line in game.journal:
        row, data = line.row, line.row.data
        command = data.get("command")
        if row.kind != EventKind.GAME_CHANGED or command not in set(GameCommand):
            continue
        expected["state"] = GAME_TRANSITIONS.get(
            (expected["state"], GameCommand(command)), expected["state"]
        )
        if command == GameCommand.START:
            expected["started_at"] = row.at
        elif command in {GameCommand.FINISH, GameCommand.ANNUL}:
            expected["finished_at"] = row.at
        if command == GameCommand.FINISH:
            expected |= {"end_reason": data["reason"], "end_article": data["article"]}
    for name, value in expected.items():
        if value != ERASED_TEXT:
            report.compare(DiscrepancyKind.STATE, game.line, name, getattr(game.row, name), value)
