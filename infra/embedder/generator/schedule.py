"""One cycle: the step grows, then shrinks to nothing, and momentum does the opposite."""

from math import cos, pi

PEAK = 4e-3
FIRST_SHARE_OF_PEAK = 1 / 25
LAST_SHARE_OF_FIRST = 1e-4
WARM_UP = 0.1
CALM_MOMENTUM = 0.95
PEAK_MOMENTUM = 0.85


def step_size(step: int, steps: int) -> float:
    first = PEAK * FIRST_SHARE_OF_PEAK
    return _along(step, steps, first, PEAK, first * LAST_SHARE_OF_FIRST)


def momentum(step: int, steps: int) -> float:
    return _along(step, steps, CALM_MOMENTUM, PEAK_MOMENTUM, CALM_MOMENTUM)


def _along(step: int, steps: int, first: float, peak: float, last: float) -> float:
    """@see L. Smith and N. Topin, "Super-Convergence" (2018)"""
    top = WARM_UP * steps - 1
    if step <= top:
        return _eased(first, peak, step / top)
    return _eased(peak, last, (step - top) / (steps - 1 - top))


def _eased(start: float, end: float, share: float) -> float:
    return end + (start - end) * (1 + cos(pi * share)) / 2
