"""A server with a past: tens of thousands of matches, written by the database itself in a second or two."""

from __future__ import annotations

from django.db import connection

# Of 40 matches 8 are running, one of these is public; the rest are over. Each has three seats: one of three
# thousand players, another one, and a bot. Texts are short: a plan depends on the number of rows.
_STATEMENTS = [
    """INSERT INTO accounts_user (password, is_superuser, email, name, time_zone, language, mail_turns,
        mail_every_turn, mail_press, mail_host_acts, mail_reminders, mail_pdf, remind_half, remind_day,
        remind_hours, mail_failures, session_nonce, feed_nonce, mail_nonce, is_active, is_staff, date_joined)
    SELECT '', false, 'player' || n || '@example.net', 'Player ' || n, 'UTC', 'en', true, false, true, true,
        true, true, true, true, true, 0, 'n', 'n', 'n', true, false, now()
    FROM generate_series(1, 3000) AS n""",
    """INSERT INTO games_match (game, name, status, options, host_id, turn_hours, lateness, is_public, key,
        version, commitment, turn, result, stuck, created_at, started_at, finished_at)
    SELECT 'scrappers', 'Match ' || n, CASE WHEN n % 5 = 0 THEN 'running' ELSE 'finished' END, '{{}}',
        (SELECT min(id) FROM accounts_user) + n % 3000, 72, 'default', n % 40 = 0, '', 5, '', 4, '{{}}', '',
        now() - n * interval '1 minute', now() - n * interval '1 minute',
        CASE WHEN n % 5 = 0 THEN NULL ELSE now() - n * interval '1 second' END
    FROM generate_series(1, {matches}) AS n""",
    """INSERT INTO games_seat (match_id, number, user_id, bot, invited, seed, standing, standing_version,
        missed, nonce, told, is_muted, waiting_since, due_at)
    SELECT m.id, k, CASE WHEN k < 3 THEN (SELECT min(id) FROM accounts_user) + (m.id * 7 + k) % 3000 END,
        CASE WHEN k = 3 THEN 'scrapper' ELSE '' END, '', '', '', 0, 0, 'n', 0, false,
        CASE WHEN m.status = 'running' AND k = 1 THEN now() END,
        CASE WHEN m.status = 'running' AND k = 1 THEN now() + interval '1 day' END
    FROM games_match AS m, generate_series(1, 3) AS k""",
    """INSERT INTO games_order (match_id, seat_id, kind, door, key, text, path, question, received_at,
        played_at, receipt, turn, is_void)
    SELECT s.match_id, s.id, 'orders', 'web', 'k' || n, 'end', '[]', '', now() - interval '1 day',
        now() - interval '1 day', '{{}}', n, false
    FROM games_seat AS s, generate_series(1, 2) AS n""",
    """INSERT INTO games_press (match_id, sender_id, name, text, key, sent_at)
    SELECT s.match_id, s.id, 'Player', 'Hello', 'k', now() - interval '1 day' FROM games_seat AS s
    WHERE s.number = 1""",
    """INSERT INTO games_outgoingmail (kind, key, message_id, user_id, address, match_id, seat_id, facts,
        state, attempts, due_at, created_at, sent_at, error, without_pdf)
    SELECT 'turn', 'k' || s.id, 'm' || s.id, s.user_id, 'player' || s.user_id || '@example.net', s.match_id,
        s.id, '{{}}', 'sent', 1, now(), now() - interval '1 day', now() - interval '1 day', '', false
    FROM games_seat AS s WHERE s.number < 3""",
    """INSERT INTO games_incomingmail (key, source, raw, envelope_from, seat_id, state, note, nonce, attempts,
        due_at, received_at)
    SELECT 'k' || s.id, 'smtp', '', 'player@example.net', s.id, 'handled', '', '', 1, now(),
        now() - interval '1 day'
    FROM games_seat AS s WHERE s.number = 1""",
]


def populate(matches: int) -> None:
    """Fill an empty PostgreSQL database, and let it take its statistics."""
    with connection.cursor() as cursor:
        for statement in _STATEMENTS:
            cursor.execute(statement.format(matches=matches))
        cursor.execute("ANALYZE")
