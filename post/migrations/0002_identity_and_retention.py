from datetime import timedelta

from django.db import migrations, models
from django.db.models import F
from django.utils import timezone

from post.identity import identify
from post.retention import period

CHUNK = 2_000
REDELIVERED = timedelta(days=7)  # no server tries longer


def name_recent(apps, schema_editor):
    """Emails that a server may still send again get the key that they would get now.

    Their old key becomes the name of their content: it is in the keys of the orders that they brought.
    """
    emails = apps.get_model("post", "IncomingEmail").objects
    recent = emails.filter(received_at__gt=timezone.now() - REDELIVERED, content="").exclude(raw=b"")
    for email in recent.order_by("pk").iterator(chunk_size=100):
        key = identify(bytes(email.raw), email.mailbox).key
        if not emails.filter(key=key).exists():
            emails.filter(pk=email.pk).update(key=key, content=email.key)


def date_all(apps, schema_editor):
    """Emails from before are kept as long as new ones; a piece of the table at a time."""
    emails = apps.get_model("post", "IncomingEmail").objects
    last = emails.order_by("-pk").values_list("pk", flat=True).first() or 0
    for start in range(0, last + 1, CHUNK):
        piece = emails.filter(pk__gte=start, pk__lt=start + CHUNK).exclude(state="waiting")
        piece.filter(mailbox=None).update(kept_until=F("received_at") + period(None, "handled"))
        to_seats = piece.exclude(mailbox=None)
        to_seats.filter(state="handled").update(kept_until=F("received_at") + period(1, "handled"))
        to_seats.exclude(state="handled").update(kept_until=F("received_at") + period(1, "refused"))


class Migration(migrations.Migration):
    dependencies = [("post", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="incomingemail",
            name="content",
            field=models.CharField(blank=True, db_default="", default="", max_length=64),
        ),
        migrations.AddField(
            model_name="incomingemail",
            name="kept_until",
            field=models.DateTimeField(null=True, verbose_name="kept until"),
        ),
        migrations.AddIndex(
            model_name="incomingemail",
            index=models.Index(
                condition=models.Q(("kept_until__isnull", False)),
                fields=["kept_until"],
                name="mails_to_be_deleted",
            ),
        ),
        migrations.RunPython(name_recent, migrations.RunPython.noop, elidable=True),
        migrations.RunPython(date_all, migrations.RunPython.noop, elidable=True),
    ]
