import type { Camera } from 'sigma';
import type { Frame, FrameRate } from './frame-rate.ts';

export interface Movement {
  /** How the next frame is shown. */
  frame(): Frame;
  /** Ends the movement, so that the next frame is drawn. */
  end(): void;
}

/** A map rests if its camera has not moved for this time and this number of frames. A slow browser draws few frames. */
const REST_MS = 150;
const REST_FRAMES = 3;

/**
 * Measures the frames while the camera of a map moves.
 *
 * @param onRest called when the map rests after frames that were not drawn
 */
export function trackMovement(
  camera: Pick<Camera, 'prependListener'>,
  rate: FrameRate,
  onRest: () => void,
): Movement {
  let isMoving = false;
  let movedAt = 0;
  let framesAtRest = 0;
  let request = 0;

  const measure = (now: number): void => {
    rate.addFrame(now);
    framesAtRest++;
    if (framesAtRest <= REST_FRAMES || performance.now() - movedAt < REST_MS) {
      request = requestAnimationFrame(measure);
      return;
    }
    isMoving = false;
    if (rate.frame() !== 'draw') onRest();
  };
  // Called before sigma schedules a frame, so that also the first frame of a movement is shown as the earlier ones.
  camera.prependListener('updated', () => {
    movedAt = performance.now();
    framesAtRest = 0;
    if (isMoving) return;
    isMoving = true;
    rate.begin(movedAt);
    request = requestAnimationFrame(measure);
  });
  return {
    frame: () => (isMoving ? rate.frame() : 'draw'),
    end() {
      isMoving = false;
      cancelAnimationFrame(request);
    },
  };
}
