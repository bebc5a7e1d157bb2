const GAP = 3;
const MARGIN = 4;

/** Text of a label, and the point at which it starts, or at which it ends if it is on the left of its memory. */
export interface PlacedLabel {
  text: string;
  x: number;
  align: 'left' | 'right';
  /** Length of the text. */
  length: number;
}

interface LabelSpace {
  /** Center and radius of the memory, and width of the map, in pixels. */
  x: number;
  radius: number;
  width: number;
  /** Space between the memory and its label. */
  gap?: number;
  /** Space between the label and the edge of the map. */
  margin?: number;
  /** Returns the width of a text in pixels. */
  measure(text: string): number;
}

/**
 * Places a label next to its memory so that the edge of the map does not cut it: on the right, or on the left if it fits only
 * there. A label that fits on neither side is shortened, on the wider side.
 *
 * @returns null if the memory is outside of the map, or if there is no space for a character
 */
export function placeLabel(
  label: string,
  { x, radius, width, gap = GAP, margin = MARGIN, measure }: LabelSpace,
): PlacedLabel | null {
  if (x < 0 || x > width || label === '') return null;
  const right = width - margin - (x + radius + gap);
  const left = x - radius - gap - margin;
  const needed = measure(label);
  const isLeft = needed > right && left > right;
  const text = needed <= Math.max(left, right) ? label : shorten(label, Math.max(left, right), measure);
  if (text === null) return null;
  const length = text === label ? needed : measure(text);
  return isLeft
    ? { text, x: x - radius - gap, align: 'right', length }
    : { text, x: x + radius + gap, align: 'left', length };
}

/** Returns where the text of a label starts. */
export const startOf = ({ x, align, length }: PlacedLabel): number => (align === 'left' ? x : x - length);

/** Returns the longest start of a text that fits with an ellipsis, or null if no character fits. */
function shorten(text: string, width: number, measure: (text: string) => number): string | null {
  const characters = [...text];
  const cut = (count: number): string => `${characters.slice(0, count).join('').trimEnd()}…`;
  let [fits, tooLong] = [0, characters.length];
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1;
    if (measure(cut(middle)) <= width) fits = middle;
    else tooLong = middle;
  }
  return fits === 0 ? null : cut(fits);
}
