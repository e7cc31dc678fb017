"""Static files, served from memory: no request opens a file, so no path can escape the folder."""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b
from http import HTTPStatus
from mimetypes import MimeTypes
from pathlib import Path

from aiohttp import web

PACKED = {"br": ".br", "gzip": ".gz"}  # best first
TYPES = MimeTypes()
TYPES.encodings_map.clear()  # a compressed file under its own name is served as it is
for _suffix, _type in {
    ".br": "application/x-brotli",
    ".gz": "application/gzip",
    ".js": "text/javascript",
    ".webmanifest": "application/manifest+json",
}.items():
    TYPES.add_type(_type, _suffix)


@dataclass(frozen=True, slots=True)
class _File:
    content: bytes
    tag: str
    kind: str


class StaticFiles:
    """The files of a folder, as they were at start-up."""

    def __init__(self, folder: Path) -> None:
        """Read all files; symbolic links are not followed."""
        self._files: dict[str, _File] = {}
        for path in folder.rglob("*"):
            if path.is_file() and not path.is_symlink():
                content = path.read_bytes()
                tag = '"' + blake2b(content, digest_size=12).hexdigest() + '"'
                kind = TYPES.guess_type(path.name)[0] or "application/octet-stream"
                self._files[path.relative_to(folder).as_posix()] = _File(content, tag, kind)

    def __contains__(self, name: str) -> bool:
        """Whether there is such a file."""
        return name in self._files

    def response(
        self,
        request: web.Request,
        name: str,
        status: HTTPStatus = HTTPStatus.OK,
        headers: Mapping[str, str] | None = None,
    ) -> web.Response:
        """Serve a file, compressed if the client accepts it."""
        plain = self._files.get(name)
        if plain is None:
            raise web.HTTPNotFound
        coding, file = self._compressed(request, name, plain)
        fields = {"ETag": file.tag, "Vary": "Accept-Encoding", **(headers or {})}
        if status == HTTPStatus.OK and file.tag in request.headers.get("If-None-Match", ""):
            return web.Response(status=HTTPStatus.NOT_MODIFIED, headers=fields)
        if coding:
            fields["Content-Encoding"] = coding
        return web.Response(body=file.content, status=status, content_type=plain.kind, headers=fields)

    def _compressed(self, request: web.Request, name: str, plain: _File) -> tuple[str, _File]:
        accepted = request.headers.get("Accept-Encoding", "").lower()
        for coding, suffix in PACKED.items():
            if coding in accepted and name + suffix in self._files:
                return coding, self._files[name + suffix]
        return "", plain
