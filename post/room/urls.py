"""Pages of the mail room, where there is one."""

from django.conf import settings
from django.urls import URLPattern, path

from post.room import pages

urlpatterns: list[URLPattern] = []
if settings.MAIL_ROOM:
    urlpatterns += [
        path("mail-room/", pages.mail_room, name="mail_room"),
        path("mail-room/emails/<int:pk>/", pages.room_email, name="room_email"),
        path("mail-room/emails/<int:pk>/html/", pages.room_html, name="room_html"),
        path("mail-room/emails/<int:pk>/reply/", pages.room_reply, name="room_reply"),
        path("mail-room/emails/<int:pk>/files/<int:place>/", pages.room_file, name="room_file"),
        path("mail-room/<path:address>/", pages.mailbox, name="mailbox"),
    ]
