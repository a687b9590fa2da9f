"""``manage.py restore FILE``: restore a tournament from its archive."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from arbitrage.archive.services.restoring import restore_tournament
from tournament.core.errors import RoomError
from tournament.management import base as commands
from tournament.presentation.messages import explain
from tournament.queries import clock
from tournament.services.accounts.accounts import find_account


class Command(commands.FrenchCommand):
    help = (
        "Restaure un tournoi d'après son fichier d'archive, en entier ou pas du tout. Ses comptes "
        "sont fermés ici et ses tables restent sans arbitre : donnez les rôles à nouveau, puis "
        "répartissez les tables."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FICHIER", type=Path, help="fichier d'archive")
        parser.add_argument(
            "--organisation",
            metavar="NOM",
            default="",
            help="à qui sera le tournoi ; sinon comme dans l'archive. Créée si elle n'est pas là",
        )
        parser.add_argument(
            "--organiser", metavar="NOM", default="", help="compte qui sera l'organisateur"
        )

        parser.add_argument(
            "--unverified",
            action="store_true",
            help="restaurer aussi ce que la vérification refuse, marqué « non vérifié » partout",
        )

    def handle(
        self,
        *_: Any,
        file: Path,
        organisation: str = "",
        organiser: str = "",
        unverified: bool = False,
        **__: Any,
    ) -> None:
        user = find_account(organiser) if organiser else None
        if organiser and (user is None or not user.is_active):
            raise CommandError(f"Aucun compte ouvert ne se nomme « {organiser} ».")
        try:
            content = file.read_bytes()
        except OSError as error:
            raise CommandError(f"{file} ne peut pas être lu : {error.strerror}.") from error
        try:
            restored = restore_tournament(
                content=content,
                organisation_name=organisation,
                accept_unverified=unverified,
                report_progress=self._report_progress,
                organiser=user,
                by=None,
                now=clock.now(),
            )
        except RoomError as error:
            sentences = [explain(error), *error.data.get("discrepancies", ())]
            raise CommandError("\n".join(sentences)) from error
        sentence = (
            f"« {restored.name} » est restauré, organisation « {restored.organisation} », adresse"
        )
        self.stdout.write(f"{sentence} /{restored.slug}/.")
        if restored.unverified is not None:
            self.stdout.write("Non vérifié : toutes ses pages le disent.")
        if user is None:
            self.stdout.write("Personne n'y a de rôle : un compte de l'organisation en donne.")

    def _report_progress(self, part: float) -> None:
        """Show the part of the verification that is done, on a terminal."""
        if self.stderr.isatty():
            self.stderr.write(f"\rVérification : {part:.0%} ", ending="\n" if part == 1 else "")
