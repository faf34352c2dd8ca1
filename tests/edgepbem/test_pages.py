import pytest


@pytest.mark.django_db
def test_the_first_page_speaks_the_language_of_its_reader(client):
    page = client.get("/", headers={"accept-language": "pl"})
    assert page.status_code == 200
    assert '<html lang="pl">' in page.content.decode()
