"""PAR sheets."""
