"""What players write besides orders: found in a text, carried out and answered."""
