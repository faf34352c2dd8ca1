"""What the admin pages share: rows are read here, and changed only by services."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from django import forms
from django.contrib import admin, messages
from django.contrib.admin import ModelAdmin
from django.core.exceptions import PermissionDenied
from django.db.models import Model
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse

from accounts.admin import FirstPages
from accounts.models import User
from accounts.refusals import Refused

M = TypeVar("M", bound=Model)


class ReadOnlyAdmin(ModelAdmin[M]):
    """Read-only: a form must not bypass what a service checks and tells."""

    actions_on_bottom = True
    show_full_result_count = False
    paginator = FirstPages
    list_per_page = 50

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return super().has_view_permission(request, obj) or self.has_host_permission(request)

    def has_host_permission(self, request: HttpRequest) -> bool:
        """Whether the user may act on these rows: Django's right to change them."""
        return super().has_change_permission(request)


def reader(request: HttpRequest) -> User:
    """The signed-in user."""
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user


def for_each(request: HttpRequest, things: Iterable[M], act: Callable[[M], object], done: str) -> None:
    """Do something to each row, and say what was done and what was refused."""
    count = 0
    for thing in things:
        try:
            act(thing)
        except Refused as refusal:
            messages.error(request, f"{thing}: {refusal}")
        else:
            count += 1
    if count:
        messages.success(request, done.format(count=count))


def ask_and_do(
    request: HttpRequest,
    about: dict[str, Any],
    form: forms.Form,
    act: Callable[[dict[str, Any]], HttpResponse | None],
    back: str,
) -> HttpResponse:
    """A page with a form for one action: shown by GET, done by POST; if refused, shown again."""
    if request.method == "POST" and form.is_valid():
        try:
            shown = act(form.cleaned_data)
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            return shown if shown is not None else HttpResponseRedirect(back)
    context = {**admin.site.each_context(request), **about, "form": form, "back": back}
    return TemplateResponse(request, "admin/games/act.html", context)
