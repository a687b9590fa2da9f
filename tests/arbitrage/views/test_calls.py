"""The desk of the calls and the pages of a game: what each form does, and what players read."""

from typing import Any
from urllib.parse import urlencode

import pytest
from django.http import QueryDict
from django.test import Client
from django.urls import reverse

from arbitrage.classic.core.calls import CallKind
from arbitrage.classic.models import TableCall
from arbitrage.classic.presentation.journal import list_lines
from arbitrage.classic.queries.game_for_officer import GameForOfficer
from arbitrage.classic.views.decisions import OFFICE_DECISIONS, build_form, is_allowed
from tests.arbitrage.classic.services.matches import (
    BAD,
    GOOD,
    RecordedMatch,
    build_sanction_step,
    create_arbiter,
)
from tests.room import Room
from tests.rows import every_row
from tests.tournament.views.browser import Browser
from tests.tournament.views.office import HTMX, make_sign_in, read_text, reverse_for
from tournament.classic.core.commands import Command
from tournament.classic.core.sides import Actor, Side
from tournament.classic.core.terms import ClockKind, MatchTerms
from tournament.classic.models import MatchEvent, MatchGame
from tournament.core.states import Discipline, Role
from tournament.models import Tournament

pytestmark = pytest.mark.django_db


def open_tablet(room: Room, index: int) -> Client:
    browser = Client()
    browser.get(reverse("enter-by-key", args=[room.entries[index].table.key]), follow=True)
    browser.post(reverse("table-take"))
    return browser


def rule(
    browser: Client, played: RecordedMatch, form: str, call: TableCall | None = None, **data: Any
) -> Any:
    return browser.post(find_address(played, form, call), data)


def find_address(played: RecordedMatch, form: str, call: TableCall | None) -> str:
    address = reverse_for(played.room, "match-rule", played.game.pk, form)
    return f"{address}?call={call.number}" if call else address


@pytest.fixture
def classic(room: Room) -> Room:
    Tournament.objects.filter(pk=room.tournament.pk).update(discipline=Discipline.CLASSIC)
    room.tournament.refresh_from_db()
    return room


def test_the_desk_lists_the_oldest_call_first(classic: Room) -> None:
    browser = make_sign_in(classic)(Role.ARBITER)
    empty = read_text(browser.get(reverse_for(classic, "calls")))
    assert "personne n’attend" in empty
    assert "Aucune table n’appelle" in empty  # and what to do
    played = RecordedMatch(classic)
    played.play(GOOD, score=30)
    played.do_as_y(Command.CONTEST_SCORE, move=0, score=18)
    played.do_as_x(Command.CALL_ARBITER)
    other = RecordedMatch(classic)
    other.play(BAD)
    call = other.challenge(BAD)
    page = read_text(browser.get(reverse_for(classic, "calls"), headers=HTMX))
    assert "<html" not in page
    assert "2 appels attendent" in page
    assert page.index("Score contesté") < page.index(BAD)
    browser.post(reverse_for(classic, "call-take", call.number))
    assert "1 appel attend" in read_text(browser.get(reverse_for(classic, "calls")))
    answer = rule(browser, other, "verdict", call, **{"word-0": "no"})
    assert answer["Location"] == reverse_for(classic, "calls")
    assert f"verdict (art. 5.3) : {BAD} non admis" in read_text(
        browser.get(reverse_for(classic, "calls"))
    )


def test_words_are_proposed_and_another_answer_needs_a_reason(classic: Room) -> None:
    browser = make_sign_in(classic)(Role.ARBITER)
    played = RecordedMatch(classic)
    played.play(GOOD)
    call = played.challenge(GOOD)
    page = read_text(browser.get(reverse_for(classic, "call", call.number)))
    assert f"vient de jouer forme : {GOOD}" in page
    officer_game = GameForOfficer(played.game, call)
    assert build_form("verdict", officer_game, is_director=False)["word-0"].initial == "yes"
    answer = rule(browser, played, "verdict", call, **{"word-0": "no"})
    assert answer.status_code == 422
    assert "Dites pourquoi vous décidez autrement" in read_text(answer)
    call.refresh_from_db()
    assert call.closed_at is None
    rule(browser, played, "verdict", call, **{"word-0": "no", "otherwise": "Édition précédente."})
    call.refresh_from_db()
    assert call.otherwise == "Édition précédente."


