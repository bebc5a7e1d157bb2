import { placeLabel, startOf } from './place-label.ts';
import type { PlacedLabel } from './place-label.ts';

/** Space between two labels in pixels. */
const GAP = 2;

/** A rectangle in pixels. `left` is smaller than `right`, and `top` is smaller than `bottom`. */
export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** A memory whose label could be drawn. Center and radius are in pixels. */
export interface LabelCandidate {
  id: string;
  label: string;
  x: number;
  y: number;
  radius: number;
}

interface LabelArea {
  width: number;
  height: number;
  /** Height of a line in pixels. */
  lineHeight: number;
  /** Boxes that must stay free, for example of the label of the selected memory. */
  reserved: readonly Box[];
  /** Returns the width of a text in pixels. */
  measure(text: string): number;
}

/**
 * Places labels so that none covers another one or a reserved box, and none is cut by the edge of the map. If two labels need the
 * same space, the larger memory gets it, and of memories with the same size the one with the smaller id. Panning and repeated
 * frames therefore show the same labels.
 *
 * @returns the labels to draw, by the ids of their memories
 */
export function layOutLabels(
  candidates: readonly LabelCandidate[],
  { width, height, lineHeight, reserved, measure }: LabelArea,
): Map<string, PlacedLabel> {
  const taken = [...reserved];
  const placedById = new Map<string, PlacedLabel>();
  for (const { id, label, x, y, radius } of candidates.toSorted(compareImportance)) {
    const [top, bottom] = [y - lineHeight / 2, y + lineHeight / 2];
    if (top < 0 || bottom > height) continue;
    const placed = placeLabel(label, { x, radius, width, measure });
    if (placed === null) continue;
    const left = startOf(placed);
    const box = { left: left - GAP, right: left + placed.length + GAP, top, bottom };
    if (taken.some((other) => overlaps(box, other))) continue;
    taken.push(box);
    placedById.set(id, placed);
  }
  return placedById;
}

const compareImportance = (a: LabelCandidate, b: LabelCandidate): number =>
  b.radius - a.radius || (a.id < b.id ? -1 : 1);

const overlaps = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
