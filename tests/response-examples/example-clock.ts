const TIME = /\b\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}(\.\d+)?Z)?(?![\w-])/g;

/** Time of the first call in the examples. */
const FIRST_CALL_MS = Date.parse('2026-11-22T09:00:00.000Z');
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Expiry times are an hour or more later than the response that has them. */
const EXPIRY_STEP_MS = 10 * MINUTE_MS;

/** Response that has a time. */
interface Place {
  /** Number of the call, from 0. */
  index: number;
  /** Unix time in milliseconds. */
  receivedAt: number;
}

export interface ExampleClock {
  /** Returns the time at which a call starts in the examples. */
  startOf(index: number): string;
  /** Replaces the times and dates in a text. The same time has the same replacement. */
  replaceTimes(text: string, place: Place): string;
}

/**
 * Creates a clock for calls that follow each other by a minute in the examples. A time during a call, or between it and the
 * next one, becomes the start of the call, with the full minutes that passed since. Dates keep their distance to the day
 * of the first call.
 *
 * @param starts Unix times in milliseconds at which the calls started
 */
export function createExampleClock(starts: readonly number[]): ExampleClock {
  const minutesBetween = (from: number, to: number): number =>
    Math.floor((to - from) / MINUTE_MS) * MINUTE_MS;
  const examples: number[] = [];
  starts.forEach((start, index) => {
    const previous = examples.at(-1);
    examples.push(
      previous === undefined
        ? FIRST_CALL_MS
        : previous + MINUTE_MS + minutesBetween(starts[index - 1]!, start),
    );
  });
  const dayOffsetMs = (Math.floor(FIRST_CALL_MS / DAY_MS) - Math.floor((starts[0] ?? 0) / DAY_MS)) * DAY_MS;
  const known = new Map<number, number>();

  /** Returns the example of a time that an earlier response did not have. */
  function exampleOf(time: number, { index, receivedAt }: Place): number {
    if (time > receivedAt) {
      const remaining = Math.round((time - starts[index]!) / EXPIRY_STEP_MS) * EXPIRY_STEP_MS;
      return examples[index]! + remaining;
    }
    const call = starts.findLastIndex((start) => start <= time);
    if (call === -1) return FIRST_CALL_MS - MINUTE_MS;
    return examples[call]! + minutesBetween(starts[call]!, time);
  }

  return {
    startOf: (index) => new Date(examples[index]!).toISOString(),
    replaceTimes: (text, place) =>
      text.replace(TIME, (found, fraction: string | undefined) => {
        if (!found.includes('T')) return new Date(Date.parse(found) + dayOffsetMs).toISOString().slice(0, 10);
        const time = Date.parse(found);
        const example = known.get(time) ?? exampleOf(time, place);
        known.set(time, example);
        const iso = new Date(example).toISOString();
        return fraction === undefined ? iso.replace('.000Z', 'Z') : iso;
      }),
  };
}
