"""ED-19: Instants and timing windows."""
