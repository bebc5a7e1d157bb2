import type { Clock } from '../load/clock.ts';
import { runClosedLoop } from '../load/closed-loop.ts';
import { storeBody } from '../load/store-bodies.ts';
import { createApiClient, openPool } from '../platform/api-client.ts';
import { measureProcessCpu } from '../platform/cpu-times.ts';
import { MANY_CALLERS } from '../platform/tenants.ts';
import type { Figure } from '../report/figure.ts';
import { summarize } from '../statistics/summary.ts';
import type { TextSource } from '../texts/memory-texts.ts';
import { startExpressEcho } from './express-echo.ts';
import { openInsertDatabase } from './insert-database.ts';
import type { PostgresConditions } from './insert-database.ts';

/** Rate, latency and CPU time of a baseline operation. */
export interface Reference {
  count: number;
  perSecond: number;
  p50Ms: number;
  /**
   * CPU milliseconds per request of the process with the bare route. Undefined for INSERTs, and on systems
   * without /proc.
   */
  cpuMs?: number;
}

/** One measurement of all baselines. */
export interface BaselineSample {
  /** Requests to a bare Express route that returns the JSON of its request. */
  route: { oneCaller: Reference; manyCallers: Reference };
  /** Durable single-row INSERTs on an embedded PostgreSQL server. */
  insert: { oneCaller: Reference; manyCallers: Reference };
}

/** Baseline operations on the same machine. Ratios to them can be compared between machines. */
export interface Baselines {
  postgres: PostgresConditions;
  /** Measures each baseline with 1 and with 16 callers. */
  sample(): Promise<BaselineSample>;
  close(): Promise<void>;
}

export interface BaselineOptions {
  nodePath: string;
  /** Folder of the database, on the same disk as the data of the platform. */
  workFolder: string;
  /** Duration of each of the four measurements of a sample, in milliseconds. */
  durationMs: number;
  clock: Clock;
  texts: TextSource;
}

const WARM_UP_REQUESTS = 2_000;
const BODIES = 1_000;

/** Starts the process with the bare route and the server for the bare INSERT, and warms both up. */
export async function openBaselines(options: BaselineOptions): Promise<Baselines> {
  const { clock, durationMs } = options;
  const echo = await startExpressEcho(options.nodePath);
  // The connection pools for the platform have the same size and settings.
  const pool = openPool(echo.origin, MANY_CALLERS);
  const closeEcho = () => pool.close().then(echo.close);
  const database = await openInsertDatabase(options.workFolder, MANY_CALLERS).catch(
    async (error: unknown) => {
      await closeEcho();
      throw error;
    },
  );
  const client = createApiClient(pool, 'token');
  const bodies = Array.from({ length: BODIES }, (_, index) => storeBody(options.texts, index));
  const contents = Array.from({ length: BODIES }, (_, index) => options.texts.memory(index));
  const request = (index: number) => client.send('POST', '/echo', bodies[index % BODIES]!, 201);
  const insert = (index: number) => database.insert(contents[index % BODIES]!);

  const measure = async (
    operation: (index: number) => Promise<void>,
    limits: { callers: number; durationMs: number; maxOperations: number },
  ): Promise<Reference> => {
    const result = await runClosedLoop({ ...limits, clock, operation });
    if (result.failures > 0) throw new Error(`A baseline operation failed: ${result.firstFailure}`);
    const count = result.latenciesMs.length;
    return {
      count,
      perSecond: (count * 1000) / result.elapsedMs,
      p50Ms: summarize(result.latenciesMs)?.p50 ?? Number.NaN,
    };
  };
  const timed = (operation: (index: number) => Promise<void>, callers: number) =>
    measure(operation, { callers, durationMs, maxOperations: Infinity });
  const timedRoute = async (callers: number): Promise<Reference> => {
    const { result, cpuMs } = await measureProcessCpu(echo.pid, () => timed(request, callers));
    return cpuMs === undefined ? result : { ...result, cpuMs: cpuMs / result.count };
  };
  const close = async () => {
    await closeEcho();
    await database.close();
  };
  try {
    for (const operation of [request, insert]) {
      await measure(operation, {
        callers: MANY_CALLERS,
        durationMs: Infinity,
        maxOperations: WARM_UP_REQUESTS,
      });
    }
  } catch (error) {
    await close();
    throw error;
  }
  return {
    postgres: database.conditions,
    sample: async () => ({
      route: { oneCaller: await timedRoute(1), manyCallers: await timedRoute(MANY_CALLERS) },
      insert: { oneCaller: await timed(insert, 1), manyCallers: await timed(insert, MANY_CALLERS) },
    }),
    close,
  };
}

/** Scenario name of the baseline figures. */
export const BASELINE = 'baseline';

/** Converts a sample to figures. */
export function baselineFigures({ route, insert }: BaselineSample): Figure[] {
  const figures = (
    name: string,
    callers: number,
    { count, perSecond, p50Ms, cpuMs }: Reference,
  ): Figure[] => {
    const label = `${name}, ${callers === 1 ? '1 caller' : `${callers} callers`}`;
    return [
      {
        scenario: BASELINE,
        name: label,
        unit: '1/s',
        count,
        value: perSecond,
        callers,
        ...(cpuMs === undefined ? {} : { cpu: { 'bare route': cpuMs } }),
      },
      { scenario: BASELINE, name: `${label}, until the response`, unit: 'ms', count, p50: p50Ms, callers },
    ];
  };
  return [
    ...figures('bare Express route', 1, route.oneCaller),
    ...figures('bare Express route', MANY_CALLERS, route.manyCallers),
    ...figures('bare INSERT', 1, insert.oneCaller),
    ...figures('bare INSERT', MANY_CALLERS, insert.manyCallers),
  ];
}
