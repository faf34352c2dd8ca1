"""Where each address leads. Rooms with pages of their own bring their own urls."""

from django.contrib import admin
from django.urls import include, path

from edgepbem.health import healthz

admin.autodiscover()

urlpatterns = [
    path("api/", include("games.api.urls")),  # first: an order of a program is compared with no pages
    path("", include("games.web.urls")),
    path("", include("accounts.web.urls")),
    path("", include("post.urls")),
    path("", include("post.room.urls")),
    path("admin/", admin.site.urls),
    path("healthz", healthz, name="healthz"),
]
