"""The ASGI application."""

import os

from django.core.asgi import get_asgi_application

from edgepbem.shapes import build_shapes

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "edgepbem.settings")

application = get_asgi_application()
build_shapes()
