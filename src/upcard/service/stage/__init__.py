"""The stage: a table as a viewer's page plays it, as scenes, beats and what is legal now."""
