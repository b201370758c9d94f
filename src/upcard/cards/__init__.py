"""Cards, hand totals, shoes and shuffles."""