#: What each form is sent with, in which game, and what it makes of it.
FORMS: dict[str, tuple[str, dict[str, Any], Command | None]] = {
    "dismiss": ("challenge", {"sanction": "warning", "reason": "R"}, Command.SANCTION),
    "score": ("contest", {"move": 0, "outcome": "set", "score": 18}, Command.SET_SCORE),
    "sanction": (
        "play", {"side": "X", "sanction": "points", "article": "10.7", "reason": "R"},
        Command.SANCTION,
    ),
    "letters": ("excess", {"case": "seen", "side": "X"}, Command.REMOVE_EXCESS),
    "board": (
        "play", {"side": "X", "restorable": "yes", "sanction": "none", "reason": "R"},
        Command.UPSET,
    ),
    "set": ("play", {"side": "", "reason": "R"}, Command.INCOMPLETE),
    "totals": (
        "totals", {"outcome": "other", "x": 20, "y": -3, "reason": "R"}, Command.SETTLE_TOTALS,
    ),
    "late": ("before", {"side": "Y", "outcome": "opens"}, Command.LATE),
    "resign": ("play", {"side": "X"}, Command.ABANDON),
    "timing": (
        "common", {"side": "", "clock": "move", "seconds": 90, "reason": "R"}, Command.TIME_PLAYER,
    ),
    "stop": ("play", {"reason": "R"}, Command.STOP),
    "back": ("away", {}, Command.RETURN),
    "clock": ("play", {}, Command.HOLD),
    "clocks": ("held", {"X": "24:10", "Y": "7:00", "reason": "R"}, Command.SET_CLOCKS),
    "left": ("left", {"x": "éEeÈêëe", "y": "AAAAAAA"}, Command.TYPE_LETTERS),
    "lift": ("sanctioned", {"ruling": 0, "reason": "R"}, Command.LIFT),
    "anew": ("ruled", {"word-0": "yes", "reason": "R"}, Command.LIFT),
    "unresign": ("abandoned", {"reason": "R"}, Command.LIFT),
    "judge": ("appealed", {"decision": "confirm", "reason": "R"}, Command.DECIDE),
    "answer": ("called", {}, Command.ANSWER),
    "verdict": ("slip", {"word-0": "yes"}, Command.VERDICT),
}  # fmt: skip


X, Y = Actor.X, Actor.Y
_STOP: tuple[Actor, Command, dict[str, Any]] = (Actor.DIRECTOR, Command.STOP, {})
_WARNED = (Actor.ARBITER, Command.SANCTION, {"side": "X", "sanction": "warning"})
#: What happens once X has played a word.
SITUATIONS: dict[str, list[tuple[Actor, Command, dict[str, Any]]]] = {
    "play": [],
    "common": [],
    "challenge": [(Y, Command.CHALLENGE, {})],
    "slip": [(Y, Command.CHALLENGE, {}), (Y, Command.SLIP, {"words": [GOOD]})],
    "contest": [(Y, Command.CONTEST_SCORE, {"move": 0}), (Y, Command.CALL_ARBITER, {})],
    "excess": [(X, Command.LOOK, {})],
    "away": [(Y, Command.PAUSE, {})],
    "called": [(X, Command.CALL_ARBITER, {"about": "other"})],
    "left": [_STOP],
    "held": [(Actor.ARBITER, Command.HOLD, {})],
    "totals": [_STOP, (Actor.ARBITER, Command.TYPE_LETTERS, {"X": "EEEEEEE", "Y": "AAAAAAA"})],
    "sanctioned": [_WARNED],
    "ruled": [
        (Y, Command.CHALLENGE, {}),
        (Y, Command.SLIP, {"words": [GOOD]}),
        (Actor.ARBITER, Command.VERDICT, {"words": {GOOD: False}}),
    ],
    "abandoned": [(Actor.ARBITER, Command.ABANDON, {"side": "X", "told": "arbiter"})],
    "appealed": [_WARNED, (X, Command.APPEAL, {"ruling": 0})],
}


def start_match(room: Room, name: str) -> RecordedMatch:
    if name == "before":
        return RecordedMatch(room, begun=False)
    clock = ClockKind.GLOBAL if name == "common" else ClockKind.CHESS
    played = RecordedMatch(room, MatchTerms(clock=clock, real_tiles=True))
    played.play(too_many=1 if name == "excess" else 0)
    for actor, event, data in SITUATIONS[name]:
        played.do(event, actor, **data)
    return played


#: Forms that need nothing typed, or where nothing typed is an answer.
WITHOUT_FIELDS = {"back", "clock", "answer", "late", "resign", "letters", "left"}


