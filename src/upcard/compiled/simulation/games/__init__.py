"""The kernels that simulate baccarat, roulette and hybrid tables."""
