"""The head and foot of each page, in the language of the paper."""

import pytest

from reports.paper_tables import source_from
from upcard.reports.names import language
from upcard.reports.rendering.html import page
from upcard.reports.sheets.sign import payout_sign

SUBMISSION = '[table]\nname = "T-1"\n'


@pytest.mark.parametrize(
    ("code", "rules", "number", "filed"),
    [
        ("en", "Pennsylvania, rules as of 20", 'Page " counter(page) " of ', "date not given"),
        ("es", "Pensilvania, reglas a fecha de 20", "gina ", "fecha no indicada"),
    ],
)
def test_a_sign_s_pages_have_head_and_foot_in_its_language(
    code: str, rules: str, number: str, filed: str
) -> None:
    sign = payout_sign(source_from(SUBMISSION), code, language(code))
    assert sign.head.rules.startswith(rules)
    assert filed in sign.head.filed
    html = page(sign)
    assert rules in html
    assert number in html
    assert "counter(pages)" in html


@pytest.mark.parametrize(
    ("code", "rules"),
    [("en", "House rules as of 20"), ("es", "Reglas de la casa a fecha de 20")],
)
def test_a_house_s_own_rules_are_named_once(code: str, rules: str) -> None:
    house = '[table]\nname = "H-1"\njurisdiction = "house"\n'
    sign = payout_sign(source_from(house), code, language(code))
    assert sign.head.rules.startswith(rules)
