"""The papers of a table: PAR sheets, signs, layout, form and expected hold, as HTML and PDF."""
