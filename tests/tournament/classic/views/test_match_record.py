"""Recording with real tiles: every action of the arbiter's page, and its refusals."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from arbitrage.archive.verify.lexica import Lexica
from arbitrage.archive.verify.report import DiscrepancyKind
from tests.arbitrage.archive.archive_bytes import archive_now
from tests.arbitrage.archive.verify.forgeries import verify
from tests.browser.pages.match_room import open_match
from tests.documents.pdfs import Printed
from tests.french import plain
from tests.room import Room
from tests.rows import every_row
from tests.tournament.views.office import SignIn
from tournament.classic.core.endings import compute_scores
from tournament.classic.core.phases import MatchPhase
from tournament.classic.core.sides import Actor, Side
from tournament.classic.core.state import MatchState
from tournament.classic.models import MatchGame
from tournament.classic.queries.games import load_state
from tournament.core.states import Role


def tossed(x: str, y: str) -> dict[str, Any]:
    return {"letter-X": x, "letter-Y": y}


def build_letters(x: str, y: str) -> dict[str, Any]:
    return {"left-X": x, "left-Y": y}


class Record:
    """The arbiter's page of one match."""

    def __init__(self, room: Room, *, real_tiles: bool = True) -> None:
        self.room = room
        self.game: MatchGame = open_match(room, real_tiles=real_tiles)
        self.address = f"/record/{room.tournament.slug}/{self.game.match_id}/"
        self.browser = Client()
        self.browser.force_login(room.user)

    @property
    def state(self) -> MatchState:
        self.game.refresh_from_db()
        return load_state(self.game)

    def do(self, action: str, status: int = 200, key: str = "", **fields: Any) -> str:
        data = {"do": action, "game": self.game.pk, "key": key or uuid4().hex, **fields}
        answer = self.browser.post(self.address, data, headers={"HX-Request": "true"})
        assert answer.status_code == status, plain(answer.content.decode())[:400]
        return plain(answer.content.decode())

    def begin(self) -> None:
        self.do("toss", **tossed("b", "t"))
        self.do("start")

    def play(self, word: str, ref: str, score: int, **more: Any) -> str:
        return self.do("play", side=self.state.to_move, word=word, ref=ref, score=score, **more)


@pytest.fixture
def record(room: Room) -> Record:
    return Record(room)


def test_a_game_is_written_down_move_by_move(record: Record) -> None:
    assert "joker (?)" in record.do("toss", **tossed("E", "E"))
    assert not record.state.starter  # the same letter: drawn again
    record.begin()
    assert (record.state.starter, record.state.phase) == (Side.X, MatchPhase.PLAY)

    page = record.play("maison", "H4", 20)
    assert "MAISON" in page
    record.play("?s?erin", "4H", 14, status=422)  # it lies on what is there already
    record.play("m?al", "4H", 12)
    record.do("exchange", side="X", n="3")
    record.do("pass", side="Y")
    state = record.state
    assert [move.word for move in state.moves] == ["MAISON", "MaL", "", ""]
    assert (state.x.letter_count, state.y.letter_count, len(state.bag)) == (7, 7, 102 - 14 - 6 - 2)
    assert compute_scores(state) == (20, 12)

    again = uuid4().hex  # the answer did not come: the page sends it once more
    for _time in range(2):
        record.do("pass", side="X", key=again)
    assert len(record.state.moves) == 5


def test_what_officers_settle_is_written_on_the_same_page(record: Record) -> None:
    record.begin()
    assert "contesté : non admis" in record.play("maison", "H4", 30)
    record.do("score", move="0", score="20")
    record.do("challenge", words=["MAISON"], answers=["good"])
    assert compute_scores(record.state) == (20, -5)
    record.play("sali", "10H", 12)
    record.do("challenge", words=["SALI", "MAISONS"][:1], answers=["bad"])
    state = record.state
    assert [move.stands for move in state.moves] == [True, False]
    assert (state.to_move, state.y.letter_count) == (Side.X, 7)
    record.do("hold")
    assert record.state.is_held
    record.do("resume")
    for _pass in range(3):
        record.do("pass", side="X")
        record.do("pass", side="Y")
    assert record.state.phase is MatchPhase.LETTERS
    record.do("letters", 422, **build_letters("AAEEIOU", "WW"))
    record.do("letters", **build_letters("AAEEIOU", "BCDFGH?"))
    assert compute_scores(record.state) == (20 - 7, -5 - (3 + 3 + 2 + 4 + 2 + 4))
    record.do("sign", 422, totals="20/-5")  # before the letters that are left
    record.do("sign", totals="13/-23")
    assert record.state.is_confirmed


