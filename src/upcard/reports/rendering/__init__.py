"""Papers as HTML and PDF."""
