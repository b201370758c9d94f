"""Wagers that are made in this process, from a function and the text of their rule data."""

import hashlib
import sys
from collections.abc import Callable
from types import ModuleType

from upcard.cards.kernel import KERNELS
from upcard.rules.external import WAGER_MODULES, ExternalWager, add_wager, made_here, remove_wager
from upcard.rules.house import HOUSE_RULES
from upcard.rules.schema import WagerRules
from upcard.rules.violation import BadInput
from upcard.text.words import quoted
from upcard.wagers.catalogue import check_form, checked_rules
from upcard.wagers.kit import WagerRule
from upcard.wagers.own.packing import pack, unpack


def make_wager(
    slug: str,
    classify: Callable[..., int],
    outcomes: tuple[str, ...],
    pushes: tuple[str, ...],
    data: str,
) -> WagerRules:
    """The rules of a wager that this process then finds by its slug, like one of a file.

    It has the classifier's code as it is now: what the code reads may change later, the wager does
    not. A wager of the same slug that was made before is replaced.

    Raises `BadInput` for a function that is not a kernel or reads values that cannot be compiled,
    and `RulebookError` for data that cannot be used and for a classifier that fails its trial.
    """
    if classify not in KERNELS:
        raise BadInput(f"The classifier of {quoted(slug)} is not marked @upcard.kernel.")
    check_form(WagerRule(slug, outcomes, classify))
    code = pack(classify)
    digest = hashlib.sha256(repr((code, outcomes, pushes, data)).encode()).hexdigest()
    module = ModuleType(f"{WAGER_MODULES}.made_{digest[:16]}")
    (copied,) = unpack(code, module.__name__)
    module.WAGER = WagerRule(slug, outcomes, copied, pushes=pushes)  # type: ignore[attr-defined] # it is made here
    sys.modules.setdefault(module.__name__, module)
    replaced = made_here(slug)
    add_wager(ExternalWager(slug.replace("-", "_"), module.__name__, data))
    try:
        return checked_rules(slug, HOUSE_RULES)
    except BaseException:
        remove_wager(slug)
        if replaced is not None:
            add_wager(replaced)
        raise
