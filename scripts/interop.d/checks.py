"""What the parts have in common: the emulators' places, and counting of checks."""

import json
import sys
from pathlib import Path


class Setup:
    """What `pushwire emulate` wrote into its folder."""

    def __init__(self, path):
        self.file = json.loads(Path(path).read_text())
        self.folder = Path(path).parent

    def __getitem__(self, name):
        return self.file[name]

    def path(self, name):
        """A file's path, relative to where we are."""
        path = Path(name)
        return str(path if path.exists() else self.folder / path.name)

    def port(self, name):
        return int(self.file[name].rstrip("/").rsplit(":", 1)[1])

    def token(self, name):
        for token in self.file["tokens"]:
            if token["name"] == name or Path(token["file"]).stem == name:
                path = Path(token["file"])
                if not path.exists():
                    path = self.folder / "tokens" / path.name
                return path.read_text().strip()
        raise SystemExit(f"interop: the emulators made no token {name}")


class Checks:
    """Prints each comparison; `end` exits 1 if one failed, or if there was none."""

    def __init__(self, client):
        self.client = client
        self.count = 0
        self.failures = 0

    def equal(self, what, found, documented):
        self.count += 1
        good = found == documented
        if not good:
            self.failures += 1
        print(f"{'ok  ' if good else 'FAIL'}  {self.client:<15} {what}: {found}"
              + ("" if good else f" (documented: {documented})"))

    def end(self):
        print(f"{self.client}: {self.count - self.failures} of {self.count} answers as documented")
        sys.exit(1 if self.failures or not self.count else 0)
