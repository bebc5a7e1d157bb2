import Sigma from 'sigma';
import { animateNodes } from 'sigma/utils';
import { createFrameRate } from './frame-rate.ts';
import type { EdgeAttributes, MemoryGraph, NodeAttributes, Position } from './graph-model.ts';
import { LABEL_FONT, LABEL_LINE_HEIGHT, LABEL_SIZE, drawLabel, drawLabelBox } from './draw-label.ts';
import type { TextColors } from './draw-label.ts';
import { layOutLabels } from './label-layout.ts';
import type { Box, LabelCandidate } from './label-layout.ts';
import { MAP_PROGRAMS } from './map-programs.ts';
import { createMovedImage } from './moved-image.ts';
import { placeLabel } from './place-label.ts';
import type { PlacedLabel } from './place-label.ts';
import { trackMovement } from './track-movement.ts';

const ANIMATION_MS = 350;
/** Time in which the map slows down after dragging. */
const INERTIA_MS = 200;
/** Maximum number of memories that move in an animation. */
const MAX_ANIMATED = 500;
/** Number of events of the pointer after which sigma treats them as dragging, and not as a click. */
const DRAG_TOLERANCE = 3;
const PAN_PIXELS = 80;
/** Space between added memories and the edge of the window. */
const EDGE_PIXELS = 32;
const ZOOM_RATIO = 1.5;
/** Maximum number of texts whose widths are kept. */
const MAX_MEASURED = 10_000;
/** Space between the highlighted memory and its label. */
const HIGHLIGHT_GAP = 6;

/** Center and radius of a memory in pixels. */
export interface Disc extends Position {
  radius: number;
}

/** What the map shows, in pixels of its element, for exports. */
export interface Scene {
  width: number;
  height: number;
  colors: TextColors;
  edges: {
    from: Disc;
    to: Disc;
    width: number;
    color: string;
    /** True for an arrow at both ends. */
    isBidirectional: boolean;
  }[];
  nodes: (Disc & { color: string; label: PlacedLabel | null })[];
}

export interface MapView {
  zoomIn(): void;
  zoomOut(): void;
  /** Shows the whole map. */
  fit(): void;
  /** Moves the map by a number of steps. */
  pan(right: number, down: number): void;
  /** Highlights a memory and moves the map if it is outside of the window. */
  select(id: string | null): void;
  /** Moves memories to new positions, and shows the whole map if these are the first ones. */
  move(positions: ReadonlyMap<string, Position>, isFirst: boolean): void;
  setColors(colors: TextColors): void;
  scene(): Scene;
  /** Adapts the map to the size of its element. */
  resize(): void;
  close(): void;
}

const prefersReducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Returns true if this browser can draw the map. */
export function supportsWebGl(): boolean {
  const canvas = document.createElement('canvas');
  return (canvas.getContext('webgl2') ?? canvas.getContext('webgl')) !== null;
}

/** Sigma whose frames can be shown in another way than by drawing all nodes and edges. */
class MapRenderer extends Sigma<NodeAttributes, EdgeAttributes> {
  /** Shows a frame. Returns false if sigma must draw it. */
  showFrame: (() => boolean) | undefined;

  override scheduleRender(): this {
    return this.showFrame?.() ? this : super.scheduleRender();
  }
}

/**
 * Draws the map with WebGL. Panning and zooming only move the camera: no code of the portal runs for each node or edge. If
 * a browser draws fewer than 60 frames per second, panning and zooming move the image that was drawn last.
 *
 * @param onSelect called with the id of a clicked memory
 */
