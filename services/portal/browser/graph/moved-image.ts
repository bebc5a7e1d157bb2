import type { Position } from './graph-model.ts';

interface CameraState extends Position {
  ratio: number;
  angle: number;
}

/** What {@link createMovedImage} needs of sigma. */
interface Renderer {
  getCanvases(): Record<string, HTMLCanvasElement>;
  getDimensions(): { width: number; height: number };
  getCamera(): { getState(): CameraState };
  viewportToFramedGraph(point: Position, override: { cameraState: CameraState }): Position;
  framedGraphToViewport(point: Position, override: { cameraState: CameraState }): Position;
}

export interface MovedImage {
  /** Moves the image that was drawn last to where the camera is now. */
  move(): void;
  /** Call it before the map is drawn: moves the canvases back to their places. */
  beforeDrawing(): void;
}

/** The canvas that receives the events of the pointer. It is empty. */
const POINTER_LAYER = 'mouse';

/**
 * Shows a moving map without drawing it: the browser moves, scales and turns the image that was drawn last. The time of a frame
 * then does not depend on the number of memories and relationships. What was outside of the image stays empty until the map is
 * drawn again.
 */
export function createMovedImage(sigma: Renderer): MovedImage {
  let drawnWith = sigma.getCamera().getState();
  let isMoved = false;

  const layers = (): HTMLCanvasElement[] =>
    Object.entries(sigma.getCanvases())
      .filter(([name]) => name !== POINTER_LAYER)
      .map(([, canvas]) => canvas);

  /** Returns where a point of the image is with the current camera. */
  const target = (point: Position): Position => {
    const cameraState = sigma.getCamera().getState();
    return sigma.framedGraphToViewport(sigma.viewportToFramedGraph(point, { cameraState: drawnWith }), {
      cameraState,
    });
  };

  return {
    move() {
      const { width, height } = sigma.getDimensions();
      const [start, right, bottom] = [
        target({ x: 0, y: 0 }),
        target({ x: width, y: 0 }),
        target({ x: 0, y: height }),
      ];
      const matrix = [
        (right.x - start.x) / width,
        (right.y - start.y) / width,
        (bottom.x - start.x) / height,
        (bottom.y - start.y) / height,
        start.x,
        start.y,
      ];
      for (const { style } of layers()) {
        style.transformOrigin = '0 0';
        style.willChange = 'transform';
        style.transform = `matrix(${matrix.map((value) => value.toFixed(5)).join(', ')})`;
      }
      isMoved = true;
    },
    beforeDrawing() {
      drawnWith = sigma.getCamera().getState();
      if (!isMoved) return;
      isMoved = false;
      for (const { style } of layers()) style.transform = style.willChange = '';
    },
  };
}
