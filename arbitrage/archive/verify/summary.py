"""The summary of a verification in French: what agrees, and decisions of people."""

from collections.abc import Iterator, Mapping

from arbitrage.archive.verify.discrepancy_sentences import describe_table, get_turn_number
from arbitrage.archive.verify.record import ArchiveRecord
from arbitrage.archive.verify.report import HumanDecision, Report, RulingSummary
from arbitrage.archive.verify.tournament_journal import describe_journal
from arbitrage.core.codes import Sanction
from tournament.core.chain import DISPLAYED_DIGITS
from tournament.core.states import GameState, Source

_SANCTIONS: Mapping[str, str] = {
    Sanction.NONE: "sans sanction",
    Sanction.WARNING: "avertissement",
    Sanction.PENALTY: "pénalité",
    Sanction.ZERO: "zéro",
}
_DECISION_NAMES: Mapping[str, str] = {
    "in-time": "bulletin hors temps compté à temps",
    "warning": "avertissement disciplinaire",
    "zero": "zéro disciplinaire",
    "cheating": "score annulé pour tricherie",
    "removal": "avertissement enlevé",
    "average": "moyenne accordée",
    "average-by-rule": "moyenne accordée par la règle",
}
#: What an authority did with a bulletin, by kind of decision.
_RULING_VERBS: Mapping[str, str] = {
    "ruling": "décidé",
    "commission": "décidé par la commission",
    "federation": "décidé par la fédération",
}
_SOURCES: Mapping[str, str] = {
    Source.SOFTWARE: "tirage du logiciel",
    Source.HAND: "tirage à la main",
    Source.REPLAY: "partie enregistrée",
    Source.PREPARED: "partie préparée",
}
_GAME_STATES: Mapping[str, str] = {
    GameState.DRAFT: "en préparation",
    GameState.READY: "prête",
    GameState.RUNNING: "en cours",
    GameState.INTERRUPTED: "interrompue",
    GameState.FINISHED: "terminée",
    GameState.VOID: "annulée",
}
_MAX_TABLES = 8


def list_summary_lines(record: ArchiveRecord, report: Report) -> Iterator[str]:
    """Yield what agrees, game by game and turn by turn, with the decisions that differ from the
    proposals."""
    tournament = record.tournament
    if scope := _describe_scope(record):
        yield f"A{scope[1:]}."  # « archive du coup … » with a capital
    yield f"{tournament.name}, {tournament.starts_on}, édition {record.edition.key}"
    for number, game in record.games.items():
        game_counts = _GameCounts(report, number)
        row = game.row
        source = _SOURCES.get(row.source, row.source)
        state = _GAME_STATES.get(row.state, row.state)
        game_parts = [source, state, *game_counts.list_game_parts()]
        yield f"Partie {number} : {', '.join(game_parts)}."
        if game.journal:
            head = game.journal[-1].row.chain[:DISPLAYED_DIGITS]
            yield f"  Journal : {len(game.journal)} lignes, tête {head}."
        for ordinal, turn in game.turns.items():
            rack = turn.row.kept + turn.row.drawn
            top = f", {turn.row.word} {turn.row.ref} {turn.row.score}" if turn.row.word else ""
            turn_parts = "".join(f" ; {part}" for part in game_counts.list_turn_parts(ordinal))
            yield f"  Coup {get_turn_number(record, number, ordinal)} : {rack}{top}{turn_parts}."
            decisions = [
                decision
                for decision in report.decisions
                if (decision.game, decision.turn) == (number, ordinal)
            ]
            yield from (
                f"    {_format_decision(record, report, decision)}" for decision in decisions
            )
    yield from describe_journal(record.archive, report)
    if ranked := report.counts[0, 0, "ranked"]:
        yield f"Classement général : {_pluralise(ranked, 'rang')}."


def _describe_scope(record: ArchiveRecord | None) -> str:
    """Return which turn the archive is limited to; empty for a whole tournament."""
    if record is None or record.is_whole:
        return ""
    scope = record.archive.manifest.scope
    number = get_turn_number(record, scope.game or 0, scope.turn or 0)
    return f"archive du coup {number} de la partie {scope.game} seulement"


