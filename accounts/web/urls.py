"""Where each address leads."""

from django.urls import URLPattern, path

from accounts.web import absences, account, data, keys, session, sign_in

urlpatterns: list[URLPattern] = [
    path("sign-in/", sign_in.ask, name="sign_in"),
    path("sign-in/password/", sign_in.with_password, name="sign_in_password"),
    path("sign-in/code/", sign_in.code, name="sign_in_code"),
    path("sign-in/link/<str:token>/", sign_in.link, name="sign_in_link"),
    path("sign-in/link/<path:token>", sign_in.link),  # with whatever email programs append to it
    path("sign-out/", session.sign_out, name="sign_out"),
    path("welcome/", session.welcome, name="welcome"),
    path("account/", account.account, name="account"),
    path("account/profile/", account.profile, name="account_profile"),
    path("account/mails/", account.email_settings, name="account_mails"),
    path("account/mail-again/", account.mail_again, name="account_mail_again"),
    path("account/calendar/", account.renew_calendar, name="account_calendar"),
    path("account/sign-out-everywhere/", account.sign_out_everywhere, name="sign_out_everywhere"),
    path("account/password/", keys.password, name="account_password"),
    path("account/password/remove/", keys.remove_password, name="account_password_remove"),
    path("account/address/", keys.address, name="account_address"),
    path("account/address/<str:token>/", keys.confirm_address, name="address_change"),
    path("account/address/<path:token>", keys.confirm_address),
    path("account/tokens/", keys.api_tokens, name="account_tokens"),
    path("account/tokens/<str:token_key>/revoke/", keys.revoke_token, name="account_token_revoke"),
    path("account/absence/", absences.page, name="account_absence"),
    path("account/absence/call-off/", absences.call_off, name="account_absence_call_off"),
    path("account/export/", data.export, name="account_export"),
    path("account/delete/", data.delete, name="account_delete"),
]
