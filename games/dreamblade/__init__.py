"""DreamBlade: two warbands in a dream of five by five cells. No Django in here."""
