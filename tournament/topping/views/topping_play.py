"""What the pages share on which somebody plays a *topping*: the part that follows, the commands.

Whatever such a page is told comes from ``RunView``, and to a proposal a
``ToppingAnswer`` only.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournament.core.errors import BadSetting, RoomError
from tournament.protocol.update_channel import beside_token
from tournament.queries.clock import millis, now
from tournament.services.play.transitions import By
from tournament.topping.core.topping_run import RunState
from tournament.topping.models import ToppingRun
from tournament.topping.queries.topping import RunView
from tournament.topping.services.runs import ToppingAnswer, say
from tournament.views.staff import is_htmx, refused, whole_number

_WORD = re.compile(r"[A-Z]{2,15}")
_REF = re.compile(r"[A-O](?:[1-9]|1[0-5])|(?:[1-9]|1[0-5])[A-O]")


@dataclass(frozen=True, slots=True)
class Proposed:
    """What a player wrote: for which turn, word, place."""

    turn: int
    word: str
    ref: str

    @classmethod
    def read(cls, post: Mapping[str, Any]) -> "Proposed":
        """Raises BadSetting for what is no word and place at all; of the word nothing is said."""
        word, ref = (str(post.get(name, "")).strip().upper() for name in ("word", "ref"))
        turn = whole_number(str(post.get("turn", "")))
        if turn is None or not _WORD.fullmatch(word) or not _REF.fullmatch(ref):
            raise BadSetting("topping-proposal")
        return cls(turn, word, ref)


def state_of(view: RunView, answer: ToppingAnswer | None = None) -> dict[str, Any]:
    """What js/topping/play.js draws: letters, grid, clock."""
    current, last = view.current, view.last or view.given
    return {
        "phase": "reading" if view.reading else str(view.clock.state),
        "turn": view.clock.turn,
        "rows": view.rows,
        "last": {"word": last.word, "ref": last.ref} if last else None,
        "rack": current.rack if current else "",
        "slots": view.game.slots,
        "limit": view.terms.limit_ms,
        "left": _left(view),
        "begins": view.clock.began_ms if view.reading else None,
        "closes": view.expires_ms if view.at_play else None,
        "now": millis(view.now),
        "answer": str(answer) if answer else "",
    }


def _left(view: RunView) -> int:
    """Of the time of a turn whose clock stands."""
    if view.clock.state is RunState.INTERRUPTED:
        return view.terms.limit_ms - view.clock.held_ms
    return view.terms.limit_ms


def context_of(
    run: ToppingRun, urls: Mapping[str, str], answer: ToppingAnswer | None
) -> dict[str, Any]:
    view = RunView(run, now())
    return {
        "run": run,
        "topping": run.topping,
        "view": view,
        "urls": urls,
        "state": state_of(view, answer),
        "token": beside_token(run.topping.room),
    }


def part(
    request: HttpRequest,
    run: ToppingRun,
    urls: Mapping[str, str],
    answer: ToppingAnswer | None = None,
    **more: Any,
) -> HttpResponse:
    """What of the page is drawn anew whenever something happens; the whole page, if it is asked."""
    name = "topping/play.html" + ("#run" if is_htmx(request) else "")
    return render(request, name, context_of(run, urls, answer) | more)


def answer_to(
    request: HttpRequest, run: ToppingRun, urls: Mapping[str, str], *, by: By, **more: Any
) -> HttpResponse:
    """A proposal by POST; when it arrived is read first."""
    arrived = now()
    try:
        one = Proposed.read(request.POST)
        said = say(run=run, turn=one.turn, word=one.word, ref=one.ref, by=by, now=arrived)
    except RoomError as error:
        return refused(request, error)
    run.refresh_from_db()
    return part(request, run, urls, said, **more)
