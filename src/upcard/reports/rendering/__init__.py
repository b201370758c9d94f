"""Papers as HTML, PDF and charts."""
