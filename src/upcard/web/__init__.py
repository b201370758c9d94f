"""The pages: they render views and decide nothing."""

from fastapi import FastAPI

from upcard.service.house import House


def add_pages(app: FastAPI, house: House) -> None:
    """Add the pages to the application of a floor."""
