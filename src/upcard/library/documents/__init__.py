"""What the JSON documents hold, as types; `upcard.library.schemas` makes JSON Schemas of them."""
