"""A game between two, as the page of an officer shows it: its state, the contested moves, the
rulings."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext, gettext_noop as _

from arbitrage.classic.presentation.rulings import (
    DECISIONS,
    build_badge,
    describe_ruling,
)
from arbitrage.classic.queries.match_file import MatchFile
from arbitrage.presentation.appeals import get_display_name
from tournament.classic.core.clock import Clock, TimeControl
from tournament.classic.core.phases import MatchPhase
from tournament.classic.core.sides import Side
from tournament.classic.core.state import Absence, MatchMove, MoveKind
from tournament.classic.models import MatchGame
from tournament.classic.presentation.match.common import format_minutes, format_number
from tournament.classic.presentation.match.sanctions import describe_sanction
from tournament.classic.queries.history import RulingHistory

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
_ABSENCES: Mapping[Absence, str] = {
    Absence.LATE: _("en retard"),
    Absence.PAUSE: _("en pause"),
    Absence.LEFT: _("parti"),
}


@dataclass(frozen=True, slots=True)
class PlayerSummary:
    """A player: name, score, remaining time, number of letters, remarks."""

    name: str
    to_move: bool
    score: str
    time: str
    letters: int
    remarks: str


@dataclass(frozen=True, slots=True)
class ListedRuling:
    """A ruling with its author, its reason and its outcome after an appeal."""

    number: int
    badge: str
    state: str
    sentence: str
    article: str
    reason: str
    author: str
    at: datetime
    appellant: str
    grounds: str
    outcome: str
    outcome_reason: str
    judge: str
    is_own_appeal: bool


def describe_place(game: MatchGame) -> str:
    """Return round, table, players, and the number of the game in the match."""
    match = game.match
    parts = []
    if match.round:
        parts.append(gettext("ronde %(number)s") % {"number": match.round.number})
    if match.board_number:
        parts.append(gettext("table %(number)s") % {"number": match.board_number})
    parts.append(f"{match.x} – {match.y}")
    if match.parsed_terms.games_to_win > 1:
        parts.append(gettext("partie %(number)s") % {"number": game.number})
    place = ", ".join(parts)
    return place[:1].upper() + place[1:]


def list_players(file: MatchFile, now: int) -> list[PlayerSummary]:
    """Return the players; ``now`` in milliseconds of the room's clock."""
    state, clock = file.state, file.state.clock.advance_to(now)
    warnings = file.warnings
    rows = []
    for side, score in zip(Side, file.scores, strict=True):
        player = state.get_player(side)
        remarks = [gettext(_ABSENCES[player.away])] if player.away else []
        if player.calls:
            remarks.append(gettext("appelle"))
        if warnings[side]:
            remarks.append(gettext("avertissements : %(n)s") % {"n": warnings[side]})
        if side in state.losers:
            remarks.append(gettext("a perdu la partie"))
        if side in state.excluded:
            remarks.append(gettext("exclu"))
        to_move = state.to_move is side and not state.is_over
        time = format_remaining_time(clock, side)
        row = PlayerSummary(
            file.names[side], to_move, format_number(score), time, player.size, ", ".join(remarks)
        )
        rows.append(row)
    return rows


