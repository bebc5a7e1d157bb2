import type { Logger } from '@loci/runtime';
import { getTracing } from '@loci/telemetry';

/** Periodic background work of a service. */
export interface Job {
  name: string;
  /** Milliseconds from the end of one run to the start of the next. */
  intervalMs: number;
  /** Milliseconds until the first run. Defaults to `intervalMs`. */
  initialDelayMs?: number;
  /**
   * True for a job on the memory or the local files of a process, which runs in every process of the service.
   * `with-consumers` for a job whose work several processes share, which runs in every process with the role `consumers`.
   * Other jobs run only in the elected leader.
   */
  runsInEveryProcess?: true | 'with-consumers';
  /**
   * Runs the job once. The signal is aborted when the process shuts down. The log receives warnings for
   * operators.
   */
  run(signal: AbortSignal, log?: Pick<Logger, 'warn'>): Promise<void>;
}

/** Minimum interval of the jobs whose runs have a span. More frequent jobs poll, and would hide all other traces. */
const MIN_TRACED_INTERVAL_MS = 60_000;

/** Runs a job in a span, which starts a new trace. Without tracing, or if the job polls, only runs the job. */
function runInSpan({ name, intervalMs }: Job, run: () => Promise<void>): Promise<void> {
  const tracing = getTracing();
  return tracing === null || intervalMs < MIN_TRACED_INTERVAL_MS
    ? run()
    : tracing.inSpan({ name: `job ${name}`, kind: 'internal', parent: null }, run);
}

/**
 * Schedules jobs until `stop` is called. Runs of one job never overlap. A failed run is logged and the job
 * runs again after its interval.
 *
 * @returns `stop`, which aborts the running jobs and resolves when they have ended
 */
export function startJobs(jobs: readonly Job[], log: Logger): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const timers = new Set<NodeJS.Timeout>();
  const running = new Set<Promise<void>>();
  const schedule = (job: Job, delayMs = job.intervalMs): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      const run = runInSpan(job, () => job.run(stopping.signal, log))
        .catch((error: unknown) => {
          if (!stopping.signal.aborted) log.warn({ err: error, job: job.name }, 'Job failed');
        })
        .finally(() => {
          running.delete(run);
          if (!stopping.signal.aborted) schedule(job);
        });
      running.add(run);
    }, delayMs);
    timers.add(timer);
  };
  for (const job of jobs) schedule(job, job.initialDelayMs);
  return {
    stop: async () => {
      stopping.abort();
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(running);
    },
  };
}
