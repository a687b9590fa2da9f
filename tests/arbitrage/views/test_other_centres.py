"""Slips, second looks, cases and journal are closed to the arbiters of another centre."""

import re
from http import HTTPStatus
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from arbitrage.core.appeals import CaseSubject
from arbitrage.core.second_looks import LookCommand, LookCriteria
from arbitrage.models import Act, Appeal, SecondLook, Slip
from arbitrage.queries.rulings import get_current_rulings
from arbitrage.services import acts, appeals, commission
from arbitrage.services.second_looks import choose_plan, give_second_look, settle_difference
from tests.arbitrage.services.sanctioned_turns import SanctionedTurns, get_account
from tests.arbitrage.views.second_look_room import read
from tests.rows import every_row
from tests.tournament.views.office import reverse_for
from tournament.core.errors import NotAllowed
from tournament.core.states import Role
from tournament.models import Centre, Entry, StaffMember
from tournament.queries import clock

OWN, FOREIGN = 1, 4


@pytest.fixture
def author(nantes: Centre) -> dict[str, Any]:
    return {"by": User.objects.get(username="camille"), "now": clock.now()}


@pytest.fixture
def case(sanctioned_turns: SanctionedTurns, nantes: Centre) -> Appeal:
    """A case of table 5, in Dakar."""
    everywhere = sanctioned_turns.room.get_author_and_time()
    return appeals.file_case(
        contested=contest(sanctioned_turns, FOREIGN), grounds="Admis", **everywhere
    )


def contest(sanctioned_turns: SanctionedTurns, index: int) -> appeals.ContestedDecision:
    return appeals.ContestedDecision(
        sanctioned_turns.first, sanctioned_turns.entries[index], CaseSubject.RULING
    )


def look_at(sanctioned_turns: SanctionedTurns, entry: Entry) -> SecondLook:
    """Give a second look that differs from the decision."""
    opened = sanctioned_turns.second.opened_at
    assert opened
    tournament, plan = sanctioned_turns.room.tournament, LookCriteria(everything=True)
    choose_plan(tournament=tournament, plan=plan, by=sanctioned_turns.room.user, now=opened)
    return give_second_look(
        turn=sanctioned_turns.second,
        entry=entry,
        version=get_current_rulings(sanctioned_turns.second)[entry.pk].version,
        points=1,
        sanction="none",
        by=get_account(sanctioned_turns.room, Role.DOUBLE_ARBITER, name="dominique"),
        now=clock.now(),
    )


def test_slips_of_another_centre_are_not_printed(
    sanctioned_turns: SanctionedTurns, camille: Client
) -> None:
    slips = Slip.objects.filter(turn=sanctioned_turns.first)
    slips.update(printed_at=None, handed_at=None, handed_by=None)
    ticked = [str(pk) for pk in slips.values_list("pk", flat=True)]
    sent = {"slips": ticked, "done": "printed"}
    text = read(camille.post(reverse_for(sanctioned_turns.room, "arbiter-slips-handle"), sent))
    assert [entry.name in text for entry in sanctioned_turns.entries] == [True] + [False] * 5


def test_differences_of_another_centre_stay_there(
    sanctioned_turns: SanctionedTurns, camille: Client, author: dict[str, Any]
) -> None:
    look, entry = (
        look_at(sanctioned_turns, sanctioned_turns.entries[FOREIGN]),
        sanctioned_turns.entries[FOREIGN],
    )
    assert entry.name not in read(camille.get(reverse_for(sanctioned_turns.room, "differences")))
    keep: dict[str, Any] = {"look": look, "command": LookCommand.KEEP, "text": "non"}
    with pytest.raises(NotAllowed) as refused:
        settle_difference(**keep, **author)
    assert refused.value.reason == "other-centre"
    settle_difference(**keep, **sanctioned_turns.room.get_author_and_time())


def test_the_sheet_of_looks_has_the_own_centre_only(
    sanctioned_turns: SanctionedTurns, camille: Client
) -> None:
    look_at(sanctioned_turns, sanctioned_turns.entries[0])
    StaffMember.objects.filter(user__username="camille", role=Role.DOUBLE_ARBITER).delete()
    text = read(
        camille.get(
            reverse_for(
                sanctioned_turns.room, "second-look-sheet", 1, sanctioned_turns.second.ordinal
            )
        )
    )
    assert [entry.name in text for entry in sanctioned_turns.entries[1:]] == [True] * 2 + [
        False
    ] * 3


def test_the_commission_takes_back_acts_of_every_centre(
    sanctioned_turns: SanctionedTurns, nantes: Centre
) -> None:
    foreign = sanctioned_turns.entries[FOREIGN]
    everywhere = sanctioned_turns.room.get_author_and_time()
    act = acts.give_warning(
        turn=sanctioned_turns.first, entry=foreign, reason="Bavardage", **everywhere
    )
    contested = appeals.ContestedDecision(sanctioned_turns.first, foreign, CaseSubject.ACT, act)
    case = appeals.file_case(contested=contested, grounds="Non", **everywhere)
    member = get_account(sanctioned_turns.room, Role.COMMISSION, name="alix")
    StaffMember.objects.filter(user=member).update(centre=nantes)
    decision = commission.CommissionDecision(allowed=True, reason="Admis")
    commission.decide_case(
        case=case,
        decision=decision,
        sitting_accounts=[member.pk],
        version=1,
        by=member,
        now=clock.now(),
    )
    assert Act.objects.filter(takes_back=act).exists()


