"""A distribution as in JSON."""

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from upcard.library.arguments.money import units_of
from upcard.money.amount import format_dollars
from upcard.text import schemas

if TYPE_CHECKING:
    from upcard.library.distribution.distribution import Distribution


def form_of(distribution: "Distribution") -> dict[str, Any]:
    """The distribution by its figures; `library.documents.simulation` has their types."""
    return {
        "schema": schemas.DISTRIBUTION,
        "wager": distribution.wager,
        "wagers": list(distribution.wagers),
        "unit": format_dollars(units_of(distribution.unit)),
        "rounds": distribution.rounds,
        "method": distribution.method,
        "simulated_rounds": distribution.simulated_rounds,
        "seed": distribution.seed,
        "mean": distribution.mean,
        "mean_error": distribution.mean_error,
        "standard_deviation": distribution.standard_deviation,
        "ahead": distribution.ahead,
        "ahead_error": distribution.ahead_error,
        "quantiles": {f"{share:g}": result for share, result in distribution.quantiles.items()},
        "beyond": distribution.beyond,
        "largest": float(distribution.largest),
        "resplit": distribution.resplit,
        "error_bound": distribution.error_bound,
        "law": {f"{float(net):.10g}": float(chance) for net, chance in distribution.law.items()},
        "loss_limit": None
        if distribution.stopped is None
        else distribution.stopped.form(distribution.quantiles),
        "shoe": None if distribution.shoe is None else asdict(distribution.shoe),
        "covariance": [
            [covariance.value for covariance in row] for row in distribution.covariances
        ],
        "covariance_error": [
            [covariance.standard_error for covariance in row] for row in distribution.covariances
        ],
    }
