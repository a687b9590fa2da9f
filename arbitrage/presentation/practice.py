"""The verdict on a bulletin of a game played alone; answers ``tournament.practice.ports``."""

from collections.abc import Mapping
from typing import Any

from arbitrage.core.bulletin import Bulletin
from arbitrage.core.correct import correct
from arbitrage.core.ruling_codes import NO_BULLETIN, read_handed_in_bulletin
from arbitrage.core.sheets.position import JudgedPosition
from arbitrage.presentation.sentences import explain_verdict
from tournament.practice.core.practice_game import PracticeBulletin, PracticeGame, PracticeTurn


def judge_practice(
    game: PracticeGame, turn: PracticeTurn, bulletin: PracticeBulletin
) -> Mapping[str, Any]:
    """Return the verdict as a tablet shows it.

    Where no text decides (a reading of ``docs/lectures.md``), the software's proposal counts: there
    is no arbiter.
    """
    position = JudgedPosition(turn.board, turn.rack, turn.number, game.words, game.fmt)
    verdict = correct(position, _read_bulletin(bulletin), game.edition)
    decision = verdict.decision
    return {
        "points": decision.points,
        "sanction": decision.sanction.value,
        "word": decision.word or "",
        "ref": decision.placement or "",
        "text": explain_verdict(verdict, to_arbiter=False, has_arbiter=False),
        "article": decision.article,
    }


def _read_bulletin(bulletin: PracticeBulletin) -> Bulletin:
    if not (bulletin.rows or bulletin.reference or bulletin.score):
        return NO_BULLETIN
    return read_handed_in_bulletin(bulletin, is_late=bulletin.is_late)
