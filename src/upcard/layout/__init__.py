"""What lies on a felt: areas, inscriptions, geometry. Drawn by `reports`, shown by `web`."""
