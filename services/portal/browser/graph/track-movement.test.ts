import { beforeEach, expect, jest, test } from '@jest/globals';
import type { Frame } from './frame-rate.ts';
import { trackMovement } from './track-movement.ts';

let now = 0;
let frames: ((now: number) => void)[] = [];
/** Moves the camera. */
let move = (): void => undefined;
const camera = {
  prependListener: (_event: string, listener: () => void) => {
    move = listener;
  },
} as unknown as Parameters<typeof trackMovement>[0];

beforeEach(() => {
  now = 0;
  frames = [];
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  globalThis.requestAnimationFrame = (callback) => frames.push(callback);
  globalThis.cancelAnimationFrame = (request) => void frames.splice(request - 1, 1);
});

/** Draws a frame after some time. */
function draw(durationMs: number): void {
  now += durationMs;
  for (const frame of frames.splice(0)) frame(now);
}

function track(frame: Frame) {
  const rate = { frame: () => frame, begin: jest.fn(), addFrame: jest.fn() };
  const onRest = jest.fn();
  return { rate, onRest, movement: trackMovement(camera, rate, onRest) };
}

test('draws the map again when it rests', () => {
  const { movement, onRest } = track('moveImage');
  expect(movement.frame()).toBe('draw');
  move();
  expect(movement.frame()).toBe('moveImage');
  for (let frame = 0; frame < 12; frame++) draw(16);
  expect(movement.frame()).toBe('draw');
  expect(onRest).toHaveBeenCalledTimes(1);
  expect(frames).toEqual([]);
});

test('does not end a movement between two slow frames', () => {
  const { movement, rate, onRest } = track('moveImage');
  for (let frame = 0; frame < 5; frame++) {
    move();
    draw(1_000);
  }
  expect(movement.frame()).toBe('moveImage');
  expect(rate.begin).toHaveBeenCalledTimes(1);
  expect(rate.addFrame).toHaveBeenCalledTimes(5);
  expect(onRest).not.toHaveBeenCalled();
});

test('draws no further frame at rest if the frames of the movement were drawn', () => {
  const { onRest } = track('draw');
  move();
  for (let frame = 0; frame < 12; frame++) draw(16);
  expect(onRest).not.toHaveBeenCalled();
});

test('draws the map after the movement was ended, for example for an export', () => {
  const { movement } = track('moveImage');
  move();
  movement.end();
  expect(movement.frame()).toBe('draw');
  expect(frames).toEqual([]);
  move();
  expect(frames).toHaveLength(1);
});
