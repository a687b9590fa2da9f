"""A game between two told to an officer: where it stands, what is contested, what was decided."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext, gettext_noop as _

from arbitrage.classic.presentation.rulings import (
    DECISIONS,
    ruling_badge,
    ruling_told,
    sanction_told,
)
from arbitrage.classic.queries.history import RulingHistory
from arbitrage.classic.queries.match_file import MatchFile
from arbitrage.presentation.appeals import named
from tournament.classic.core.clock import Clock, Regime
from tournament.classic.core.sides import Side
from tournament.classic.core.state import Away, MatchMove, MatchPhase, MoveKind
from tournament.classic.models import MatchGame
from tournament.classic.presentation.match.common import with_minus

PHASES: Mapping[MatchPhase, str] = {
    MatchPhase.TOSS: _("Toss"),
    MatchPhase.RACKS: _("Tirage des premières lettres"),
    MatchPhase.START: _("La pendule est à mettre en marche"),
    MatchPhase.PLAY: _("En jeu"),
    MatchPhase.ANNOUNCED: _("Un score est annoncé"),
    MatchPhase.TURNED: _("La pendule est à actionner"),
    MatchPhase.CHALLENGE: _("Contestation : le bulletin se remplit"),
    MatchPhase.SLIP: _("Contestation : un arbitre est attendu"),
    MatchPhase.SCORE: _("Score contesté"),
    MatchPhase.HELD: _("Pendule arrêtée"),
    MatchPhase.SUSPENDED: _("Suspendue : un joueur est exclu"),
    MatchPhase.LETTERS: _("Finie : lettres restantes à saisir"),
    MatchPhase.TOTALS: _("Les totaux ne concordent pas"),
    MatchPhase.OVER: _("Finie"),
}
_AWAY: Mapping[Away, str] = {
    Away.LATE: _("en retard"),
    Away.PAUSE: _("en pause"),
    Away.LEFT: _("parti"),
}


@dataclass(frozen=True, slots=True)
class PlayerTold:
    name: str
    to_move: bool
    score: str
    time: str
    letters: int
    told: str


@dataclass(frozen=True, slots=True)
class RulingTold:
    """A ruling with its author and its reason, and what became of it."""

    number: int
    badge: str
    standing: str
    told: str
    article: str
    reason: str
    who: str
    at: datetime
    appellant: str
    grounds: str
    judged: str
    judged_why: str
    judge: str
    own: bool


def place_told(game: MatchGame) -> str:
    """Round, table, players, and which game of the match."""
    match = game.match
    parts = []
    if match.round:
        parts.append(gettext("ronde %(number)s") % {"number": match.round.number})
    if match.board_number:
        parts.append(gettext("table %(number)s") % {"number": match.board_number})
    parts.append(f"{match.x} – {match.y}")
    if match.agreed.games_to_win > 1:
        parts.append(gettext("partie %(number)s") % {"number": game.number})
    said = ", ".join(parts)
    return said[:1].upper() + said[1:]


def players_told(file: MatchFile, now: int) -> list[PlayerTold]:
    """``now``: milliseconds of the room's time."""
    state, clock = file.state, file.state.clock.to(now)
    warnings = file.warnings
    rows = []
    for side, score in zip(Side, file.scores, strict=True):
        player = state.of(side)
        told = [gettext(_AWAY[player.away])] if player.away else []
        if player.calls:
            told.append(gettext("appelle"))
        if warnings[side]:
            told.append(gettext("avertissements : %(n)s") % {"n": warnings[side]})
        if side in state.losers:
            told.append(gettext("a perdu la partie"))
        if side in state.excluded:
            told.append(gettext("exclu"))
        to_move = state.to_move is side and not state.is_over
        time = time_told(clock, side)
        row = PlayerTold(
            file.names[side], to_move, with_minus(score), time, player.size, ", ".join(told)
        )
        rows.append(row)
    return rows


