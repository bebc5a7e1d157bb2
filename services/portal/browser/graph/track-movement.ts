import type { Camera } from 'sigma';
import type { Detail, FrameRate } from './frame-rate.ts';

export interface Movement {
  /** What the next frame shows. */
  detail(): Detail;
  /** Ends the movement, so that the next frame shows everything. */
  end(): void;
}

/** A map rests if its camera has not moved for this time and this number of frames. A slow browser draws few frames. */
const REST_MS = 150;
const REST_FRAMES = 3;

/**
 * Measures the frames while the camera of a map moves.
 *
 * @param onRest called when the map rests after frames that did not show everything
 */
export function trackMovement(camera: Pick<Camera, 'on'>, rate: FrameRate, onRest: () => void): Movement {
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
    if (rate.detail() !== 'all') onRest();
  };
  camera.on('updated', () => {
    movedAt = performance.now();
    framesAtRest = 0;
    if (isMoving) return;
    isMoving = true;
    rate.begin(movedAt);
    request = requestAnimationFrame(measure);
  });
  return {
    detail: () => (isMoving ? rate.detail() : 'all'),
    end() {
      isMoving = false;
      cancelAnimationFrame(request);
    },
  };
}
