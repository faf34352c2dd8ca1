"""The schema is whole, its examples are right, and the page that shows it needs nothing from elsewhere."""

from __future__ import annotations

import json
import re

import msgspec
import pytest
from django.test import Client
from django.urls import get_resolver

from games.api import docs, openapi
from games.api.urls import urlpatterns
from tests.api.conftest import Program

OPERATIONS = docs.operations(docs.schema())
WITH_BODY = ("post", "put", "patch")


def told(shown: docs.Operation) -> str:
    return shown.id


def test_every_view_is_in_the_schema() -> None:
    known = {shown.path for shown in OPERATIONS}
    routes = [re.sub(r"<(?:number|day):(\w+)>", r"{\1}", str(entry.pattern)) for entry in urlpatterns]
    wanted = {f"/api/{route}" for route in routes if route.startswith("v1/")}
    assert wanted == known


def test_operations_have_names_of_their_own() -> None:
    names = [shown.id for shown in OPERATIONS]
    assert len(set(names)) == len(names) > 20


@pytest.mark.parametrize("shown", OPERATIONS, ids=told)
def test_an_operation_shows_what_is_sent_and_what_is_answered(shown: docs.Operation) -> None:
    assert shown.data["summary"]
    assert shown.data["description"]
    if shown.method in WITH_BODY:
        assert shown.examples
        assert {"400", "401", "403", "413", "415", "429"} <= set(shown.data["responses"])
    for status, about, example in shown.answers:
        is_file = "application/json" not in shown.data["responses"][status]["content"] and status < "300"
        assert about or is_file
        assert example or is_file


@pytest.mark.parametrize("shown", [one for one in OPERATIONS if one.method in WITH_BODY], ids=told)
def test_what_the_schema_sends_is_taken(shown: docs.Operation) -> None:
    structs = openapi._structs()
    content = shown.data["requestBody"]["content"]["application/json"]
    name = content["schema"]["$ref"].rsplit("/", 1)[1].removeprefix("Patched")
    for _name, example in shown.examples:
        msgspec.convert(json.loads(example), structs[name])


def test_the_schema_is_served(nobodys: Program) -> None:
    served = nobodys.client.get("/api/schema/")
    assert served["Content-Type"] == "application/json"
    assert served.json()["openapi"] == "3.1.0"
    references = set(re.findall(r'"#/components/schemas/(\w+)"', served.content.decode()))
    assert references <= set(served.json()["components"]["schemas"])


@pytest.mark.django_db
def test_the_docs_page_needs_nothing_from_elsewhere() -> None:
    page = Client().get("/api/docs/").content.decode()
    for shown in OPERATIONS:
        assert f'id="{shown.id}"' in page
    assert not re.search(r'(src|href)="(https?:)?//', page)
    assert "style=" not in page
    assert not re.search(r"<script(?![^>]*src=)", page)


def test_the_types_of_problems_are_explained_on_the_page(nobodys: Program) -> None:
    kind = nobodys.get("nothing/").json()["type"]
    page = nobodys.client.get("/api/docs/").content.decode()
    assert f'id="{kind.partition("#")[2]}"' in page


def test_names_of_addresses_hold() -> None:
    resolver = get_resolver()
    assert {"api_docs", "schema"} <= set(resolver.reverse_dict)
