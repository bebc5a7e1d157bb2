import type { Clock } from '../load/clock.ts';
import type { Corpus } from '../load/corpus.ts';
import type { OwnPlatform } from '../platform/start-platform.ts';
import type { Tenant } from '../platform/tenants.ts';
import type { Figure } from '../report/figure.ts';
import type { TextSource } from '../texts/memory-texts.ts';

/** What a scenario measures with. */
export interface SpeedContext {
  /** 0..1: counts of memories and durations are multiplied by it; below 1 is a trial, not a measurement. */
  scale: number;
  clock: Clock;
  texts: TextSource;
  /** A new tenant. */
  tenant(name: string): Promise<Tenant>;
  /** The one tenant that grows from scenario to scenario, so that 100,000 memories are stored once. */
  corpus(): Promise<Corpus>;
  /** The worst event loop's p99 delay since the last reading, in ms; undefined when no metrics are published. */
  eventLoopDelayP99Ms(): Promise<number | undefined>;
  /** Events that wait for a consumer; undefined when no metrics are published. */
  consumerLag(): Promise<number | undefined>;
  /** Undefined when the platform was given by address: it is then neither stopped nor looked into. */
  platform: OwnPlatform | undefined;
  /** Milliseconds until the platform was ready on an empty DATA_DIR. */
  firstStartMs: number | undefined;
}

export interface Scenario {
  name: string;
  /** Leaves out what needs the platform's processes when there are none of its own. */
  run(context: SpeedContext): Promise<Figure[]>;
}

/** A count for the context's scale, at least 1. */
export function scaled(context: SpeedContext, count: number): number {
  return Math.max(1, Math.round(count * context.scale));
}
