"""Static files in production: names with a hash, also between modules."""

import os
import re
import time
from pathlib import Path

import pytest
from django.contrib.staticfiles.storage import StaticFilesStorage
from django.core.files.base import ContentFile
from django.core.files.storage import Storage
from django.core.management import call_command
from django.http import HttpResponseNotFound
from django.test import Client, RequestFactory
from pytest_django import Settings
from whitenoise.storage import CompressedManifestStaticFilesStorage

from config.assets.collection import collect_changed_files
from config.assets.releases import delete_older_files
from config.assets.static import ModuleManifestStorage, StaticMiddleware

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def manifest(settings: Settings, tmp_path: Path) -> Path:
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "config.assets.static.ModuleManifestStorage"},
    }
    return tmp_path


def test_a_module_imports_the_hashed_name_of_its_neighbour(manifest: Path) -> None:
    storage = ModuleManifestStorage(location=manifest)
    StaticFilesStorage(location=manifest).save("js/clock.js", ContentFile("export const a = 1;\n"))
    StaticFilesStorage(location=manifest).save(
        "js/room.js", ContentFile('import { a } from "./clock.js";\nexport { a };\n')
    )
    paths: dict[str, tuple[Storage, str]] = {
        name: (storage, name) for name in ("js/clock.js", "js/room.js")
    }
    for _name, _hashed, processed in storage.post_process(paths):
        assert not isinstance(processed, Exception)
    room = (manifest / storage.stored_name("js/room.js")).read_text()
    assert storage.stored_name("js/clock.js") != "js/clock.js"
    assert Path(storage.stored_name("js/clock.js")).name in room
    assert issubclass(ModuleManifestStorage, CompressedManifestStaticFilesStorage)


def test_every_file_that_another_names_is_found(collected: Path) -> None:
    """Else the session's files could not have been collected."""
    names = [path.name for path in collected.rglob("*.js")]
    assert any(re.search(r"\.[0-9a-f]{12}\.js$", name) for name in names)


def test_files_are_collected_again_when_a_source_has_changed(
    manifest: Path, settings: Settings, tmp_path_factory: pytest.TempPathFactory
) -> None:
    sources = tmp_path_factory.mktemp("sources")
    settings.STATICFILES_DIRS = [sources]
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    script = sources / "clock.js"
    for minute, text in enumerate(("export const a = 1;\n", "export const a = 2;\n"), 1):
        script.write_text(text)
        at = time.time() + 60 * minute
        os.utime(script, (at, at))  # Django copies what is newer
        assert collect_changed_files()
        assert not collect_changed_files()
        assert (manifest / "clock.js").read_text() == text
    (manifest / "staticfiles.json").unlink()
    assert collect_changed_files()


def test_a_file_is_served_whole_and_not_again_when_unchanged(client: Client) -> None:
    (source, *_) = (ROOT / "static" / "css").glob("*.css")
    first = client.get(f"/static/css/{source.name}")
    assert first.status_code == 200
    assert first.content == source.read_bytes()
    assert first["Content-Type"] == 'text/css; charset="utf-8"'
    again = client.get(f"/static/css/{source.name}", headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert client.get("/static/css/absent.css").status_code == 404


@pytest.fixture
def releases(manifest: Path, settings: Settings) -> Path:
    """A folder with the files of three releases: one script, changed twice."""
    settings.STATICFILES_DIRS = [manifest / "source"]
    settings.STATIC_ROOT = manifest / "collected"
    script = manifest / "source" / "js" / "page.js"
    script.parent.mkdir(parents=True)
    for text in ("one", "two", "two", "three", "four"):
        script.write_text(f"export const release = '{text}';\n")
        call_command("collectstatic", interactive=False, verbosity=0)
        delete_older_files(settings.STATIC_ROOT)
    return manifest / "collected"


def test_the_files_of_the_last_releases_are_kept_and_served(
    releases: Path, settings: Settings
) -> None:
    texts = {path.read_text().split("'")[1] for path in releases.glob("js/page.*.js")}
    assert texts == {"two", "three", "four"}
    settings.WHITENOISE_AUTOREFRESH = settings.WHITENOISE_USE_FINDERS = False
    settings.STATIC_ROOT = releases
    middleware = StaticMiddleware(lambda _: HttpResponseNotFound())

    def request_status(path: str) -> int:
        return middleware(RequestFactory().get(f"/static/{path}")).status_code

    (releases / "js" / "page.abcdefabcdef.js").write_text("later")
    (releases.parent / "secret.js").write_text("outside")
    paths = ("js/page.abcdefabcdef.js", "js/absent.js", "../secret.js", "js")
    assert [request_status(path) for path in paths] == [200, 404, 404, 404]
    (script, *_) = (
        path for path in releases.glob("js/page.*.js") if "later" not in path.read_text()
    )
    for path in releases.glob(f"js/{script.name}*"):
        path.unlink()
    assert request_status(f"js/{script.name}") == 404, "deleted since the start"


def test_scripts_lie_in_folders_named_like_those_of_the_templates() -> None:
    def folders(root: Path) -> set[str]:
        return {path.name for path in root.iterdir() if path.is_dir()}

    assert folders(ROOT / "static" / "js") <= folders(ROOT / "templates")
