import { startOf } from './place-label.ts';
import type { PlacedLabel } from './place-label.ts';

export const LABEL_FONT = 'system-ui, sans-serif';
export const LABEL_SIZE = 12;
export const LABEL_LINE_HEIGHT = 16;
/** Width of the line around the letters of a label, which separates them from what is below. */
export const LABEL_OUTLINE = 3;
/** Opacity of the box behind a label and behind all memories, which fades the relationships that cross it. */
export const LABEL_BOX_OPACITY = 0.7;

/** Colors of the texts on the map. */
export interface TextColors {
  ink: string;
  surface: string;
  line: string;
}

/** Returns the box behind a label. @param y center of its memory */
export const labelBox = (label: PlacedLabel, y: number) => ({
  x: startOf(label),
  y: y - LABEL_LINE_HEIGHT / 2,
  width: label.length,
  height: LABEL_LINE_HEIGHT,
});

/** Draws the box behind a label. @param y center of its memory */
export function drawLabelBox(
  context: CanvasRenderingContext2D,
  label: PlacedLabel,
  y: number,
  { surface }: TextColors,
): void {
  const box = labelBox(label, y);
  context.fillStyle = surface;
  context.globalAlpha = LABEL_BOX_OPACITY;
  context.fillRect(box.x, box.y, box.width, box.height);
  context.globalAlpha = 1;
}

/** Draws the text of a label with the current font of a canvas. @param y center of its memory */
export function drawLabel(
  context: CanvasRenderingContext2D,
  label: PlacedLabel,
  y: number,
  { ink, surface }: TextColors,
): void {
  context.fillStyle = ink;
  context.strokeStyle = surface;
  context.lineWidth = LABEL_OUTLINE;
  context.lineJoin = 'round';
  context.textAlign = label.align;
  context.strokeText(label.text, label.x, y + LABEL_SIZE / 3);
  context.fillText(label.text, label.x, y + LABEL_SIZE / 3);
}