def time_told(clock: Clock, side: Side) -> str:
    """What is left to him; to both, of a common time."""
    hand = clock.hand(side)
    left = clock.common if hand.regime is Regime.NONE else hand.left
    if left is None:
        return "–"
    return minutes(left // 1000)


def minutes(seconds: int) -> str:
    return f"{seconds // 60}:{seconds % 60:02d}"


def move_told(move: MatchMove, names: Mapping[Side, str]) -> str:
    said = {
        "who": names[move.side],
        "word": move.word,
        "ref": move.ref,
        "points": move.points,
        "announced": move.announced,
        "n": move.changed,
    }
    if move.kind is MoveKind.PASS:
        return gettext("%(who)s a passé.") % said
    if move.kind is MoveKind.EXCHANGE:
        return gettext("%(who)s a changé %(n)s lettres.") % said
    if move.kind is MoveKind.LOST:
        return gettext("%(who)s a perdu son tour, au temps.") % said
    if not move.stands:
        return gettext("%(who)s a repris %(word)s.") % said
    if move.points != move.announced:
        pattern = gettext(
            "%(who)s : %(word)s en %(ref)s, %(announced)s annoncés, %(points)s comptés."
        )
        return pattern % said
    return gettext("%(who)s : %(word)s en %(ref)s, %(announced)s annoncés.") % said


def contest_told(file: MatchFile) -> str:
    """What is contested: the score announced, that of the grid, and the one proposed."""
    contest = file.state.contest
    if contest is None:
        return ""
    move = file.state.moves[contest.move]
    said = {
        "who": file.names[contest.by],
        "word": move.word,
        "ref": move.ref,
        "announced": move.points,
        "right": file.right_score(contest.move),
    }
    told = gettext(
        "%(who)s conteste le score de %(word)s en %(ref)s : %(announced)s annoncés ; d’après la "
        "grille, %(right)s."
    )
    if contest.score is None:
        return told % said
    proposed = gettext(" %(who)s propose %(score)s.") % {**said, "score": contest.score}
    return told % said + proposed


def declared_told(file: MatchFile) -> str:
    """The totals of the two sheets, as each has told them."""
    told = [
        gettext("%(name)s déclare %(x)s – %(y)s") % {"name": file.names[side], "x": x, "y": y}
        for side in Side
        for x, y in [file.state.of(side).declared or (None, None)]
        if x is not None
    ]
    if not told:
        return ""
    x, y = file.scores
    recorded = gettext("la partie enregistrée donne %(x)s – %(y)s") % {"x": x, "y": y}
    return " ; ".join([*told, recorded]) + "."


def decided_of(file: MatchFile) -> list[RulingTold]:
    """The last first."""
    return [_decided(one, file) for one in reversed(file.rulings)]


def _decided(ruled: RulingHistory, file: MatchFile) -> RulingTold:
    ruling, names = ruled.ruling, file.names
    badge, standing = ruling_badge(ruling)
    last, appeal = ruled.decision, ruled.appeal
    return RulingTold(
        number=ruled.number,
        badge=badge,
        standing=standing,
        told=ruling_told(ruling, file.state, names) + verdict_told(ruled),
        article=gettext("art. %(article)s") % {"article": ruling.article},
        reason=ruled.given.reason,
        who=named(ruled.given.by) or ruled.given.signed,
        at=ruled.given.at,
        appellant=names[ruling.appealed] if ruling.appealed else "",
        grounds=appeal.reason if appeal else "",
        judged=_judged(ruled, file),
        judged_why=last.reason if last else "",
        judge=(named(last.by) or last.signed) if last else "",
        own=ruled.own,
    )


def verdict_told(ruled: RulingHistory) -> str:
    """Each word with its answer, the last one given."""
    words = ruled.given.data.get("words")
    if ruled.decision is not None and isinstance(ruled.decision.data.get("words"), Mapping):
        words = ruled.decision.data["words"]
    if not isinstance(words, Mapping):
        return ""
    answers = {True: gettext("admis"), False: gettext("non admis")}
    return ", ".join(f" {word} {answers[bool(answer)]}" for word, answer in words.items())


def _judged(ruled: RulingHistory, file: MatchFile) -> str:
    ruling = ruled.ruling
    if ruling.lifted:
        return gettext("Reprise par une autre décision.")
    if ruling.decided is None:
        return ""
    said = {"decision": gettext(DECISIONS[ruling.decided])}
    if ruling.kind == "sanction" and ruling.decided != "confirm":
        given = sanction_told(ruling.sanction, file.state.terms.lost_points)
        return gettext("Décision %(decision)s par le directeur : %(given)s.") % {
            **said,
            "given": given,
        }
    return gettext("Décision %(decision)s par le directeur, en dernier recours.") % said


@dataclass(frozen=True, slots=True)
class FileTold:
    """All that the page of a game says."""

    place: str
    phase: str
    caller: str
    challenger: str
    challenged: str
    contest: str
    players: list[PlayerTold]
    declared: str
    bag: int
    decided: list[RulingTold]
    board: list[str]
    last: MatchMove | None
    last_told: str


def told_of(file: MatchFile, now: int) -> FileTold:
    """``now``: milliseconds of the room's time."""
    state, names = file.state, file.names
    challenge, call = state.challenge, file.call
    last = state.moves[-1] if state.moves else None
    return FileTold(
        place=place_told(file.game),
        phase=gettext(PHASES[state.phase]),
        caller=names[Side(call.side)] if call and call.side else "",
        challenger=names[challenge.by] if challenge else "",
        challenged=names[challenge.by.other] if challenge else "",
        contest=contest_told(file),
        players=players_told(file, now),
        declared=declared_told(file),
        bag=len(state.bag),
        decided=decided_of(file),
        board=list(state.board.grid),
        last=last if last and last.kind is MoveKind.PLAY and last.stands else None,
        last_told=move_told(last, names) if last else "",
    )
