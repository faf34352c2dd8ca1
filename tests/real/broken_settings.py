"""The settings of a server with an address behind which something goes wrong."""

from edgepbem.settings import *  # noqa: F403
from edgepbem.settings import STORAGES

ROOT_URLCONF = "tests.real.broken_urls"
# Files under their own names: collecting and compressing them all would take longer than the tests.
STORAGES = STORAGES | {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