def format_remaining_time(clock: Clock, side: Side) -> str:
    """Return the remaining time of the player, or of both if they share it."""
    player_clock = clock.get_player_clock(side)
    remaining = clock.common if player_clock.control is TimeControl.NONE else player_clock.left
    if remaining is None:
        return "–"
    return format_minutes(remaining // 1000)


def describe_move(move: MatchMove, names: Mapping[Side, str]) -> str:
    values = {
        "who": names[move.side],
        "word": move.word,
        "ref": move.ref,
        "points": move.points,
        "announced": move.announced,
        "n": move.changed,
    }
    if move.kind is MoveKind.PASS:
        return gettext("%(who)s a passé.") % values
    if move.kind is MoveKind.EXCHANGE:
        return gettext("%(who)s a changé %(n)s lettres.") % values
    if move.kind is MoveKind.LOST:
        return gettext("%(who)s a perdu son tour, au temps.") % values
    if not move.stands:
        return gettext("%(who)s a repris %(word)s.") % values
    if move.points != move.announced:
        pattern = gettext(
            "%(who)s : %(word)s en %(ref)s, %(announced)s annoncés, %(points)s comptés."
        )
        return pattern % values
    return gettext("%(who)s : %(word)s en %(ref)s, %(announced)s annoncés.") % values


def describe_contest(file: MatchFile) -> str:
    """Return the contested score, the score on the board, and the one proposed."""
    contest = file.state.contest
    if contest is None:
        return ""
    move = file.state.moves[contest.move]
    values = {
        "who": file.names[contest.by],
        "word": move.word,
        "ref": move.ref,
        "announced": move.points,
        "right": file.compute_score(contest.move),
    }
    sentence = gettext(
        "%(who)s conteste le score de %(word)s en %(ref)s : %(announced)s annoncés ; d’après la "
        "grille, %(right)s."
    )
    if contest.score is None:
        return sentence % values
    proposed = gettext(" %(who)s propose %(score)s.") % {**values, "score": contest.score}
    return sentence % values + proposed


def describe_declared_totals(file: MatchFile) -> str:
    """Return the totals that each player declared."""
    sentences = [
        gettext("%(name)s déclare %(x)s – %(y)s") % {"name": file.names[side], "x": x, "y": y}
        for side in Side
        for x, y in [file.state.get_player(side).declared or (None, None)]
        if x is not None
    ]
    if not sentences:
        return ""
    x, y = file.scores
    recorded = gettext("la partie enregistrée donne %(x)s – %(y)s") % {"x": x, "y": y}
    return " ; ".join([*sentences, recorded]) + "."


def list_rulings(file: MatchFile) -> list[ListedRuling]:
    """Return the rulings, the last first."""
    return [_build_ruling(history, file) for history in reversed(file.rulings)]


def _build_ruling(history: RulingHistory, file: MatchFile) -> ListedRuling:
    ruling, names = history.ruling, file.names
    badge, state = build_badge(ruling)
    decision, appeal = history.decision, history.appeal
    return ListedRuling(
        number=history.number,
        badge=badge,
        state=state,
        sentence=describe_ruling(ruling, file.state, names) + describe_verdict(history),
        article=gettext("art. %(article)s") % {"article": ruling.article},
        reason=history.ruling_event.reason,
        author=get_display_name(history.ruling_event.by) or history.ruling_event.signed,
        at=history.ruling_event.at,
        appellant=names[ruling.appealed] if ruling.appealed else "",
        grounds=appeal.reason if appeal else "",
        outcome=_describe_outcome(history, file),
        outcome_reason=decision.reason if decision else "",
        judge=(get_display_name(decision.by) or decision.signed) if decision else "",
        is_own_appeal=history.is_own_appeal,
    )


def describe_verdict(history: RulingHistory) -> str:
    """Return the words of a challenge, each with its last answer."""
    words = history.ruling_event.data.get("words")
    if history.decision is not None and isinstance(history.decision.data.get("words"), Mapping):
        words = history.decision.data["words"]
    if not isinstance(words, Mapping):
        return ""
    answers = {True: gettext("admis"), False: gettext("non admis")}
    return ", ".join(f" {word} {answers[bool(answer)]}" for word, answer in words.items())


def _describe_outcome(history: RulingHistory, file: MatchFile) -> str:
    ruling = history.ruling
    if ruling.lifted:
        return gettext("Reprise par une autre décision.")
    if ruling.decided is None:
        return ""
    values = {"decision": gettext(DECISIONS[ruling.decided])}
    if ruling.kind == "sanction" and ruling.decided != "confirm":
        sanction = describe_sanction(ruling.sanction, file.state.terms.lost_points)
        return gettext("Décision %(decision)s par le directeur : %(given)s.") % {
            **values,
            "given": sanction,
        }
    return gettext("Décision %(decision)s par le directeur, en dernier recours.") % values


@dataclass(frozen=True, slots=True)
class MatchSummary:
    """The values that the page of a game shows."""

    place: str
    phase: str
    caller: str
    challenger: str
    challenged: str
    contest: str
    players: list[PlayerSummary]
    declared: str
    bag_size: int
    rulings: list[ListedRuling]
    board: list[str]
    last: MatchMove | None
    last_sentence: str


def build_summary(file: MatchFile, now: int) -> MatchSummary:
    """Return the summary; ``now`` in milliseconds of the room's clock."""
    state, names = file.state, file.names
    challenge, call = state.challenge, file.call
    last = state.moves[-1] if state.moves else None
    return MatchSummary(
        place=describe_place(file.game),
        phase=gettext(PHASES[state.phase]),
        caller=names[Side(call.side)] if call and call.side else "",
        challenger=names[challenge.by] if challenge else "",
        challenged=names[challenge.by.other] if challenge else "",
        contest=describe_contest(file),
        players=list_players(file, now),
        declared=describe_declared_totals(file),
        bag_size=len(state.bag),
        rulings=list_rulings(file),
        board=list(state.board.grid),
        last=last if last and last.kind is MoveKind.PLAY and last.stands else None,
        last_sentence=describe_move(last, names) if last else "",
    )
