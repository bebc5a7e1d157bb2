import type { Clock } from '../load/clock.ts';
import { runOpenLoop } from '../load/open-loop.ts';
import { percentilesOf } from '../report/figure.ts';
import type { Figure, Target } from '../report/figure.ts';
import { summarize } from '../statistics/summary.ts';
import type { SpeedContext } from './scenario.ts';

export const STORES_PER_SECOND = 100;
export const SEARCHES_PER_SECOND = 30;
const WARM_UP_SECONDS = 1;
const MEASURED_SECONDS = 5;
const MAX_IN_FLIGHT = 300;
const MAX_EVENT_LOOP_DELAY_MS = 20;

/** Returns the numbers of store and search requests of a measurement, including the warm-up. */
export function operationsOf(scale: number): { stores: number; searches: number; warmUpSearches: number } {
  const seconds = WARM_UP_SECONDS + MEASURED_SECONDS * scale;
  return {
    stores: Math.round(seconds * STORES_PER_SECOND),
    searches: Math.round(seconds * SEARCHES_PER_SECOND),
    warmUpSearches: WARM_UP_SECONDS * SEARCHES_PER_SECOND,
  };
}

export interface SearchLoad {
  scenario: string;
  clock: Clock;
  scale: number;
  /** Stores one memory. @param index below `operationsOf(scale).stores` */
  store(index: number): Promise<void>;
  /** Runs one search. @param index below `operationsOf(scale).searches` */
  search(index: number): Promise<void>;
  eventLoopDelayP99Ms: SpeedContext['eventLoopDelayP99Ms'];
  targets: Target[];
  note: string;
}

/** Measures hybrid search while memories are stored. Both request rates are fixed. */
export async function searchDuringStores(load: SearchLoad): Promise<Figure[]> {
  const { clock, scenario } = load;
  const operations = operationsOf(load.scale);
  const storing = runOpenLoop({
    ratePerSecond: STORES_PER_SECOND,
    operations: operations.stores,
    maxInFlight: MAX_IN_FLIGHT,
    clock,
    operation: load.store,
  });
  const searching = (first: number, count: number) =>
    runOpenLoop({
      ratePerSecond: SEARCHES_PER_SECOND,
      operations: count,
      maxInFlight: MAX_IN_FLIGHT,
      clock,
      operation: (index) => load.search(first + index),
    });
  const warmUp = await searching(0, operations.warmUpSearches);
  // Starts a new measurement interval of the event loop delay, to exclude the warm-up.
  await load.eventLoopDelayP99Ms();
  const measured = await searching(
    operations.warmUpSearches,
    operations.searches - operations.warmUpSearches,
  );
  const delayMs = await load.eventLoopDelayP99Ms();
  const stored = await storing;

  const failures = [warmUp, measured, stored].reduce((sum, part) => sum + part.failures + part.givenUp, 0);
  const firstFailure = measured.firstFailure ?? stored.firstFailure ?? warmUp.firstFailure;
  const figures: Figure[] = [
    {
      scenario,
      name: 'hybrid search, from the scheduled time',
      unit: 'ms',
      ...percentilesOf(summarize(measured.latenciesMs)),
      targets: load.targets,
      failures,
      note: firstFailure ?? load.note,
    },
    {
      scenario,
      name: 'hybrid search, from the send time',
      unit: 'ms',
      ...percentilesOf(summarize(measured.serviceTimesMs)),
    },
    {
      scenario,
      name: `concurrent stores at ${STORES_PER_SECOND}/s`,
      unit: 'ms',
      ...percentilesOf(summarize(stored.latenciesMs)),
    },
  ];
  if (delayMs !== undefined) {
    figures.push({
      scenario,
      name: 'event loop delay p99',
      unit: 'ms',
      count: 1,
      value: delayMs,
      targets: [{ of: 'value', atMost: MAX_EVENT_LOOP_DELAY_MS }],
    });
  }
  return figures;
}
