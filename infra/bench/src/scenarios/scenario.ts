import type { Clock } from '../load/clock.ts';
import type { Corpus } from '../load/corpus.ts';
import type { CpuReader } from '../platform/cpu-times.ts';
import type { OwnPlatform } from '../platform/start-platform.ts';
import type { Figure } from '../report/figure.ts';
import type { TextSource } from '../texts/memory-texts.ts';

/** Dependencies of one round of a scenario. */
export interface SpeedContext {
  /** Factor for counts and durations, above 0 and at most 1. Values below 1 are for trials only. */
  scale: number;
  /** Number of this round, from 0. */
  round: number;
  /** Number of rounds. */
  rounds: number;
  clock: Clock;
  texts: TextSource;
  /**
   * Returns the corpus of the tenant `name`. The first call creates both. All rounds, and all scenarios with the same
   * data, share them.
   */
  corpus(name: string): Promise<Corpus>;
  /** Reads the CPU times of the platform. Returns undefined for a running platform, and without /proc. */
  readCpu: CpuReader;
  /** Highest p99 event loop delay of all processes since the last call, in ms. Undefined without metrics. */
  eventLoopDelayP99Ms(): Promise<number | undefined>;
  /** Number of unprocessed events. Undefined without a metrics URL. */
  consumerLag(): Promise<number | undefined>;
  /** Platform that the benchmark started. Undefined for a running platform, which it cannot restart. */
  platform: OwnPlatform | undefined;
  /**
   * Starts the platform with an empty DATA_DIR and returns the milliseconds until it was ready. Undefined if
   * the benchmark measures a platform that is already running.
   */
  measureFirstStart: (() => Promise<number>) | undefined;
}

export interface Scenario {
  name: string;
  /**
   * Name of the data that the scenario shares with others, by default `small`. Scenarios with other data run on a platform
   * with an empty DATA_DIR, because the memories of other tenants affect memory use and restarts.
   */
  data?: string;
  /** True for a scenario that has only one round. */
  once?: true;
  /** Measures one round. Skips figures that need the processes of the platform if `platform` is undefined. */
  run(context: SpeedContext): Promise<Figure[]>;
}

/** Name of a tenant that several scenarios share. Each scenario adds memories up to the number it needs. */
export const LARGE = 'large';

/** Multiplies a count by the scale. Returns at least 1. */
export function scaled(context: Pick<SpeedContext, 'scale'>, count: number): number {
  return Math.max(1, Math.round(count * context.scale));
}

/** Waits until all events are processed, if the platform has metrics. */
export async function waitForConsumers({ consumerLag, clock }: SpeedContext): Promise<void> {
  while (((await consumerLag()) ?? 0) > 0) await clock.wait(50);
}

/** Returns a short label for a number of memories, such as `6k` or `1m`. */
export function sizeLabel(memories: number): string {
  if (memories % 1_000_000 === 0) return `${memories / 1_000_000}m`;
  return memories % 1_000 === 0 ? `${memories / 1_000}k` : String(memories);
}
