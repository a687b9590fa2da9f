"""The commission's pages: readers and commands."""

import zipfile
from datetime import timedelta
from http import HTTPStatus
from io import BytesIO
from typing import Any

from django.contrib.auth.models import User
from django.utils.timezone import localtime

from arbitrage.archive.core.reading import check_chains, read_archive
from arbitrage.core.appeals import CaseSubject
from arbitrage.models import Act, ActKind, Ruling
from arbitrage.queries.solutions import find_tops
from arbitrage.services import acts, appeals, rulings
from arbitrage.services.appeals import ContestedDecision
from tests.arbitrage.archive.archive_bytes import rebuild_chains
from tests.arbitrage.services.cases import end_game
from tests.arbitrage.services.sanctioned_turns import SanctionedTurns, get_score
from tests.arbitrage.views.appealing import OWN_CASES_URL, REASON, build_appeal_fields, open_tablet
from tests.documents.pdfs import Printed
from tests.rows import every_row
from tests.tournament.views.addresses import CASE_READERS
from tests.tournament.views.office import SignIn, read_text, reverse_for
from tournament.core.states import Role
from tournament.models import Game, Tournament, Turn
from tournament.queries import clock
from tournament.services.play.games import delete_game


class TestStaff:
    def test_the_file_shows_every_part(
        self, sanctioned_turns: SanctionedTurns, sign_in: SignIn
    ) -> None:
        arbiter = sign_in(Role.ARBITER, name="camille")
        entry = sanctioned_turns.entries[3]
        page = read_text(arbiter.get(reverse_for(sanctioned_turns.room, "players")))
        assert reverse_for(sanctioned_turns.room, "case-new", entry.pk) in page
        form = build_appeal_fields(sanctioned_turns.first) | {"whose": "player"}
        response = arbiter.post(reverse_for(sanctioned_turns.room, "case-new", entry.pk), form)
        assert response["Location"] == reverse_for(sanctioned_turns.room, "case", 1)
        statement = {"speaker": "Un voisin", "text": "Il l’a écrit devant moi."}
        arbiter.post(reverse_for(sanctioned_turns.room, "case-say", 1), statement)
        page = read_text(arbiter.get(reverse_for(sanctioned_turns.room, "case", 1)))
        for part in (REASON, "Un voisin", "Il l’a écrit devant moi.", "consigné par camille"):
            assert part in page
        for part in ("Recours du joueur", "le logiciel", "art. 5.4.2.a", "Ce qui est dit"):
            assert part in page
        assert 'class="drawing"' in page
        assert "Grille avant ce coup" in page
        assert "La décision de la commission" not in page
        assert reverse_for(sanctioned_turns.room, "case", 1) in read_text(
            arbiter.get(reverse_for(sanctioned_turns.room, "cases"))
        )
        assert 'id="open-cases"' in read_text(
            arbiter.get(reverse_for(sanctioned_turns.room, "arbiter-list"))
        )
        for role, desk in ((Role.JUDGE, "judge-desk"), (Role.ORGANISER, "office-tournament")):
            assert 'data-cases="1"' in read_text(
                sign_in(role).get(reverse_for(sanctioned_turns.room, desk))
            )

    def test_the_most_favourable_reading_comes_first_and_is_named(
        self, sanctioned_turns: SanctionedTurns, sign_in: SignIn
    ) -> None:
        ruling = Ruling.objects.filter(
            turn=sanctioned_turns.first, entry=sanctioned_turns.entries[1]
        ).get()
        verdict = dict(ruling.verdict)
        [reading] = verdict["readings"]
        verdict["readings"] = [reading | {"points": 1, "word": "PEU"}, reading]
        Ruling.objects.filter(pk=ruling.pk).update(verdict=verdict)
        about = ContestedDecision(
            sanctioned_turns.first, sanctioned_turns.entries[1], CaseSubject.RULING
        )
        appeals.file_appeal(contested=about, grounds=REASON, by=None, now=clock.now())
        page = read_text(
            sign_in(Role.COMMISSION).get(reverse_for(sanctioned_turns.room, "case", 1))
        )
        best = page.index("la plus favorable au joueur (6.3)")
        assert page.index(reading["word"]) < best < page.index("PEU")

    def test_the_commission_decides_on_the_page(
        self, sanctioned_turns: SanctionedTurns, sign_in: SignIn
    ) -> None:
        entry = sanctioned_turns.entries[0]
        about = ContestedDecision(sanctioned_turns.first, entry, CaseSubject.RULING)
        appeals.file_appeal(contested=about, grounds=REASON, by=None, now=clock.now())
        browser = sign_in(Role.COMMISSION, name="membre")
        sign_in(Role.COMMISSION, Role.ARBITER, name="juge-et-partie")
        barred = User.objects.get(username="juge-et-partie")
        acts.give_warning(
            turn=sanctioned_turns.first, entry=entry, reason="bruit", by=barred, now=clock.now()
        )
        page = read_text(browser.get(reverse_for(sanctioned_turns.room, "case", 1)))
        assert "ne siège pas : a décidé de ce joueur à ce coup" in page
        user = User.objects.get(username="membre")
        form = {
            "version": 1,
            "outcome": "otherwise",
            "points": 12,
            "sanction": "warning",
            "motives": ["score"],
            "article": "5.5",
            "reason": "Le mot se lit.",
        }
        where = reverse_for(sanctioned_turns.room, "case-decide", 1)
        refused = browser.post(where, form | {"sitting": [user.pk, barred.pk]})
        assert refused.status_code == 422
        assert "juge-et-partie ne siège pas dans ce cas" in read_text(refused)
        assert browser.post(where, form).status_code == 422
        assert browser.post(where, form | {"sitting": [user.pk]}).status_code == HTTPStatus.FOUND
        assert get_score(sanctioned_turns.first, entry).points == 12
        page = read_text(open_tablet(entry).get(OWN_CASES_URL))
        assert "admis" in page
        assert "Le mot se lit." in page
        page = read_text(browser.get(reverse_for(sanctioned_turns.room, "case", 1)))
        assert "Ont siégé : membre" in page
        assert "Enregistrer la décision" not in page

    def test_the_list_links_the_players_for_their_readers(
        self, sanctioned_turns: SanctionedTurns, sign_in: SignIn
    ) -> None:
        address = reverse_for(sanctioned_turns.room, "players")
        with every_row() as row:
            for role in CASE_READERS:
                with row(role):
                    browser = sign_in(role, name=f"compte-{role}")
                    page = read_text(browser.get(reverse_for(sanctioned_turns.room, "cases")))
                    assert "« Tablette, papier, absents »" in page
                    is_linked = f'href="{address}"' in page
                    assert is_linked == (browser.get(address).status_code == HTTPStatus.OK)
                    assert is_linked == (role is not Role.COMMISSION)

    def test_more_than_the_top_is_asked_and_on_file(
        self, sanctioned_turns: SanctionedTurns, sign_in: SignIn
    ) -> None:
        entry = sanctioned_turns.entries[0]
        top = find_tops(sanctioned_turns.first)[0].score
        about = ContestedDecision(sanctioned_turns.first, entry, CaseSubject.RULING)
        appeals.file_appeal(contested=about, grounds=REASON, by=None, now=clock.now())
        browser = sign_in(Role.COMMISSION, name="membre")
        form: dict[str, Any] = {
            "version": 1,
            "outcome": "otherwise",
            "points": top + 1,
            "sanction": "none",
            "reason": "La grille était fausse.",
            "sitting": User.objects.get(username="membre").pk,
        }
        where, box = reverse_for(sanctioned_turns.room, "case-decide", 1), 'name="above_top"'
        assert box not in read_text(browser.get(reverse_for(sanctioned_turns.room, "case", 1)))
        refused = browser.post(where, form)
        assert (refused.status_code, box in read_text(refused)) == (422, True)
        sentence = f"Ce serait plus que le top du coup : {top + 1} pour un top de {top}."
        assert sentence in read_text(refused)
        assert get_score(sanctioned_turns.first, entry).points == 0
        penalty = {"points": top - 4, "sanction": "penalty", "motives": ["score"]}
        assert sentence in read_text(browser.post(where, form | penalty)), "before the penalty"
        assert browser.post(where, form | {"above_top": "on"}).status_code == HTTPStatus.FOUND
        assert get_score(sanctioned_turns.first, entry).points == top + 1
        remark = f"C’est plus que le top du coup, {top} points : cela a été confirmé."
        assert remark in read_text(browser.get(reverse_for(sanctioned_turns.room, "case", 1)))
        record = Printed(
            browser.get(reverse_for(sanctioned_turns.room, "cases-record")).content
        ).text()
        assert "La grille était fausse." in record
        assert remark in record
        browser.post(
            reverse_for(sanctioned_turns.room, "case-further", 1),
            {"step": "informed", "informed": "1"},
        )
        answer = form | {"version": 2}
        assert box in read_text(
            browser.post(reverse_for(sanctioned_turns.room, "case-answer", 1), answer)
        )
        answered = browser.post(
            reverse_for(sanctioned_turns.room, "case-answer", 1), answer | {"above_top": "on"}
        )
        assert answered.status_code == HTTPStatus.FOUND

    def test_record_and_dossier_are_printed_and_sent_after_informing(
        self, sanctioned_turns: SanctionedTurns, sign_in: SignIn
    ) -> None:
        entry = sanctioned_turns.entries[0]
        about = ContestedDecision(sanctioned_turns.first, entry, CaseSubject.RULING)
        appeals.file_appeal(contested=about, grounds=REASON, by=None, now=clock.now())
        browser = sign_in(Role.COMMISSION, name="membre")
        user = User.objects.get(username="membre")
        form = {"version": 1, "outcome": "dismiss", "reason": "Il est juste.", "sitting": user.pk}
        browser.post(reverse_for(sanctioned_turns.room, "case-decide", 1), form)
        record = Printed(browser.get(reverse_for(sanctioned_turns.room, "cases-record")).content)
        for part in ("Procès-verbal", "Cas 1", "rejeté", "Il est juste.", "Signature : membre"):
            assert part in record.text()
        assert (
            browser.get(reverse_for(sanctioned_turns.room, "case-dossier", 1)).status_code
            == HTTPStatus.CONFLICT
        )
        rebuild_chains()
        step = reverse_for(sanctioned_turns.room, "case-further", 1)
        assert browser.post(step, {"step": "informed"}).status_code == HTTPStatus.CONFLICT
        browser.post(step, {"step": "informed", "informed": "1"})
        sent = browser.get(reverse_for(sanctioned_turns.room, "case-dossier", 1))
        archive = zipfile.ZipFile(BytesIO(sent.content))
        name = f"recours-{sanctioned_turns.room.tournament.slug}-1"
        assert archive.namelist() == [f"{name}/dossier.pdf", f"{name}/coup.duplicata.zip"]
        dossier = Printed(archive.read(f"{name}/dossier.pdf"))
        for part in ("Dossier du cas 1", REASON, "NUPTE", "Les articles", "Ont siégé : membre"):
            assert part in dossier.text()
        assert not dossier.cut_off()
        archive_ = read_archive(archive.read(f"{name}/coup.duplicata.zip"))
        check_chains(archive_)
        assert (archive_.rows["tournament"][0].edition, archive_.manifest.scope.turn) == ("2023", 1)
        versions = [row.version for row in archive_.rows["rulings"] if row.entry == str(entry.uid)]
        assert versions == [1, 2]
        assert [row.name for row in archive_.rows["sittings"]] == ["membre"]
        browser.post(step, {"step": "asked"})
        due = localtime(clock.now() + timedelta(days=14))
        assert f"à compléter avant le {due.day} " in read_text(
            browser.get(reverse_for(sanctioned_turns.room, "case", 1))
        )
        browser.post(step, {"step": "completed"})
        assert "dossier complété" in read_text(
            browser.get(reverse_for(sanctioned_turns.room, "case", 1))
        )

    def test_the_federation_answer_is_recorded_and_shown(
        self, sanctioned_turns: SanctionedTurns, sign_in: SignIn
    ) -> None:
        entry = sanctioned_turns.entries[0]
        about = ContestedDecision(sanctioned_turns.first, entry, CaseSubject.RULING)
        appeals.file_appeal(contested=about, grounds=REASON, by=None, now=clock.now())
        browser = sign_in(Role.COMMISSION, name="membre")
        user = User.objects.get(username="membre")
        form: dict[str, Any] = {"version": 1, "outcome": "dismiss", "reason": "Il est juste."}
        browser.post(
            reverse_for(sanctioned_turns.room, "case-decide", 1), form | {"sitting": user.pk}
        )
        where = reverse_for(sanctioned_turns.room, "case-answer", 1)
        form = {"version": 2, "outcome": "otherwise", "points": 9, "sanction": "none"}
        form |= {"reason": "Le mot se lit."}
        early = browser.post(where, form)
        assert "Informez d’abord le joueur" in read_text(early)
        assert "La réponse de la fédération" not in read_text(
            browser.get(reverse_for(sanctioned_turns.room, "case", 1))
        )
        browser.post(
            reverse_for(sanctioned_turns.room, "case-further", 1),
            {"step": "informed", "informed": "1"},
        )
        page = read_text(browser.get(reverse_for(sanctioned_turns.room, "case", 1)))
        assert "classe le dossier, jamais complété : la décision reste (art. 6.4.2.c)" in page
        assert browser.post(where, form | {"points": ""}).status_code == 422
        office = sign_in(Role.ORGANISER, name="organisatrice")
        assert office.post(where, form)["Location"] == reverse_for(sanctioned_turns.room, "case", 2)
        assert get_score(sanctioned_turns.first, entry).points == 9
        page = read_text(browser.get(reverse_for(sanctioned_turns.room, "case", 1)))
        assert "La fédération a répondu : cas 2, admis" in page
        assert "La fédération demande des éléments" not in page
        page = read_text(browser.get(reverse_for(sanctioned_turns.room, "case", 2)))
        assert "Sur le recours contre la décision du cas 1" in page
        assert "Décision de la fédération" in page
        assert "Le mot se lit." in page
        assert "consignée par organisatrice" in page
        page = read_text(open_tablet(entry).get(OWN_CASES_URL))
        assert "Décision de la fédération" in page
        assert "Le mot se lit." in page
        record = Printed(
            browser.get(reverse_for(sanctioned_turns.room, "cases-record")).content
        ).text()
        for part in (
            "sur le recours contre la décision du cas 1",
            "Décision de la fédération",
            "Cas 2",
        ):
            assert part in record

    def test_recused_members_and_the_organiser_read_why(
        self, sanctioned_turns: SanctionedTurns, sign_in: SignIn
    ) -> None:
        about = ContestedDecision(
            sanctioned_turns.first, sanctioned_turns.entries[0], CaseSubject.RULING
        )
        appeals.file_appeal(contested=about, grounds=REASON, by=None, now=clock.now())
        reader = "Personne ne peut siéger : la commission n’a pas de membre"
        office = sign_in(Role.ORGANISER, name="bureau-2")
        assert reader in read_text(office.get(reverse_for(sanctioned_turns.room, "case", 1)))
        browser = sign_in(Role.COMMISSION, Role.ARBITER, name="juge-et-partie")
        barred = User.objects.get(username="juge-et-partie")
        now = clock.now()
        rulings.confirm_ruling(
            turn=sanctioned_turns.first,
            entry=sanctioned_turns.entries[0],
            version=1,
            by=barred,
            now=now,
        )
        assert reader in read_text(browser.get(reverse_for(sanctioned_turns.room, "case", 1)))
        sign_in(Role.COMMISSION, name="membre")
        page = read_text(browser.get(reverse_for(sanctioned_turns.room, "case", 1)))
        assert "qui a décidé de ce bulletin ne siège pas" in page
        assert "Enregistrer la décision" not in page

    def test_an_edition_without_a_further_appeal_offers_none(
        self, sanctioned_turns: SanctionedTurns, sign_in: SignIn
    ) -> None:
        Tournament.objects.update(edition="2014")
        turn = Turn.objects.get(pk=sanctioned_turns.first.pk)
        about = ContestedDecision(turn, sanctioned_turns.entries[0], "decision")  # type: ignore[arg-type]
        appeals.file_appeal(contested=about, grounds=REASON, by=None, now=clock.now())
        browser = sign_in(Role.COMMISSION, name="membre")
        user = User.objects.get(username="membre")
        form = {"outcome": "dismiss", "reason": "Il est juste.", "sitting": user.pk}
        browser.post(reverse_for(sanctioned_turns.room, "case-decide", 1), form)
        assert "Recours à la fédération" not in read_text(
            browser.get(reverse_for(sanctioned_turns.room, "case", 1))
        )

    def test_a_game_in_preparation_that_keeps_appeals_open_is_told(
        self, sanctioned_turns: SanctionedTurns, sign_in: SignIn
    ) -> None:
        cup = sanctioned_turns.room.tournament
        end_game(sanctioned_turns, ago=timedelta(minutes=16))
        sentence = "La partie 2 n’a pas commencé"
        member, office = sign_in(Role.COMMISSION, name="membre"), sign_in(Role.ORGANISER, name="b")
        assert sentence not in read_text(member.get(reverse_for(sanctioned_turns.room, "cases")))
        next_game = Game.objects.create(tournament=cup, number=2)
        assert sentence in read_text(member.get(reverse_for(sanctioned_turns.room, "cases")))
        shown = office.get(reverse_for(sanctioned_turns.room, "cases"))
        assert sentence in read_text(shown)
        assert reverse_for(sanctioned_turns.room, "office-game", 2) in shown.content.decode()
        delete_game(game=next_game, **sanctioned_turns.room.get_author_and_time())
        page = read_text(office.get(reverse_for(sanctioned_turns.room, "cases")))
        assert sentence not in page
        assert "Le délai de recours est passé" in page

    def test_an_automatic_decision_has_a_reason_but_no_author(
        self, sanctioned_turns: SanctionedTurns, sign_in: SignIn
    ) -> None:
        entry = sanctioned_turns.entries[0]
        average = {"most": 8, "others": [sanctioned_turns.entries[1].pk], "warned": False}
        Act.objects.create(
            turn=sanctioned_turns.first,
            entry=entry,
            kind=ActKind.AVERAGE,
            automatic=True,
            at=clock.now(),
            article="5.9",
            data={**average, "word": "NUPTE", "first": 1},
        )
        page = read_text(open_tablet(entry).get(OWN_CASES_URL))
        assert "Moyenne (partie 1, coup 1) : " in page
        assert "NUPTE" in page
        about = ContestedDecision(sanctioned_turns.first, entry, CaseSubject.ACT, Act.objects.get())
        appeals.file_appeal(contested=about, grounds=REASON, by=None, now=clock.now())
        browser = sign_in(Role.COMMISSION, name="membre")
        page = read_text(browser.get(reverse_for(sanctioned_turns.room, "case", 1)))
        paper = Printed(
            browser.get(reverse_for(sanctioned_turns.room, "case-print", 1)).content
        ).text()
        for text in (page, paper):
            assert "d’après le règlement" in text
            assert "NUPTE" in text
            assert "«\xa0\xa0»" not in text
            assert "«  »" not in text

    def test_the_judge_reads_the_order_on_the_desk(
        self, sanctioned_turns: SanctionedTurns, sign_in: SignIn
    ) -> None:
        about = ContestedDecision(
            sanctioned_turns.first, sanctioned_turns.entries[0], CaseSubject.DECISION
        )
        appeals.file_appeal(contested=about, grounds=REASON, by=None, now=clock.now())
        browser = sign_in(Role.COMMISSION, name="membre")
        user = User.objects.get(username="membre")
        form = {"outcome": "allow", "reason": "Mal épelé.", "sitting": user.pk}
        where = reverse_for(sanctioned_turns.room, "case-decide", 1)
        assert browser.post(where, form).status_code == 422
        browser.post(where, form | {"order": "Annuler le coup 1."})
        judge = sign_in(Role.JUDGE, name="juge")
        assert "Annuler le coup 1." in read_text(
            judge.get(reverse_for(sanctioned_turns.room, "judge-desk"))
        )
        judge.post(reverse_for(sanctioned_turns.room, "case-done", 1))
        assert "Annuler le coup 1." not in read_text(
            judge.get(reverse_for(sanctioned_turns.room, "judge-desk"))
        )
