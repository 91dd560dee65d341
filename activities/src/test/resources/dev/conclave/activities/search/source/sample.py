#!/usr/bin/env python3
"""A documentation string: class not_code."""
import os.path
from typing import (
    Optional,
)
from .clock import Clock
from . import utils

DEFAULT_RATE: int = 10


class Limiter(Base):
    """def not_code(): pass"""

    def acquire(self, permits=1):
        return self._refill()

    async def _refill(self):
        # def not_code():
        return 'def not_code()'


def make_limiter() -> Limiter:
    return Limiter()


async def fetch():
    pass
