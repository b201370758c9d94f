"""`python -m service.cheap_hashes …` is `upcard …` with cheap hashes of passwords, which a server
otherwise makes of eight new passwords when it first starts.
"""

from functools import partial

from argon2 import PasswordHasher

from upcard.__main__ import main
from upcard.service.access import passwords

# Also in the processes that a floor starts: they import this module.
vars(passwords)["PasswordHasher"] = partial(
    PasswordHasher, time_cost=1, memory_cost=8, parallelism=1
)


if __name__ == "__main__":
    main()
