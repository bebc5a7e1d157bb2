import { describe, expect, test } from '@jest/globals';
import { placeLabel } from './place-label.ts';

/** Each character has a width of 10 pixels. */
const measure = (text: string): number => [...text].length * 10;
const place = (label: string, x: number, width = 400) => placeLabel(label, { x, radius: 7, width, measure });

describe('the place of a label', () => {
  test('is on the right of its memory if the label fits there', () => {
    expect(place('The mill', 100)).toEqual({ text: 'The mill', x: 110, align: 'left', length: 80 });
  });

  test('is on the left of its memory if the label fits only there', () => {
    expect(place('The mill', 350)).toEqual({ text: 'The mill', x: 340, align: 'right', length: 80 });
  });

  test('is on the right if the label fits on neither side and the right is wider, with a shortened text', () => {
    expect(place('The mill stands at the river', 150)).toEqual({
      text: 'The mill stands at the…',
      x: 160,
      align: 'left',
      length: 230,
    });
  });

  test('is on the left if the label fits on neither side and the left is wider, with a shortened text', () => {
    expect(place('The mill stands at the river', 250)).toEqual({
      text: 'The mill stands at the…',
      x: 240,
      align: 'right',
      length: 230,
    });
  });

  test('never exceeds the map', () => {
    for (let width = 60; width <= 400; width += 20) {
      for (let x = 0; x <= width; x += 5) {
        const placed = place('The mill stands at the river', x, width);
        if (placed === null) continue;
        const start = placed.align === 'left' ? placed.x : placed.x - measure(placed.text);
        expect(start).toBeGreaterThanOrEqual(0);
        expect(start + measure(placed.text)).toBeLessThanOrEqual(width);
      }
    }
  });

  test('does not exist for a memory outside of the map', () => {
    expect(place('The mill', -1)).toBeNull();
    expect(place('The mill', 401)).toBeNull();
  });

  test('does not exist without space for a character', () => {
    expect(place('The mill', 20, 40)).toBeNull();
  });

  test('keeps surrogate pairs together', () => {
    expect(place('🌾🌾🌾🌾🌾🌾🌾🌾', 20, 90)?.text).toBe('🌾🌾🌾🌾…');
  });
});
