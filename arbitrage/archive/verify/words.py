"""What was found, in French."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from unicodedata import category

from arbitrage.archive.verify.record import ArchiveRecord
from arbitrage.archive.verify.report import HumanDecision, Lie, Matter, Report, Ruled
from arbitrage.core.codes import Sanction
from tournament.core.chain import SHORT
from tournament.core.states import GameState, Source, TurnState

#: Of each matter what is wrong; {said} and {found} follow where there are any.
MATTERS: Mapping[Matter, str] = {
    Matter.MEMBER: "ce membre n’est pas celui que le sommaire annonce",
    Matter.MANIFEST: "l’empreinte du contenu n’est pas celle des membres",
    Matter.SCOPE: "le sommaire dit l’archive d’un coup, qui n’est pas là ou dont ceci n’est pas",
    Matter.LINE: "cette ligne ne se lit pas",
    Matter.HEAD: "la tête de la chaîne n’est pas celle du journal",
    Matter.PRINTED_HEAD: "aucune ligne des journaux n’a cette tête imprimée",
    Matter.SECRET: "les parties non finies ne sont pas celles qui sont dites",
    Matter.REPEATED: "cette ligne contredit une autre de la même clé",
    Matter.NAMES: "une ligne parle de ce qui n’est pas dans le fichier, ou d’une valeur impossible",
    Matter.ORDER: "cette ligne n’est pas à sa place dans son membre",
    Matter.CHAIN: "la chaîne du journal se rompt : cette ligne, ou celle d’avant, a changé",
    Matter.ROW_MISSING: "une ligne du journal manque ou n’est pas à sa place",
    Matter.BOUND: "ce que le journal tient de ces lignes n’est pas ce qu’elles disent",
    Matter.UNBOUND: "aucune ligne du journal ne tient celle-ci",
    Matter.TEXT: "aucun engagement ne tient ce texte",
    Matter.AT: "l’heure n’est pas celle du journal",
    Matter.BY: "ce n’est pas le compte qui a fait le geste, d’après le journal",
    Matter.COMMITMENT: "la graine n’est pas celle dont l’empreinte a été publiée",
    Matter.SEAL: "la feuille n’est pas celle qui a été scellée avant la partie",
    Matter.WORD_LIST: "ce n’est pas la liste de mots de la partie",
    Matter.LETTERS: "ces lettres ne suivent pas de la graine et de la grille",
    Matter.KEPT: "ce reliquat n’est pas celui du coup d’avant",
    Matter.DRAW_NUMBER: "ce tirage n’a pas le numéro qui suit",
    Matter.DRAW_VERDICT: "le règlement juge ce tirage autrement",
    Matter.TURN: "le coup n’est pas celui que le journal a tiré",
    Matter.STATE: "le journal dit autre chose",
    Matter.SOLUTIONS: "les solutions ne sont pas celles de cette grille et de ces lettres",
    Matter.NO_SOLUTIONS: "les solutions de ce coup manquent",
    Matter.PROPOSED: "le top proposé n’est pas celui qui suit des solutions",
    Matter.FINAL: "les tops qui finissent la partie ne sont pas ceux-là",
    Matter.PLAYABLE: "ce qui reste à jouer n’est pas ce qui est dit",
    Matter.RETAINED: "le mot retenu n’est pas de ceux que le règlement permet",
    Matter.TOP: "le mot retenu ne vaut pas ces points",
    Matter.VERSION: "une version de cette décision manque",
    Matter.RECEIVED: "ce bulletin n’est pas celui qui a été remis et jugé",
    Matter.KEY: "la décision juge un autre bulletin",
    Matter.ABSENT: "le bulletin jugé n’est pas dans le fichier",
    Matter.UNJUDGED: "ce bulletin compte, et la décision en vigueur en juge un autre",
    Matter.TYPED: "ce n’est pas ainsi que la table a remis, d’après ce qui a été saisi",
    Matter.VERDICT: "le règlement donne un autre verdict",
    Matter.STATUS: "cette décision n’a pas l’état qui suit du verdict",
    Matter.DECISION: "cette décision ne suit ni du verdict ni d’une décision d’arbitre",
    Matter.NO_REASON: "une décision libre n’a pas de motif, et aucune lecture ne la donne",
    Matter.AVERAGE: "cette moyenne ne suit pas de la règle",
    Matter.SLIP: "ce billet n’a pas été imprimé, remis ou demandé comme le journal le dit",
    Matter.TOLD: "le dernier billet ne dit pas la sanction du tableau",
    Matter.SCORE: "cette ligne du tableau ne suit pas des décisions",
    Matter.SCORE_MISSING: "cette décision n’a pas sa ligne au tableau",
    Matter.SCORE_OF_NOBODY: "cette ligne du tableau ne suit d’aucune décision",
    Matter.EXPLANATION: "l’explication n’est pas faite de ces décisions",
    Matter.FIELD: "qui joue cette mort subite, ou en est éliminé, n’est pas ce qui suit du tableau",
    Matter.STANDING: "ce rang ne suit pas du tableau",
    Matter.STANDING_MISSING: "le classement a une ligne de trop, ou il lui en manque une",
    Matter.MATCH_EVENT: "cela n’a pas pu arriver dans cette partie d’un match",
    Matter.MATCH: "le résultat du match ne suit pas de ses parties",
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
#: Of decisions on bulletins.
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
#: Categories of characters that are no letter on a line: controls, directions, line ends.
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
_MOST = 120
_TABLES = 8


def _cut(value: Any) -> str:
    text = value if isinstance(value, str) else repr(value)
    return text if len(text) <= _MOST else f"{text[:_MOST]}…"


def plain(line: str) -> str:
    """One line on any screen: what a file says neither breaks it, nor turns it round, nor commands
    the terminal."""
    return "".join(
        one.encode("unicode_escape").decode() if category(one) in _UNSEEN else one for one in line
    )


def _lie_said(lie: Lie, record: ArchiveRecord | None) -> Iterator[str]:
    """Member and line, what it says, and what was found."""
    name = "manifest.json" if lie.member == "manifest" else f"{lie.member}.jsonl"
    where = f"{name}, ligne {lie.line}" if lie.line else name
    about = _about(lie.row, record) if record is not None and lie.row is not None else ""
    field = f" ({lie.name})" if lie.name else ""
    yield f"✗ {where}{about} : {MATTERS[lie.matter]}{field}."
    if lie.said is not None or lie.found is not None:
        yield f"    dit : {_cut(lie.said)} ; trouvé : {_cut(lie.found)}"


def _about(row: Any, record: ArchiveRecord) -> str:
    """Game, turn and table of a line."""
    game = getattr(row, "game", None)
    ordinal = getattr(row, "turn", getattr(row, "ordinal", None))
    said = [f"partie {game}"] if game is not None else []
    if isinstance(game, int) and isinstance(ordinal, int):
        said.append(f"coup {_number(record, game, ordinal)}")
    if (seq := getattr(row, "seq", None)) is not None and hasattr(row, "chain"):
        said.append(f"n° {seq} du journal")
    entry = getattr(row, "entry", None)
    if entry in record.entries:
        said.append(_table(record, game or 0, entry))
    return f" – {', '.join(said)}" if said else ""


def _number(record: ArchiveRecord, game: int, ordinal: int) -> str:
    found = record.games.get(game)
    turn = found.turns.get(ordinal) if found else None
    if turn is None:
        return f"{ordinal}"
    gone = " (annulé)" if turn.row.state == TurnState.CANCELLED else ""
    return f"{turn.row.number}{gone}"


def _table(record: ArchiveRecord, game: int, entry: str) -> str:
    return f"table {record.table(game, entry)} ({record.entries[entry].row.name})"


def told(record: ArchiveRecord, report: Report) -> Iterator[str]:
    """What agrees, game by game and turn by turn, with what people decided otherwise."""
    tournament = record.tournament
    if only := _only(record):
        yield f"A{only[1:]}."
    yield f"{tournament.name}, {tournament.starts_on}, édition {record.edition.key}"
    for number, game in record.games.items():
        count = _Counts(report, number)
        row = game.row
        source = _SOURCES.get(row.source, row.source)
        state = _GAME_STATES.get(row.state, row.state)
        said = [source, state, *count.of_game()]
        yield f"Partie {number} : {', '.join(said)}."
        if game.journal:
            head = game.journal[-1].row.chain[:SHORT]
            yield f"  Journal : {len(game.journal)} lignes, tête {head}."
        for ordinal, turn in game.turns.items():
            rack = turn.row.kept + turn.row.drawn
            top = f", {turn.row.word} {turn.row.ref} {turn.row.score}" if turn.row.word else ""
            parts = "".join(f" ; {part}" for part in count.of_turn(ordinal))
            yield f"  Coup {_number(record, number, ordinal)} : {rack}{top}{parts}."
            mine = [one for one in report.decisions if (one.game, one.turn) == (number, ordinal)]
            yield from (f"    {_decided(record, report, one)}" for one in mine)
    if ranked := report.counts[0, 0, "ranked"]:
        yield f"Classement général : {_many(ranked, 'rang')}."


def _only(record: ArchiveRecord | None) -> str:
    """Of which turn alone the archive is; empty for a whole tournament."""
    if record is None or record.is_whole:
        return ""
    scope = record.archive.manifest.scope
    number = _number(record, scope.game or 0, scope.turn or 0)
    return f"archive du coup {number} de la partie {scope.game} seulement"


class _Counts:
    """Of one game."""

    def __init__(self, report: Report, game: int) -> None:
        self._counts, self._game = report.counts, game

    def _of(self, turn: int, what: str) -> int:
        return self._counts[self._game, turn, what]

    def of_game(self) -> Iterator[str]:
        if self._of(0, "seed-kept"):
            yield "graine pas encore publiée : tirages invérifiables"
        if self._of(0, "sealed"):
            yield "feuille scellée intacte"
        if ranked := self._of(0, "ranked"):
            yield f"{_many(ranked, 'rang')} au classement"
        if contenders := self._of(0, "contenders"):
            yield f"mort subite, {_many(contenders, 'place')} d’après le tableau"
        if slips := self._of(0, "slips"):
            yield _many(slips, "billet remis comme dit", "billets remis comme dit")
        if erased := self._of(0, "erased"):
            yield f"{_many(erased, 'texte effacé', 'textes effacés')} (la preuve tient)"

    def of_turn(self, turn: int) -> Iterator[str]:
        for what, one, several in _OF_TURN:
            if number := self._of(turn, what):
                yield _many(number, one, several)


_OF_TURN = (
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


def _many(number: int, one: str, several: str = "") -> str:
    return f"{number} {one if number == 1 else several or f'{one}s'}"


def _decided(record: ArchiveRecord, report: Report, decision: HumanDecision) -> str:
    """Who decided what otherwise, of which tables, and why."""
    entries = report.decisions[decision]
    tables = ", ".join(_table(record, decision.game, entry) for entry in entries[:_TABLES])
    more = f" et {len(entries) - _TABLES} autres" if len(entries) > _TABLES else ""
    who = f" par {decision.by}" if decision.by else ""
    why = f" : {decision.reason}" if decision.reason else ""
    return f"→ {tables}{more} – {_what(decision)}{who}{why}"


def _what(decision: HumanDecision) -> str:
    ruled = decision.what
    if not isinstance(ruled, Ruled):
        article = f" ({ruled})" if ruled else ""
        return f"{_KINDS.get(decision.kind, decision.kind)}{article}"
    said, proposed = (_SANCTIONS.get(one, one) for one in (ruled.sanction, ruled.proposed))
    what = _RULINGS[decision.kind]
    return f"{what} {ruled.points} ({said}), le logiciel propose {ruled.due} ({proposed})"


def conclusion(report: Report, record: ArchiveRecord | None) -> str:
    only = f" ({only})" if (only := _only(record)) else ""
    if report.lies:
        return f"{_many(len(report.lies), 'ligne ment', 'lignes mentent')}{only}."
    people = sum(map(len, report.decisions.values()))
    beside = f" {_many(people, 'décision')} de personnes, dites plus haut." if people else ""
    return f"Tout concorde{only}.{beside}"


def lies_said(report: Report, record: ArchiveRecord | None) -> Iterable[str]:
    return (line for lie in report.lies for line in _lie_said(lie, record))
