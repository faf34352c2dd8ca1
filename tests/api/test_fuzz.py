"""P16: every operation with made-up requests; answers fit the schema, and none is a server error."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi import checks

from edgepbem.wsgi import application
from games.api import docs
from tests.api.fuzz import with_things_that_exist
from tests.api.real import furnish

EXAMPLES = 4  # of each operation; the catalogue has the full number, against a real server
CHECKS = [
    not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
]


def _schema() -> Any:
    schema = schemathesis.openapi.from_dict(with_things_that_exist(copy.deepcopy(docs.schema())))
    schema.app = application
    return schema


SCHEMA = _schema()
OPERATIONS = {
    result.ok().definition.raw["operationId"]: result.ok() for result in SCHEMA.get_all_operations()
}


@pytest.mark.parametrize("name", sorted(OPERATIONS))
def test_nothing_that_the_schema_allows_is_a_server_error(name: str, db: None, generous: None) -> None:
    token, _ = furnish()

    @settings(
        max_examples=EXAMPLES,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=OPERATIONS[name].as_strategy())
    def check(case: schemathesis.Case[Any]) -> None:
        plain = {"Accept-Encoding": "identity"}  # what calls the application here unpacks nothing
        response = case.call(headers={"Authorization": f"Token {token}"} | plain)
        case.validate_response(response, checks=CHECKS)

    check()


@pytest.fixture
def generous(settings: Any) -> Iterator[None]:
    """Nobody asks too often, and no request closes the connection of the test."""
    settings.API_PACE, settings.ALLOWED_HOSTS = 1000, ["*"]
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)
