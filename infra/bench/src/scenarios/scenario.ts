import type { Clock } from '../load/clock.ts';
import type { Corpus } from '../load/corpus.ts';
import type { OwnPlatform } from '../platform/start-platform.ts';
import type { Tenant } from '../platform/tenants.ts';
import type { Figure } from '../report/figure.ts';
import type { TextSource } from '../texts/memory-texts.ts';

/** Dependencies of a scenario. */
export interface SpeedContext {
  /** Factor for counts and durations, above 0 and at most 1. Values below 1 are for trials only. */
  scale: number;
  clock: Clock;
  texts: TextSource;
  /** Creates a tenant. */
  tenant(name: string): Promise<Tenant>;
  /** Returns the large tenant that several scenarios share, so that 100,000 memories are stored only once. */
  corpus(): Promise<Corpus>;
  /** Highest p99 event loop delay since the last call, in milliseconds. Undefined without a metrics URL. */
  eventLoopDelayP99Ms(): Promise<number | undefined>;
  /** Number of unprocessed events. Undefined without a metrics URL. */
  consumerLag(): Promise<number | undefined>;
  /**
   * Platform that the benchmark started. Undefined for a running platform, which the benchmark cannot
   * restart.
   */
  platform: OwnPlatform | undefined;
  /** Milliseconds until the platform was ready with an empty DATA_DIR. Undefined for a running platform. */
  firstStartMs: number | undefined;
}

export interface Scenario {
  name: string;
  /** Runs the scenario. Omits figures that need the processes of the platform if `platform` is undefined. */
  run(context: SpeedContext): Promise<Figure[]>;
}

/** Multiplies a count by the scale. Returns at least 1. */
export function scaled(context: SpeedContext, count: number): number {
  return Math.max(1, Math.round(count * context.scale));
}
