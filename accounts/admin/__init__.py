from collections.abc import Iterable
from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.contrib.auth.forms import AdminUserCreationForm, UserChangeForm
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from accounts.admin.search import Search
from accounts.models import User
from accounts.services import deletion, renewal
from accounts.web.session import admin_door

admin.site.login = admin_door  # type: ignore[method-assign]  # the one sign-in page has the one limiter


MOST_ROWS = 5_000  # that a list offers: who looks for one row among more will search or filter


class FirstPages(Paginator[Any]):
    """Counts no further than anyone pages; to count all rows, the database would have to read all of them."""

    @cached_property
    def count(self) -> int:
        rows: QuerySet[Any] = self.object_list  # type: ignore[assignment]
        return rows.order_by()[:MOST_ROWS].count()


class NewUserForm(AdminUserCreationForm):
    class Meta:
        model = User
        fields = ("email", "name", "time_zone", "language")


class UserForm(UserChangeForm[User]):
    class Meta:
        model = User
        fields = "__all__"


@admin.register(User)
class UserAdmin(Search[User], DjangoUserAdmin[User]):  # type: ignore[type-var]  # nothing in it needs an AbstractUser
    form = UserForm
    add_form = NewUserForm
    ordering = ("email",)
    show_full_result_count = False
    paginator = FirstPages
    list_display = ("email", "name", "time_zone", "language", "is_active", "is_staff")
    search_help_text = _("A whole email address, or the number of a user")
    readonly_fields = ("last_login", "date_joined", "bounced_at", "mail_failures")
    fieldsets = (
        (None, {"fields": ("email", "name", "time_zone", "language", "password")}),
        (
            _("Permissions"),
            {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")},
        ),
        (_("Dates"), {"fields": ("last_login", "date_joined", "bounced_at", "mail_failures")}),
    )
    add_fieldsets = (
        (None, {"fields": ("email", "name", "time_zone", "language")}),
        (_("Password"), {"fields": ("usable_password", "password1", "password2")}),
    )

    def by_number(self, number: int) -> dict[str, Any]:
        return {"pk": number}

    def by_address(self, address: str) -> dict[str, Any]:
        return {"email": address}

    def get_deleted_objects(
        self, objs: Iterable[User], request: HttpRequest
    ) -> tuple[list[str], dict[str, int], set[str], list[str]]:
        """Emails and tokens are deleted with their user, though staff cannot delete them one by one."""
        people = [str(user) for user in objs]
        return people, {str(User._meta.verbose_name_plural): len(people)}, set(), []

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """Another address ends what was sent to the one before."""
        former = str(form.initial.get("email", "")) if change and "email" in form.changed_data else ""
        super().save_model(request, obj, form, change)
        if former:
            renewal.renew(obj, former)

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        deletion.remove(obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        for user in queryset:
            deletion.remove(user)
