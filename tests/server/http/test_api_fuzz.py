"""The HTTP API against its OpenAPI document, with valid and invalid requests."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    allow_header_conformance,
    content_type_conformance,
    ignored_auth,
    missing_required_header,
    negative_data_rejection,
    positive_data_acceptance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from pictomania.server.headers import SECURITY_HEADERS
from pictomania.server.http import deck_uploads, finished_games, request_checks
from pictomania.server.http.routes import openapi
from pictomania.server.net import connections
from tests.server.support.threaded_server import ThreadedServer, run_threaded_server

DESCRIBED = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
REFUSED = [
    allow_header_conformance,
    ignored_auth,
    missing_required_header,
    negative_data_rejection,
    positive_data_acceptance,
    unsupported_method,
]

# `test_api` compares this with the document that the server sends; here it is needed earlier.
document = schemathesis.openapi.from_dict(msgspec.json.decode(msgspec.json.encode(openapi())))
few = settings(max_examples=8, suppress_health_check=list(HealthCheck))
many = settings(max_examples=400, suppress_health_check=list(HealthCheck))


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ThreadedServer]:
    """A server without rate limits."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(deck_uploads, "DECKS_PER_HOUR", 1_000_000)
        patch.setattr(connections, "NEW_BURST_FACTOR", 1_000_000)
        patch.setattr(request_checks, "REQUESTS", (1e9, 1e12))
        for budget in ("REPLAYS", "PAINTING", "DOWNLOAD_BYTES"):
            patch.setattr(finished_games, budget, (1e9, 1e12))
        with run_threaded_server(tmp_path_factory.mktemp("house")) as somebody:
            yield somebody


def ask_anything(case: schemathesis.Case[Any], house: ThreadedServer) -> None:
    """Send valid and invalid requests for things that do not exist."""
    answer = case.call_and_validate(base_url=house.url, checks=[*DESCRIBED, *REFUSED])
    check_protection(answer)


def ask_for_what_is_there(case: schemathesis.Case[Any], house: ThreadedServer) -> None:
    """Send requests for existing tables and games, with the keys of their hosts."""
    codes = (house.lobby, house.playing) if "code" in case.path_parameters else ("",)
    for code in codes:
        case.path_parameters |= {
            name: value
            for name, value in {"code": code, "game": house.game}.items()
            if name in case.path_parameters
        }
        headers = {"Authorization": f"Bearer {house.keys[code]}"} if code else {}
        answer = case.call_and_validate(base_url=house.url, headers=headers, checks=DESCRIBED)
        check_protection(answer)


def check_protection(answer: schemathesis.Response) -> None:
    """Check the security headers of a response."""
    assert {name.lower(): [value] for name, value in SECURITY_HEADERS.items()}.items() <= dict(
        answer.headers
    ).items()


@document.parametrize()
@few
def test_random_requests(case: schemathesis.Case[Any], house: ThreadedServer) -> None:
    ask_anything(case, house)


@document.parametrize()
@few
def test_random_requests_for_existing_things(case: schemathesis.Case[Any], house: ThreadedServer) -> None:
    ask_for_what_is_there(case, house)


@pytest.mark.long
@document.parametrize()
@many
def test_random_requests_for_long(case: schemathesis.Case[Any], house: ThreadedServer) -> None:
    ask_anything(case, house)


@pytest.mark.long
@document.parametrize()
@many
def test_random_requests_for_existing_things_for_long(
    case: schemathesis.Case[Any], house: ThreadedServer
) -> None:
    ask_for_what_is_there(case, house)
