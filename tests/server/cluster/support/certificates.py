"""Certificates made with openssl: an authority, and nodes that it has signed."""

import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest


@dataclass
class Authority:
    """Signs certificates for 127.0.0.1."""

    folder: Path
    name: str

    def __post_init__(self) -> None:
        """Make a key and a certificate that it has signed itself."""
        self._openssl = shutil.which("openssl") or pytest.skip("needs openssl to make certificates")
        self._run("req", "-x509", *self._new_key(self.name), "-out", str(self.file), "-days", "9")

    @property
    def file(self) -> Path:
        """Its certificate."""
        return self.folder / f"{self.name}.pem"

    def sign(self, node: str) -> tuple[Path, Path]:
        """Make a certificate and a key for a node."""
        request, signed, names = (self.folder / f"{node}.{end}" for end in ("csr", "pem", "txt"))
        names.write_text("subjectAltName=IP:127.0.0.1")
        self._run("req", *self._new_key(node), "-out", str(request))
        files = ("-in", str(request), "-out", str(signed), "-extfile", str(names))
        signer = ("-CA", str(self.file), "-CAkey", str(self._key(self.name)), "-CAcreateserial")
        self._run("x509", "-req", *files, *signer, "-days", "9")
        return signed, self._key(node)

    def _key(self, owner: str) -> Path:
        return self.folder / f"{owner}.key"

    def _new_key(self, owner: str) -> tuple[str, ...]:
        curve = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
        return (*curve, "-keyout", str(self._key(owner)), "-subj", f"/CN={owner}")

    def _run(self, *arguments: str) -> None:
        subprocess.run([self._openssl, *arguments], check=True, capture_output=True)
