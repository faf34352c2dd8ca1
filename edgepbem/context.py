"""What every page is given."""

from django.http import HttpRequest

from edgepbem import __version__


def version(request: HttpRequest) -> dict[str, str]:
    """The version of the server, for the footer."""
    return {"version": __version__}
