"""Downloads of result files, of a tournament or of an event."""

from typing import Any

from django.http import Http404, HttpResponse
from django.urls import reverse

from tournament.presentation.files.result_files import (
    ProfileFile,
    ResultFiles,
    build_file_name,
    find_profile,
    get_file_kind,
    list_profiles,
)
from tournament.views.download import download

type ProfileDownloads = tuple[ProfileFile, list[tuple[str, str]], list[tuple[str, str]]]
"""A profile, the address and the label of each file, and names with their other spelling."""


def list_downloads(files: ResultFiles[Any], view: str, slug: str) -> list[ProfileDownloads]:
    """List what each profile offers; ``view``: the name of the address of a file."""
    return [_list_downloads_of(file, files, view, slug) for file in list_profiles()]


def _list_downloads_of(
    file: ProfileFile, files: ResultFiles[Any], view: str, slug: str
) -> ProfileDownloads:
    if file.profile is None:
        return file, [], []
    addresses = [
        (reverse(view, args=[slug, file.key, scope]), label)
        for scope, label in files.list_scopes(file.profile)
    ]
    return file, addresses, files.list_respelled_names(file.profile)


def download_result_file(files: ResultFiles[Any], key: str, scope: str, slug: str) -> HttpResponse:
    """Return a file: of a game by its number, or of the general ranking. Raises Http404."""
    profile = find_profile(key)
    if profile is None:
        raise Http404
    try:
        table = files.build_table(profile, scope)
    except LookupError as error:
        raise Http404 from error
    name = f"{slug}-{build_file_name(profile, key, scope)}"
    return download(table, get_file_kind(profile), name)
