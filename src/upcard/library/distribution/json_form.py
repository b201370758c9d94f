"""A distribution as in JSON."""

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from upcard.library.arguments.money import units_of
from upcard.money.amount import format_dollars
from upcard.text import schemas

if TYPE_CHECKING:
    from upcard.library.distribution.distribution import Distribution


def form_of(found: "Distribution") -> dict[str, Any]:
    """The distribution by its figures; `library.documents.simulation` has their types."""
    return {
        "schema": schemas.DISTRIBUTION,
        "wager": found.wager,
        "wagers": list(found.wagers),
        "unit": format_dollars(units_of(found.unit)),
        "rounds": found.rounds,
        "method": found.method,
        "simulated_rounds": found.simulated_rounds,
        "seed": found.seed,
        "mean": found.mean,
        "mean_error": found.mean_error,
        "standard_deviation": found.standard_deviation,
        "ahead": found.ahead,
        "ahead_error": found.ahead_error,
        "quantiles": {f"{share:g}": result for share, result in found.quantiles.items()},
        "beyond": found.beyond,
        "largest": float(found.largest),
        "resplit": found.resplit,
        "error_bound": found.error_bound,
        "law": {f"{float(net):.10g}": float(chance) for net, chance in found.law.items()},
        "loss_limit": None if found.stopped is None else found.stopped.form(found.quantiles),
        "shoe": None if found.shoe is None else asdict(found.shoe),
        "covariance": [[covariance.value for covariance in row] for row in found.covariances],
        "covariance_error": [
            [covariance.standard_error for covariance in row] for row in found.covariances
        ],
    }
