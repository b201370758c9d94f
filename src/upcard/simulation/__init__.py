"""Monte Carlo simulation of whole tables, with rounds dealt and settled by compiled code."""
