"""The HTTP API against its own document: whatever fits it, and whatever does not, is answered as it says."""

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

from pictomania.server import intake, showing, uploads, visits
from pictomania.server.headers import SAFE
from pictomania.server.routes import openapi
from tests.server.http_neighbour import Neighbour, neighbour

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

# What the server tells is compared with this in `test_api`; here it is needed before there is a server.
document = schemathesis.openapi.from_dict(msgspec.json.decode(msgspec.json.encode(openapi())))
few = settings(max_examples=8, suppress_health_check=list(HealthCheck))
many = settings(max_examples=400, suppress_health_check=list(HealthCheck))


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Neighbour]:
    """A server that does not count."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(uploads, "DECKS_PER_HOUR", 1_000_000)
        patch.setattr(visits, "NEW_AT_ONCE", 1_000_000)
        patch.setattr(intake, "REQUESTS", (1e9, 1e12))
        for budget in ("REPLAYS", "PAINTING", "BYTES"):
            patch.setattr(showing, budget, (1e9, 1e12))
        with neighbour(tmp_path_factory.mktemp("house")) as somebody:
            yield somebody


def ask_anything(case: schemathesis.Case[Any], house: Neighbour) -> None:
    """Ask for things that nobody has ever made, in the right way and in wrong ones."""
    answer = case.call_and_validate(base_url=house.url, checks=[*DESCRIBED, *REFUSED])
    check_protection(answer)


def ask_for_what_is_there(case: schemathesis.Case[Any], house: Neighbour) -> None:
    """Ask for tables and games that there are, with the keys of their hosts."""
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
    """Look at the headers that every answer has."""
    assert {name.lower(): [value] for name, value in SAFE.items()}.items() <= dict(answer.headers).items()


@document.parametrize()
@few
def test_anything_can_be_asked(case: schemathesis.Case[Any], house: Neighbour) -> None:
    ask_anything(case, house)


@document.parametrize()
@few
def test_what_is_there_can_be_asked_for_in_any_way(case: schemathesis.Case[Any], house: Neighbour) -> None:
    ask_for_what_is_there(case, house)


@pytest.mark.long
@document.parametrize()
@many
def test_anything_can_be_asked_for_long(case: schemathesis.Case[Any], house: Neighbour) -> None:
    ask_anything(case, house)


@pytest.mark.long
@document.parametrize()
@many
def test_what_is_there_can_be_asked_for_long(case: schemathesis.Case[Any], house: Neighbour) -> None:
    ask_for_what_is_there(case, house)
