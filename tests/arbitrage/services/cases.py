"""Cases before the commission, for tests of them."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User

from arbitrage.core.appeals import CaseSubject
from arbitrage.core.bulletin import Bulletin
from arbitrage.core.sheets.sheet import Sheet
from arbitrage.models import Act, Appeal, Ruling
from arbitrage.services import appeals, commission
from arbitrage.services.appeals import ContestedDecision
from arbitrage.services.commission import BulletinDecision, CommissionDecision
from tests.arbitrage.services.sanctioned_turns import SanctionedTurns, get_account
from tournament.core.errors import RoomError
from tournament.core.states import GameState, Role
from tournament.models import Game, Solutions, Turn
from tournament.queries import clock

WHY = "Le score écrit est celui de la place."


def build_contested(
    sanctioned_turns: SanctionedTurns,
    index: int = 0,
    subject: CaseSubject = CaseSubject.RULING,
    act: Act | None = None,
    turn: Turn | None = None,
) -> ContestedDecision:
    return ContestedDecision(
        turn or sanctioned_turns.first, sanctioned_turns.entries[index], subject, act
    )


def file_appeal(sanctioned_turns: SanctionedTurns, index: int = 0, **more: Any) -> Appeal:
    contested = build_contested(sanctioned_turns, index, **more)
    return appeals.file_appeal(contested=contested, grounds=WHY, by=None, now=clock.now())


def create_member(sanctioned_turns: SanctionedTurns, name: str = "membre", full: str = "") -> User:
    user = get_account(sanctioned_turns.room, Role.COMMISSION, name=name)
    User.objects.filter(pk=user.pk).update(first_name=full)
    user.refresh_from_db()
    return user


def decide_case(
    case: Appeal, by: User, decision: CommissionDecision, sitting: list[User] | None = None
) -> Appeal:
    ruling = Ruling.objects.filter(turn=case.turn, entry=case.entry).order_by("-version").first()
    return commission.decide_case(
        case=case,
        decision=decision,
        sitting_accounts=[user.pk for user in sitting or [by]],
        version=ruling.version if ruling else 0,
        by=by,
        now=clock.now(),
    )


DISMISSED = CommissionDecision(allowed=False, reason="La décision est juste.")
ALLOWED = CommissionDecision(
    allowed=True,
    reason="Le doute profite au joueur.",
    new_decision=BulletinDecision(points=20, sanction="warning", motives=("score",), article="5.5"),
)


def assert_refused(
    error: type[RoomError], reason: str, call: Any, /, *error_code: Any, **how: Any
) -> None:
    with pytest.raises(error) as caught:
        call(*error_code, **how)
    assert caught.value.reason == reason


def end_game(sanctioned_turns: SanctionedTurns, *, ago: timedelta = timedelta()) -> None:
    """End the game with every bulletin decided before."""
    over = clock.now() - ago
    Turn.objects.update(to_decide=0)
    Game.objects.filter(pk=sanctioned_turns.game.pk).update(
        state=GameState.FINISHED, finished_at=over
    )
    Ruling.objects.filter(turn__game=sanctioned_turns.game).update(at=over)
    for turn in (sanctioned_turns.first, sanctioned_turns.second):
        turn.refresh_from_db()


def build_ambiguous_bulletin(turn: Turn) -> Bulletin:
    """Return a bulletin with the reference of one place and the score of another."""
    best: dict[str, tuple[str, int]] = {}
    for word, ref, score in Solutions.objects.get(turn=turn).moves:
        is_horizontal = ref[0].isalpha() and word.isupper()
        first = best.setdefault(word, (ref, score)) if is_horizontal else None
        if first and first[1] != score:
            return Bulletin(Sheet.from_text(word), ref, str(first[1]))
    raise AssertionError("no word has two places")
