"""One-cycle schedule: the step size rises and then falls to nearly 0. The momentum falls and then rises."""

from math import cos, pi

PEAK = 4e-3
INITIAL_FRACTION_OF_PEAK = 1 / 25
FINAL_FRACTION_OF_INITIAL = 1e-4
WARM_UP_FRACTION = 0.1
BASE_MOMENTUM = 0.95
PEAK_MOMENTUM = 0.85


def step_size(step: int, steps: int) -> float:
    """Returns the step size of step `step` of `steps`, counted from 0."""
    first = PEAK * INITIAL_FRACTION_OF_PEAK
    return _one_cycle(step, steps, first, PEAK, first * FINAL_FRACTION_OF_INITIAL)


def momentum(step: int, steps: int) -> float:
    """Returns the momentum of step `step` of `steps`, counted from 0."""
    return _one_cycle(step, steps, BASE_MOMENTUM, PEAK_MOMENTUM, BASE_MOMENTUM)


def _one_cycle(step: int, steps: int, first: float, peak: float, last: float) -> float:
    """Returns the value of a one-cycle schedule. @see L. Smith and N. Topin, "Super-Convergence" (2018)"""
    top = WARM_UP_FRACTION * steps - 1
    if step <= top:
        return _cosine_interpolation(first, peak, step / top)
    return _cosine_interpolation(peak, last, (step - top) / (steps - 1 - top))


def _cosine_interpolation(start: float, end: float, share: float) -> float:
    return end + (start - end) * (1 + cos(pi * share)) / 2
