"""The wagers that a submission offers: paytables in force, amounts, meters."""
