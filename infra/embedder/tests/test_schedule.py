import unittest

from generator.schedule import momentum, step_size

STEPS = 800


class ScheduleTest(unittest.TestCase):
    def test_step_size_rises_during_the_first_tenth_and_then_falls_to_nearly_zero(self) -> None:
        sizes = [step_size(step, STEPS) for step in range(STEPS)]
        self.assertAlmostEqual(sizes[0], 4e-3 / 25)
        self.assertAlmostEqual(sizes[79], 4e-3)
        self.assertEqual(sizes.index(max(sizes)), 79)
        self.assertEqual(sizes[79:], sorted(sizes[79:], reverse=True))
        self.assertLess(sizes[-1], 1e-7)

    def test_momentum_falls_while_the_step_size_rises_and_then_rises(self) -> None:
        self.assertAlmostEqual(momentum(0, STEPS), 0.95)
        self.assertAlmostEqual(momentum(79, STEPS), 0.85)
        self.assertAlmostEqual(momentum(STEPS - 1, STEPS), 0.95)
