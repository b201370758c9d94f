"""The round of baccarat, with Majestic Match. 58 Pa. Code § 631b.7, ch. 631a."""
