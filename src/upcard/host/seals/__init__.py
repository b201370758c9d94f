"""Secrets that are committed before use and revealed afterwards: shoes and mystery values."""
