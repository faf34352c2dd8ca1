"""Every list that a person can call, and all that the tick looks for, is found by an index."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0005_visible_names"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="signin",
            index=models.Index(fields=["browser"], name="sign_ins_by_browser"),
        ),
        migrations.AddIndex(
            model_name="signin",
            index=models.Index(fields=["expires_at"], name="sign_ins_by_end"),
        ),
    ]
