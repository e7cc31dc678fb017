"""The OpenAPI document describes every route completely."""

import re
from http import HTTPStatus
from typing import Any

import msgspec

from pictomania.server.http.pages import PAGE_PATHS
from pictomania.server.http.routes import PATTERNS, PICTURES, ROUTES, openapi
from pictomania.server.version import VERSION
from pictomania.table.identity.codes import new_code, new_game_id
from pictomania.words import FORMATS


def document() -> dict[str, Any]:
    """The document as JSON."""
    read: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(openapi()))
    return read


def test_every_route_is_in_the_document() -> None:
    whole = document()
    assert (whole["openapi"], whole["info"]["version"]) == ("3.1.0", VERSION)
    assert {(path, method) for path, methods in whole["paths"].items() for method in methods} == {
        (route.path, route.method.lower()) for route in ROUTES
    }
    assert len({route.name for route in ROUTES}) == len(ROUTES)


def test_every_response_is_described() -> None:
    whole = document()
    for route in ROUTES:
        operation = whole["paths"][route.path][route.method.lower()]
        assert operation["operationId"] == route.name
        assert list(operation["responses"]) == [str(int(status)) for status in route.responses]
        for status, response in operation["responses"].items():
            ((content, media),) = response["content"].items()
            if int(status) >= HTTPStatus.BAD_REQUEST:
                assert (content, media["schema"]) == (
                    "application/json",
                    {"$ref": "#/components/schemas/Problem"},
                )
            else:
                assert content == ("application/json" if route.result is not None else route.content)


def test_every_reference_resolves() -> None:
    whole = document()
    written = msgspec.json.encode(whole).decode()
    for reference in set(re.findall(r'"\$ref":"#/components/schemas/([^"]+)"', written)):
        assert reference in whole["components"]["schemas"]


def test_every_part_of_a_path_is_described() -> None:
    for path, methods in document()["paths"].items():
        for operation in methods.values():
            parts = [part["name"] for part in operation["parameters"] if part["in"] == "path"]
            assert parts == re.findall(r"\{(\w+)\}", path)
            assert all(part["required"] for part in operation["parameters"])


def test_codes_and_games_fit_their_patterns() -> None:
    assert re.fullmatch(PATTERNS["code"], new_code(lambda row: row[-1]))
    assert re.fullmatch(PATTERNS["game"], new_game_id(lambda row: row[-1], 0))


def test_upload_parameters_are_described() -> None:
    whole = document()
    operation = whole["paths"]["/api/tables/{code}/deck"]["post"]
    query = {part["name"]: part["schema"] for part in operation["parameters"] if part["in"] == "query"}
    assert query["form"]["enum"] == list(FORMATS)
    assert re.fullmatch(query["language"]["pattern"], "pt-BR")
    assert operation["security"] == [{"key": []}]
    assert whole["components"]["securitySchemes"]["key"] == {"type": "http", "scheme": "bearer"}
    assert list(operation["requestBody"]["content"]) == ["application/octet-stream"]


def test_pictures_have_a_route_each() -> None:
    contents = {route.content for route in ROUTES if route.name.startswith("drawing_")}
    assert contents == set(PICTURES.values())


def test_pages_and_routes_do_not_collide() -> None:
    assert not {route.path.split("/")[1] for route in ROUTES} & {path.split("/")[1] for path in PAGE_PATHS}
