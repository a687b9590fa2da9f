"""The result of the verification, in French."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from unicodedata import category

from arbitrage.archive.verify.record import ArchiveRecord
from arbitrage.archive.verify.report import (
    Discrepancy,
    DiscrepancyKind,
    HumanDecision,
    Report,
    RulingSummary,
)
from arbitrage.archive.verify.tournament_journal import describe_journal
from arbitrage.core.codes import Sanction
from tournament.core.chain import DISPLAYED_DIGITS
from tournament.core.states import GameState, Source, TurnState

#: Sentences of the discrepancies; the values stated and computed follow, if there are any.
DESCRIPTIONS: Mapping[DiscrepancyKind, str] = {
    DiscrepancyKind.MEMBER: "ce membre n’est pas celui que le sommaire annonce",
    DiscrepancyKind.MANIFEST: "l’empreinte du contenu n’est pas celle des membres",
    DiscrepancyKind.SCOPE: (
        "le sommaire dit l’archive d’un coup, qui n’est pas là ou dont ceci n’est pas"
    ),
    DiscrepancyKind.LINE: "cette ligne ne se lit pas",
    DiscrepancyKind.WRITING: "cette ligne n’est pas écrite sous sa forme canonique",
    DiscrepancyKind.HEAD: "la tête de la chaîne n’est pas celle du journal",
    DiscrepancyKind.PRINTED_HEAD: "aucune ligne des journaux n’a cette tête imprimée",
    DiscrepancyKind.UNVERIFIED: (
        "ce tournoi a été remis d’un fichier que la vérification refusait, à ces lignes"
    ),
    DiscrepancyKind.SECRET: "les parties non finies ne sont pas celles qui sont dites",
    DiscrepancyKind.REPEATED: "cette ligne contredit une autre de la même clé",
    DiscrepancyKind.NAMES: (
        "une ligne parle de ce qui n’est pas dans le fichier, ou d’une valeur impossible"
    ),
    DiscrepancyKind.ORDER: "cette ligne n’est pas à sa place dans son membre",
    DiscrepancyKind.CHAIN: (
        "la chaîne du journal se rompt : cette ligne, ou celle d’avant, a changé"
    ),
    DiscrepancyKind.ROW_MISSING: "une ligne du journal manque ou n’est pas à sa place",
    DiscrepancyKind.BOUND: "ce que le journal tient de ces lignes n’est pas ce qu’elles disent",
    DiscrepancyKind.UNBOUND: "aucune ligne du journal ne tient celle-ci",
    DiscrepancyKind.TEXT: "aucun engagement ne tient ce texte",
    DiscrepancyKind.AT: "l’heure n’est pas celle du journal",
    DiscrepancyKind.BY: "ce n’est pas le compte qui a fait le geste, d’après le journal",
    DiscrepancyKind.COMMITMENT: "la graine n’est pas celle dont l’empreinte a été publiée",
    DiscrepancyKind.SEAL: "la feuille n’est pas celle qui a été scellée avant la partie",
    DiscrepancyKind.WORD_LIST: "ce n’est pas la liste de mots de la partie",
    DiscrepancyKind.LETTERS: "ces lettres ne suivent pas de la graine et de la grille",
    DiscrepancyKind.KEPT: "ce reliquat n’est pas celui du coup d’avant",
    DiscrepancyKind.DRAW_NUMBER: "ce tirage n’a pas le numéro qui suit",
    DiscrepancyKind.DRAW_VERDICT: "le règlement juge ce tirage autrement",
    DiscrepancyKind.TURN: "le coup n’est pas celui que le journal a tiré",
    DiscrepancyKind.STATE: "le journal dit autre chose",
    DiscrepancyKind.SOLUTIONS: "les solutions ne sont pas celles de cette grille et de ces lettres",
    DiscrepancyKind.NO_SOLUTIONS: "les solutions de ce coup manquent",
    DiscrepancyKind.PROPOSED: "le top proposé n’est pas celui qui suit des solutions",
    DiscrepancyKind.FINAL: "les tops qui finissent la partie ne sont pas ceux-là",
    DiscrepancyKind.PLAYABLE: "ce qui reste à jouer n’est pas ce qui est dit",
    DiscrepancyKind.RETAINED: "le mot retenu n’est pas de ceux que le règlement permet",
    DiscrepancyKind.TOP: "le mot retenu ne vaut pas ces points",
    DiscrepancyKind.VERSION: "une version de cette décision manque",
    DiscrepancyKind.RECEIVED: "ce bulletin n’est pas celui qui a été remis et jugé",
    DiscrepancyKind.KEY: "la décision juge un autre bulletin",
    DiscrepancyKind.ABSENT: "le bulletin jugé n’est pas dans le fichier",
    DiscrepancyKind.UNJUDGED: "ce bulletin compte, et la décision en vigueur en juge un autre",
    DiscrepancyKind.TYPED: "ce n’est pas ainsi que la table a remis, d’après ce qui a été saisi",
    DiscrepancyKind.VERDICT: "le règlement donne un autre verdict",
    DiscrepancyKind.STATUS: "cette décision n’a pas l’état qui suit du verdict",
    DiscrepancyKind.DECISION: "cette décision ne suit ni du verdict ni d’une décision d’arbitre",
    DiscrepancyKind.NO_REASON: "une décision libre n’a pas de motif, et aucune lecture ne la donne",
    DiscrepancyKind.AVERAGE: "cette moyenne ne suit pas de la règle",
    DiscrepancyKind.SLIP: "ce billet n’a pas été imprimé, remis ou demandé comme le journal le dit",
    DiscrepancyKind.TOLD: "le dernier billet ne dit pas la sanction du tableau",
    DiscrepancyKind.SCORE: "cette ligne du tableau ne suit pas des décisions",
    DiscrepancyKind.SCORE_MISSING: "cette décision n’a pas sa ligne au tableau",
    DiscrepancyKind.SCORE_OF_NOBODY: "cette ligne du tableau ne suit d’aucune décision",
    DiscrepancyKind.EXPLANATION: "l’explication n’est pas faite de ces décisions",
    DiscrepancyKind.FIELD: (
        "qui joue cette mort subite, ou en est éliminé, n’est pas ce qui suit du tableau"
    ),
    DiscrepancyKind.STANDING: "ce rang ne suit pas du tableau",
    DiscrepancyKind.STANDING_MISSING: "le classement a une ligne de trop, ou il lui en manque une",
    DiscrepancyKind.MATCH_EVENT: "cela n’a pas pu arriver dans cette partie d’un match",
    DiscrepancyKind.MATCH: "le résultat du match ne suit pas de ses parties",
}
_SANCTIONS: Mapping[str, str] = {
    Sanction.NONE: "sans sanction",
    Sanction.WARNING: "avertissement",
    Sanction.PENALTY: "pénalité",
    Sanction.ZERO: "zéro",
}
_KINDS: Mapping[str, str] = {
    "in-time": "bulletin hors temps compté à temps",
    "warning": "avertissement disciplinaire",
    "zero": "zéro disciplinaire",
    "cheating": "score annulé pour tricherie",
    "removal": "avertissement enlevé",
    "average": "moyenne accordée",
    "average-by-rule": "moyenne accordée par la règle",
}
#: Decisions on bulletins, by authority.
_RULINGS: Mapping[str, str] = {
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
#: Unicode categories of control characters, writing directions and line ends.
_UNPRINTABLE = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
_MAX_LENGTH = 120
_MAX_TABLES = 8


def _shorten(value: Any) -> str:
    text = value if isinstance(value, str) else repr(value)
    return text if len(text) <= _MAX_LENGTH else f"{text[:_MAX_LENGTH]}…"


def escape_unprintable(line: str) -> str:
    """Return ``line`` without characters that would break it, reverse it or control the
    terminal."""
    return "".join(
        character.encode("unicode_escape").decode()
        if category(character) in _UNPRINTABLE
        else character
        for character in line
    )


def _format_discrepancy(discrepancy: Discrepancy, record: ArchiveRecord | None) -> Iterator[str]:
    """Yield member and line, then the stated and the computed value."""
    name = "manifest.json" if discrepancy.member == "manifest" else f"{discrepancy.member}.jsonl"
    where = f"{name}, ligne {discrepancy.line}" if discrepancy.line else name
    description = (
        _describe_row(discrepancy.row, record)
        if record is not None and discrepancy.row is not None
        else ""
    )
    field = f" ({discrepancy.name})" if discrepancy.name else ""
    yield f"✗ {where}{description} : {DESCRIPTIONS[discrepancy.kind]}{field}."
    if discrepancy.stated is not None or discrepancy.computed is not None:
        stated, computed = _shorten(discrepancy.stated), _shorten(discrepancy.computed)
        yield f"    dit : {stated} ; trouvé : {computed}"


def _describe_row(row: Any, record: ArchiveRecord) -> str:
    """Return game, turn and table of a row."""
    game = getattr(row, "game", None)
    ordinal = getattr(row, "turn", getattr(row, "ordinal", None))
    parts = [f"partie {game}"] if game is not None else []
    if isinstance(game, int) and isinstance(ordinal, int):
        parts.append(f"coup {_get_turn_number(record, game, ordinal)}")
    if (seq := getattr(row, "seq", None)) is not None and hasattr(row, "chain"):
        parts.append(f"n° {seq} du journal")
    entry = getattr(row, "entry", None)
    if entry in record.entries:
        parts.append(_describe_table(record, game or 0, entry))
    return f" – {', '.join(parts)}" if parts else ""


def _get_turn_number(record: ArchiveRecord, game: int, ordinal: int) -> str:
    game_record = record.games.get(game)
    turn = game_record.turns.get(ordinal) if game_record else None
    if turn is None:
        return f"{ordinal}"
    suffix = " (annulé)" if turn.row.state == TurnState.CANCELLED else ""
    return f"{turn.row.number}{suffix}"


def _describe_table(record: ArchiveRecord, game: int, entry: str) -> str:
    return f"table {record.find_table(game, entry)} ({record.entries[entry].row.name})"


def summary_lines(record: ArchiveRecord, report: Report) -> Iterator[str]:
    """Yield what agrees, game by game and turn by turn, with the decisions that differ from the
    proposals."""
    tournament = record.tournament
    if scope := _describe_scope(record):
        yield f"A{scope[1:]}."
    yield f"{tournament.name}, {tournament.starts_on}, édition {record.edition.key}"
    for number, game in record.games.items():
        count = _GameCounts(report, number)
        row = game.row
        source = _SOURCES.get(row.source, row.source)
        state = _GAME_STATES.get(row.state, row.state)
        game_parts = [source, state, *count.game_parts()]
        yield f"Partie {number} : {', '.join(game_parts)}."
        if game.journal:
            head = game.journal[-1].row.chain[:DISPLAYED_DIGITS]
            yield f"  Journal : {len(game.journal)} lignes, tête {head}."
        for ordinal, turn in game.turns.items():
            rack = turn.row.kept + turn.row.drawn
            top = f", {turn.row.word} {turn.row.ref} {turn.row.score}" if turn.row.word else ""
            turn_parts = "".join(f" ; {part}" for part in count.turn_parts(ordinal))
            yield f"  Coup {_get_turn_number(record, number, ordinal)} : {rack}{top}{turn_parts}."
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
    number = _get_turn_number(record, scope.game or 0, scope.turn or 0)
    return f"archive du coup {number} de la partie {scope.game} seulement"


class _GameCounts:
    """The counts of one game, as parts of sentences."""

    def __init__(self, report: Report, game: int) -> None:
        self._counts, self._game = report.counts, game

    def _get(self, turn: int, subject: str) -> int:
        return self._counts[self._game, turn, subject]

    def game_parts(self) -> Iterator[str]:
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

    def turn_parts(self, turn: int) -> Iterator[str]:
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
        _describe_table(record, decision.game, entry) for entry in entries[:_MAX_TABLES]
    )
    more = f" et {len(entries) - _MAX_TABLES} autres" if len(entries) > _MAX_TABLES else ""
    author = f" par {decision.by}" if decision.by else ""
    reason = f" : {decision.reason}" if decision.reason else ""
    return f"→ {tables}{more} – {_describe_decision(decision)}{author}{reason}"


def _describe_decision(decision: HumanDecision) -> str:
    summary = decision.summary
    if not isinstance(summary, RulingSummary):
        article = f" ({summary})" if summary else ""
        return f"{_KINDS.get(decision.kind, decision.kind)}{article}"
    sanction, proposed = (
        _SANCTIONS.get(code, code) for code in (summary.sanction, summary.proposed)
    )
    verb = _RULINGS[decision.kind]
    return f"{verb} {summary.points} ({sanction}), le logiciel propose {summary.due} ({proposed})"


def build_conclusion(report: Report, record: ArchiveRecord | None) -> str:
    scope = f" ({scope})" if (scope := _describe_scope(record)) else ""
    if report.discrepancies:
        return f"{_pluralise(len(report.discrepancies), 'ligne ment', 'lignes mentent')}{scope}."
    decisions = sum(map(len, report.decisions.values()))
    remark = (
        f" {_pluralise(decisions, 'décision')} de personnes, dites plus haut." if decisions else ""
    )
    return f"Tout concorde{scope}.{remark}"


def discrepancy_lines(report: Report, record: ArchiveRecord | None) -> Iterable[str]:
    return (
        line
        for discrepancy in report.discrepancies
        for line in _format_discrepancy(discrepancy, record)
    )


def describe_discrepancies(report: Report, record: ArchiveRecord | None) -> Iterator[str]:
    """Yield one printable sentence for each discrepancy."""
    for discrepancy in report.discrepancies:
        parts = [line.strip("✗ ") for line in _format_discrepancy(discrepancy, record)]
        yield escape_unprintable(" ".join(parts))
