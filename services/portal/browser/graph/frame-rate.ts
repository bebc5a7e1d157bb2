/** How a moving map is shown: drawn again for each frame, or by moving the image that was drawn last. */
export type Frame = 'draw' | 'moveImage';

export interface FrameRate {
  /** How the frames of a moving map are shown. */
  frame(): Frame;
  /** Call it when the map begins to move. */
  begin(now: number): void;
  /** Call it for each frame of a moving map. */
  addFrame(now: number): void;
}

/** A frame is late if the screen has shown the one before it for a longer time. 60 frames per second need 16.7 ms. */
const LATE_MS = 20;
/** Two such frames are enough, because further ones would only keep the user waiting. */
const VERY_LATE_MS = 100;
const MAX_VERY_LATE = 2;
/** Number of frames that are compared, and how many of them are late before the image is moved. */
const WINDOW = 6;
const MAX_LATE = 4;
/** Frames after a change that are not measured, because the browser may draw earlier ones first. */
const SETTLING_FRAMES = 3;
/** Time after which the map is drawn again while it moves, because the machine may have been busy. */
const RETRY_MS = 300_000;
/** Number of frames with a moved image after which it is decided whether they help. */
const TRIAL_FRAMES = 60;
/** Frames with a moved image must take at most this part of the time. Otherwise, the browser limits the rate, for example to save power. */
const MIN_GAIN = 0.8;

const isLate = (durations: readonly number[]): boolean => {
  const countOver = (limit: number): number => durations.filter((duration) => duration > limit).length;
  return countOver(LATE_MS) >= MAX_LATE || countOver(VERY_LATE_MS) >= MAX_VERY_LATE;
};

const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

/**
 * Moves the image of a moving map while the browser draws fewer than 60 frames per second, for example without a GPU. With a GPU,
 * frames are in time, and each one is drawn.
 */
export function createFrameRate(): FrameRate {
  let frame: Frame = 'draw';
  let changedAt = -Infinity;
  let isLimited = false;
  let lastFrame: number | null = null;
  let durations: number[] = [];
  let durationOfDrawing = 0;
  let settling = 0;
  /** Frames with a moved image, and their total duration. */
  let trial = { frames: 0, total: 0 };

  const change = (to: Frame, now: number): void => {
    frame = to;
    changedAt = now;
    durations = [];
    settling = SETTLING_FRAMES;
    trial = { frames: 0, total: 0 };
  };

  return {
    frame: () => frame,
    begin(now) {
      lastFrame = null;
      durations = [];
      if (now - changedAt < RETRY_MS) return;
      isLimited = false;
      change('draw', now);
      settling = 0;
    },
    addFrame(now) {
      const duration = lastFrame === null ? null : now - lastFrame;
      lastFrame = now;
      if (duration === null || isLimited || settling-- > 0) return;
      if (frame === 'draw') {
        durations = [...durations, duration].slice(-WINDOW);
        if (!isLate(durations)) return;
        durationOfDrawing = mean(durations);
        change('moveImage', now);
      } else if (trial.frames < TRIAL_FRAMES) {
        trial = { frames: trial.frames + 1, total: trial.total + duration };
        if (trial.frames < TRIAL_FRAMES || trial.total / TRIAL_FRAMES <= MIN_GAIN * durationOfDrawing) return;
        isLimited = true;
        change('draw', now);
      }
    },
  };
}
