"""Everything the server keeps about one user, for that user only."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder

from accounts.models import User
from accounts.personal_data import holders
from accounts.services.tokens import tokens_of
from accounts.services.users import PROFILE, SETTINGS


def archive(user: User) -> bytes:
    """A zip file: the account as JSON, and what other rooms add to it."""
    data: dict[str, Any] = {"account": _account(user)}
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for holder in holders():
            data |= holder.export(user)
            for name, text in holder.files(user).items():
                packed.writestr(name, text)
        packed.writestr("account.json", json.dumps(data, cls=DjangoJSONEncoder, ensure_ascii=False, indent=2))
    return out.getvalue()


def _account(user: User) -> dict[str, Any]:
    kept = {name: getattr(user, name) for name in ("email", *PROFILE, *SETTINGS, "date_joined", "last_login")}
    tokens = [{"name": token.name, "created": token.created} for token in tokens_of(user)]
    absences = list(user.absences.values("begins_at", "ends_at", "created_at"))
    return kept | {"has_password": user.has_usable_password(), "api_tokens": tokens, "absences": absences}