def test_last_move_written_wrongly_is_taken_back(record: Record) -> None:
    """Check that the move is recorded again as played, with time, letters and verification."""
    record.begin()
    page = record.play("maison", "H4", 20)
    assert "Reprendre le dernier coup écrit" in page
    written = record.state
    again = uuid4().hex
    for _time in range(2):
        page = record.do("unwrite", move="0", key=again)
    assert "il se réécrit, la pendule est arrêtée" in page
    state = record.state
    assert (state.moves, state.to_move, state.running_side) == ((), Side.X, None)
    assert record.game.expires_at is None
    assert "Reprendre" not in page
    record.do("unwrite", 422, move="0")
    record.play("maisons", "H4", 24)
    state = record.state
    assert [move.word for move in state.moves] == ["MAISONS"]
    assert compute_scores(state) == (24, 0)
    assert state.running_side is Side.Y
    assert state.clock.x.remaining_ms == written.clock.x.remaining_ms

    record.do("exchange", side="Y", n="3")
    record.do("unwrite", 422, move="0")  # of a page that was left open meanwhile
    record.do("unwrite", move="1")
    record.do("pass", side="Y")
    state = record.state
    assert [str(move.kind) for move in state.moves] == ["play", "pass"]
    assert (state.x.letter_count, state.y.letter_count, len(state.bag)) == (7, 7, 102 - 14 - 7)
    record.play("sa", "10H", 6)
    record.do("score", move="2", score="5")
    assert "Reprendre" not in record.do("unwrite", 422, move="2")  # it was decided of
    lies = verify(archive_now(record.room.tournament), Lexica()).discrepancies
    assert [
        discrepancy
        for discrepancy in lies
        if discrepancy.kind in (DiscrepancyKind.STATE, DiscrepancyKind.MATCH_EVENT)
    ] == []


def test_recorded_verdict_can_be_appealed_unless_given_by_the_director(
    record: Record, sign_in: SignIn
) -> None:
    everything = (Role.ARBITER, Role.JUDGE, Role.ORGANISER)
    roles = [
        (everything, Actor.ARBITER),
        ((Role.ORGANISER,), Actor.ARBITER),
        ((Role.JUDGE,), Actor.DIRECTOR),
    ]
    with every_row() as each:
        for roles_of_user, expected in roles:
            with each(str(roles_of_user)):
                again = Record(record.room)
                again.browser = sign_in(*roles_of_user)
                again.begin()
                again.play("maison", "H4", 20)
                again.do("challenge", words=["MAISON"], answers=["bad"])
                (ruling,) = again.state.rulings
                assert ruling.officer is expected


def test_what_is_done_on_tablets_is_not_written_down(room: Room) -> None:
    record = Record(room, real_tiles=False)
    with every_row() as each:
        for action in ("toss", "play"):
            with each(action):
                page = record.do(action, 422, side="X", **tossed("A", "B"))
                assert "deux tablettes" in page
                assert record.state.toss_letters == ("", "")


def test_letters_too_many_are_three_cases(record: Record) -> None:
    cases = [
        ("face-down", (20, 0), MatchPhase.PLAY, 7),
        ("seen", (15, 0), MatchPhase.PLAY, 7),
        ("found", (20, 0), MatchPhase.OVER, 8),
    ]
    with every_row() as each:
        for case, expected, phase, expected_size in cases:
            with each(case):
                again = Record(record.room) if case != "face-down" else record
                again.begin()
                again.play("maison", "H4", 20)
                again.do("excess", side="X", n="1", case=case)
                state = again.state
                assert compute_scores(state) == expected
                assert (state.phase, state.x.letter_count) == (phase, expected_size)
                assert (state.losers == {Side.X}) == (case == "found")


def test_the_papers_say_what_was_written(record: Record) -> None:
    record.begin()
    record.play("ma?is", "H5", 10)
    slug, match = record.room.tournament.slug, record.game.match_id
    sheet = record.browser.get(f"/{slug}/matches/{match}/sheets.pdf")
    text = Printed(sheet.content).text()
    assert "MA(I)S H5 10 10" in text
    assert "Algérie" in text
    assert "Belgique" in text
    papers = {
        "score-sheets": "Feuille de marque",
        "challenge-slips": "Bulletin de contestation",
        "letter-counts": "Décompte des lettres",
        "match-sheets": "Points de match (PM)",
    }
    with every_row() as each:
        for name, sentence in papers.items():
            with each(name):
                answer = record.browser.get(f"/office/{slug}/print/matches/?what={name}")
                assert sentence in Printed(answer.content).text()
    filled = record.browser.get(f"/office/{slug}/print/match-sheets/?round=1")
    assert "Algérie" in Printed(filled.content).text()
