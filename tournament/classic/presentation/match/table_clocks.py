"""French words about the clock of a table, and the decisions about time in a match."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from tournament.classic.core.commands import Command, Event
from tournament.classic.core.rulings import MatchSanction, RulingKind
from tournament.classic.core.sides import Side
from tournament.classic.core.table_clock import TIME_ARTICLES, ClockPhase, TableClockState
from tournament.classic.core.terms import ClockKind, MatchTerms
from tournament.classic.models import ClockEvent, EventColumns, Match, MatchEvent, TableClock
from tournament.classic.presentation.match.match_words import format_minutes
from tournament.classic.presentation.match.sanctions import describe_sanction
from tournament.classic.queries.games import load_state, to_event
from tournament.classic.queries.table_clocks import list_time_decisions

type BothNames = tuple[str, str]

_PHASE_SENTENCES: Mapping[ClockPhase, Promise] = {
    ClockPhase.WAITING: gettext_lazy("La pendule n’est pas en marche."),
    ClockPhase.STOPPED: gettext_lazy("La pendule est arrêtée."),
    ClockPhase.OVER: gettext_lazy("La partie est finie."),
}
CALLS: Mapping[Command, Promise] = {
    Command.HOLD: gettext_lazy("pendule arrêtée, un arbitre est appelé"),
    Command.CALL_ARBITER: gettext_lazy("un arbitre est appelé"),
    Command.REFER: gettext_lazy("l’adversaire semble trop lent (6.4.2)"),
    Command.UNWATCHED: gettext_lazy("la pendule est à régler (1.7)"),
}
_CLOCK_PERIODS: Mapping[ClockKind, Promise] = {
    ClockKind.MOVE: gettext_lazy("par coup"),
    ClockKind.CHESS: gettext_lazy("pour la partie"),
}
#: Lines of the journal of a clock; decisions have their own sentence.
_EVENT_SENTENCES: Mapping[Command, Promise] = {
    Command.PRESS: gettext_lazy("%(who)s appuie"),
    Command.HOLD: gettext_lazy("pendule arrêtée"),
    Command.RESUME: gettext_lazy("pendule remise en marche"),
    Command.STOP: gettext_lazy("partie finie"),
    Command.CALL_ARBITER: gettext_lazy("%(who)s appelle un arbitre"),
    Command.REFER: gettext_lazy("%(who)s demande le directeur : l’adversaire est lent (6.4.2)"),
    Command.ANSWER: gettext_lazy("appel terminé"),
    Command.LIFT: gettext_lazy("sanction reprise"),
    Command.UNWATCHED: gettext_lazy("pendule arrêtée : le logiciel a été interrompu"),
}
#: Maximum number of decisions on a match sheet, which is a quarter of a page.
MAX_PRINTED = 4
#: Commands about the time of a game; sanctions are among its rulings.
_TIME_COMMANDS = (Command.SET_CLOCKS, Command.TIME_PLAYER, Command.LATE)


def describe_phase(state: TableClockState, names: BothNames) -> str:
    """Return whose turn it is, or why no time runs."""
    if not state.is_timed:
        return _("Pas de pendule à cette table : le temps est celui de la salle (6.4.1).")
    if state.phase is ClockPhase.RUNNING:
        assert state.to_move is not None
        return _("À %(name)s de jouer.") % {"name": names[state.to_move.position]}
    if all(state.is_out_of_time(side) for side in Side):
        return _("Le temps des deux joueurs est écoulé : chacun défalque ses lettres (7.3.2).")
    return str(_PHASE_SENTENCES[state.phase])


def describe_call(called: str) -> Promise:
    return CALLS[Command(called)]


@dataclass(frozen=True, slots=True)
class CalledGame:
    """A game whose players wait for an officer at its clock."""

    clock: TableClock
    players: str
    call: Promise


def list_called_games(clocks: Iterable[TableClock]) -> list[CalledGame]:
    return [CalledGame(clock, str(clock.match), describe_call(clock.called)) for clock in clocks]


@dataclass(frozen=True, slots=True)
class DecisionLine:
    """A decision about time.

    ``number``: of its event, 0 if it cannot be taken back on the page of the clock. ``game``:
    number of the game, 0 if the software counts it.
    """

    sentence: str
    reason: str
    author: str
    at: datetime
    is_lifted: bool = False
    number: int = 0
    game: int = 0


def list_decision_lines(match: Match, names: BothNames) -> list[DecisionLine]:
    """Return the decisions about time in all games of a match, in order."""
    lines = [
        DecisionLine(
            describe_decision(recorded.decision.event, match.parsed_terms, names),
            recorded.row.reason,
            recorded.row.signed,
            recorded.row.at,
            recorded.decision.is_lifted,
            recorded.decision.number if recorded.row.command == Command.SANCTION else 0,
            recorded.clock.number,
        )
        for recorded in list_time_decisions(match)
    ]
    return sorted([*lines, *_list_game_lines(match, names)], key=lambda line: line.at)


def _list_game_lines(match: Match, names: BothNames) -> Iterator[DecisionLine]:
    """Yield the decisions about time in games that the software counts."""
    rows = MatchEvent.objects.filter(game__match=match).select_related("game")
    for row in rows.filter(command__in=_TIME_COMMANDS):
        yield _build_line(row, to_event(row), match.parsed_terms, names)
    for row in rows.filter(command=Command.SANCTION):
        event = to_event(row)
        ruling_now = next(
            ruling
            for ruling in load_state(row.game).rulings
            if ruling.kind is RulingKind.SANCTION and ruling.at == event.at
        )
        if ruling_now.article in TIME_ARTICLES and ruling_now.article != "9.2":
            data = {**event.data, "article": ruling_now.article, "sanction": ruling_now.sanction}
            revised = Event(event.command, event.actor, event.at, data)
            yield _build_line(row, revised, match.parsed_terms, names)


def _build_line(
    row: EventColumns, event: Event, terms: MatchTerms, names: BothNames
) -> DecisionLine:
    lifted = event.command is Command.SANCTION and event.data["sanction"] is None
    sentence = describe_decision(event, terms, names)
    return DecisionLine(sentence, row.reason, row.signed, row.at, lifted)


def describe_decision(event: Event, terms: MatchTerms, names: BothNames) -> str:
    """Return a decision about time in one line, with its article."""
    data, side = event.data, event.read_optional_side()
    name = names[side.position] if side else _("les deux joueurs")
    if event.command is Command.SET_CLOCKS:
        return _("Pendule réglée : %(times)s (1.7)") % {"times": _format_times(data, names)}
    if event.command is Command.TIME_PLAYER:
        kind = _CLOCK_PERIODS[ClockKind(data.get("clock", ClockKind.MOVE))]
        time, article = format_minutes(data["seconds"]), "6.4.2" if side else "6.4.3"
        values = {"who": name, "time": time, "kind": kind, "article": article}
        return _("Chronométrage de %(who)s : %(time)s %(kind)s (%(article)s)") % values
    if event.command is Command.LATE:
        late = _("a perdu") if data.get("lost") else _("l’autre joue et l’attend")
        return _("Retard de %(who)s : %(late)s (10.5)") % {"who": name, "late": late}
    values = {"who": name, "article": data.get("article", "9.2")}
    sanction = data.get("sanction")
    values["sanction"] = (
        _("sanction reprise")
        if sanction is None
        else describe_sanction(MatchSanction(sanction), terms.lost_points)
    )
    return _("%(who)s : %(sanction)s (%(article)s)") % values


def _format_times(data: Mapping[str, object], names: BothNames) -> str:
    times = [(names[side.position], data.get(side.value)) for side in Side]
    times.append((_("les deux joueurs"), data.get("common")))
    return ", ".join(
        f"{name} {format_minutes(seconds)}" for name, seconds in times if isinstance(seconds, int)
    )


@dataclass(frozen=True, slots=True)
class ClockLine:
    """A line of the journal of a clock; ``delay``: seconds for which the device kept a press."""

    at: datetime
    sentence: str
    author: str
    reason: str
    delay: int


def list_clock_lines(clock: TableClock, names: BothNames) -> list[ClockLine]:
    """Return the journal of a clock, the last event first."""
    rows = ClockEvent.objects.filter(clock=clock).order_by("-seq")
    terms = MatchTerms.from_json(clock.terms)
    return [_build_clock_line(row, terms, names) for row in rows]


def _build_clock_line(row: ClockEvent, terms: MatchTerms, names: BothNames) -> ClockLine:
    event = to_event(row)
    side = event.actor.side
    if event.command in _EVENT_SENTENCES:
        name = names[side.position] if side else ""
        sentence = str(_EVENT_SENTENCES[event.command]) % {"who": name}
    else:
        sentence = describe_decision(event, terms, names)
    return ClockLine(
        row.at, sentence, row.signed, row.reason, event.data.get("delay_ms", 0) // 1000
    )


def print_decisions(lines: Sequence[DecisionLine]) -> list[str]:
    """Return the decisions that stand, as on the match sheet (C-46), which has room for some."""
    standing = [
        f"{line.sentence} « {line.reason} »" if line.reason else line.sentence
        for line in lines
        if not line.is_lifted
    ]
    other_count = len(standing) - MAX_PRINTED
    if other_count > 0:
        rest_sentence = ngettext(
            "et %(n)d autre, au bureau", "et %(n)d autres, au bureau", other_count
        )
        return [*standing[:MAX_PRINTED], rest_sentence % {"n": other_count}]
    return standing
