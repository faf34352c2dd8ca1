"""What players write apart from orders: found in a text, carried out and answered."""
