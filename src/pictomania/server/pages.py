"""The pages: files of the package, and care for every answer."""

from collections.abc import Awaitable, Callable
from errno import ENAMETOOLONG
from http import HTTPStatus
from importlib.resources import files
from pathlib import Path

from aiohttp import web

from pictomania.server.headers import ASK_AGAIN, FOREVER, SAFE
from pictomania.server.hush import PAGES

SEVERAL = ("/", "/t/{code}", "/g/{game}", "/help")  # one page, which looks at its own address

FILES = "/static/"
NAMED_BY_CONTENT = "/static/assets/"  # another content has another name

Answer = Callable[[web.Request], Awaitable[web.StreamResponse]]


def folder() -> Path:
    """Where the files of the pages lie."""
    return Path(str(files("pictomania.server").joinpath("static")))


@web.middleware
async def careful(request: web.Request, handler: Answer) -> web.StreamResponse:
    """Give every answer its headers, those that tell of mistakes too, be they our own."""
    try:
        response = await handler(request)
    except web.HTTPException as error:
        error.headers.update(SAFE)
        raise
    except web.RequestPayloadError:
        response = _sorry(HTTPStatus.BAD_REQUEST)
    except Exception as error:  # noqa: BLE001 (aiohttp would answer too, but without the headers)
        if getattr(error, "errno", 0) == ENAMETOOLONG:  # a file with a name that no file can have
            response = _sorry(HTTPStatus.NOT_FOUND)
        else:
            PAGES.exception("a request could not be answered")
            response = _sorry(HTTPStatus.INTERNAL_SERVER_ERROR)
    response.headers.update(SAFE)
    if request.path.startswith(FILES) and response.status < HTTPStatus.BAD_REQUEST:
        response.headers.update(FOREVER if request.path.startswith(NAMED_BY_CONTENT) else ASK_AGAIN)
    return response


def _sorry(status: HTTPStatus) -> web.Response:
    return web.Response(status=status, text=f"{status:d}: {status.phrase}")


def add_pages(app: web.Application, static: Path) -> None:
    """Answer with files from a folder."""

    async def page(request: web.Request) -> web.StreamResponse:  # noqa: ARG001
        return web.FileResponse(static / "index.html", headers=ASK_AGAIN)

    async def nowhere(request: web.Request) -> web.StreamResponse:
        if "text/html" not in request.headers.get("Accept", ""):
            raise web.HTTPNotFound
        return web.FileResponse(static / "index.html", status=HTTPStatus.NOT_FOUND, headers=ASK_AGAIN)

    for path in SEVERAL:
        app.router.add_get(path, page)
    app.router.add_static(FILES, static)
    app.router.add_get("/{nowhere:(?!api/|static/).*}", nowhere)  # the page says so, in everybody's language
