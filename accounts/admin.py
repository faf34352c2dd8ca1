from django.contrib import admin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.contrib.auth.forms import AdminUserCreationForm, UserChangeForm
from django.utils.translation import gettext_lazy as _

from accounts.models import User


class NewUserForm(AdminUserCreationForm):
    class Meta:
        model = User
        fields = ("email", "name", "time_zone", "language")


class UserForm(UserChangeForm[User]):
    class Meta:
        model = User
        fields = "__all__"


@admin.register(User)
class UserAdmin(DjangoUserAdmin[User]):  # type: ignore[type-var]  # nothing in it needs an AbstractUser
    form = UserForm
    add_form = NewUserForm
    ordering = ("email",)
    list_display = ("email", "name", "time_zone", "language", "is_active", "is_staff")
    search_fields = ("email", "name")
    readonly_fields = ("last_login", "date_joined")
    fieldsets = (
        (None, {"fields": ("email", "name", "time_zone", "language", "password")}),
        (
            _("Permissions"),
            {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")},
        ),
        (_("Dates"), {"fields": ("last_login", "date_joined")}),
    )
    add_fieldsets = (
        (None, {"fields": ("email", "name", "time_zone", "language")}),
        (_("Password"), {"fields": ("usable_password", "password1", "password2")}),
    )
