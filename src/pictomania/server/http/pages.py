"""Pages and static files, and the middleware for errors and headers."""

from collections.abc import Awaitable, Callable, Mapping
from http import HTTPStatus
from importlib.resources import files
from pathlib import Path

from aiohttp import web
from aiohttp.typedefs import Handler

from pictomania.server.headers import IMMUTABLE, NO_CACHE, SECURITY_HEADERS
from pictomania.server.http.static_files import StaticFiles
from pictomania.server.net.log_filters import PAGES
from pictomania.server.net.refusal import HttpRefusal

PAGE_PATHS = ("/", "/t/{code}", "/g/{game}", "/help")  # one page with client-side routing

FILES = "/static/"
NAMED_BY_CONTENT = "/static/assets/"  # file names contain a hash of the content
PAGE = "index.html"

FindElsewhere = Callable[[web.Request], Awaitable[web.StreamResponse]]


def static_folder() -> Path:
    """The folder of the static files."""
    return Path(str(files("pictomania.server").joinpath("static")))


@web.middleware
async def catch_errors(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Turn exceptions into responses; unexpected ones are logged, and not described to the client."""
    try:
        return await handler(request)
    except HttpRefusal as refusal:
        return refusal.response()
    except web.HTTPException as error:
        return web.Response(status=error.status, text=error.text, headers=error.headers)
    except Exception:  # noqa: BLE001 (a client always gets a response)
        PAGES.exception("a request failed")
        status = HTTPStatus.INTERNAL_SERVER_ERROR
        return HttpRefusal(status, body=f"{status:d}: {status.phrase}".encode()).response()


def add_security_headers(
    app: web.Application, security_headers: Mapping[str, str] = SECURITY_HEADERS
) -> None:
    """Add the security and cache headers to every response, errors included."""

    async def add_headers(request: web.Request, response: web.StreamResponse) -> None:
        response.headers.update(security_headers)
        if request.path.startswith(FILES) and response.status < HTTPStatus.BAD_REQUEST:
            response.headers.update(IMMUTABLE if request.path.startswith(NAMED_BY_CONTENT) else NO_CACHE)

    app.on_response_prepare.append(add_headers)


def add_files(
    app: web.Application, static_files: StaticFiles, find_elsewhere: FindElsewhere | None = None
) -> None:
    """Serve static files; those that are missing may be found elsewhere."""

    async def file(request: web.Request) -> web.StreamResponse:
        name = request.match_info["name"]
        if name not in static_files and find_elsewhere is not None:
            return await find_elsewhere(request)
        return static_files.response(request, name)

    app.router.add_get(FILES + "{name:.+}", file)


def add_pages(app: web.Application, static_files: StaticFiles) -> None:
    """Serve the page at all its paths."""

    async def page(request: web.Request) -> web.StreamResponse:
        return static_files.response(request, PAGE, headers=NO_CACHE)

    async def not_found(request: web.Request) -> web.StreamResponse:
        if "text/html" not in request.headers.get("Accept", ""):
            raise web.HTTPNotFound
        return static_files.response(request, PAGE, HTTPStatus.NOT_FOUND, NO_CACHE)

    for path in PAGE_PATHS:
        app.router.add_get(path, page)
    app.router.add_get(
        "/{not_found:(?!api/|static/).*}", not_found
    )  # the page reports it, in the player's language
