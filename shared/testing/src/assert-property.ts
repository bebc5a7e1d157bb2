import { setTimeout } from 'node:timers/promises';
import { expect } from '@jest/globals';
import fc from 'fast-check';

export interface PropertyOptions {
  /** Number of runs with the fixed seed. A quarter of this number of runs follows with a random seed. */
  runs: number;
  /**
   * Time limit of the runs with the fixed seed, in milliseconds. The whole call takes at most twice this time
   * plus the time of one run. A test that sets a larger limit than the default needs the timeout
   * `propertyTimeout(timeLimitMs)`.
   */
  timeLimitMs?: number;
}

const FIXED_SEED = 1;
const UNLIMITED = Number.MAX_SAFE_INTEGER;
/** Default time limit. It fits into the default timeout of a test, which is 30 seconds. */
const DEFAULT_TIME_LIMIT_MS = 12_000;

/** Timeout for a test that calls `assertProperty` once with this time limit, in milliseconds. */
export const propertyTimeout = (timeLimitMs: number): number => 3 * timeLimitMs;

/**
 * Checks a property with a fixed seed, so that every checkout tests the same values, and then with a random seed,
 * which is printed. The runs and shrinking have time limits, so a failure always reports its counterexample.
 * A run of an asynchronous property that takes longer than a quarter of the time limit fails.
 *
 * Environment variables:
 * - `PROPERTY_SEED`: uses this seed instead of the fixed and the random seed, to reproduce a failure.
 * - `PROPERTY_PATH`: starts at this path of `PROPERTY_SEED`, as reported by the failure.
 * - `PROPERTY_SOAK`: runs with one random seed for this fraction of the time limit. Set by `npm run test:soak`.
 * - `PROPERTY_SOAK_END`: time after which a soak test runs each remaining property once, in milliseconds since the
 *   epoch.
 *
 * @throws an error with the counterexample, the seed and the path, whose cause is the failed assertion
 */
export async function assertProperty<Values>(
  property: fc.IRawProperty<Values>,
  { runs, timeLimitMs = DEFAULT_TIME_LIMIT_MS }: PropertyOptions,
): Promise<void> {
  const { PROPERTY_SEED: seed, PROPERTY_PATH: path, PROPERTY_SOAK: soak } = process.env;
  if (soak !== undefined) {
    const remainingMs = Number(process.env['PROPERTY_SOAK_END'] ?? Infinity) - Date.now();
    const soakMs = Math.min(Number(soak) * timeLimitMs, remainingMs);
    const bounds = soakMs > 0 ? { runs: UNLIMITED, limitMs: soakMs } : { runs: 1, limitMs: timeLimitMs };
    await checkWithSeed(property, { ...bounds, seed: randomSeed(), timeLimitMs });
  } else if (seed !== undefined) {
    const start = path === undefined ? {} : { path };
    await checkWithSeed(property, {
      ...start,
      seed: Number(seed),
      runs,
      limitMs: timeLimitMs,
      timeLimitMs,
    });
  } else {
    await checkWithSeed(property, { seed: FIXED_SEED, runs, limitMs: timeLimitMs, timeLimitMs });
    const quarter = { runs: Math.ceil(runs / 4), limitMs: timeLimitMs / 4 };
    await checkWithSeed(property, { ...quarter, seed: randomSeed(), timeLimitMs });
  }
}

interface CheckOptions {
  seed: number;
  path?: string;
  runs: number;
  /** Time limit of the runs without shrinking. */
  limitMs: number;
  /** Time limit of the property. Shrinking may take half of this time, and an asynchronous run a quarter. */
  timeLimitMs: number;
}

