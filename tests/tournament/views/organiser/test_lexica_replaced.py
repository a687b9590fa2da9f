"""The import of a list whose name is taken: it asks before replacing."""

from django.test import Client
from django.urls import reverse

from tests.room import Room
from tests.tournament.views.office import LEXICA, SignIn, read_text, send_list
from tournament.core.states import Role
from tournament.models import LexiconImport, Tournament, WordList
from tournament.tasks import import_lexicon


def test_taken_name_asks_without_choosing_the_file_again(
    room: Room, organiser: Client, imported: LexiconImport
) -> None:
    Tournament.objects.update(lexicon="Ma liste")
    page = read_text(send_list(organiser, b"AS\nLAS\nTAS\nMAS", "ma LISTE", follow=True))
    job = LexiconImport.objects.latest("pk")
    replace = reverse("office-lexicon-replace", args=[job.pk])
    assert "Ce nom est déjà pris : remplacer la liste ?" in page
    assert f"<dt>Mots</dt><dd>{WordList.objects.get().count}</dd>" in page
    assert room.tournament.name in page
    assert replace in page
    assert "à confirmer" in read_text(organiser.get(reverse(LEXICA)))
    assert "progress" in read_text(organiser.post(replace, follow=True))
    import_lexicon(job.pk)
    page = read_text(organiser.get(reverse("office-lexicon", args=[job.pk])))
    assert "1 tournoi l’a déjà choisi" in page
    assert WordList.objects.get().count == 4
    assert "Ce travail est terminé" in read_text(organiser.post(replace, follow=True))


def test_pending_replacement_can_be_abandoned_or_become_obsolete(
    organiser: Client, imported: LexiconImport
) -> None:
    send_list(organiser, b"AS\nLAS")
    job = LexiconImport.objects.latest("pk")
    organiser.post(reverse("office-lexicon-delete", args=[imported.pk]))
    page = read_text(organiser.get(reverse("office-lexicon", args=[job.pk])))
    assert "Ce nom n’est plus pris" in page
    assert "Remplacer" not in page
    organiser.post(reverse("office-lexicon-remove", args=[job.pk]))
    assert not LexiconImport.objects.exists()


def test_another_organiser_sees_the_question_but_does_not_answer_it(
    sign_in: SignIn, organiser: Client, imported: LexiconImport
) -> None:
    send_list(organiser, b"AS\nLAS")
    job = LexiconImport.objects.latest("pk")
    replace = reverse("office-lexicon-replace", args=[job.pk])
    other = sign_in(Role.ORGANISER, name="autre")
    assert replace not in read_text(other.get(reverse("office-lexicon", args=[job.pk])))
    assert "par un autre compte" in read_text(other.post(replace, follow=True))
    job.refresh_from_db()
    assert job.is_awaiting_confirmation
