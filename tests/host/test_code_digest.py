"""The record of each round names the digest of the code that dealt it, and the server says it."""

import json

from command_line import upcard
from host.live import PLAIN, host, play
from service.floors import floor
from upcard import __version__
from upcard.host.verification.verify import verify
from upcard.journal.opening import open_journal
from upcard.rules.digest import code_digest, is_this_code, made_by, rules_digest
from upcard.submission.compiling.text import rules_of


def test_every_record_names_the_code_and_the_rule_data() -> None:
    opened = open_journal("memory:", rules=rules_digest())
    play(host(opened, PLAIN), 1)
    names = {(record.engine, record.rules) for record in opened.all_records()}
    assert names == {(f"{__version__}+code.{code_digest()[:16]}", rules_digest())}
    assert verify(opened, rules_of).first_difference is None
    opened.close()


def test_a_record_of_a_version_that_named_no_code_is_of_this_version() -> None:
    assert is_this_code(__version__)
    assert is_this_code(made_by())
    assert not is_this_code(f"{__version__}+code.{'0' * 16}")
    assert not is_this_code("0.0.0")


def test_the_server_reports_what_its_records_name() -> None:
    with floor() as served:
        said = served.client_of("ann").get("/api/version").json()
        assert said == {
            "version": __version__,
            "code": code_digest(),
            "rules": rules_digest(),
            "made_by": made_by(),
        }
        assert served.anybody.get("/api/version").status_code == 401


def test_the_command_prints_what_the_records_name_as_json() -> None:
    said = json.loads(upcard("--version", "--json").stdout)
    assert said == {
        "schema": "upcard/version/1",
        "version": __version__,
        "code": code_digest(),
        "rules": rules_digest(),
        "made_by": made_by(),
    }
    assert json.loads(upcard("--json", "--version").stdout) == said
    alone = upcard("--json", "rules")
    assert (alone.returncode, alone.stdout) == (2, "")
    assert alone.stderr == "--json goes after the command; before it, it needs --version.\n"


def test_the_command_prints_both_digests() -> None:
    lines = upcard("--version").stdout.splitlines()
    assert lines == [f"upcard {__version__}", f"code  {code_digest()}", f"rules {rules_digest()}"]