async function checkWithSeed<Values>(
  property: fc.IRawProperty<Values>,
  { seed, path, runs, limitMs, timeLimitMs }: CheckOptions,
): Promise<void> {
  const runTimeout = property.isAsync() ? { timeout: timeLimitMs / 4 } : {};
  const tracked = trackRuns(property);
  const checked = await fc.check(tracked.property, {
    ...runTimeout,
    ...(path === undefined ? {} : { path }),
    seed,
    numRuns: runs,
    interruptAfterTimeLimit: limitMs,
    // `shrink` searches for a smaller counterexample with its own time limit.
    endOnFailure: true,
  });
  await tracked.settled(timeLimitMs / 4);
  printOutcome(seed, runs, checked);
  if (!checked.failed) return;
  throw await toError(await shrink(property, checked, { ...runTimeout, limitMs: timeLimitMs / 2 }), checked);
}

/**
 * Tracks the current run of a property, which fast-check abandons at the time limit. The caller must wait for
 * the abandoned run, which would otherwise continue while the next test uses the same database.
 */
function trackRuns<Values>(property: fc.IRawProperty<Values>) {
  let current: Promise<unknown> = Promise.resolve();
  const tracked: fc.IRawProperty<Values> = {
    isAsync: () => property.isAsync(),
    generate: (random, runId) => property.generate(random, runId),
    shrink: (value) => property.shrink(value),
    runBeforeEach: () => property.runBeforeEach(),
    runAfterEach: () => property.runAfterEach(),
    run: (values) => {
      const result = property.run(values);
      current = Promise.resolve(result);
      return result;
    },
  };
  return {
    property: tracked,
    /** Resolves when no run is in progress, or after `limitMs`. */
    async settled(limitMs: number): Promise<void> {
      const timeout = new AbortController();
      const wait = setTimeout(limitMs, undefined, { signal: timeout.signal }).catch(() => undefined);
      await Promise.race([current, wait]);
      timeout.abort();
    },
  };
}

/**
 * Returns the smallest counterexample that was found within the time limit, or null if the property passes.
 */
async function shrink<Values>(
  property: fc.IRawProperty<Values>,
  checked: fc.RunDetails<Values>,
  { limitMs, ...runTimeout }: { limitMs: number; timeout?: number },
): Promise<fc.RunDetails<Values> | null> {
  const { seed, counterexamplePath } = checked;
  if (counterexamplePath === null) return checked;
  const tracked = trackRuns(property);
  const shrunk = await fc.check(tracked.property, {
    ...runTimeout,
    seed,
    path: counterexamplePath,
    interruptAfterTimeLimit: limitMs,
  });
  await tracked.settled(limitMs / 2);
  return shrunk.failed && shrunk.counterexample !== null ? shrunk : null;
}

async function toError<Values>(
  shrunk: fc.RunDetails<Values> | null,
  checked: fc.RunDetails<Values>,
): Promise<Error> {
  const failure = shrunk ?? checked;
  const lines = [await fc.asyncDefaultReportMessage(failure)];
  if (shrunk === null) lines.unshift('The counterexample did not fail again, so it is not shrunk.');
  lines.push(`Reproduce it: PROPERTY_SEED=${failure.seed} PROPERTY_PATH=${failure.counterexamplePath ?? 0}`);
  return new Error(lines.join('\n'), { cause: failure.errorInstance });
}

/** Prints the outcome of a property. Prints nothing if it passed with the fixed seed. */
function printOutcome(
  seed: number,
  runs: number,
  { numRuns, interrupted, failed }: Pick<fc.RunDetails<unknown>, 'numRuns' | 'interrupted' | 'failed'>,
): void {
  const isCut = interrupted && runs !== UNLIMITED;
  if (seed === FIXED_SEED && !isCut && !failed) return;
  const count = isCut ? `${numRuns} of ${runs} runs (time limit)` : `${numRuns} runs`;
  const outcome = failed ? 'failed' : 'passed';
  process.stdout.write(`Property ${outcome}: seed ${seed}, ${count}: ${expect.getState().currentTestName}\n`);
}

/** Returns a random seed that differs from `FIXED_SEED`. */
const randomSeed = (): number => 2 + Math.floor(Math.random() * 0x7fff_fff0);
