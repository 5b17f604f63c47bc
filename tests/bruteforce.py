"""The naive checkers of both games, written from the rules' words alone: ``rummy`` and ``bharg``.

They share no code with the packages under test and are exact for every option, so that the fast roads can be
compared with them.  ``hands`` deals random and rich hands for such comparisons from a seed.
"""

import bruteforce_bharg as bharg
import bruteforce_hands as hands
import bruteforce_rummy as rummy

__all__ = ["bharg", "hands", "rummy"]
