"""Carries rulings onto the scoreboard."""

from collections.abc import Iterable
from datetime import datetime

from arbitrage.core.verdict import Sanction, Verdict
from arbitrage.models import Ruling, Status
from arbitrage.queries import current_rulings, needs_arbiter
from arbitrage.sentences import explain_ruling
from tournament.models import Turn
from tournament.services.scoreboard import ScoreLine, post_scores


def post(*, turn: Turn, rulings: Iterable[Ruling], corrected: bool, now: datetime) -> None:
    """Write the lines of ``rulings``; a bulletin that nobody has decided has no line yet, or no
    longer, when another one took its place."""
    rulings = list(rulings)
    tournament = turn.game.tournament
    waiting = sum(needs_arbiter(ruling, tournament) for ruling in current_rulings(turn).values())
    lines = [line_of(ruling) for ruling in rulings if ruling.status != Status.UNDECIDED]
    cleared = [ruling.entry_id for ruling in rulings if ruling.status == Status.UNDECIDED]
    post_scores(
        turn=turn, lines=lines, cleared=cleared, to_decide=waiting, corrected=corrected, now=now
    )


def line_of(ruling: Ruling) -> ScoreLine:
    """The scoreboard line of a decided ruling."""
    assert ruling.points is not None
    assert ruling.gross is not None
    verdict = Verdict.from_dict(ruling.verdict)
    paid = ruling.sanction != Sanction.ZERO
    return ScoreLine(
        entry_id=ruling.entry_id,
        points=ruling.points,
        gross=ruling.gross,
        sanction=ruling.sanction,
        warnings=int(ruling.sanction == Sanction.WARNING),
        word=(verdict.word or "") if paid else "",
        ref=(verdict.placement or "") if paid else "",
        article=ruling.article,
        text=explain_ruling(ruling),
    )
