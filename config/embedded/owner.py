"""The system user that runs PostgreSQL, which refuses root, and the folders this user can enter.

A clone may be in a folder that only root can enter. Data and programs then go to a folder of the
system, named after the clone: to open the clone's folder to everybody would be unsafe.
"""

import hashlib
import os
import pwd
import shutil
import stat
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from config.embedded.process import ServiceError

SYSTEM_FOLDER = Path("/var/lib/duplicata-embedded")
USER_NAMES = ("nobody", "daemon")
MAX_SOCKET_FOLDER_BYTES = 88  # with the file's name macOS allows 103, Linux 107


@dataclass(frozen=True)
class Owner:
    """The system user that runs the database: the current one, unless that is root."""

    uid: int
    gid: int

    @property
    def is_current_user(self) -> bool:
        return self.uid == os.geteuid()

    def start_program(self, command: list[str], *, cwd: Path, log: Path) -> subprocess.Popen[bytes]:
        """Start a program as this user, in its own session, with its output appended to ``log``."""
        with log.open("ab") as output:
            if self.is_current_user:
                return subprocess.Popen(
                    command, cwd=cwd, stdout=output, stderr=output, start_new_session=True
                )
            return subprocess.Popen(
                command,
                cwd=cwd,
                stdout=output,
                stderr=output,
                start_new_session=True,
                user=self.uid,
                group=self.gid,
                extra_groups=[],
            )

    def can_access(self, test: str, path: Path) -> bool:
        """Return True if ``test`` (-x, -r) on ``path`` succeeds as this user, run by the system."""
        if self.is_current_user:
            return True
        answer = subprocess.run(
            ["test", test, str(path)],
            check=False,
            cwd="/",
            user=self.uid,
            group=self.gid,
            extra_groups=[],
        )
        return answer.returncode == 0


def find_owner() -> Owner:
    """Return the current user or, for root, an ordinary user of every system."""
    if os.geteuid() != 0:
        return Owner(os.geteuid(), os.getegid())
    for name in USER_NAMES:
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        return Owner(entry.pw_uid, entry.pw_gid)
    raise ServiceError(
        "PostgreSQL ne tourne pas sous root et aucun utilisateur ordinaire n'a été trouvé "
        f"({', '.join(USER_NAMES)})."
    )


def find_reachable_folder(folder: Path, owner: Owner) -> Path:
    """Return ``folder``, or a folder of the system if the owner cannot enter its parents."""
    if owner.can_access("-x", folder.parent):
        return folder
    name = hashlib.sha256(os.fsencode(folder)).hexdigest()[:12]
    SYSTEM_FOLDER.mkdir(mode=0o755, parents=True, exist_ok=True)
    return SYSTEM_FOLDER / name


def create_private_folder(folder: Path, owner: Owner) -> None:
    """Create a folder that only the owner (and root) can enter."""
    folder.mkdir(mode=stat.S_IRWXU, parents=True, exist_ok=True)
    if not owner.is_current_user:
        os.chown(folder, owner.uid, owner.gid)


def find_socket_folder(home: Path, owner: Owner) -> Path:
    """Return ``home``, or a folder with a short path if the socket's path would be too long."""
    if len(os.fsencode(home)) <= MAX_SOCKET_FOLDER_BYTES:
        return home
    name = "duplicata-" + hashlib.sha256(os.fsencode(home)).hexdigest()[:12]
    short_folder = Path(tempfile.gettempdir()) / name
    create_private_folder(short_folder, owner)
    if short_folder.is_symlink() or short_folder.stat().st_uid != owner.uid:
        raise ServiceError(f"{short_folder} appartient à un autre utilisateur")
    return short_folder


def find_executable_folder(parts: list[Path], program: str, owner: Owner) -> Path:
    """Return a folder in which the owner can run ``program``, a path below the folder of ``parts``:
    that folder, or one with copies of the parts (a package and its libraries).
    """
    folder = parts[0].parent
    if owner.can_access("-x", folder / program) and owner.can_access("-r", folder / program):
        return folder
    name = hashlib.sha256(os.fsencode(folder)).hexdigest()[:12]
    timestamp = f"{(folder / program).stat().st_mtime_ns}"
    copy_folder = SYSTEM_FOLDER / f"programs-{name}-{timestamp}"
    if not copy_folder.exists():
        _copy_for_all(parts, copy_folder)
    return copy_folder


def _copy_for_all(parts: list[Path], copy_folder: Path) -> None:
    """Copy to a temporary folder and rename; everybody gets the owner's rights except writing."""
    SYSTEM_FOLDER.mkdir(mode=0o755, parents=True, exist_ok=True)
    new_folder = Path(tempfile.mkdtemp(dir=SYSTEM_FOLDER))
    for part in parts:
        shutil.copytree(part, new_folder / part.name, symlinks=True)
    for path in [new_folder, *new_folder.rglob("*")]:
        if not path.is_symlink():
            mode = path.stat().st_mode
            path.chmod(mode | 0o444 | (0o111 if mode & stat.S_IXUSR else 0))
    try:
        new_folder.rename(copy_folder)
    except OSError:  # another process made the same copy meanwhile
        shutil.rmtree(new_folder)
