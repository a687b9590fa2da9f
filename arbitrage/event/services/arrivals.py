"""Receives the archives that centres send: whole from a browser, in pieces over the network."""

import re
from datetime import datetime, timedelta
from hashlib import sha256
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db import transaction

from arbitrage.event.core.comparability import ObjectionCode, make_objection
from arbitrage.event.core.envelope import EnvelopeHeader, build_message, read_envelope
from arbitrage.event.models import Centre, CentreArchive, CentreUpload, Event, UnsentArchive
from arbitrage.event.models.archives import ArrivalChannel
from arbitrage.event.queries.definition import load_definition
from arbitrage.event.services.keys import is_signed
from arbitrage.event.services.verification import TASK
from tournament.core.errors import BadAccess, BadSetting, WrongState
from tournament.core.jobs import JobState
from tournament.services import tasks
from tournament.services.prepared import jobs

#: Maximum size of an archive, and of one piece of it, in bytes.
MAX_ARCHIVE, MAX_PIECE = 48 * 1024**2, 1024**2
#: How long a file that is not whole is kept.
UPLOAD_LIFETIME = timedelta(days=7)


class ReceivedFile(NamedTuple):
    """``is_new``: False for a file that had come before."""

    archive: CentreArchive
    is_new: bool


class SentFile(NamedTuple):
    """A file that is announced: the digest and the number of its bytes, and its signature."""

    sha256: str
    size: int
    name: str
    signature: bytes


def receive_file(
    *,
    event: Event,
    content: bytes,
    file_name: str,
    centre: Centre | None = None,
    by: User | None,
    now: datetime,
) -> ReceivedFile:
    """Receive a file that the host chose; ``centre``: its centre, for a file that names none.

    Raise BadArchive, BadSetting.
    """
    archive, header = read_envelope(content)
    if header is not None:
        if header.event != str(event.uid):
            raise BadSetting("letter-of-another-event")
        centre = event.centres.filter(uid=header.centre).first()
    if centre is None:
        raise BadSetting("centre-not-named" if header is None else "centre-unknown")
    if len(archive) > MAX_ARCHIVE:
        raise BadSetting("archive-too-big", megabytes=MAX_ARCHIVE >> 20)
    signature = bytes.fromhex(header.signature) if header else b""
    return _store(
        centre,
        archive,
        file_name,
        signature,
        channel=ArrivalChannel.BROWSER,
        header=header,
        by=by,
        now=now,
    )


def _store(
    centre: Centre,
    content: bytes,
    file_name: str,
    signature: bytes,
    *,
    channel: ArrivalChannel,
    header: EnvelopeHeader | None,
    by: User | None,
    now: datetime,
) -> ReceivedFile:
    """Store the file and have a worker verify it. A wrong signature refuses it at once."""
    digest = sha256(content).hexdigest()
    event = centre.event
    with transaction.atomic():
        Event.objects.select_for_update().get(pk=event.pk)
        existing = centre.archives.filter(sha256=digest).first()
        expects_signature = header is not None or channel is ArrivalChannel.NETWORK
        is_valid = not expects_signature or _is_signed(centre, digest, signature)
        if existing is not None and not (is_valid and _is_unsigned(existing)):
            return ReceivedFile(existing, is_new=False)
        if existing is not None:
            existing.delete()  # refused for its signature alone
        archive = CentreArchive(
            event=event, centre=centre, file_name=_clean_file_name(file_name), way=channel,
            content=content,
            size=len(content), sha256=digest, signature=signature, by=by, asked_at=now,
        )  # fmt: skip
        if not is_valid:
            objection = make_objection(load_definition(event), ObjectionCode.NOT_SIGNED)
            archive.objections = [objection.to_json()]
            archive.state, archive.finished_at, archive.progress = JobState.DONE, now, 100
        archive.save()
        if archive.is_pending:
            tasks.send_on_commit(TASK, archive.pk)
    return ReceivedFile(archive, is_new=True)


def _clean_file_name(file_name: str) -> str:
    """Return the name as it can be stored."""
    return "".join(filter(str.isprintable, file_name))[-200:]


def _is_digest(text: str) -> bool:
    return re.fullmatch("[0-9a-f]{64}", text) is not None


def _is_unsigned(archive: CentreArchive) -> bool:
    return any(item["code"] == ObjectionCode.NOT_SIGNED for item in archive.objections)


