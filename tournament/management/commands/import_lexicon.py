"""``manage.py import_lexicon NAME FILE``: imports an organiser's word list."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import ngettext
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from engine.errors import BadWordList
from engine.lexicon import word_list
from tournament.core.errors import BadSetting, Busy, RoomError
from tournament.management import base as commands
from tournament.models import LexiconImport
from tournament.presentation.files.spreadsheet import CSV, write_table
from tournament.presentation.lexica import build_refusal_table, format_thousands, get_refusal_reason
from tournament.presentation.messages import explain
from tournament.queries import clock
from tournament.services.prepared.lexica import (
    MAX_UPLOAD,
    create_import,
    perform_import,
    remove_import,
)

#: Number of refused lines displayed; the file of --report has all of them.
MAX_SHOWN_REFUSALS = 20


class Command(commands.FrenchCommand):
    help = (
        "Importe une liste de mots (texte, gz, xz ou zip ; un mot par ligne, « # » commence un "
        "commentaire) et en fait le lexique NOM, que peuvent choisir tous les tournois, ou ceux "
        "d'une organisation."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", metavar="NOM", help="nom du lexique")
        parser.add_argument("file", metavar="FICHIER", type=Path, help="la liste")
        commands.add_organisation(parser)
        parser.add_argument(
            "--replace", action="store_true", help="remplacer le lexique qui a déjà ce nom"
        )
        parser.add_argument(
            "--report", metavar="CSV", type=Path, help="écrire ici toutes les lignes refusées"
        )

    def handle(
        self,
        *_: Any,
        name: str,
        file: Path,
        replace: bool = False,
        report: Path | None = None,
        organisation: str = "",
        **__: Any,
    ) -> None:
        try:
            job = create_import(
                name=name,
                file_name=file.name,
                content=_read_content(file),
                organisation=commands.find_organisation(organisation),
                by=None,
                now=clock.now(),
                replaces=replace,
            )
        except RoomError as error:
            raise CommandError(_explain(error)) from error
        must_repeat = self._perform(job)
        if job.is_failed or must_repeat:  # reported here; the page need not show it too
            remove_import(job=job, by=None, now=clock.now())
        if must_repeat:
            raise CommandError(explain(Busy("lexica")))
        write_error = _write_report(report, job) if report else ""
        self._report(job)
        if write_error:
            raise CommandError(write_error)

    def _perform(self, job: LexiconImport) -> bool:
        columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
        console = Console(file=self.stderr, stderr=True)  # type: ignore[arg-type]  # Django wraps it
        with Progress(*columns, console=console, transient=True) as bar:
            task = bar.add_task(job.file_name, total=1.0)
            return perform_import(
                job=job, clock=clock.now, on_progress=lambda part: bar.update(task, completed=part)
            )

    def _report(self, job: LexiconImport) -> None:
        for line, text, code in job.report.get("refusals", [])[:MAX_SHOWN_REFUSALS]:
            self.stdout.write(f"ligne {line} : « {text} » refusé, {get_refusal_reason(text, code)}")
        refused = sum(job.report.get("refused", {}).values())
        if refused > MAX_SHOWN_REFUSALS:
            self.stdout.write(
                f"… {format_thousands(refused)} lignes refusées en tout "
                "(--report en fait un fichier)."
            )
        if job.is_failed:
            raise CommandError(_explain(BadSetting(job.failure["reason"], **job.failure["data"])))
        if job.word_list is None:
            raise CommandError("L'import a été abandonné depuis la page Lexiques.")
        words, repeated, lines = (
            ngettext(singular, plural, n) % {"n": format_thousands(n)}
            for singular, plural, n in (
                ("%(n)s mot", "%(n)s mots", job.word_list.count),
                ("%(n)s répété", "%(n)s répétés", job.report["repeated"]),
                ("%(n)s ligne refusée", "%(n)s lignes refusées", refused),
            )
        )
        self.stdout.write(
            f"Lexique « {job.name} » : {words} ({repeated}, {lines}).\n"
            f"Empreinte (SHA-256) : {job.word_list.checksum}"
        )


def _explain(error: RoomError) -> str:
    is_name_used = error.reason == LexiconImport.NAME_USED
    return explain(error) + (" Ajoutez --replace pour le remplacer." if is_name_used else "")


def _write_report(report: Path, job: LexiconImport) -> str:
    """Write the refused lines to a file; return an error message, empty if written."""
    try:
        report.write_bytes(write_table(build_refusal_table(job), CSV))
    except OSError:
        return f"Le rapport n'a pas pu être écrit : {report}. Choisissez un autre fichier."
    return ""


def _read_content(file: Path) -> bytes:
    """Read the file; one too big to be a word list is refused unread."""
    try:
        if file.stat().st_size > MAX_UPLOAD:
            raise BadSetting("list-upload_too_big", megabytes=MAX_UPLOAD >> 20)
        return word_list.read_bytes(file)
    except FileNotFoundError as error:
        raise BadSetting("list-not_found", path=str(file)) from error
    except (OSError, BadWordList) as error:
        raise BadSetting("list-unreadable", path=str(file)) from error
