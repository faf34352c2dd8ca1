"""When an answer is due: hours that count, reminders, and the calendar of what is due."""
