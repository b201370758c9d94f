"""The web pages: they render views of tables and leave every decision to the services."""

from pathlib import Path
from typing import Final

from fastapi import FastAPI
from fastapi.staticfiles import StaticFiles
from nicegui import app as framework
from nicegui import run, ui

from upcard.service.table_server import TableServer
from upcard.web.delivery import take_deliveries
from upcard.web.errors import add_error_pages
from upcard.web.frames import read_frames
from upcard.web.outbox import keep_messages
from upcard.web.pages import (  # noqa: F401 - they register their pages
    account,
    accounts,
    audit,
    cashier,
    entrance,
    floor,
    lab,
    money,
    rounds,
    signs,
    submissions,
    tables,
)
from upcard.web.stage import cards, page, wheel  # noqa: F401 - they register their routes

HERE: Final = Path(__file__).parent


def add_pages(app: FastAPI, server: TableServer) -> None:
    """Add the pages to the application of a floor; a process can have one floor only."""
    framework.state.server = server
    framework.state.limits = app.state.limits
    app.mount("/static", StaticFiles(directory=HERE / "static"), name="static")
    app.mount("/sign", StaticFiles(directory=HERE / "sign", html=True), name="sign")
    app.mount("/stage", StaticFiles(directory=HERE / "stage"), name="stage")
    # Its pool of processes is never used. The semaphores of a pool that may not fork have names,
    # and a worker that is killed would leave them behind.
    run.process_pool_start_method = "fork"
    ui.run_with(
        app, title="upcard", dark=None, language="en-US", tailwind=False, show_welcome_message=False
    )
    framework.config.quasar_config["loadingBar"]["skipHijack"] = True  # nothing shows by itself
    add_error_pages()
    take_deliveries()
    keep_messages()
    read_frames()
