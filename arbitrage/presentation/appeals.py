"""French texts about cases before the commission: subject, state, recusal reasons."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib.auth.models import User
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext, gettext_noop as _

from arbitrage.core.appeals import (
    AppealWindow,
    CaseCommand,
    CaseOrigin,
    CaseState,
    CaseSubject,
    RecusalReason,
)
from arbitrage.models import Appeal
from arbitrage.presentation.acts import get_act_label
from arbitrage.queries.appeals import list_orders
from arbitrage.services.referral import (
    ASKED,
    CASE_BROUGHT,
    COMPLETED,
    INFORMED,
    ORDER_DONE,
    STATEMENT_RECORDED,
)
from engine.regulation.edition import Edition
from engine.regulation.topics import Topic
from tournament.core.states import TurnState
from tournament.models import Tournament, Turn

STATES: Mapping[CaseState, str] = {
    CaseState.OPEN: _("à décider"),
    CaseState.ALLOWED: _("admis"),
    CaseState.DISMISSED: _("rejeté"),
    CaseState.WITHDRAWN: _("retiré"),
    CaseState.MOOT: _("sans objet"),
}
BADGE_COLOURS: Mapping[CaseState, str] = {
    CaseState.OPEN: "warn",
    CaseState.ALLOWED: "good",
    CaseState.DISMISSED: "note",
    CaseState.WITHDRAWN: "",
    CaseState.MOOT: "",
}
ORIGINS: Mapping[CaseOrigin, str] = {
    CaseOrigin.PLAYER: _("recours du joueur"),
    CaseOrigin.ARBITER: _("cas porté par les arbitres"),
    CaseOrigin.RULE: _("soumis par le règlement"),
    CaseOrigin.FEDERATION: _("réponse de la fédération"),
}
SUBJECTS: Mapping[CaseSubject, str] = {
    CaseSubject.RULING: _("la décision sur le bulletin"),
    CaseSubject.ACT: _("une décision sur le joueur"),
    CaseSubject.DECISION: _("une décision du juge-arbitre"),
}
RECUSAL_REASONS: Mapping[RecusalReason, str] = {
    RecusalReason.RULED: _("a décidé de ce bulletin"),
    RecusalReason.ACTED: _("a décidé de ce joueur à ce coup"),
    RecusalReason.LOOKED: _("en a fait le double arbitrage"),
    RecusalReason.LED: _("a mené ce coup"),
    RecusalReason.PLAYS: _("joue à cette table"),
}
#: Sentences of the journal, by event.
JOURNAL_SENTENCES: Mapping[str, str] = {
    CASE_BROUGHT: _("Cas %(case)s devant la commission, table %(table)s : %(origin)s."),
    STATEMENT_RECORDED: _("Cas %(case)s : une déclaration est consignée."),
    CaseCommand.ALLOW: _("Cas %(case)s, table %(table)s : la commission change la décision."),
    CaseCommand.DISMISS: _("Cas %(case)s, table %(table)s : la décision contestée reste."),
    CaseCommand.WITHDRAW: _("Cas %(case)s, table %(table)s : retiré."),
    CaseCommand.LAPSE: _("Cas %(case)s, table %(table)s : sans objet, rien à décider."),
    ORDER_DONE: _("Cas %(case)s : le juge-arbitre a fait ce que la commission demandait."),
    INFORMED: _("Cas %(case)s : recours à la fédération, l’intéressé est informé."),
    ASKED: _("Cas %(case)s : la fédération demande de compléter le dossier."),
    COMPLETED: _("Cas %(case)s : le dossier pour la fédération est complété."),
}
#: The sentences where the federation decides.
FEDERATION_SENTENCES: Mapping[str, str] = {
    CaseCommand.ALLOW: _("Cas %(case)s, table %(table)s : la fédération change la décision."),
    CaseCommand.DISMISS: _("Cas %(case)s, table %(table)s : la fédération rejette le recours."),
    CaseCommand.LAPSE: _("Cas %(case)s, table %(table)s : la fédération classe le dossier."),
}


def format_case_state(case: Appeal) -> str:
    if case.origin == CaseOrigin.FEDERATION and case.state == CaseState.MOOT:
        return gettext("classé")
    return gettext(STATES[CaseState(case.state)])


def get_decision_heading(case: Appeal) -> str:
    """Return the heading of the decision: the commission's or the federation's."""
    if case.origin == CaseOrigin.FEDERATION:
        return gettext("Décision de la fédération")
    return gettext("Décision de la commission")


def get_case_badge(case: Appeal) -> str:
    """Return the colour of the badge; the word beside it says the same."""
    return BADGE_COLOURS[CaseState(case.state)]


def format_case_origin(case: Appeal) -> str:
    return gettext(ORIGINS[CaseOrigin(case.origin)])


def format_contested_case(case: Appeal) -> str:
    return gettext("sur le recours contre la décision du cas %(number)s") % {"number": case.number}


def format_case_subject(case: Appeal) -> str:
    """Return the text of the contested decision; an act by its label."""
    return (
        get_act_label(case.act.kind) if case.act else gettext(SUBJECTS[CaseSubject(case.subject)])
    )


def format_case_turn(case: Appeal) -> str:
    return format_turn(case.turn)


def format_turn(turn: Turn) -> str:
    data = {"game": turn.game.number, "turn": turn.number}
    if turn.state == TurnState.CANCELLED:
        return gettext("partie %(game)s, coup %(turn)s annulé") % data
    return gettext("partie %(game)s, coup %(turn)s") % data


def get_display_name(user: User | None) -> str:
    """Return the name that people know a user by; empty for None."""
    return (user.get_full_name() or user.get_username()) if user else ""


def format_recusal_reasons(reasons: Sequence[RecusalReason]) -> str:
    return ", ".join(gettext(RECUSAL_REASONS[reason]) for reason in reasons)


def format_case_event(data: Mapping[str, Any]) -> str:
    """Return the sentence for a row of the journal."""
    origin = gettext(ORIGINS[CaseOrigin(data["origin"])])
    is_of_federation = data["origin"] == CaseOrigin.FEDERATION
    sentences = (
        {**JOURNAL_SENTENCES, **FEDERATION_SENTENCES} if is_of_federation else JOURNAL_SENTENCES
    )
    return gettext(sentences[data["what"]]) % {**data, "origin": origin}


def format_window(window: AppealWindow, edition: Edition) -> str:
    """Return until when a player may appeal, with the article."""
    article = edition.format_articles(Topic.APPEAL)
    if not window.is_open:
        pattern = gettext("Le délai de recours est passé (art. %(article)s).")
        return pattern % {"article": article}
    if window.closes_at is None:
        pattern = gettext(
            "Un recours se forme avant que la partie suivante commence ou, après la dernière, dans "
            "les %(minutes)s minutes (art. %(article)s)."
        )
        minutes = edition.appeals.after_last_game_min.value
        return pattern % {"article": article, "minutes": minutes}
    pattern = gettext("Un recours se forme jusqu’à %(time)s (art. %(article)s).")
    time = date_format(localtime(window.closes_at), "H:i:s")
    return pattern % {"article": article, "time": time}


def describe_orders(tournament: Tournament) -> list[dict[str, str]]:
    """Return the orders of the commission that the judge has not carried out yet.

    Answers ``ports.list_instructions``: ``text``, and the ``number`` of the case.
    """
    pattern = gettext("Commission, cas %(number)s (%(turn)s) : %(order)s")
    return [
        {
            "number": str(case.number),
            "text": pattern
            % {"number": case.number, "turn": format_case_turn(case), "order": case.order},
        }
        for case in list_orders(tournament)
    ]