export function createMapView(
  container: HTMLElement,
  graph: MemoryGraph,
  initialColors: TextColors,
  onSelect: (id: string) => void,
): MapView {
  let colors = initialColors;
  let selectedId: string | null = null;
  let frame = createLabelFrame();
  const labelWidths = new Map<string, number>();
  const sigma = new MapRenderer(graph, container, {
    defaultEdgeType: 'arrow',
    edgeProgramClasses: MAP_PROGRAMS.edges,
    nodeProgramClasses: MAP_PROGRAMS.nodes,
    // Collects the labels of a frame, which are placed and drawn together after the last one.
    defaultDrawNodeLabel(_context, { key, label, x, y, size }) {
      frame.candidates.push({ id: key, label: label ?? '', x, y, radius: size });
    },
    defaultDrawNodeHover(context, node) {
      frame.highlightedIds.add(node.key);
      frame.highlightBoxes.push(drawHighlight(context, node, colors, sigma.getDimensions().width));
    },
    labelColor: { color: colors.ink },
    labelFont: LABEL_FONT,
    labelSize: LABEL_SIZE,
    // Level of detail: at most one label per cell, and only for nodes that are large enough at the current zoom.
    labelDensity: 1,
    labelGridCellSize: 60,
    labelRenderedSizeThreshold: 4,
    // Otherwise, a click soon after dragging would count as a double click, and not select the memory.
    doubleClickTimeout: 0,
    stagePadding: 56,
    inertiaDuration: prefersReducedMotion() ? 1 : INERTIA_MS,
    minCameraRatio: 0.01,
    maxCameraRatio: 10,
    allowInvalidContainer: true,
  });
  const camera = sigma.getCamera();
  const movement = trackMovement(camera, createFrameRate(), () => sigma.scheduleRender());
  const image = createMovedImage(sigma);
  sigma.showFrame = () => {
    if (movement.frame() === 'draw') return false;
    image.move();
    return true;
  };
  sigma.on('clickNode', ({ node }) => onSelect(node));
  // Otherwise, sigma draws only the highlighted memories, and labels below them would be partly covered.
  sigma.on('enterNode', () => sigma.scheduleRender());
  sigma.on('leaveNode', () => sigma.scheduleRender());
  // Sigma keeps the memory below the pointer when the pointer leaves the map, until it moves over the map again.
  sigma.on('leaveStage', ({ event }) => sigma.getMouseCaptor().emit('mousemove', { ...event, x: -1, y: -1 }));
  sigma.on('beforeRender', () => {
    image.beforeDrawing();
    frame = createLabelFrame();
  });
  sigma.on('afterRender', () => drawLabels());
  container.addEventListener('pointermove', ({ pointerId, pointerType, buttons }) => {
    const { draggedEvents } = sigma.getMouseCaptor();
    if (pointerType !== 'mouse' || buttons === 0 || draggedEvents < DRAG_TOLERANCE) return;
    // Sigma then does not look for the memory below the pointer, which would wait for the GPU with each event.
    if (!container.hasPointerCapture(pointerId)) container.setPointerCapture(pointerId);
  });
  const moveCamera = (state: Partial<{ x: number; y: number; ratio: number }>): void => {
    const isReduced = prefersReducedMotion();
    // An animation also ends the one that is running, for example after dragging.
    void camera.animate(state, { duration: isReduced ? 1 : ANIMATION_MS });
    if (isReduced) camera.setState(state);
  };

  function drawLabels(): void {
    const { labels, edgeLabels, hovers, hoverNodes } = sigma.getCanvases();
    const context = labels?.getContext('2d');
    // Relationships have no labels. Their canvas is behind the memories.
    const boxes = edgeLabels?.getContext('2d');
    // The map has been closed.
    if (!context || !boxes) return;
    const { width, height } = sigma.getDimensions();
    for (const each of [context, boxes]) each.clearRect(0, 0, width, height);
    // Chromium can show an earlier image of a canvas that was only cleared. A hidden canvas also takes no time of the compositor.
    for (const canvas of [hovers, hoverNodes])
      canvas!.style.visibility = frame.highlightedIds.size > 0 ? '' : 'hidden';
    context.font = `${LABEL_SIZE}px ${LABEL_FONT}`;
    const placed = layOutLabels(
      frame.candidates.filter(({ id }) => !frame.highlightedIds.has(id)),
      {
        width,
        height,
        lineHeight: LABEL_LINE_HEIGHT,
        reserved: frame.highlightBoxes,
        measure: (text) => measureOnce(labelWidths, context, text),
      },
    );
    for (const { id, y } of frame.candidates) {
      const label = placed.get(id);
      if (label === undefined) continue;
      drawLabelBox(boxes, label, y, colors);
      drawLabel(context, label, y, colors);
    }
    frame.placed = placed;
  }

  function fit(): void {
    sigma.setCustomBBox(null);
    sigma.refresh();
    // A fixed frame keeps each memory at its place in the window while the map grows.
    sigma.setCustomBBox(sigma.getBBox());
    moveCamera({ x: 0.5, y: 0.5, ratio: 1 });
  }

  /** Zooms out if one of the positions is outside of the window. */
  function zoomOutTo(positions: readonly Position[]): void {
    const { width, height } = sigma.getDimensions();
    const scale = Math.max(
      1,
      ...positions.map((position) => {
        const { x, y } = sigma.graphToViewport(position);
        return Math.max(
          Math.abs(x - width / 2) / (width / 2 - EDGE_PIXELS),
          Math.abs(y - height / 2) / (height / 2 - EDGE_PIXELS),
        );
      }),
    );
    if (scale > 1) moveCamera({ ratio: camera.getBoundedRatio(camera.getState().ratio * scale) });
  }

  return {
    zoomIn: () => moveCamera({ ratio: camera.getBoundedRatio(camera.getState().ratio / ZOOM_RATIO) }),
    zoomOut: () => moveCamera({ ratio: camera.getBoundedRatio(camera.getState().ratio * ZOOM_RATIO) }),
    fit,
    pan(right, down) {
      const { width, height } = sigma.getDimensions();
      const center = sigma.viewportToFramedGraph({
        x: width / 2 + right * PAN_PIXELS,
        y: height / 2 + down * PAN_PIXELS,
      });
      moveCamera({ x: center.x, y: center.y });
    },
    select(id) {
      if (selectedId !== null && graph.hasNode(selectedId)) {
        graph.setNodeAttribute(selectedId, 'highlighted', false);
      }
      selectedId = id;
      if (id === null) return;
      graph.setNodeAttribute(id, 'highlighted', true);
      const display = sigma.getNodeDisplayData(id);
      if (display === undefined) return;
      const { x, y } = sigma.framedGraphToViewport(display);
      const { width, height } = sigma.getDimensions();
      if (x < 0 || y < 0 || x > width || y > height) moveCamera({ x: display.x, y: display.y });
    },
    move(positions, isFirst) {
      if (isFirst || prefersReducedMotion() || positions.size > MAX_ANIMATED) {
        graph.updateEachNodeAttributes((id, node) => ({ ...node, ...positions.get(id) }));
      } else {
        const targets = Object.fromEntries([...positions].map(([id, { x, y }]) => [id, { x, y }]));
        animateNodes(graph, targets, { duration: ANIMATION_MS, easing: 'quadraticOut' });
      }
      if (isFirst) fit();
      else zoomOutTo([...positions.values()]);
    },
    setColors(changed) {
      colors = changed;
      sigma.setSetting('labelColor', { color: colors.ink });
    },
    scene() {
      movement.end();
      // Draws what has changed since the last frame, so that the labels are up to date.
      sigma.refresh();
      const { width, height } = sigma.getDimensions();
      const place = (id: string) => {
        const display = sigma.getNodeDisplayData(id)!;
        return { ...sigma.framedGraphToViewport(display), radius: sigma.scaleSize(display.size) };
      };
      const context = document.createElement('canvas').getContext('2d')!;
      context.font = `${LABEL_SIZE}px ${LABEL_FONT}`;
      const measure = (text: string): number => context.measureText(text).width;
      const withLabel = (id: string, color: string, label: string) => {
        const disc = place(id);
        const ownLabel = frame.highlightedIds.has(id) ? placeLabel(label, { ...disc, width, measure }) : null;
        return { ...disc, color, label: ownLabel ?? frame.placed.get(id) ?? null };
      };
      return {
        width,
        height,
        colors,
        edges: graph
          .mapEdges((_id, { color, size, hidden, type }, from, to, source, target) =>
            hidden || source.hidden || target.hidden
              ? []
              : [
                  {
                    from: place(from),
                    to: place(to),
                    width: sigma.scaleSize(size),
                    color,
                    isBidirectional: type === 'doubleArrow',
                  },
                ],
          )
          .flat(),
        nodes: graph
          .mapNodes((id, { color, label, hidden }) => (hidden ? [] : [withLabel(id, color, label)]))
          .flat(),
      };
    },
    resize() {
      movement.end();
      sigma.resize();
      sigma.scheduleRefresh();
    },
    close() {
      movement.end();
      sigma.kill();
    },
  };
}

