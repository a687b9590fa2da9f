"""The contents of an archive in numbers."""

from collections import Counter
from typing import Any

from arbitrage.archive.core.people import OrganisationRow, TournamentRow
from arbitrage.archive.core.play import GameRow, TurnRow
from arbitrage.archive.core.reading import Archive
from tournament.core.states import TurnState


def summarise(archive: Archive) -> dict[str, Any]:
    """Return the name, state, people and games of the tournament, and the heads of its journals."""
    (row,), (organisation,) = archive.list_rows(TournamentRow), archive.list_rows(OrganisationRow)
    manifest = archive.manifest
    counts = {name: len(archive.rows[name]) for name in ("players", "toppings", "rounds")}
    head = manifest.tournament_head
    return counts | {
        "name": row.name,
        "organisation": organisation.organisation,
        "state": row.state,
        "made_at": manifest.origin.made_at,
        "entries": sum(not entry.withdrawn for entry in archive.rows["entries"]),
        "withdrawn": sum(entry.withdrawn for entry in archive.rows["entries"]),
        "matches": sum(match.y is not None for match in archive.rows["matches"]),
        "games": _summarise_games(archive),
        "head": {"lines": head.seq, "digest": head.head} if head else None,
    }


def _summarise_games(archive: Archive) -> list[dict[str, Any]]:
    turns = Counter(
        turn.game for turn in archive.list_rows(TurnRow) if turn.state != TurnState.CANCELLED
    )
    heads = {head.game: head.head for head in archive.manifest.heads}
    return [
        {
            "number": game.number,
            "state": game.state,
            "turns": turns[game.number],
            "lines": game.seq,
            "digest": heads[game.number],
        }
        for game in archive.list_rows(GameRow)
    ]
