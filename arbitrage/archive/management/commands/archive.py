"""``manage.py archive TOURNAMENT FILE``: write the archive of a tournament."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from arbitrage.archive.core.reading import read_archive
from arbitrage.archive.services import archive_files as files
from arbitrage.archive.services.archive import export_archive
from tournament.core.errors import RoomError
from tournament.management import base as commands
from tournament.models import Tournament
from tournament.presentation.messages import explain
from tournament.presentation.unverified import explain_mark
from tournament.queries import clock


class Command(commands.FrenchCommand):
    help = "Écrit tout ce qui concerne un tournoi dans un fichier, décrit dans docs/archive.md."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("tournament", metavar="TOURNOI", help="adresse (slug) du tournoi")
        parser.add_argument("file", metavar="FICHIER", type=Path, help="fichier à écrire (.zip)")
        parser.add_argument(
            "--shared",
            action="store_true",
            help="le fichier à partager : sans clé de table, licence ni année de naissance",
        )

    def handle(self, *_: Any, tournament: str, file: Path, shared: bool = False, **__: Any) -> None:
        record = Tournament.objects.filter(slug=tournament).first()
        if record is None:
            raise CommandError(f"Aucun tournoi à l'adresse « {tournament} ».")
        try:
            content = export_archive(
                tournament=record, accepts_secrets=True, is_shared=shared, by=None, now=clock.now()
            )
            files.write_atomically(file, content)
        except RoomError as error:
            raise CommandError(explain(error)) from error
        except OSError as error:
            raise CommandError(f"{file} ne peut pas être écrit : {error.strerror}.") from error
        archive = read_archive(content)
        manifest = archive.manifest
        self.stdout.write(f"{file} : « {record.name} », contenu {manifest.content}.")
        if mark := explain_mark(record):
            self.stdout.write(mark)
        for head in manifest.heads:
            self.stdout.write(f"Partie {head.game} : {head.seq} lignes, tête {head.head}.")
        if head_of_tournament := manifest.tournament_head:
            lines, head_digest = head_of_tournament.seq, head_of_tournament.head
            self.stdout.write(f"Journal du tournoi : {lines} lignes, tête {head_digest}.")
        if archive.rows["ways_in"]:
            self.stdout.write(
                "Les liens et codes des tables sont dans ce fichier : ne le publiez pas (--shared "
                "en écrit un sans eux)."
            )
        if unfinished := manifest.unfinished_games:
            parts = [f"partie {number}" for number in unfinished.games]
            parts += [f"topping {number}" for number in unfinished.toppings]
            if unfinished.match_games:
                parts.append(f"parties de match {len(unfinished.match_games)}")
            self.stdout.write(
                f"Pas fini : {', '.join(parts)}. Lettres à venir, solutions et bulletins sont dans "
                "ce fichier. Gardez-le secret jusqu'à la fin."
            )
