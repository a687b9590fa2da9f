"""The decisions of people that differ from what the software proposes."""

from arbitrage.archive.core.play import ActRow, RulingRow
from arbitrage.archive.verify.record import ArchiveRecord, GameRecord, TurnRecord
from arbitrage.archive.verify.report import HumanDecision, Report, RulingSummary
from arbitrage.archive.verify.verdicts import RULING_FIELDS
from arbitrage.core.ruling_codes import DECIDED_STATUSES, RulingStatus, propose_fields
from arbitrage.core.verdict import Verdict
from tournament.core.chain import ERASED_TEXT


def add_human_decisions(
    record: ArchiveRecord, game: GameRecord, turn: TurnRecord, report: Report
) -> None:
    """Add the decisions of a turn to the report, and count the rulings confirmed or to decide."""
    turn_key = game.row.number, turn.row.ordinal

    def record_decision(
        kind: str, summary: RulingSummary | str, row: RulingRow | ActRow, reason: str
    ) -> None:
        by = record.signed_names.get(row.by, row.by) if row.by is not None else ""
        if reason == ERASED_TEXT:
            report.count(*turn_key, "erased-reasons")
        report.add_decision(HumanDecision(*turn_key, kind, summary, by, reason), row.entry)

    for entry, line in turn.rulings_in_force.items():
        row = line.row
        if row.in_time:
            record_decision("in-time", row.in_time_article, row, row.in_time)
        proposal = propose_fields(Verdict.from_dict(row.verdict))
        authority = turn.find_authority(entry) if row.status in DECIDED_STATUSES else ""
        changed = any(getattr(row, name) != proposal[name] for name in RULING_FIELDS)
        if authority or (row.status in DECIDED_STATUSES and changed):
            summary = RulingSummary(
                row.points, row.sanction, proposal["points"], proposal["sanction"]
            )
            record_decision(authority or "ruling", summary, row, row.reason)
        elif row.status == RulingStatus.UNDECIDED:
            report.count(*turn_key, "undecided")
        elif row.status == RulingStatus.CONFIRMED:
            report.count(*turn_key, "confirmed")
    for acts in turn.acts_in_force.values():
        for act in acts:
            kind = f"{act.row.kind}-by-rule" if act.row.automatic else act.row.kind
            record_decision(kind, act.row.article, act.row, act.row.reason)
