"""What a rewind has made void is marked in its row, also in matches that were wound back before."""

from typing import Any

import msgspec
from django.db import migrations, models

LASTING = ("paused", "resumed", "taken_over", "looked", "rewound")  # acts of people, which no rewind undoes


def mark_void(apps: Any, schema_editor: Any) -> None:
    rows = apps.get_model("games", "EventRow").objects
    match, told, void = 0, [], []
    every = rows.order_by("match_id", "number").values_list("match_id", "pk", "turn", "data")
    for of_match, pk, turn, data in every.iterator():
        if of_match != match:
            match, told = of_match, []
        event = msgspec.msgpack.decode(bytes(data))
        if event["key"] == "rewound":
            back_to = event["values"]["turn"]
            void += [one for one, when in told if when > back_to]
            told = [(one, when) for one, when in told if when <= back_to]
        elif event["key"] not in LASTING:
            told.append((pk, turn))
    for start in range(0, len(void), 500):
        rows.filter(pk__in=void[start : start + 500]).update(is_void=True)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0002_doors"),
    ]

    operations = [
        migrations.AddField(
            model_name="eventrow",
            name="is_void",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="order",
            name="is_void",
            field=models.BooleanField(db_default=False, default=False, verbose_name="wound back"),
        ),
        migrations.RunPython(mark_void, migrations.RunPython.noop, elidable=True),
    ]
