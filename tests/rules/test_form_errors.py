"""What is wrong with a file's form is told in words for whoever wrote it."""

from datetime import date

import msgspec
import pytest

from upcard.text.form_errors import form_error_in_words


class Row(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    pays: int | float = 1
    since: date | None = None


class Table(msgspec.Struct, forbid_unknown_fields=True):
    rows: list[Row]
    fixed: bool = False


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({}, "the key rows is missing"),
        ({"rows": [], "fixd": True}, "the key fixd is not known"),
        ({"rows": [], "fixed": 3}, "fixed is a whole number, not true or false"),
        ({"rows": {}}, "rows is a table, not a list"),
        ({"rows": [{"name": "a"}, {"name": 5}]}, "rows 2.name is a whole number, not a text"),
        ({"rows": [{"name": "a"}, {}]}, "the key name is missing in rows 2"),
        ({"rows": [{"nam": "a"}]}, "the key nam in rows 1 is not known"),
        ({"rows": [{"name": "a", "pays": "5"}]}, "rows 1.pays is a text, not "),
        ({"rows": [{"name": "a", "since": "soon"}]}, "rows 1.since is no date: write YYYY-MM-DD"),
    ],
)
def test_a_wrong_form_is_told_in_words(data: dict[str, object], words: str) -> None:
    with pytest.raises(msgspec.ValidationError) as wrong:
        msgspec.convert(data, Table)
    assert form_error_in_words(wrong.value).startswith(words)


def test_what_is_no_form_is_told_as_it_is() -> None:
    assert (
        form_error_in_words(ValueError("Invalid value (at line 3)")) == "Invalid value (at line 3)"
    )
