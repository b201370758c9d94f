"""Tables of records, as text, HTML, Arrow data and data frames."""