def test_cases_of_another_centre_are_refused(
    sanctioned_turns: SanctionedTurns, camille: Client, case: Appeal, author: dict[str, Any]
) -> None:
    foreign = contest(sanctioned_turns, FOREIGN)
    with every_row() as row:
        for command, fields in (
            (appeals.file_appeal, {"contested": foreign, "grounds": "x"}),
            (appeals.file_case, {"contested": foreign, "grounds": "x"}),
            (appeals.record_statement, {"case": case, "speaker": "x", "text": "x"}),
            (appeals.withdraw_case, {"case": case}),
            (appeals.mark_order_done, {"case": case}),
        ):
            with row(command.__name__), pytest.raises(NotAllowed) as refused:
                command(**fields, **author)
            assert refused.value.reason == "other-centre"
    appeals.file_case(contested=contest(sanctioned_turns, OWN), grounds="x", **author)


def test_pages_about_another_centre_are_closed(
    sanctioned_turns: SanctionedTurns, camille: Client, case: Appeal
) -> None:
    foreign, own = sanctioned_turns.entries[FOREIGN], sanctioned_turns.entries[OWN]
    with every_row() as row:
        for name, *args in (
            ("arbiter-account", 1, foreign.pk),
            ("player-cheating", foreign.pk),
            ("case", case.number),
            ("case-new", foreign.pk),
        ):
            with row(name):
                answer = camille.get(reverse_for(sanctioned_turns.room, name, *args))
                assert answer.status_code == HTTPStatus.FORBIDDEN
        for name in ("players", "cases"):
            with row(name):
                text = read(camille.get(reverse_for(sanctioned_turns.room, name)))
                assert foreign.name not in text
                assert name == "cases" or own.name in text
    assert list_tables_in_journal(sanctioned_turns, camille) == {"1", "2", "3"}
    member = get_account(sanctioned_turns.room, Role.COMMISSION, name="camille")
    members = StaffMember.objects.filter(user=member, role=Role.COMMISSION)
    members.update(centre=Centre.objects.get(name="Nantes"))
    assert "5" in list_tables_in_journal(sanctioned_turns, camille)


def list_tables_in_journal(sanctioned_turns: SanctionedTurns, client: Client) -> set[str]:
    """Return the tables of all lines; a case is a line that names its table."""
    text = read(client.get(reverse_for(sanctioned_turns.room, "journal"), {"what": "all"}))
    return {*re.findall(r'data-label="Table">(\d+)<', text), *re.findall(r"[Tt]able (\d+)", text)}


def test_members_of_the_players_centre_are_named(
    sanctioned_turns: SanctionedTurns, case: Appeal
) -> None:
    for name, place in (("alix", "Dakar"), ("charlie", "Nantes")):
        member = get_account(sanctioned_turns.room, Role.COMMISSION, name=name)
        centre = Centre.objects.get(name=place)
        StaffMember.objects.filter(user=member, role=Role.COMMISSION).update(centre=centre)
    browser = Client()
    browser.force_login(User.objects.get(username="charlie"))
    page = read(browser.get(reverse_for(sanctioned_turns.room, "case", case.number)))
    seats = re.findall(r"(alix|charlie) +<span class=\"badge(?: note)?\">([^<]*)<", page)
    assert seats == [("alix", "Dakar, centre du joueur"), ("charlie", "Nantes")]
    assert "Dakar · Table 5" in page
    listing = read(browser.get(reverse_for(sanctioned_turns.room, "cases")))
    assert "Membres : alix (Dakar), charlie (Nantes)." in listing


def test_slips_are_listed_by_centre(
    sanctioned_turns: SanctionedTurns, nantes: Centre, camille: Client
) -> None:
    slips = reverse_for(sanctioned_turns.room, "arbiter-slips")
    dakar, everywhere = Centre.objects.get(name="Dakar"), Client()
    everywhere.force_login(sanctioned_turns.room.user)
    lists = [
        [entry.name in text for entry in sanctioned_turns.entries]
        for centre in (nantes, dakar)
        for text in [read(everywhere.get(slips, {"only": "all", "centre": str(centre.pk)}))]
    ]
    whole = read(everywhere.get(slips, {"only": "all"}))
    assert [a or b for a, b in zip(*lists, strict=True)] == [
        entry.name in whole for entry in sanctioned_turns.entries
    ]
    assert not any(lists[0][3:] + lists[1][:3])
    assert any(lists[0])
    assert any(lists[1])
    assert camille.get(slips, {"centre": dakar.pk}).status_code == HTTPStatus.FORBIDDEN