/** Labels of a frame. */
interface LabelFrame {
  candidates: LabelCandidate[];
  highlightedIds: Set<string>;
  highlightBoxes: Box[];
  placed: ReadonlyMap<string, PlacedLabel>;
}

const createLabelFrame = (): LabelFrame => ({
  candidates: [],
  highlightedIds: new Set(),
  highlightBoxes: [],
  placed: new Map(),
});

/** Returns the width of a text of a label. Frames measure the same texts again and again. */
function measureOnce(widths: Map<string, number>, context: CanvasRenderingContext2D, text: string): number {
  const known = widths.get(text);
  if (known !== undefined) return known;
  // Shortened labels have a text for each position at the edge of the map.
  if (widths.size >= MAX_MEASURED) widths.clear();
  const { width } = context.measureText(text);
  widths.set(text, width);
  return width;
}

interface DrawnNode extends Position {
  size: number;
  label?: string | null;
  color: string;
}

/**
 * Draws the label of the node under the pointer, or of the selected node, in front of all others.
 *
 * @returns the box of the node and its label
 */
function drawHighlight(
  context: CanvasRenderingContext2D,
  { x, y, size, label, color }: DrawnNode,
  { ink, surface, line }: TextColors,
  width: number,
): Box {
  context.font = `600 ${LABEL_SIZE}px ${LABEL_FONT}`;
  const padding = HIGHLIGHT_GAP;
  const height = LABEL_SIZE + 2 * padding;
  const measure = (text: string): number => context.measureText(text).width;
  // The background is longer than the text.
  const margin = 2 * padding + 1;
  const placed = placeLabel(label ?? '', { x, radius: size, width, gap: padding, margin, measure });
  const half = Math.max(height / 2, size + 3);
  const box = { left: x - size - 3, right: x + size + 3, top: y - half, bottom: y + half };
  if (placed !== null) {
    const length = size + padding + measure(placed.text) + 2 * padding;
    const start = placed.align === 'left' ? x : x - length;
    box.left = Math.min(box.left, start);
    box.right = Math.max(box.right, start + length);
    context.fillStyle = surface;
    context.strokeStyle = line;
    context.beginPath();
    context.roundRect(start, y - height / 2, length, height, height / 2);
    context.fill();
    context.stroke();
    context.fillStyle = ink;
    context.textAlign = placed.align;
    context.fillText(placed.text, placed.x, y + LABEL_SIZE / 3);
  }
  context.beginPath();
  context.arc(x, y, size + 3, 0, 2 * Math.PI);
  context.fillStyle = surface;
  context.fill();
  context.lineWidth = 2.5;
  context.strokeStyle = color;
  context.stroke();
  context.lineWidth = 1;
  return box;
}
