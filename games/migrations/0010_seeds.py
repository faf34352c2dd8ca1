"""The server's seed is drawn and promised when a match is opened; players may bring seeds of their own."""

import hashlib
import secrets

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def promise(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Matches that wait for players get a seed now. The seeds that the server made for their players are gone."""
    match_model, seat_model = apps.get_model("games", "Match"), apps.get_model("games", "Seat")
    for match in match_model.objects.filter(status="open").only("pk"):
        seed = secrets.token_bytes(32)
        match_model.objects.filter(pk=match.pk).update(
            server_seed=seed, commitment=hashlib.sha256(seed).hexdigest()
        )
    seat_model.objects.filter(match__status="open").update(seed=b"")


class Migration(migrations.Migration):
    dependencies = [("games", "0009_indexes_for_every_list")]

    operations = [
        migrations.AddField("match", "server_seed", models.BinaryField(editable=False, null=True)),
        migrations.AddField("seat", "seed_at", models.DateTimeField(editable=False, null=True)),
        migrations.RunPython(promise, migrations.RunPython.noop, elidable=True),
    ]
