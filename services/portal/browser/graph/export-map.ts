import type { Position } from './graph-model.ts';
import {
  LABEL_BOX_OPACITY,
  LABEL_FONT,
  LABEL_OUTLINE,
  LABEL_SIZE,
  drawLabel,
  drawLabelBox,
  labelBox,
} from './draw-label.ts';
import type { Scene } from './map-view.ts';

/** Pixels of a PNG per pixel of the map. */
const PNG_SCALE = 2;
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escapeXml = (text: string): string => text.replace(/[&<>"]/g, (character) => ESCAPES[character]!);
const round = (value: number): string => value.toFixed(1);

/** Returns the map as an SVG document. Labels are text, so they cannot contain markup. */
export function toSvg({ width, height, colors, edges, nodes }: Scene): string {
  const lines = edges.map((edge) => {
    const { line, heads } = outline(edge);
    return [
      `<path d="${toPath(line)}" stroke="${edge.color}" stroke-width="${round(edge.width)}"/>`,
      ...heads.map((head) => `<path d="${toPath(head)} Z" fill="${edge.color}"/>`),
    ].join('');
  });
  const circles = nodes.map(
    ({ x, y, radius, color }) =>
      `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="${color}"/>`,
  );
  const boxes = nodes.flatMap(({ y, label }) => {
    if (label === null) return [];
    const box = labelBox(label, y);
    return `<rect x="${round(box.x)}" y="${round(box.y)}" width="${round(box.width)}" height="${box.height}"/>`;
  });
  const labels = nodes.flatMap(({ y, label }) =>
    label === null
      ? []
      : `<text x="${round(label.x)}" y="${round(y + LABEL_SIZE / 3)}"${label.align === 'right' ? ' text-anchor="end"' : ''}>${escapeXml(label.text)}</text>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="100%" height="100%" fill="${colors.surface}"/>`,
    ...lines,
    `<g fill="${colors.surface}" fill-opacity="${LABEL_BOX_OPACITY}">`,
    ...boxes,
    '</g>',
    ...circles,
    `<g font-family="${LABEL_FONT}" font-size="${LABEL_SIZE}" fill="${colors.ink}" stroke="${colors.surface}" stroke-width="${LABEL_OUTLINE}" stroke-linejoin="round" paint-order="stroke">`,
    ...labels,
    '</g>',
    '</svg>',
  ].join('\n');
}

/** Draws the map as a PNG image. */
export async function toPng({ width, height, colors, edges, nodes }: Scene): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = width * PNG_SCALE;
  canvas.height = height * PNG_SCALE;
  const context = canvas.getContext('2d')!;
  context.scale(PNG_SCALE, PNG_SCALE);
  context.fillStyle = colors.surface;
  context.fillRect(0, 0, width, height);
  for (const edge of edges) {
    const { line, heads } = outline(edge);
    context.strokeStyle = context.fillStyle = edge.color;
    context.lineWidth = edge.width;
    drawLine(context, line);
    context.stroke();
    for (const head of heads) {
      drawLine(context, head);
      context.fill();
    }
  }
  for (const { y, label } of nodes) if (label !== null) drawLabelBox(context, label, y, colors);
  for (const { x, y, radius, color } of nodes) {
    context.fillStyle = color;
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fill();
  }
  context.font = `${LABEL_SIZE}px ${LABEL_FONT}`;
  for (const { y, label } of nodes) if (label !== null) drawLabel(context, label, y, colors);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (blob === null) throw new Error('The browser cannot create an image of this size.');
  return blob;
}

/** Saves a file in the folder for downloads. */
export function download(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser reads the content after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

function drawLine(context: CanvasRenderingContext2D, points: readonly Position[]): void {
  context.beginPath();
  for (const { x, y } of points) context.lineTo(x, y);
}

const toPath = (points: readonly Position[]): string =>
  points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`).join(' ');

/** Returns the line of an edge between two discs, and its arrow heads. */
function outline({ from, to, width, isBidirectional }: Scene['edges'][number]) {
  const end = shorten(from, to, to.radius);
  const start = isBidirectional ? shorten(to, from, from.radius) : from;
  const heads = [arrowHead(start, end, width), ...(isBidirectional ? [arrowHead(end, start, width)] : [])];
  return { line: [start, end], heads };
}

/** Returns the point of a line at which the circle around its end starts. */
function shorten(from: Position, to: Position, radius: number): Position {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (length <= radius) return to;
  const part = (length - radius) / length;
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

/** Returns the triangle at the end of a line. */
function arrowHead(from: Position, end: Position, stroke: number): Position[] {
  const length = Math.hypot(end.x - from.x, end.y - from.y) || 1;
  const [dx, dy] = [(end.x - from.x) / length, (end.y - from.y) / length];
  const size = 3 + 1.5 * stroke;
  const base = { x: end.x - dx * size, y: end.y - dy * size };
  return [
    { x: base.x - (dy * size) / 2, y: base.y + (dx * size) / 2 },
    end,
    { x: base.x + (dy * size) / 2, y: base.y - (dx * size) / 2 },
  ];
}
