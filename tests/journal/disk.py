"""A disk in memory with a cache that forgets, under SQLite as a VFS of apsw.

What is written stays in the cache until its file is synced. When the power goes, every write
since then is kept, lost or torn, sector by sector and whatever the order in which they came. A
disk can also run full, fail for a while, or lie about what it synced.
"""

from collections.abc import Callable
from random import Random

import apsw

SECTOR = 512
NAME = "disk"


class PowerLostError(apsw.IOError):
    """What every operation raises from that moment on."""


class File:
    """A file as the program sees it, as it is on the platter, and what lies between."""

    def __init__(self, content: bytes = b"") -> None:
        self.seen = bytearray(content)
        self.kept = bytearray(content)
        self.cached: list[tuple[int, bytes | None]] = []

    def write(self, offset: int, data: bytes) -> None:
        _put(self.seen, offset, data)
        self.cached.append((offset, data))

    def truncate(self, size: int) -> None:
        del self.seen[size:]
        self.cached.append((size, None))

    def sync(self) -> None:
        for offset, data in self.cached:
            if data is None:
                del self.kept[offset:]
            else:
                _put(self.kept, offset, data)
        self.cached.clear()

    def after_power_loss(self, random: Random) -> "File":
        """Of the cached writes some, of these some sectors, in any order."""
        chance = random.choice((0.0, 0.1, 0.5, 0.9, 1.0))
        content = bytearray(self.kept)
        for offset, data in random.sample(self.cached, len(self.cached)):
            if data is not None:
                for start in range(0, len(data), SECTOR):
                    if random.random() < chance:
                        end = random.randrange(SECTOR) if random.random() < 0.02 else SECTOR
                        _put(content, offset + start, data[start : start + end])
            elif random.random() < chance:
                del content[offset:]
        return File(bytes(content))


def _put(content: bytearray, offset: int, data: bytes) -> None:
    if len(content) < offset:
        content.extend(bytes(offset - len(content)))
    content[offset : offset + len(data)] = data


class Disk:
    """Files by name. Operations that change something are counted, so that one can be the last."""

    def __init__(self, files: dict[str, File], *, honest: bool = True) -> None:
        self.files = files
        self.removed: dict[str, File] = {}
        self.honest = honest
        self.operations = 0
        self.power_lasts = 0
        """How many operations work; 0 for any number."""
        self.fault: Callable[[str], None] | None = None
        """Raises what an operation (read, write, truncate, sync, delete) is to fail with."""

    @property
    def lost_power(self) -> bool:
        return 0 < self.power_lasts < self.operations

    def operate(self, name: str, effect: Callable[[], None]) -> None:
        """Do what changes files. The power goes while an operation is done, not between two."""
        self.check(name)
        self.operations += 1
        if name != "sync" or not self.lost_power:
            effect()
        if self.lost_power:
            raise PowerLostError

    def check(self, name: str) -> None:
        """Fail if there is no power, or if this is to fail."""
        if self.lost_power:
            raise PowerLostError
        if self.fault is not None:
            self.fault(name)

    def after_kill(self) -> "Disk":
        """The same disk when only the process ended: the cache is still there."""
        return Disk(self.files, honest=self.honest)

    def after_power_loss(self, random: Random) -> "Disk":
        """The same disk when the power is back."""
        found = {
            name: file.after_power_loss(random)
            for name, file in self.files.items()
            if file.kept or random.random() < 0.5
        }
        for name, file in self.removed.items():
            if random.random() < 0.5:
                found.setdefault(name, file.after_power_loss(random))
        return Disk(found, honest=self.honest)


class OpenFile(apsw.VFSFile):
    """A file as apsw wants one. There is one connection: every lock is granted."""

    def __init__(self, disk: Disk, file: File) -> None:
        self._disk = disk
        self._file = file

    def xRead(self, amount: int, offset: int) -> bytes:
        self._disk.check("read")
        return bytes(self._file.seen[offset : offset + amount])

    def xWrite(self, data: bytes, offset: int) -> None:
        self._disk.operate("write", lambda: self._file.write(offset, bytes(data)))

    def xTruncate(self, size: int) -> None:
        self._disk.operate("truncate", lambda: self._file.truncate(size))

    def xSync(self, flags: int) -> None:
        self._disk.operate("sync", self._file.sync if self._disk.honest else lambda: None)

    def xFileSize(self) -> int:
        return len(self._file.seen)

    def xLock(self, level: int) -> None:
        pass

    def xUnlock(self, level: int) -> None:
        pass

    def xCheckReservedLock(self) -> bool:
        return False

    def xFileControl(self, operation: int, pointer: int) -> bool:
        return False

    def xSectorSize(self) -> int:
        return SECTOR

    def xDeviceCharacteristics(self) -> int:
        return apsw.SQLITE_IOCAP_POWERSAFE_OVERWRITE  # what SQLite takes a disk to have

    def xClose(self) -> None:
        pass


class DiskVFS(apsw.VFS):
    """Every file of a disk, whichever is in place now."""

    def __init__(self) -> None:
        super().__init__(NAME, "")
        self.disk = Disk({})

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> OpenFile:
        path = name.filename() if isinstance(name, apsw.URIFilename) else name or ""
        self.disk.check("open")
        self.disk.removed.pop(path, None)
        return OpenFile(self.disk, self.disk.files.setdefault(path, File()))

    def xDelete(self, name: str, syncdir: bool) -> None:
        def delete() -> None:
            file = self.disk.files.pop(name)
            if not syncdir:
                self.disk.removed[name] = file

        self.disk.operate("delete", delete)

    def xAccess(self, name: str, flags: int) -> bool:
        return name in self.disk.files

    def xFullPathname(self, name: str) -> str:
        return name