class _GameCounts:
    """The counts of one game, as parts of sentences."""

    def __init__(self, report: Report, game: int) -> None:
        self._counts, self._game = report.counts, game

    def _get(self, turn: int, subject: str) -> int:
        return self._counts[self._game, turn, subject]

    def list_game_parts(self) -> Iterator[str]:
        if self._get(0, "seed-kept"):
            yield "graine pas encore publiée : tirages invérifiables"
        if self._get(0, "sealed"):
            yield "feuille scellée intacte"
        if ranked := self._get(0, "ranked"):
            yield f"{_pluralise(ranked, 'rang')} au classement"
        if contenders := self._get(0, "contenders"):
            yield f"mort subite, {_pluralise(contenders, 'place')} d’après le tableau"
        if slips := self._get(0, "slips"):
            yield _pluralise(slips, "billet remis comme dit", "billets remis comme dit")
        if erased := self._get(0, "erased"):
            yield f"{_pluralise(erased, 'texte effacé', 'textes effacés')} (la preuve tient)"

    def list_turn_parts(self, turn: int) -> Iterator[str]:
        for subject, singular, plural in _TURN_PARTS:
            if number := self._get(turn, subject):
                yield _pluralise(number, singular, plural)


_TURN_PARTS = (
    ("draws", "tirage de la graine", "tirages de la graine"),
    ("solutions", "solution", "solutions"),
    ("retained-kept", "mot retenu dont la feuille est encore scellée", "mots retenus scellés"),
    ("bulletins", "bulletin", "bulletins"),
    ("distinct", "différent", "différents"),
    ("verdicts", "verdict refait", "verdicts refaits"),
    ("lines", "score", "scores"),
    ("averages", "moyenne", "moyennes"),
    ("bound", "ligne tenue par le journal", "lignes tenues par le journal"),
    ("unbound", "ligne d’avant la chaîne", "lignes d’avant la chaîne"),
    ("replaced", "version remplacée depuis", "versions remplacées depuis"),
    ("confirmed", "décision confirmée", "décisions confirmées"),
    ("undecided", "reste à décider", "restent à décider"),
    ("to-judge", "reste à juger", "restent à juger"),
    ("erased-reasons", "motif effacé", "motifs effacés"),
)


def _pluralise(number: int, singular: str, plural: str = "") -> str:
    return f"{number} {singular if number == 1 else plural or f'{singular}s'}"


def _format_decision(record: ArchiveRecord, report: Report, decision: HumanDecision) -> str:
    """Return the sentence about a decision: tables, authority, decision and reason."""
    entries = report.decisions[decision]
    tables = ", ".join(
        describe_table(record, decision.game, entry) for entry in entries[:_MAX_TABLES]
    )
    more = f" et {len(entries) - _MAX_TABLES} autres" if len(entries) > _MAX_TABLES else ""
    author = f" par {decision.by}" if decision.by else ""
    reason = f" : {decision.reason}" if decision.reason else ""
    return f"→ {tables}{more} – {_describe_decision(decision)}{author}{reason}"


def _describe_decision(decision: HumanDecision) -> str:
    summary = decision.summary
    if not isinstance(summary, RulingSummary):
        article = f" ({summary})" if summary else ""
        return f"{_DECISION_NAMES.get(decision.kind, decision.kind)}{article}"
    sanction, proposed = (
        _SANCTIONS.get(code, code) for code in (summary.sanction, summary.proposed_sanction)
    )
    ruling = f"{_RULING_VERBS[decision.kind]} {summary.points} ({sanction})"
    return f"{ruling}, le logiciel propose {summary.proposed_points} ({proposed})"


def build_conclusion(report: Report, record: ArchiveRecord | None) -> str:
    scope = f" ({scope})" if (scope := _describe_scope(record)) else ""
    if report.discrepancies:
        return f"{_pluralise(len(report.discrepancies), 'ligne ment', 'lignes mentent')}{scope}."
    decisions = sum(map(len, report.decisions.values()))
    remark = (
        f" {_pluralise(decisions, 'décision')} de personnes, dites plus haut." if decisions else ""
    )
    return f"Tout concorde{scope}.{remark}"
