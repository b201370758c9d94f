"""Progressive payouts: claims on meters and the steps until they are paid."""
