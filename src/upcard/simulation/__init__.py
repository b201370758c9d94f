"""Monte Carlo of whole tables: rounds with suits kept, dealt and settled by compiled code."""
