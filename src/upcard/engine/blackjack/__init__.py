"""The base game: 58 Pa. Code §§ 633a.6-633a.13."""
