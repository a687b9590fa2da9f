"""A tournament as a file: all of it, the same bytes for the same content, and back again."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from hypothesis import HealthCheck, given, settings

from arbitrage.archive.core.cases import CaseRow
from arbitrage.archive.core.errors import BadArchive
from arbitrage.archive.core.manifest import VERSION
from arbitrage.archive.core.play import GameRow, JournalRow, RulingRow, SolutionsRow
from arbitrage.archive.core.reading import Archive, as_line, check_chains, read
from arbitrage.archive.queries.restoration import restored_from
from arbitrage.archive.services.archive import turn_archive
from arbitrage.archive.services.placeholders import SUFFIX
from arbitrage.archive.services.restoring import restore
from arbitrage.core.appeals import CaseSubject
from arbitrage.core.journal_digests import digest_of_case
from arbitrage.models import Appeal, Sitting, Statement
from arbitrage.queries.slips import open_slips
from arbitrage.services import acts, appeals, federation, rulings
from arbitrage.services.appeals import Contested
from arbitrage.services.correction import correct_turn
from arbitrage.services.slip_delivery import Handling, handle_slips
from tests.arbitrage.archive.comings_and_goings import (
    Lines,
    archived,
    chain_again,
    forged,
    gone_and_come,
    members_of,
    of_content,
    remove,
    written,
)
from tests.arbitrage.services.books import Books, account_of
from tests.arbitrage.services.cases import ALLOWED, DISMISSED, decided
from tests.arbitrage.services.looks import contested
from tests.arbitrage.services.rulings.test_any_order import STEPS, Afternoon, Step, forgotten
from tests.arbitrage.services.rulings.test_two_keyers import RATINES
from tests.bulletins import enter_paper, hand_in
from tests.pictures import PICTURES
from tests.room import Room, solve_now
from tests.rows import every_row
from tests.stages import with_books
from tournament.core.chain import ERASED, TEXTS
from tournament.core.files.pictures import PictureKind
from tournament.core.scenes import Scene
from tournament.core.states import Role, TurnState
from tournament.models import BigScreen, Entry, Journal, Score, Tournament, Turn
from tournament.queries import clock
from tournament.queries.results.tops import choice_of
from tournament.services.play.closing import close_turn
from tournament.services.play.turns import announce_turn, draw_turn, open_turn, reveal_turn
from tournament.services.text_erasure import erase_texts


@settings(
    max_examples=6,
    suppress_health_check=[
        *settings().suppress_health_check,
        HealthCheck.function_scoped_fixture,
    ],
)
@given(steps=STEPS)
def test_whatever_was_done_in_a_room_comes_back_as_it_was(
    first_results: Turn, room: Room, steps: list[Step]
) -> None:
    with forgotten():
        chain_again()
        afternoon = Afternoon(room, first_results)
        for step in steps:
            afternoon.take(step)
        before, made = gone_and_come(room.tournament)
        assert of_content(archived(made)) == of_content(before)


@pytest.fixture
def busy(transactional_db: None) -> Books:
    """Every kind of decision, a bulletin typed twice, a turn that runs with a bulletin, a logo."""
    books = with_books().books
    assert books
    room, by = books.room, books.room.by()
    judge = User.objects.create_user("juge")
    room.tournament.staff.create(user=judge, role=Role.ARBITER)
    books.reveal(books.second)
    acts.warn(turn=books.first, entry=books.entries[1], reason="Bavardage", **by)
    taken = acts.nullify(turn=books.first, entry=books.entries[2], reason="Copie", **by)
    acts.take_back(act=taken, reason="À tort", **by)
    acts.award_average(turn=books.second, entry=books.entries[0], reason="Pas prévenu", **by)
    rulings.change(
        turn=books.second,
        entry=books.entries[3],
        version=1,
        points=0,
        sanction="zero",
        motives=[],
        reason="Illisible",
        free=True,
        **by,
    )
    member = account_of(room, Role.COMMISSION, name="membre")
    for index, grounds in ((4, "Bien écrit"), (3, "Très lisible")):
        about = Contested(books.second, books.entries[index], CaseSubject.RULING)
        case = appeals.appeal(about=about, grounds=grounds, by=None, now=clock.now())
    appeals.say(case=case, speaker="Un témoin", text="C'est un E.", by=member, now=clock.now())
    decided(case, member, DISMISSED)
    federation.inform(case=case, by=member, now=clock.now())
    federation.answer(case=case, decision=ALLOWED, version=3, by=member, now=clock.now())
    contested(books, "Le score est 3")
    handed = open_slips(books.game).values_list("pk", flat=True)
    handle_slips(game=books.game, slips=handed, done=Handling.HANDED, by=judge, now=clock.now())
    enter_paper(turn=books.second, number=6, bulletin=RATINES, **by)
    turn = draw_turn(game=books.game, letters="AEEILNR", open_bulletins_stay=True, **by)
    assert turn is not None
    solve_now(turn)
    announce_turn(turn=turn, **room.by())
    open_turn(turn=turn, **room.by())
    hand_in(turn, books.entries[1], (["LAINE"], "A1", "12"))
    logo = {"logo": PICTURES[PictureKind.PNG], "logo_kind": PictureKind.PNG}
    BigScreen.objects.create(tournament=room.tournament, scene=Scene.TABLES, **logo)
    return books


#: Member, what is done to its lines, and what the archive is refused for; the manifest agrees.
FORGERIES: list[tuple[str, Callable[[Lines], Lines], str]] = [
    ("journal", lambda lines: lines[1:], "broken-chain"),
    ("journal", lambda lines: lines[:-1], "other-head"),
    ("journal", lambda lines: [lines[0] | {"signed": "x"}, *lines[1:]], "broken-chain"),
    ("journal", lambda lines: [{**lines[0], "data": {}}, *lines[1:]], "broken-chain"),
    ("games", lambda lines: [lines[0] | {"seed": None}], "bad-value"),
    ("games", lambda lines: [*lines, lines[0]], "other-head"),
    ("entries", lambda lines: lines[1:], "bad-value"),
    ("entries", lambda lines: [lines[0] | {"table": 99}, *lines[1:]], "bad-value"),
    ("rulings", lambda lines: [lines[0] | {"sanction": "x"}, *lines[1:]], "contradicts-itself"),
    ("scores", lambda lines: [*lines, lines[0]], "contradicts-itself"),
    ("players", lambda lines: [lines[0] | {"licence": "9" * 99}, *lines[1:]], "bad-names"),
    ("tournament", lambda lines: [lines[0] | {"edition": "1789"}], "bad-value"),
    ("solutions", lambda lines: [lines[0] | {"checksum": "0" * 64}, *lines[1:]], "other-solutions"),
    ("turns", lambda lines: [lines[0] | {"more": 1}, *lines[1:]], "bad-line"),
    ("acts", lambda lines: [lines[0] | {"reason": 1}, *lines[1:]], "bad-line"),
]


def refusal(content: bytes) -> str:
    with pytest.raises(BadArchive) as refused:
        restore(content=content, by=None, now=clock.now())
    return refused.value.reason


def test_a_game_that_runs_goes_on_where_the_archive_was_made(busy: Books) -> None:
    room, first = busy.room, archived(busy.room.tournament)
    assert of_content(archived(room.tournament)) == of_content(first), "the same bytes"
    assert refusal(first) == "already-here"
    of_turn = turn_archive(busy.second)
    check_chains(read(of_turn))
    assert (read(of_turn).of(GameRow)[0].seed, read(of_turn).rows["ways_in"]) == (None, [])
    assert [row.turn for row in read(of_turn).of(SolutionsRow)] == [2]
    assert refusal(of_turn) == "not-whole"
    codes = dict(room.tournament.tables.values_list("number", "code"))
    acts.warn(turn=busy.first, entry=busy.entries[4], reason="Bavardage", **room.by())

    organiser = User.objects.create_user("claire")
    before, made = gone_and_come(room.tournament, organiser=organiser)

    after = archived(made)
    assert of_content(after) == of_content(before)
    assert read(after).manifest.content == read(before).manifest.content
    assert dict(made.tables.values_list("number", "code")) == codes, "the cards open it still"
    assert made.staff.get(user=organiser).role == Role.ORGANISER
    assert made.organisation == room.tournament.organisation
    screen = made.big_screen
    assert (screen.scene, screen.logo) == (Scene.TABLES, PICTURES[PictureKind.PNG])
    strangers = User.objects.filter(username__endswith=SUFFIX)
    names = ("bureau", "juge", "membre", "second")
    assert {one.username for one in strangers} == {f"{name}{SUFFIX}" for name in names}
    assert not any(one.is_active or one.has_usable_password() for one in strangers)
    came = restored_from(made)
    assert came is not None
    assert (came.turn and came.turn.ordinal, came.bulletins) == (3, 1)
    assert came.was_open, "though what was done last was about an earlier one"
    _plays_on(made, room)
    check_chains(read(archived(made)))
    remove(made)
    assert not User.objects.filter(username__endswith=SUFFIX).exists()


def _plays_on(made: Tournament, room: Room) -> None:
    """The bell rings for the turn that was open; it is corrected, revealed, and the next drawn."""
    turn = Turn.objects.select_related("game").get(game__tournament=made, state=TurnState.OPEN)
    assert turn.collects_at is not None
    later = turn.collects_at + timedelta(seconds=1)
    assert close_turn(turn_id=turn.pk, now=later)
    correct_turn(turn_id=turn.pk, now=later)
    assert Score.objects.filter(turn=turn).count() == 6
    turn = Turn.objects.select_related("game__tournament").get(pk=turn.pk)
    move = choice_of(turn).proposed
    assert move is not None
    reveal_turn(turn=turn, word=move.word, ref=move.ref, by=room.user, now=later)
    drawn = draw_turn(
        game=turn.game, letters="AEIOURS", open_bulletins_stay=True, by=room.user, now=later
    )
    assert drawn is not None
    solve_now(drawn)


def test_what_is_not_whole_or_not_true_is_refused_and_leaves_nothing(
    busy: Books, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = archived(busy.room.tournament)
    remove(busy.room.tournament)
    with every_row() as row:
        for member, change, reason in FORGERIES:
            with row(f"{member}: {reason}"):
                assert refusal(forged(content, member, change)) == reason
                assert not Tournament.objects.exists()
                assert not User.objects.filter(username__endswith=SUFFIX).exists()
        members = members_of(content)
        bit = members | {"scores.jsonl": members["scores.jsonl"].replace(b"1", b"2", 1)}
        less = {name: text for name, text in members.items() if name != "late.jsonl"}
        known, later = (f'"version":{number}'.encode() for number in (VERSION, VERSION + 1))
        newer = members["manifest.json"].replace(known, later)
        for forgery, reason in [
            (written(bit), "changed-member"),
            (written(less), "other-members"),
            (written(members | {"manifest.json": newer}), "newer-version"),
            (written({"a.txt": b""}), "no-manifest"),
            (content[:-30], "not-a-zip"),
            (b"", "not-a-zip"),
        ]:
            with row(reason):
                assert refusal(forgery) == reason
        with row("no word list"):
            monkeypatch.setattr(
                "arbitrage.archive.services.restoring.word_lists.kept", lambda _: None
            )
            assert refusal(content) == "no-word-list"


def test_what_people_wrote_can_be_erased_and_every_proof_still_holds(busy: Books) -> None:
    before = read(archived(busy.room.tournament))
    for row in Journal.objects.all():
        erase_texts(row, ("signed", "reason", "detail", "from"))
    for act in busy.first.acts.all():
        assert erase_texts(act, ("reason",)) == ["reason"]
    for member, said in (
        ("cases", Appeal.objects.all()),
        ("statements", Statement.objects.all()),
        ("sittings", Sitting.objects.all()),
    ):
        for one in said:
            assert erase_texts(one, TEXTS[member])
    after = read(archived(busy.room.tournament))
    check_chains(after)
    assert after.manifest.heads == before.manifest.heads
    assert _held_of_cases(after) == _held_of_cases(before)
    texts = {text for row in after.of(JournalRow) for text in (row.signed, row.data.get("reason"))}
    assert texts == {"", ERASED, None}
    assert Entry.objects.count() == len(after.rows["entries"])
    assert all(row.received for row in after.of(RulingRow) if row.origin != "nothing")


def _held_of_cases(archive: Archive) -> list[str]:
    """What the journal holds of each case is what the archive has of it."""
    held = {
        row.data["case"]: row.data["bound"]["digest"]
        for row in archive.of(JournalRow)
        if row.kind == "case"
    }
    for case in archive.of(CaseRow):
        said, sat = (
            [as_line(row) for row in archive.rows[member] if row.case == case.number]
            for member in ("statements", "sittings")
        )
        assert digest_of_case(as_line(case), said, sat) == held[case.number]
    assert [case.against for case in archive.of(CaseRow)] == [None, None, 2]
    assert len(archive.rows["statements"]) == len(archive.rows["sittings"]) == 1
    assert any(row.handed_at for row in archive.rows["slips"])
    return list(held.values())
