"""A game between two, as the page of an officer shows it: its state, the contested moves, the
rulings."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext, gettext_noop as _, ngettext

from arbitrage.classic.presentation.rulings import (
    DECISION_SENTENCES,
    build_badge,
    describe_ruling,
)
from arbitrage.classic.queries.game_for_officer import GameForOfficer
from arbitrage.presentation.appeals import get_display_name
from tournament.classic.core.clock import Clock, TimeControl
from tournament.classic.core.phases import MatchPhase
from tournament.classic.core.sides import Side
from tournament.classic.core.state import Absence, MatchMove, MoveKind
from tournament.classic.models import MatchGame
from tournament.classic.presentation.match.match_words import format_minutes, format_number
from tournament.classic.presentation.match.sanctions import describe_sanction
from tournament.classic.queries.ruling_histories import RulingHistory

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


def describe_match_game(game: MatchGame) -> str:
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


def list_players(officer_game: GameForOfficer, now_ms: int) -> list[PlayerSummary]:
    """Return the players; ``now_ms`` in milliseconds of the room's clock."""
    state, clock = officer_game.state, officer_game.state.clock.advance_to(now_ms)
    warnings = officer_game.warnings
    rows = []
    for side, score in zip(Side, officer_game.scores, strict=True):
        player = state.get_player(side)
        remarks = [gettext(_ABSENCES[player.absence])] if player.absence else []
        if player.has_called:
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
            officer_game.names[side],
            to_move,
            format_number(score),
            time,
            player.letter_count,
            ", ".join(remarks),
        )
        rows.append(row)
    return rows


def format_remaining_time(clock: Clock, side: Side) -> str:
    """Return the remaining time of the player, or of both if they share it."""
    player_clock = clock.get_player_clock(side)
    remaining = (
        clock.common_ms if player_clock.control is TimeControl.NONE else player_clock.remaining_ms
    )
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
        "n": move.exchanged_count,
    }
    if move.kind is MoveKind.PASS:
        return gettext("%(who)s a passé.") % values
    if move.kind is MoveKind.EXCHANGE:
        return (
            ngettext(
                "%(who)s a changé %(n)s lettre.",
                "%(who)s a changé %(n)s lettres.",
                move.exchanged_count,
            )
            % values
        )
    if move.kind is MoveKind.LOST:
        return gettext("%(who)s a perdu son tour, au temps.") % values
    if not move.stands:
        return gettext("%(who)s a repris %(word)s.") % values
    if move.points != move.announced:
        pattern = gettext(
            "%(who)s : %(word)s en %(ref)s, score annoncé %(announced)s, compté %(points)s."
        )
        return pattern % values
    return gettext("%(who)s : %(word)s en %(ref)s, score annoncé %(announced)s.") % values


def describe_contest(officer_game: GameForOfficer) -> str:
    """Return the contested score, the score on the board, and the one proposed."""
    contest = officer_game.state.contest
    if contest is None:
        return ""
    move = officer_game.state.moves[contest.move_number]
    values = {
        "who": officer_game.names[contest.author],
        "word": move.word,
        "ref": move.ref,
        "announced": move.points,
        "right": officer_game.compute_score(contest.move_number),
    }
    sentence = gettext(
        "%(who)s conteste le score de %(word)s en %(ref)s : annoncé, %(announced)s ; d’après la "
        "grille, %(right)s."
    )
    if contest.proposed_score is None:
        return sentence % values
    proposed = gettext(" %(who)s propose %(score)s.") % {**values, "score": contest.proposed_score}
    return sentence % values + proposed


def describe_declared_totals(officer_game: GameForOfficer) -> str:
    """Return the totals that each player declared."""
    sentences = [
        gettext("%(name)s déclare %(x)s – %(y)s")
        % {"name": officer_game.names[side], "x": x, "y": y}
        for side in Side
        for x, y in [officer_game.state.get_player(side).declared_totals or (None, None)]
        if x is not None
    ]
    if not sentences:
        return ""
    x, y = officer_game.scores
    recorded = gettext("la partie enregistrée donne %(x)s – %(y)s") % {"x": x, "y": y}
    return " ; ".join([*sentences, recorded]) + "."


def list_rulings(officer_game: GameForOfficer) -> list[ListedRuling]:
    """Return the rulings, the last first."""
    return [_build_ruling(history, officer_game) for history in reversed(officer_game.rulings)]


def _build_ruling(history: RulingHistory, officer_game: GameForOfficer) -> ListedRuling:
    ruling, names = history.ruling, officer_game.names
    badge, state = build_badge(ruling)
    decision, appeal = history.decision, history.appeal
    return ListedRuling(
        number=history.number,
        badge=badge,
        state=state,
        sentence=describe_ruling(ruling, officer_game.state, names) + describe_verdict(history),
        article=gettext("art. %(article)s") % {"article": ruling.article},
        reason=history.ruling_event.reason,
        author=get_display_name(history.ruling_event.by) or history.ruling_event.signed,
        at=history.ruling_event.at,
        appellant=names[ruling.appellant] if ruling.appellant else "",
        grounds=appeal.reason if appeal else "",
        outcome=_describe_outcome(history, officer_game),
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


def _describe_outcome(history: RulingHistory, officer_game: GameForOfficer) -> str:
    ruling = history.ruling
    if ruling.is_lifted:
        return gettext("Reprise par une autre décision.")
    if ruling.director_decision is None:
        return ""
    values = {"decision": gettext(DECISION_SENTENCES[ruling.director_decision])}
    if ruling.kind == "sanction" and ruling.director_decision != "confirm":
        sanction = describe_sanction(ruling.sanction, officer_game.state.terms.lost_points)
        return gettext("Décision %(decision)s par le directeur : %(sanction)s.") % {
            **values,
            "sanction": sanction,
        }
    return gettext("Décision %(decision)s par le directeur, en dernier recours.") % values


@dataclass(frozen=True, slots=True)
class MatchSummary:
    """The values that the page of a game shows."""

    heading: str
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
    last_move: MatchMove | None
    last_sentence: str


def build_summary(officer_game: GameForOfficer, now_ms: int) -> MatchSummary:
    """Return the summary; ``now_ms`` in milliseconds of the room's clock."""
    state, names = officer_game.state, officer_game.names
    challenge, call = state.challenge, officer_game.call
    last = state.moves[-1] if state.moves else None
    return MatchSummary(
        heading=describe_match_game(officer_game.game),
        phase=gettext(PHASES[state.phase]),
        caller=names[Side(call.side)] if call and call.side else "",
        challenger=names[challenge.challenger] if challenge else "",
        challenged=names[challenge.challenger.other] if challenge else "",
        contest=describe_contest(officer_game),
        players=list_players(officer_game, now_ms),
        declared=describe_declared_totals(officer_game),
        bag_size=len(state.bag),
        rulings=list_rulings(officer_game),
        board=list(state.board.grid),
        last_move=last if last and last.kind is MoveKind.PLAY and last.stands else None,
        last_sentence=describe_move(last, names) if last else "",
    )
