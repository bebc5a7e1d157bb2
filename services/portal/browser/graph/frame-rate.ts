/** Parts of the map that a frame shows: everything, no edges, or only nodes as small points. */
export type Detail = 'all' | 'noEdges' | 'points';

export interface FrameRate {
  /** What frames show while the map moves. */
  detail(): Detail;
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
/** Number of frames that are compared, and how many of them are late before a frame shows less. */
const WINDOW = 6;
const MAX_LATE = 4;
/** Frames after a change that are not measured, because the browser may draw earlier ones first. */
const SETTLING_FRAMES = 3;
/** Time after which frames show everything again, because the machine may have been busy. */
const RETRY_MS = 300_000;
/** Number of frames with the least detail after which it is decided whether they help. */
const TRIAL_FRAMES = 60;
/** Frames that show less must take at most this part of the time. Otherwise, the browser limits the rate, for example to save power. */
const MIN_GAIN = 0.8;

const LESS_DETAIL: Readonly<Record<Detail, Detail | null>> = {
  all: 'noEdges',
  noEdges: 'points',
  points: null,
};

const isLate = (durations: readonly number[]): boolean => {
  const countOver = (limit: number): number => durations.filter((duration) => duration > limit).length;
  return countOver(LATE_MS) >= MAX_LATE || countOver(VERY_LATE_MS) >= MAX_VERY_LATE;
};

const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

/**
 * Reduces what a moving map shows while the browser draws fewer than 60 frames per second, for example without a GPU. With a GPU,
 * frames are in time and show everything.
 */
export function createFrameRate(): FrameRate {
  let detail: Detail = 'all';
  let changedAt = -Infinity;
  let isLimited = false;
  let lastFrame: number | null = null;
  let durations: number[] = [];
  let durationOfAll = 0;
  let settling = 0;
  /** Frames with the least detail, and their total duration. */
  let trial = { frames: 0, total: 0 };

  const change = (to: Detail, now: number): void => {
    detail = to;
    changedAt = now;
    durations = [];
    settling = SETTLING_FRAMES;
    trial = { frames: 0, total: 0 };
  };

  return {
    detail: () => detail,
    begin(now) {
      lastFrame = null;
      durations = [];
      if (now - changedAt < RETRY_MS) return;
      isLimited = false;
      change('all', now);
      settling = 0;
    },
    addFrame(now) {
      const duration = lastFrame === null ? null : now - lastFrame;
      lastFrame = now;
      if (duration === null || isLimited || settling-- > 0) return;
      const less = LESS_DETAIL[detail];
      if (less !== null) {
        durations = [...durations, duration].slice(-WINDOW);
        if (!isLate(durations)) return;
        if (detail === 'all') durationOfAll = mean(durations);
        change(less, now);
      } else if (trial.frames < TRIAL_FRAMES) {
        trial = { frames: trial.frames + 1, total: trial.total + duration };
        if (trial.frames < TRIAL_FRAMES || trial.total / TRIAL_FRAMES <= MIN_GAIN * durationOfAll) return;
        isLimited = true;
        change('all', now);
      }
    },
  };
}