def test_every_form_is_offered_refused_incomplete_and_works(
    classic: Room,
) -> None:
    browser = make_sign_in(classic)(Role.ARBITER, Role.JUDGE)
    assert isinstance(browser, Browser)
    assert FORMS.keys() == OFFICE_DECISIONS.keys()
    with every_row() as each:
        for form, (name, data, command) in FORMS.items():
            with each(form):
                played = start_match(classic, name)
                call = TableCall.objects.filter(game=played.game, closed_at=None).first()
                assert is_allowed(form, GameForOfficer(played.game, call), is_director=True)
                version = browser.find_version(find_address(played, form, call)) or ""
                if form not in WITHOUT_FIELDS:
                    empty = QueryDict(urlencode({"version": version}))
                    officer_game = GameForOfficer(played.game, call)
                    assert not build_form(form, officer_game, empty, is_director=True).is_valid()
                if form == "sanction":
                    check_incomplete_is_refused(browser, played, form, call, version)
                answer = rule(browser, played, form, call, version=version, **data)
                assert answer.status_code == 302, read_text(answer)
                last = MatchEvent.objects.filter(game=played.game, command=command)
                assert last.exists()
                if "reason" in data:
                    assert last.latest("seq").reason == "R"
                for line in list_lines(GameForOfficer(MatchGame.objects.get(pk=played.game.pk))):
                    assert "%(" not in line.sentence
                    assert "None" not in line.sentence


def check_incomplete_is_refused(
    browser: Client, played: RecordedMatch, form: str, call: TableCall | None, version: str
) -> None:
    before = MatchEvent.objects.filter(game=played.game).count()
    answer = rule(browser, played, form, call, version=version)
    assert answer.status_code == 422
    assert "errorlist" in read_text(answer)
    assert MatchEvent.objects.filter(game=played.game).count() == before


def test_players_read_the_ruling_and_their_reasons(classic: Room) -> None:
    """No hint (5.2): neither what the list says before, nor why an arbiter thinks otherwise."""
    played, judge = RecordedMatch(classic), create_arbiter(classic)
    played.play(GOOD)
    pages = [open_tablet(classic, 0), open_tablet(classic, 1)]
    public = [Client()]
    addresses = [reverse("match-decisions"), reverse("table")]
    shown = [
        reverse_for(classic, "public-home"),
        reverse("public-match", args=[classic.tournament.slug, played.game.match_id]),
    ]

    def read_pages() -> str:
        texts = [read_text(page.get(address)) for page in pages for address in addresses]
        return "".join(
            [*texts, *(read_text(page.get(address)) for page in public for address in shown)]
        )

    call = played.challenge(GOOD)
    GameForOfficer(played.game, call)
    before = read_pages()
    assert "admis" not in before.replace("admission", "")
    played.decide(
        judge, (Command.VERDICT, {"words": {GOOD: False}}), call=call, otherwise="Secret de bureau."
    )
    played.decide(judge, build_sanction_step(Side.Y, "warning"), reason="À voix haute.")
    after = read_pages()
    assert f"{GOOD} non admis" in after
    assert "À voix haute." in after
    assert "Secret de bureau." not in after
    assert "liste de mots" not in after


def test_a_player_calls_and_appeals_on_his_tablet(classic: Room) -> None:
    played, browser = RecordedMatch(classic), open_tablet(classic, 0)
    address = reverse("match-decisions")
    assert Client().get(address).status_code == 403
    refused = browser.post(address, {"do": "call"})
    assert refused.status_code == 422
    browser.post(address, {"do": "call", "about": "board", "text": "Tout est par terre."})
    call = played.call(CallKind.BOARD)
    assert (call.side, call.said) == (Side.X, "Tout est par terre.")
    assert played.state.phase == "held", "the clock stops (10.2)"
    assert "Un arbitre est appelé" in read_text(browser.get(address))
    assert (
        browser.post(address, {"do": "appeal", "ruling": 0, "grounds": "Non."}).status_code == 200
    )
    played.decide(
        create_arbiter(classic), build_sanction_step(Side.X, "points"), reason="Il l’a renversée."
    )
    browser.post(address, {"do": "appeal", "ruling": 0, "grounds": "C’est le chat."})
    assert played.call(CallKind.APPEAL).said == "C’est le chat."
    page = read_text(browser.get(address))
    assert "en recours" in page
    assert "C’est le chat." in page
    spectator = open_tablet(classic, 3)
    assert spectator.get(address).status_code == 403  # at no match


def test_a_call_with_another_arbiter_says_with_whom(classic: Room) -> None:
    sign_in = make_sign_in(classic)
    first, second = sign_in(Role.ARBITER, name="ana"), sign_in(Role.ARBITER, name="bob")
    played = RecordedMatch(classic)
    played.play(BAD)
    call = played.challenge(BAD)
    first.post(reverse_for(classic, "call-take", call.number))
    refused = second.post(reverse_for(classic, "call-take", call.number))
    assert refused.status_code == 409
    assert "ana s’occupe de cet appel" in read_text(refused)
    refused = rule(second, played, "verdict", call, **{"word-0": "no"})
    assert refused.status_code == 409
    call.refresh_from_db()
    assert call.taken_by is not None
    second.post(reverse_for(classic, "call-take", call.number), {"over": call.taken_by.pk})
    assert "pris : bob" in read_text(second.get(reverse_for(classic, "call", call.number))).replace(
        "\xa0", " "
    )
