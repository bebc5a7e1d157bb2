import { beforeEach, expect, jest, test } from '@jest/globals';
import type { Detail } from './frame-rate.ts';
import { trackMovement } from './track-movement.ts';

let now = 0;
let frames: ((now: number) => void)[] = [];
/** Moves the camera. */
let move = (): void => undefined;
const camera = {
  on: (_event: string, listener: () => void) => {
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

function track(detail: Detail) {
  const rate = { detail: () => detail, begin: jest.fn(), addFrame: jest.fn() };
  const onRest = jest.fn();
  return { rate, onRest, movement: trackMovement(camera, rate, onRest) };
}

test('shows everything again when the map rests', () => {
  const { movement, onRest } = track('noEdges');
  expect(movement.detail()).toBe('all');
  move();
  expect(movement.detail()).toBe('noEdges');
  for (let frame = 0; frame < 12; frame++) draw(16);
  expect(movement.detail()).toBe('all');
  expect(onRest).toHaveBeenCalledTimes(1);
  expect(frames).toEqual([]);
});

test('does not end a movement between two slow frames', () => {
  const { movement, rate, onRest } = track('points');
  for (let frame = 0; frame < 5; frame++) {
    move();
    draw(1_000);
  }
  expect(movement.detail()).toBe('points');
  expect(rate.begin).toHaveBeenCalledTimes(1);
  expect(rate.addFrame).toHaveBeenCalledTimes(5);
  expect(onRest).not.toHaveBeenCalled();
});

test('draws no further frame at rest if the frames of the movement showed everything', () => {
  const { onRest } = track('all');
  move();
  for (let frame = 0; frame < 12; frame++) draw(16);
  expect(onRest).not.toHaveBeenCalled();
});

test('shows everything after the movement was ended, for example for an export', () => {
  const { movement } = track('points');
  move();
  movement.end();
  expect(movement.detail()).toBe('all');
  expect(frames).toEqual([]);
  move();
  expect(frames).toHaveLength(1);
});
