"""Sessions, in the database under a hash of their key (a copy signs nobody in), and how fresh they are."""

from __future__ import annotations

import hashlib
import time
from datetime import datetime
from typing import Any

from asgiref.sync import sync_to_async
from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.base_session import AbstractBaseSession
from django.contrib.sessions.models import Session
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from post.prepared import Prepared
from post.unavailable import is_unavailable

FRESH = 60 * 60  # seconds
_SINCE = "signed_in_at"


def note_sign_in(sender: object, request: HttpRequest, **more: object) -> None:
    """Called when someone signs in: the session knows when."""
    request.session[_SINCE] = time.time()


def is_fresh(request: HttpRequest) -> bool:
    """Whether the user signed in a short time ago, and is most likely still in front of the screen."""
    fresh: bool = time.time() - request.session.get(_SINCE, 0) <= FRESH
    return fresh


def _hashed(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()[:40]  # the length of the column; 160 bits


def _valid(key: str, now: datetime) -> QuerySet[Session]:
    return Session.objects.filter(session_key=key, expire_date__gt=now)


_sessions = Prepared(_valid)


class SessionStore(db.SessionStore):
    """Django's own, but the key that the browser holds is not in the row."""

    def _get_session_from_db(self) -> Session | None:
        row = next(iter(_sessions(_hashed(self.session_key or ""), timezone.now())), None)
        if row is None:
            self._session_key = None
        return row

    def save(self, must_create: bool = False) -> None:
        """A database that takes nothing has not deleted the session: Django would answer that it was."""
        try:
            super().save(must_create)
        except UpdateError as lost:
            if lost.__context__ is not None and is_unavailable(lost.__context__):
                raise lost.__context__ from None
            raise

    def exists(self, session_key: str) -> bool:
        return super().exists(_hashed(session_key))

    def create_model_instance(self, data: dict[str, Any]) -> AbstractBaseSession:
        row = super().create_model_instance(data)
        row.session_key = _hashed(row.session_key)
        return row

    def delete(self, session_key: str | None = None) -> None:
        key = session_key or self.session_key
        if key:
            super().delete(_hashed(key))

    # The same for asynchronous views, should there be one: none of them may keep a plain key.

    async def _aget_session_from_db(self) -> Session | None:
        return await sync_to_async(self._get_session_from_db)()

    async def aexists(self, session_key: str) -> bool:
        return await sync_to_async(self.exists)(session_key)

    async def acreate_model_instance(self, data: dict[str, Any]) -> AbstractBaseSession:
        return await sync_to_async(self.create_model_instance)(data)

    async def adelete(self, session_key: str | None = None) -> None:
        await sync_to_async(self.delete)(session_key)
