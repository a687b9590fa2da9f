"""Archiving and restoring of a tournament: everything is restored, byte for byte."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.contrib.auth.models import User

from arbitrage.archive.core.cases import CaseRow
from arbitrage.archive.core.errors import BadArchive
from arbitrage.archive.core.manifest import ARCHIVE_VERSION
from arbitrage.archive.core.play import GameRow, JournalRow, RulingRow, SolutionsRow
from arbitrage.archive.core.reading import Archive, check_chains, read_archive, to_dict
from arbitrage.archive.queries.archive import build_turn_archive
from arbitrage.archive.queries.restoration import find_origin
from arbitrage.archive.services.placeholders import SUFFIX
from arbitrage.archive.services.restoring import restore_tournament
from arbitrage.core.appeals import CaseSubject
from arbitrage.core.journal_digests import compute_case_digest
from arbitrage.models import Appeal, Sitting, Statement
from arbitrage.queries.slips import list_open_slips
from arbitrage.services import acts, appeals, federation, rulings
from arbitrage.services.appeals import ContestedDecision
from arbitrage.services.correction import correct_turn
from arbitrage.services.slip_delivery import SlipAction, handle_slips
from tests.arbitrage.archive.archive_bytes import (
    Lines,
    archive_and_restore,
    archive_now,
    forge,
    read_content_members,
    read_members,
    remove_tournament,
    write_zip,
)
from tests.arbitrage.services.cases import ALLOWED, DISMISSED, decide_case
from tests.arbitrage.services.looks import create_difference
from tests.arbitrage.services.rulings.test_two_keyers import RATINES
from tests.arbitrage.services.sanctioned_turns import SanctionedTurns, get_account
from tests.bulletins import enter_paper, hand_in
from tests.pictures import PICTURES
from tests.room import Room, solve_now
from tests.rows import every_row
from tests.snapshots import STAGES, Stage, play_two_turns
from tournament.core.chain import ERASED_TEXT, TEXT_FIELDS
from tournament.core.files.pictures import PictureKind
from tournament.core.scenes import Scene
from tournament.core.states import Role, TurnState
from tournament.models import BigScreen, Entry, Journal, Score, Tournament, Turn
from tournament.queries import clock
from tournament.queries.results.tops import load_choice
from tournament.services.play.closing import close_turn
from tournament.services.play.turns import announce_turn, draw_turn, open_turn, reveal_turn
from tournament.services.text_erasure import erase_texts


def play_busy_tournament() -> Stage:
    """A tournament with every kind of decision, a bulletin typed twice, a running turn with a
    bulletin, and a logo."""
    sanctioned_turns = play_two_turns().sanctioned_turns
    assert sanctioned_turns
    room, by = sanctioned_turns.room, sanctioned_turns.room.get_author_and_time()
    judge = User.objects.create_user("juge")
    room.tournament.staff.create(user=judge, role=Role.ARBITER)
    sanctioned_turns.reveal(sanctioned_turns.second)
    acts.give_warning(
        turn=sanctioned_turns.first, entry=sanctioned_turns.entries[1], reason="Bavardage", **by
    )
    act = acts.give_zero(
        turn=sanctioned_turns.first, entry=sanctioned_turns.entries[2], reason="Copie", **by
    )
    acts.withdraw_act(act=act, reason="À tort", **by)
    acts.award_average(
        turn=sanctioned_turns.second, entry=sanctioned_turns.entries[0], reason="Pas prévenu", **by
    )
    rulings.change_ruling(
        turn=sanctioned_turns.second,
        entry=sanctioned_turns.entries[3],
        version=1,
        points=0,
        sanction="zero",
        motives=[],
        reason="Illisible",
        is_free_ruling=True,
        **by,
    )
    member = get_account(room, Role.COMMISSION, name="membre")
    for index, grounds in ((4, "Bien écrit"), (3, "Très lisible")):
        subject = ContestedDecision(
            sanctioned_turns.second, sanctioned_turns.entries[index], CaseSubject.RULING
        )
        case = appeals.file_appeal(contested=subject, grounds=grounds, by=None, now=clock.now())
    appeals.record_statement(
        case=case, speaker="Un témoin", text="C'est un E.", by=member, now=clock.now()
    )
    decide_case(case, member, DISMISSED)
    federation.record_information(case=case, by=member, now=clock.now())
    federation.record_answer(case=case, decision=ALLOWED, version=3, by=member, now=clock.now())
    create_difference(sanctioned_turns, "Le score est 3")
    handed = list_open_slips(sanctioned_turns.game).values_list("pk", flat=True)
    handle_slips(
        game=sanctioned_turns.game,
        slips=handed,
        action=SlipAction.HANDED,
        by=judge,
        now=clock.now(),
    )
    enter_paper(turn=sanctioned_turns.second, number=6, bulletin=RATINES, **by)
    turn = draw_turn(game=sanctioned_turns.game, letters="AEEILNR", open_bulletins_stay=True, **by)
    assert turn is not None
    solve_now(turn)
    announce_turn(turn=turn, **room.get_author_and_time())
    open_turn(turn=turn, **room.get_author_and_time())
    hand_in(turn, sanctioned_turns.entries[1], (["LAINE"], "A1", "12"))
    logo = {"logo": PICTURES[PictureKind.PNG], "logo_kind": PictureKind.PNG}
    BigScreen.objects.create(tournament=room.tournament, scene=Scene.TABLES, **logo)
    return Stage(room, sanctioned_turns=sanctioned_turns, keeps_times=True)


STAGES["busy"] = play_busy_tournament


@pytest.fixture
def busy(_stage: Stage) -> SanctionedTurns:
    assert _stage.sanctioned_turns
    return _stage.sanctioned_turns


#: Member, change of its lines and reason of the refusal; the manifest agrees.
FORGERIES: list[tuple[str, Callable[[Lines], Lines], str]] = [
    ("journal", lambda lines: lines[1:], "broken-chain"),
    ("journal", lambda lines: lines[:-1], "other-head"),
    ("journal", lambda lines: [lines[0] | {"signed": "x"}, *lines[1:]], "broken-chain"),
    ("journal", lambda lines: [{**lines[0], "data": {}}, *lines[1:]], "broken-chain"),
    ("games", lambda lines: [lines[0] | {"seed": None}], "bad-value"),
    ("games", lambda lines: [*lines, lines[0]], "other-head"),
    ("entries", lambda lines: lines[1:], "bad-value"),
    ("entries", lambda lines: [lines[0] | {"table": 99}, *lines[1:]], "bad-value"),
    ("rulings", lambda lines: [lines[0] | {"sanction": "x"}, *lines[1:]], "bad-value"),
    ("scores", lambda lines: [*lines, lines[0]], "contradicts-itself"),
    ("players", lambda lines: [lines[0] | {"licence": "9" * 99}, *lines[1:]], "bad-value"),
    ("tournament", lambda lines: [lines[0] | {"edition": "1789"}], "bad-value"),
    ("solutions", lambda lines: [lines[0] | {"checksum": "0" * 64}, *lines[1:]], "other-solutions"),
    ("turns", lambda lines: [lines[0] | {"more": 1}, *lines[1:]], "bad-line"),
    ("acts", lambda lines: [lines[0] | {"reason": 1}, *lines[1:]], "bad-line"),
]


def expect_refusal(content: bytes) -> str:
    with pytest.raises(BadArchive) as refused:
        restore_tournament(content=content, accept_unverified=True, by=None, now=clock.now())
    return refused.value.reason


def test_a_running_game_continues_after_restoring(busy: SanctionedTurns) -> None:
    room, content = busy.room, archive_now(busy.room.tournament)
    assert read_content_members(archive_now(room.tournament)) == read_content_members(content), (
        "the same bytes"
    )
    assert expect_refusal(content) == "already-here"
    turn_content = build_turn_archive(busy.second, now=clock.now())
    check_chains(read_archive(turn_content))
    assert (
        read_archive(turn_content).list_rows(GameRow)[0].seed,
        read_archive(turn_content).rows["ways_in"],
    ) == (
        None,
        [],
    )
    assert [row.turn for row in read_archive(turn_content).list_rows(SolutionsRow)] == [2]
    assert expect_refusal(turn_content) == "not-whole"
    codes = dict(room.tournament.tables.values_list("number", "code"))
    acts.give_warning(
        turn=busy.first, entry=busy.entries[4], reason="Bavardage", **room.get_author_and_time()
    )

    room.tournament.points_on_slips = True
    organiser = User.objects.create_user("claire")
    before, restored = archive_and_restore(room.tournament, organiser=organiser)

    restored_content = archive_now(restored)
    assert read_content_members(restored_content) == read_content_members(before)
    assert read_archive(restored_content).manifest.content == read_archive(before).manifest.content
    assert dict(restored.tables.values_list("number", "code")) == codes, "the cards open it still"
    assert restored.staff.get(user=organiser).role == Role.ORGANISER
    assert restored.organisation == room.tournament.organisation
    assert restored.points_on_slips
    screen = restored.big_screen
    assert (screen.scene, screen.logo) == (Scene.TABLES, PICTURES[PictureKind.PNG])
    placeholders = User.objects.filter(username__endswith=SUFFIX)
    names = ("bureau", "juge", "membre", "second")
    assert {placeholder.username for placeholder in placeholders} == {
        f"{name}{SUFFIX}" for name in names
    }
    assert not any(
        placeholder.is_active or placeholder.has_usable_password() for placeholder in placeholders
    )
    origin = find_origin(restored)
    assert origin is not None
    assert (origin.last_turn and origin.last_turn.ordinal, origin.bulletins) == (3, 1)
    assert origin.was_open, "though what was done last was about an earlier one"
    _continue_game(restored, room)
    check_chains(read_archive(archive_now(restored)))
    remove_tournament(restored)
    assert not User.objects.filter(username__endswith=SUFFIX).exists()


def _continue_game(restored: Tournament, room: Room) -> None:
    """Close the open turn when its time is over, correct and reveal it, and draw the next one."""
    turn = Turn.objects.select_related("game").get(game__tournament=restored, state=TurnState.OPEN)
    assert turn.collects_at is not None
    now = turn.collects_at + timedelta(seconds=1)
    assert close_turn(turn_id=turn.pk, now=now)
    correct_turn(turn_id=turn.pk, now=now)
    assert Score.objects.filter(turn=turn).count() == 6
    turn = Turn.objects.select_related("game__tournament").get(pk=turn.pk)
    move = load_choice(turn).proposed_top
    assert move is not None
    reveal_turn(turn=turn, word=move.word, ref=move.ref, by=room.user, now=now)
    drawn = draw_turn(
        game=turn.game, letters="AEIOURS", open_bulletins_stay=True, by=room.user, now=now
    )
    assert drawn is not None
    solve_now(drawn)


def test_forged_and_incomplete_files_are_refused_and_leave_nothing(
    busy: SanctionedTurns, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = archive_now(busy.room.tournament)
    remove_tournament(busy.room.tournament)
    with every_row() as row:
        for member, change, reason in FORGERIES:
            with row(f"{member}: {reason}"):
                assert expect_refusal(forge(content, member, change)) == reason
                assert not Tournament.objects.exists()
                assert not User.objects.filter(username__endswith=SUFFIX).exists()
        members = read_members(content)
        changed_scores = members | {"scores.jsonl": members["scores.jsonl"].replace(b"1", b"2", 1)}
        missing_member = {name: text for name, text in members.items() if name != "late.jsonl"}
        current, later = (
            f'"version":{number}'.encode() for number in (ARCHIVE_VERSION, ARCHIVE_VERSION + 1)
        )
        newer = members["manifest.json"].replace(current, later)
        for forgery, reason in [
            (write_zip(changed_scores), "changed-member"),
            (write_zip(missing_member), "other-members"),
            (write_zip(members | {"manifest.json": newer}), "newer-version"),
            (write_zip({"a.txt": b""}), "no-manifest"),
            (content[:-30], "not-a-zip"),
            (b"", "not-a-zip"),
        ]:
            with row(reason):
                assert expect_refusal(forgery) == reason
        with row("no word list"):
            monkeypatch.setattr(
                "arbitrage.archive.services.restoring.checking.word_lists.find_stored_list",
                lambda *_: None,
            )
            assert expect_refusal(content) == "no-word-list"


def test_written_texts_can_be_erased_and_proofs_hold(busy: SanctionedTurns) -> None:
    before = read_archive(archive_now(busy.room.tournament))
    for row in Journal.objects.all():
        erase_texts(row, ("signed", "reason", "detail", "from"))
    for act in busy.first.acts.all():
        assert erase_texts(act, ("reason",)) == ["reason"]
    for member, rows in (
        ("cases", Appeal.objects.all()),
        ("statements", Statement.objects.all()),
        ("sittings", Sitting.objects.all()),
    ):
        for written in rows:
            assert erase_texts(written, TEXT_FIELDS[member])
    after = read_archive(archive_now(busy.room.tournament))
    check_chains(after)
    assert after.manifest.heads == before.manifest.heads
    assert _check_case_digests(after) == _check_case_digests(before)
    texts = {
        text for row in after.list_rows(JournalRow) for text in (row.signed, row.data.get("reason"))
    }
    assert texts == {"", ERASED_TEXT, None}
    assert Entry.objects.count() == len(after.rows["entries"])
    assert all(row.received for row in after.list_rows(RulingRow) if row.origin != "nothing")


def _check_case_digests(archive: Archive) -> list[str]:
    """Check that the digests of cases in the journal are those of the archive, and return them."""
    digests = {
        row.data["case"]: row.data["bound"]["digest"]
        for row in archive.list_rows(JournalRow)
        if row.kind == "case"
    }
    for case in archive.list_rows(CaseRow):
        statements, sittings = (
            [to_dict(row) for row in archive.rows[member] if row.case == case.number]
            for member in ("statements", "sittings")
        )
        assert compute_case_digest(to_dict(case), statements, sittings) == digests[case.number]
    assert [case.against for case in archive.list_rows(CaseRow)] == [None, None, 2]
    assert len(archive.rows["statements"]) == len(archive.rows["sittings"]) == 1
    assert any(row.handed_at for row in archive.rows["slips"])
    return list(digests.values())
