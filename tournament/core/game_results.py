"""Results of the entries in one game, computed from sums over its revealed turns (3.5, 6.2)."""

from collections.abc import Collection, Hashable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import NamedTuple

from tournament.core import standings
from tournament.core.ranking.ranking_input import ABSENT, GameResult
from tournament.core.solo import count_players_by_centre
from tournament.core.standings import ScoringTerms


class GameSum(NamedTuple):
    """Sums of one entry over the revealed turns of a game."""

    points: int
    warnings: int
    averages: int
    solos: int = 0


@dataclass(frozen=True)
class GameSums[K: Hashable]:
    """``by_entry``: sums of the entries with a score line; ``top``: sum of the tops, None before
    the first revealed turn."""

    top: int | None
    by_entry: Mapping[K, GameSum]


def find_participants[K: Hashable](
    entries: Mapping[K, bool], sums: GameSums[K], senders: Collection[K]
) -> set[K]:
    """Return the entries that take part in a game: they scored, are among ``senders`` or,
    before its first turn, are entered. ``senders`` handed in a bulletin; ``entries`` maps each to
    whether it is withdrawn."""
    has_begun = sums.top is not None
    return {
        entry
        for entry, withdrawn in entries.items()
        if ((entry_sum := sums.by_entry.get(entry)) and entry_sum.points > 0)
        or entry in senders
        or not (has_begun or withdrawn)
    }


def compute_results[K: Hashable](
    entries: Collection[K],
    sums: GameSums[K],
    participants: Collection[K],
    terms: ScoringTerms,
    *,
    centres: Mapping[K, Hashable] | None = None,
    show_current_warnings: bool = False,
) -> dict[K, GameResult]:
    """Return the result of each of ``entries``; before the first turn nobody has missed anything.

    The number of players of ``terms`` is replaced by that of ``participants``, with ``centres`` of
    those in the centre of the entry (reading B-48). Solos and warnings count at the end of the
    game only; with ``show_current_warnings`` the warnings count before it too.
    """
    terms = replace(terms, players=len(participants))
    counts = count_players_by_centre(participants, centres) if centres is not None else {}

    @cache  # many entries have equal sums
    def build_result(entry_sum: GameSum, players: int | None, *, has_played: bool) -> GameResult:
        total, bonus, deduction = standings.compute_total(entry_sum, terms.count_players(players))
        return GameResult(
            total=total,
            points=entry_sum.points,
            solos=entry_sum.solos if terms.is_final else 0,
            bonus=bonus,
            warnings=entry_sum.warnings if terms.is_final or show_current_warnings else 0,
            deduction=deduction,
            averages=entry_sum.averages,
            has_played=has_played,
        )

    results = {}
    for entry in entries:
        has_played = entry in participants
        if entry_sum := sums.by_entry.get(entry):
            results[entry] = build_result(entry_sum, counts.get(entry), has_played=has_played)
        else:
            results[entry] = GameResult() if has_played else ABSENT
    return results
