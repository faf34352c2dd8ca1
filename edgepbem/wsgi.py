"""The WSGI application."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "edgepbem.settings")

application = get_wsgi_application()

from edgepbem import shared_media  # noqa: E402 (it needs Django's apps)

shared_media.introduce("web")
