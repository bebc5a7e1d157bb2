import { describe, expect, test } from '@jest/globals';
import { layOutLabels } from './label-layout.ts';
import type { Box, LabelCandidate } from './label-layout.ts';

/** Each character has a width of 10 pixels, and a label starts 3 pixels after its memory. */
const layOut = (candidates: LabelCandidate[], reserved: Box[] = []): string[] => [
  ...layOutLabels(candidates, {
    width: 400,
    height: 300,
    lineHeight: 16,
    reserved,
    measure: (text) => text.length * 10,
  }).keys(),
];
const memory = (id: string, x: number, y: number, radius = 7): LabelCandidate => ({
  id,
  label: 'The mill',
  x,
  y,
  radius,
});

describe('the labels of a map', () => {
  test('include all labels that do not overlap', () => {
    expect(layOut([memory('a', 50, 50), memory('b', 50, 67), memory('c', 160, 50)])).toEqual(['a', 'b', 'c']);
  });

  test('include the label of the larger memory if two overlap', () => {
    expect(layOut([memory('small', 50, 50), memory('large', 60, 60, 9)])).toEqual(['large']);
  });

  test('do not depend on the order of the memories', () => {
    const [a, b] = [memory('a', 50, 50), memory('b', 60, 60)];
    expect(layOut([a, b])).toEqual(['a']);
    expect(layOut([b, a])).toEqual(['a']);
  });

  test('include a label next to one that was left out', () => {
    expect(layOut([memory('a', 50, 50, 9), memory('b', 50, 60, 8), memory('c', 50, 70)])).toEqual(['a', 'c']);
  });

  test('leave reserved boxes free', () => {
    const selected = { left: 40, right: 160, top: 40, bottom: 64 };
    expect(layOut([memory('a', 50, 50), memory('b', 50, 100)], [selected])).toEqual(['b']);
  });

  test('exclude labels that the upper or lower edge of the map would cut', () => {
    expect(layOut([memory('above', 50, 7), memory('below', 200, 293), memory('inside', 50, 9)])).toEqual([
      'inside',
    ]);
  });
});