def _is_signed(centre: Centre, digest: str, signature: bytes) -> bool:
    message = build_message(str(centre.event.uid), str(centre.uid), digest)
    return is_signed(bytes(centre.public_key), signature, message)


def find_centre(token: str) -> Centre:
    """Return the centre of a token. Raise BadAccess."""
    centres = Centre.objects.select_related("event")
    centre = centres.filter(token=token).first() if token.isprintable() else None
    if centre is None:
        raise BadAccess("unknown-link")
    return centre


def announce_upload(*, centre: Centre, file: SentFile, now: datetime) -> int:
    """Return how many bytes of the file are here already. Raise BadSetting."""
    if not _is_digest(file.sha256):
        raise BadSetting("upload-damaged")
    if not 0 < file.size <= MAX_ARCHIVE:
        raise BadSetting("archive-too-big", megabytes=MAX_ARCHIVE >> 20)
    if centre.archives.filter(sha256=file.sha256).exists():
        return file.size
    with transaction.atomic():
        Centre.objects.select_for_update().get(pk=centre.pk)
        # A centre sends one file at a time: what it gave up is deleted.
        centre.uploads.exclude(sha256=file.sha256).delete()
        fields = {
            "size": file.size,
            "file_name": _clean_file_name(file.name),
            "signature": file.signature,
        }
        upload, _created = CentreUpload.objects.get_or_create(
            centre=centre, sha256=file.sha256, defaults={**fields, "started_at": now}
        )
        if not upload.content:
            # What was announced before may have been wrong.
            CentreUpload.objects.filter(pk=upload.pk).update(**fields)
    return len(upload.content)


def receive_piece(
    *, centre: Centre, digest: str, offset: int, piece: bytes, now: datetime
) -> tuple[int, bool]:
    """Append a piece that begins at ``offset``; return how many bytes are here, and whether the
    file is whole. A piece that is here already changes nothing.

    Raise WrongState if the file was not announced or a piece is missing before this one,
    BadSetting if the whole file is not the announced one.
    """
    if not _is_digest(digest):
        raise WrongState("upload-not-announced")
    if centre.archives.filter(sha256=digest).exists():
        return offset + len(piece), True
    with transaction.atomic():
        upload = centre.uploads.select_for_update().filter(sha256=digest).first()
        if upload is None or offset > len(upload.content):
            raise WrongState("upload-not-announced")
        if len(piece) > MAX_PIECE or offset + len(piece) > upload.size:
            raise BadSetting("piece-too-big", megabytes=MAX_PIECE >> 20)
        content = bytes(upload.content)
        content += piece[len(content) - offset :]
        CentreUpload.objects.filter(pk=upload.pk).update(content=content)
        if len(content) < upload.size:
            return len(content), False
        upload.delete()
        is_announced = sha256(content).hexdigest() == digest
        if is_announced:
            _store(
                centre, content, upload.file_name, bytes(upload.signature),
                channel=ArrivalChannel.NETWORK, header=None, by=None, now=now,
            )  # fmt: skip
    if not is_announced:
        raise BadSetting("upload-damaged")
    return len(content), True


def delete_old_uploads(now: datetime) -> None:
    """Delete uploads that were not continued, and archives not sent within ``UPLOAD_LIFETIME``."""
    CentreUpload.objects.filter(started_at__lt=now - UPLOAD_LIFETIME).delete()
    UnsentArchive.objects.filter(made_at__lt=now - UPLOAD_LIFETIME).delete()


def retry(*, archive: CentreArchive, now: datetime) -> None:
    """Send the verification again. Raise WrongState if it is alive, or its result stays."""
    with transaction.atomic():
        if lacks_word_list(archive):
            done = CentreArchive.objects.filter(pk=archive.pk, state=JobState.DONE)
            done.update(
                state=JobState.WAITING, beat_at=now, finished_at=None, progress=0, objections=[]
            )
        elif jobs.is_stuck(archive, now=now):
            jobs.retry(archive)
        else:
            raise WrongState("job-alive")
        tasks.send_on_commit(TASK, archive.pk)


def lacks_word_list(archive: CentreArchive) -> bool:
    """Return True if it was refused for a word list, which may be here by now."""
    codes = {item["code"] for item in archive.objections}
    return archive.is_done and ObjectionCode.NO_WORD_LIST in codes
