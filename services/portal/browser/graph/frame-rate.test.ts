import { expect, test } from '@jest/globals';
import { createFrameRate } from './frame-rate.ts';
import type { Detail } from './frame-rate.ts';

/** Moves a map for some frames. @returns what its last frame shows */
function move(
  rate: ReturnType<typeof createFrameRate>,
  start: number,
  durationOf: Record<Detail, number>,
): Detail {
  rate.begin(start);
  let now = start;
  for (let frame = 0; frame < 100; frame++) {
    rate.addFrame(now);
    now += durationOf[rate.detail()];
  }
  return rate.detail();
}

const every = (duration: number): Record<Detail, number> => ({
  all: duration,
  noEdges: duration,
  points: duration,
});

test('shows everything while frames are in time', () => {
  expect(move(createFrameRate(), 0, every(16.7))).toBe('all');
});

test('shows everything after single late frames', () => {
  const rate = createFrameRate();
  rate.begin(0);
  for (let frame = 0, now = 0; frame < 100; frame++) rate.addFrame((now += frame % 5 === 0 ? 60 : 16.7));
  expect(rate.detail()).toBe('all');
});

test('hides edges after two very late frames', () => {
  const rate = createFrameRate();
  rate.begin(0);
  for (const now of [0, 1_000, 2_000]) rate.addFrame(now);
  expect(rate.detail()).toBe('noEdges');
});

test('hides edges, and then all but points, until frames are in time', () => {
  expect(move(createFrameRate(), 0, { all: 80, noEdges: 16.7, points: 16.7 })).toBe('noEdges');
  expect(move(createFrameRate(), 0, { all: 80, noEdges: 40, points: 16.7 })).toBe('points');
});

test('keeps what it hides for the next movements, and shows everything again after five minutes', () => {
  const rate = createFrameRate();
  const slow = { all: 80, noEdges: 16.7, points: 16.7 };
  move(rate, 0, slow);
  rate.begin(10_000);
  expect(rate.detail()).toBe('noEdges');
  rate.begin(310_000);
  expect(rate.detail()).toBe('all');
});

test('shows everything if frames do not become faster', () => {
  const rate = createFrameRate();
  // A browser that saves power draws 30 frames per second.
  expect(move(rate, 0, every(33.3))).toBe('all');
  expect(move(rate, 10_000, every(33.3))).toBe('all');
});

test('does not count the time between two movements', () => {
  const rate = createFrameRate();
  for (let movement = 0, now = 0; movement < 20; movement++, now += 1_000) {
    rate.begin(now);
    for (let frame = 0; frame < 5; frame++) rate.addFrame(now + frame * 16.7);
  }
  expect(rate.detail()).toBe('all');
});
