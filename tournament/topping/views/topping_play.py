"""The part of a page on which somebody plays a *topping*, shared by tablets and training.

Its content comes from ``VisibleRun``; the answer to a proposal is only a ``ToppingAnswer``.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from engine.board.letters import fold
from tournament.core.errors import BadSetting, RoomError
from tournament.protocol.update_channel import make_update_token
from tournament.queries.clock import now, to_milliseconds
from tournament.services.play.transitions import By
from tournament.topping.core.topping_run import RunState
from tournament.topping.models import ToppingRun
from tournament.topping.queries.topping import VisibleRun
from tournament.topping.services.runs import ToppingAnswer, judge_proposal
from tournament.views.shortcuts import is_htmx, parse_number, refusal_response

_WORD = re.compile(r"[A-Z]{2,15}")
_REF = re.compile(r"[A-O](?:[1-9]|1[0-5])|(?:[1-9]|1[0-5])[A-O]")


@dataclass(frozen=True, slots=True)
class ProposalInput:
    """A proposal as posted: turn, word, place."""

    turn: int
    word: str
    ref: str

    @classmethod
    def from_post(cls, post: Mapping[str, Any]) -> "ProposalInput":
        """Return the proposal. Raise BadSetting if it is no word with a place; whether the word
        exists is not checked."""
        word, ref = (fold(str(post.get(name, "")).strip()) for name in ("word", "ref"))
        turn = parse_number(str(post.get("turn", "")))
        if turn is None or not _WORD.fullmatch(word) or not _REF.fullmatch(ref):
            raise BadSetting("topping-proposal")
        return cls(turn, word, ref)


def build_state(visible_run: VisibleRun, answer: ToppingAnswer | None = None) -> dict[str, Any]:
    """Return letters, board and clock for js/topping/play.js."""
    current, last = visible_run.current_turn, visible_run.previous_turn or visible_run.solution
    return {
        "phase": "reading" if visible_run.is_reading else str(visible_run.clock.state),
        "turn": visible_run.clock.turn,
        "rows": visible_run.rows,
        "last": {"word": last.word, "ref": last.ref} if last else None,
        "rack": current.rack if current else "",
        "slots": visible_run.game.rack_size,
        "limit": visible_run.terms.limit_ms,
        "left": _compute_remaining(visible_run),
        "begins": visible_run.clock.began_ms if visible_run.is_reading else None,
        "closes": visible_run.expires_ms if visible_run.is_clock_running else None,
        "now": to_milliseconds(visible_run.now),
        "answer": str(answer) if answer else "",
    }


def _compute_remaining(visible_run: VisibleRun) -> int:
    """Return the milliseconds that remain of a turn whose clock is stopped."""
    if visible_run.clock.state is RunState.INTERRUPTED:
        return visible_run.terms.limit_ms - visible_run.clock.held_ms
    return visible_run.terms.limit_ms


def render_part(
    request: HttpRequest,
    run: ToppingRun,
    urls: Mapping[str, str],
    answer: ToppingAnswer | None = None,
    **extra: Any,
) -> HttpResponse:
    """Render the part that is updated, or the whole page without htmx."""
    name = "topping/play.html" + ("#run" if is_htmx(request) else "")
    visible_run = VisibleRun(run, now())
    context = {
        "run": run,
        "topping": run.topping,
        "view": visible_run,
        "urls": urls,
        "state": build_state(visible_run, answer),
        "token": make_update_token(run.topping.update_channel),
    }
    return render(request, name, context | extra)


def answer_proposal(
    request: HttpRequest, run: ToppingRun, urls: Mapping[str, str], *, by: By, **extra: Any
) -> HttpResponse:
    """Answer a proposal; its time of arrival is read first."""
    arrived_at = now()
    try:
        proposal = ProposalInput.from_post(request.POST)
        answer = judge_proposal(
            run=run, turn=proposal.turn, word=proposal.word, ref=proposal.ref, by=by, now=arrived_at
        )
    except RoomError as error:
        return refusal_response(request, error)
    run.refresh_from_db()
    return render_part(request, run, urls, answer, **extra)
