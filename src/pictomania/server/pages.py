"""The pages: files of the package, and care for every answer."""

from collections.abc import Awaitable, Callable, Mapping
from http import HTTPStatus
from importlib.resources import files
from pathlib import Path

from aiohttp import web

from pictomania.server.headers import ASK_AGAIN, FOREVER, SAFE
from pictomania.server.hush import PAGES
from pictomania.server.shelf import Shelf

SEVERAL = ("/", "/t/{code}", "/g/{game}", "/help")  # one page, which looks at its own address

FILES = "/static/"
NAMED_BY_CONTENT = "/static/assets/"  # another content has another name
PAGE = "index.html"

Answer = Callable[[web.Request], Awaitable[web.StreamResponse]]


def folder() -> Path:
    """Where the files of the pages lie."""
    return Path(str(files("pictomania.server").joinpath("static")))


@web.middleware
async def careful(request: web.Request, handler: Answer) -> web.StreamResponse:
    """Answer whatever happens; mistakes of ours are logged, and nobody else learns what they were."""
    try:
        return await handler(request)
    except web.HTTPException as error:
        return web.Response(status=error.status, text=error.text, headers=error.headers)
    except Exception:  # noqa: BLE001 (aiohttp would answer too, but not as we do)
        PAGES.exception("a request could not be answered")
        status = HTTPStatus.INTERNAL_SERVER_ERROR
        return web.Response(status=status, text=f"{status:d}: {status.phrase}")


def protect(app: web.Application, safe: Mapping[str, str] = SAFE) -> None:
    """Give every answer its headers, those that tell of mistakes too."""

    async def add_headers(request: web.Request, response: web.StreamResponse) -> None:
        response.headers.update(safe)
        if request.path.startswith(FILES) and response.status < HTTPStatus.BAD_REQUEST:
            response.headers.update(FOREVER if request.path.startswith(NAMED_BY_CONTENT) else ASK_AGAIN)

    app.on_response_prepare.append(add_headers)


def add_pages(app: web.Application, static: Path) -> None:
    """Answer with files from a folder, as they are now."""
    shelf = Shelf(static)

    async def page(request: web.Request) -> web.StreamResponse:
        return shelf.answer(request, PAGE, headers=ASK_AGAIN)

    async def file(request: web.Request) -> web.StreamResponse:
        return shelf.answer(request, request.match_info["name"])

    async def nowhere(request: web.Request) -> web.StreamResponse:
        if "text/html" not in request.headers.get("Accept", ""):
            raise web.HTTPNotFound
        return shelf.answer(request, PAGE, HTTPStatus.NOT_FOUND, ASK_AGAIN)

    for path in SEVERAL:
        app.router.add_get(path, page)
    app.router.add_get(FILES + "{name:.+}", file)
    app.router.add_get("/{nowhere:(?!api/|static/).*}", nowhere)  # the page says so, in everybody's language
