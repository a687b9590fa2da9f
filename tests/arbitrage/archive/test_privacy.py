"""A player who is to be known no more is named nowhere, and every proof still holds."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from arbitrage.archive.core.reading import check_chains, read
from arbitrage.archive.services.anonymising import anonymise, anonymise_known
from arbitrage.archive.services.backups import back_up
from arbitrage.core.appeals import CaseSubject
from arbitrage.models import Sitting, Slip, Statement
from arbitrage.services import acts, appeals, rulings
from arbitrage.services.appeals import ContestedDecision
from tests.arbitrage.archive.comings_and_goings import (
    archived,
    chain_again,
    gone_and_come,
    of_content,
)
from tests.arbitrage.archive.walks import as_text, read_by, snapshots, unzipped
from tests.arbitrage.services.books import Books, account_of
from tests.arbitrage.services.cases import DISMISSED, decided, end
from tests.arbitrage.services.looks import contested
from tests.room import Room
from tests.rows import every_row
from tests.tournament.topping.services.toppings import make as make_topping
from tests.tournament.views.office import SignIn, at, seen
from tournament.core.chain import ERASED
from tournament.core.errors import BadSetting, NotAllowed, WrongState
from tournament.core.people.anonymous import PersonName, pseudonym
from tournament.core.people.player_data import PlayerData
from tournament.core.states import Role, TournamentState
from tournament.models import (
    EntryImport,
    Membership,
    Organisation,
    PendingFile,
    Player,
    RosterPlayer,
    Tournament,
)
from tournament.presentation.exports import PROFILES
from tournament.queries import clock
from tournament.services.people.registration import update_entry
from tournament.topping.models import Topping

LAST, FIRST = "Quatrebarbes", "Zephyrine"
CLUB, LICENCE = "Clubintrouvable", "7654321"
SECRET = tuple(word.lower() for word in (LAST, FIRST, CLUB, LICENCE))
HER = PlayerData(
    last_name=LAST, first_name=FIRST, club=CLUB, licence=LICENCE, birth_year=1951, series="5B"
)
NAME = f"{LAST} {FIRST}"
#: Some that name her as long as she is known.
TELLING = ("public-players", "public-ranking-csv", "journal-csv", "cases-record")


@pytest.fixture
def told(books: Books) -> Books:
    """She is half of a pair, and is named wherever somebody can write."""
    room, at_now = books.room, books.room.by()
    judge = account_of(room, Role.ARBITER, name="juge")
    entry = books.entries[4]
    partner = PlayerData(last_name="Autre", first_name="Jean")
    update_entry(entry=entry, players=[partner, HER], team=f"Les {LAST}", **at_now)
    EntryImport.objects.create(
        tournament=room.tournament, file_name=f"{LAST}.csv", at=clock.now(), by=judge
    )
    for here in (room.tournament, None):
        PendingFile.objects.create(
            organisation=room.tournament.organisation,
            tournament=here,
            file_name="l.csv",
            data=NAME.encode(),
            expires_at=clock.now() + timedelta(days=1),
        )
    for players, title in (([entry], f"Topping de {FIRST}"), (books.entries[:2], f"Coupe {LAST}")):
        called = make_topping(room, players)
        Topping.objects.filter(pk=called.pk).update(title=title)
    books.reveal(books.second)
    acts.warn(turn=books.first, entry=entry, reason=f"{FIRST} bavarde", **at_now)
    other = books.entries[1]
    acts.warn(turn=books.first, entry=other, reason=f"A soufflé à M. {LAST.upper()}.", **at_now)
    acts.warn(turn=books.first, entry=books.entries[2], reason="Bavardage", **at_now)
    rulings.change(
        turn=books.second,
        entry=books.entries[3],
        version=1,
        points=0,
        sanction="zero",
        motives=[],
        reason=f"Copié sur {LAST}",
        free=True,
        **at_now,
    )
    about = ContestedDecision(books.second, entry, CaseSubject.RULING)
    why = f"Moi, {FIRST}, je conteste"
    case = appeals.appeal(contested=about, grounds=why, by=None, now=clock.now())
    appeals.appeal(contested=about, grounds="Encore", by=None, now=clock.now())
    member = account_of(room, Role.COMMISSION, name="membre")
    appeals.say(case=case, speaker=NAME, text=f"{LAST} dit", by=member, now=clock.now())
    decided(case, member, DISMISSED)
    contested(books, f"Je connais {LAST}")
    end(books)
    chain_again()
    return books


def known_parts(room: Room, player: Player) -> dict[str, tuple[Any, ...]]:
    """What addresses are made of."""
    return {
        "slug": (room.tournament.slug,),
        "number": (1,),
        "turn": (1, 2),
        "ordinal": (1, 2),
        "entry_id": (room.entries[4].pk, room.entries[1].pk),
        "case": (1,),
        "name": tuple(PROFILES),
        "organisation_id": (room.tournament.organisation_id,),
        "player_id": tuple({player.pk, *RosterPlayer.objects.values_list("pk", flat=True)}),
        "team_id": tuple(room.tournament.teams.values_list("pk", flat=True)),
    }


def everything(room: Room, staff: Client, tablet: Client, player: Player) -> dict[str, str]:
    parts = known_parts(room, player)
    pages = {
        f"{who} {address}": text
        for who, browser in (("staff", staff), ("tablet", tablet), ("public", Client()))
        for address, text in read_by(browser, parts).items()
    }
    return pages | snapshots(room) | {"archive": unzipped(archived(room.tournament))}


def naming(texts: dict[str, str]) -> list[str]:
    found = {where: text.lower() for where, text in texts.items()}
    return [where for where, text in found.items() if any(one in text for one in SECRET)]


def test_a_player_anonymised_is_named_nowhere_and_the_tournament_still_proves_itself(
    told: Books, sign_in: SignIn
) -> None:
    room = told.room
    staff = sign_in(*Role, name="tout")
    boss = User.objects.get(username="tout")
    Membership.objects.create(organisation=room.tournament.organisation, user=boss, manages=True)
    tablet = Client()
    tablet.get(reverse("enter-by-key", args=[told.entries[4].table.key]))
    player = Player.objects.get(tournament=room.tournament, last_name=LAST)
    heads = read(archived(room.tournament))
    named = [at(room, part) for part in TELLING]
    before = {address: as_text(staff.get(address)) for address in named} | snapshots(room)
    before |= {"archive": unzipped(archived(room.tournament))}
    assert {"archive", "public None", *named} <= set(naming(before))
    read_by(Client(), known_parts(room, player))  # what is kept for the next reader names her

    Tournament.objects.filter(pk=room.tournament.pk).update(state=TournamentState.ARCHIVED)
    row = RosterPlayer.objects.get(last_name=LAST)
    page = reverse("anonymise-known", args=[room.tournament.organisation_id, row.pk])
    refused = staff.post(page, {"name": "Quelqu’un"})
    assert refused.status_code == 422
    assert f"tapez « {NAME} »" in seen(refused)
    assert staff.post(page, {"name": f" {NAME.upper()} "}).status_code == 302

    room.tournament.refresh_from_db()
    assert naming(everything(room, staff, tablet, player)) == []
    assert not RosterPlayer.objects.filter(last_name=LAST).exists()
    assert not PendingFile.objects.exists()
    player.refresh_from_db()
    assert str(player) == "Joueur anonyme 1"
    assert told.entries[4].__class__.objects.get(pk=told.entries[4].pk).name == (
        "Autre Jean / Joueur anonyme 1"
    )
    change = room.tournament.changes.get(kind="anonymised")
    assert (change.data, change.by) == ({"pseudonym": "Joueur anonyme 1"}, boss)
    assert "Joueur anonymisé : « Joueur anonyme 1 »." in seen(
        staff.get(at(room, "office-publication"))
    )
    assert told.first.acts.get(entry=told.entries[2]).reason == "Bavardage"
    texts = [slip.content["conduct"] for slip in Slip.objects.filter(turn=told.first)]
    assert [ERASED] in texts

    content, made = gone_and_come(room.tournament)
    check_chains(read(content))
    chains = [row.chain for row in heads.rows["journal"]]
    assert [row.chain for row in read(content).rows["journal"]][: len(chains)] == chains
    assert of_content(archived(made)) == of_content(content)


def test_who_sat_in_the_commission_under_a_name_like_hers_still_did(told: Books) -> None:
    room = told.room
    names = {"soeur": ("Marie", LAST), "elle": (FIRST, LAST)}
    for entry, (username, (first, last)) in zip(told.entries[2:4], names.items(), strict=True):
        member = account_of(room, Role.COMMISSION, name=username)
        User.objects.filter(pk=member.pk).update(first_name=first, last_name=last)
        member.refresh_from_db()
        about = ContestedDecision(told.second, entry, CaseSubject.RULING)
        case = appeals.appeal(contested=about, grounds="Bien", by=None, now=clock.now())
        said = member.get_full_name()  # the same words as free text
        appeals.say(case=case, speaker=said, text="Lisible", by=member, now=clock.now())
        decided(case, member, DISMISSED)
    player = Player.objects.get(tournament=room.tournament, last_name=LAST)
    anonymise(player=player, typed=NAME, **room.by())
    sat = set(Sitting.objects.values_list("user__username", "name"))
    assert {("soeur", f"Marie {LAST}"), ("elle", ERASED)} <= sat
    spoken = Statement.objects.filter(text="Lisible").values_list("speaker", flat=True)
    assert set(spoken) == {ERASED}


def test_backups_that_know_the_name_are_said_and_deleted(
    told: Books, sign_in: SignIn, tmp_path: Path, settings: Any
) -> None:
    settings.BACKUP_DIR = tmp_path
    room, browser = told.room, sign_in(Role.ORGANISER)
    assert back_up(tmp_path, keep=3, now=clock.now()) == []
    (old,) = tmp_path.glob("*/*.zip")
    player = Player.objects.get(last_name=LAST)
    page = at(room, "anonymise", player.pk)
    assert str(old) in seen(browser.get(page))
    assert browser.post(page, {"name": NAME}).status_code == 302
    assert str(old) in seen(browser.get(at(room, "tournament-file")))
    assert RosterPlayer.objects.filter(last_name=LAST).exists(), "one tournament only"
    entry = told.entries[4]
    data = [PlayerData("Autre", "Jean"), PlayerData("Joueur anonyme 1")]
    update_entry(entry=entry, players=data, **room.by())
    assert not RosterPlayer.objects.filter(last_name__startswith="Joueur anonyme").exists()
    shown = seen(browser.get(at(room, "office-entry", entry.pk)))
    assert "Anonymiser Autre Jean" in shown
    assert "Anonymiser Joueur" not in shown
    answer = browser.post(at(room, "tournament-file-forget"), follow=True)
    assert "1 sauvegarde effacée." in seen(answer)
    room.tournament.games.update(state="void", started_at=None)
    publication = seen(browser.get(at(room, "office-publication")))
    assert "Ses sauvegardes et les fichiers déjà pris restent" in publication
    assert at(room, "tournament-file") in publication
    assert not old.exists()
    assert back_up(tmp_path, keep=3, now=clock.now()) == []
    (new,) = tmp_path.glob("*/*.zip")
    assert LAST not in unzipped(new.read_bytes())


def test_only_who_answers_for_the_tournament_or_the_roster_may(
    told: Books, sign_in: SignIn
) -> None:
    room = told.room
    player = Player.objects.get(last_name=LAST)
    row = player.known
    assert row is not None
    others = Organisation.objects.create(name="Ailleurs")
    stranger = User.objects.create_user("ailleurs")
    Membership.objects.create(organisation=others, user=stranger, manages=True)
    away = Client()
    away.force_login(stranger)
    page = at(room, "anonymise", player.pk)
    known = reverse("anonymise-known", args=[room.tournament.organisation_id, row.pk])
    for browser in (sign_in(Role.ARBITER), sign_in(Role.JUDGE), away):
        assert browser.post(page, {"name": NAME}).status_code == 403
        assert browser.post(known, {"name": NAME}).status_code == 404
        assert browser.post(at(room, "tournament-file-forget")).status_code == 403
    theirs = reverse("anonymise-known", args=[others.pk, row.pk])
    assert away.post(theirs, {"name": NAME}).status_code == 404
    asked: dict[str, Any] = {"typed": NAME, "by": stranger, "now": clock.now()}
    with pytest.raises(NotAllowed):
        anonymise(player=player, **asked)
    with pytest.raises(NotAllowed):
        anonymise_known(row=row, **asked)
    organiser = account_of(room, Role.ORGANISER, name="chef")
    room.tournament.games.update(state="running")
    with pytest.raises(WrongState):
        anonymise(player=player, typed=NAME, by=organiser, now=clock.now())
    with pytest.raises(BadSetting):
        anonymise(player=player, typed=LAST, by=organiser, now=clock.now())
    assert Player.objects.get(pk=player.pk).last_name == LAST


#: Last name, first name, text, whether it names him, does so where he is spoken of, as an account.
TEXTS = [
    ("Le Goff", "Anaïs", "le-goff a parlé", True, True, False),
    ("Le Goff", "Anaïs", "ANAIS a parlé", False, True, False),
    ("Le Goff", "Anaïs", "le score", False, False, False),
    ("Le Goff", "Anaïs", "Anaïs Le Goff", True, True, True),
    ("Petit", "Jean", "petite faute", False, False, False),
    ("D’Arc", "", "d'arc", True, True, True),
    ("Petit", "Jean", "", False, False, False),
]


def test_names_are_found_as_people_write_them() -> None:
    with every_row() as row:
        for last, first, text, names, about_him, account in TEXTS:
            with row(text):
                named = PersonName.of(last, first)
                found = named.in_text(text), named.in_text_about_him(text)
                assert (*found, named.in_signature(text)) == (names, about_him, account)
    assert pseudonym(["Joueur anonyme 2", "Joueur anonyme", "Petit"]) == "Joueur anonyme 3"
