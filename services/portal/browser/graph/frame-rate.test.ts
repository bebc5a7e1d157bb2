import { expect, test } from '@jest/globals';
import { createFrameRate } from './frame-rate.ts';
import type { Frame } from './frame-rate.ts';

/** Moves a map for some frames. @returns how its last frame is shown */
function move(
  rate: ReturnType<typeof createFrameRate>,
  start: number,
  durationOf: Record<Frame, number>,
): Frame {
  rate.begin(start);
  let now = start;
  for (let frame = 0; frame < 100; frame++) {
    rate.addFrame(now);
    now += durationOf[rate.frame()];
  }
  return rate.frame();
}

test('draws each frame while frames are in time', () => {
  expect(move(createFrameRate(), 0, { draw: 16.7, moveImage: 16.7 })).toBe('draw');
});

test('draws each frame after single late frames', () => {
  const rate = createFrameRate();
  rate.begin(0);
  for (let frame = 0, now = 0; frame < 100; frame++) rate.addFrame((now += frame % 5 === 0 ? 60 : 16.7));
  expect(rate.frame()).toBe('draw');
});

test('moves the image after two very late frames', () => {
  const rate = createFrameRate();
  rate.begin(0);
  for (const now of [0, 1_000, 2_000]) rate.addFrame(now);
  expect(rate.frame()).toBe('moveImage');
});

test('moves the image of the next movements, and draws each frame again after five minutes', () => {
  const rate = createFrameRate();
  expect(move(rate, 0, { draw: 80, moveImage: 16.7 })).toBe('moveImage');
  rate.begin(10_000);
  expect(rate.frame()).toBe('moveImage');
  rate.begin(310_000);
  expect(rate.frame()).toBe('draw');
});

test('draws each frame if a moved image does not make frames faster', () => {
  const rate = createFrameRate();
  // A browser that saves power draws 30 frames per second.
  const slow = { draw: 33.3, moveImage: 33.3 };
  expect(move(rate, 0, slow)).toBe('draw');
  expect(move(rate, 10_000, slow)).toBe('draw');
});

test('does not count the time between two movements', () => {
  const rate = createFrameRate();
  for (let movement = 0, now = 0; movement < 20; movement++, now += 1_000) {
    rate.begin(now);
    for (let frame = 0; frame < 5; frame++) rate.addFrame(now + frame * 16.7);
  }
  expect(rate.frame()).toBe('draw');
});
