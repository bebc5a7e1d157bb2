import type { Logger } from '@loci/runtime';

/** Work that a service does by itself from time to time. */
export interface Job {
  name: string;
  /** From the end of one run to the beginning of the next. */
  intervalMs: number;
  /** Of the first run; default `everyMs`. */
  initialDelayMs?: number;
  /** It works on what each process has in memory. Any other job is done by one process for all of its service. */
  runsInEveryProcess?: true;
  run(signal: AbortSignal): Promise<void>;
}

/** Runs jobs one after the other per job, never overlapping; a failure is logged and tried again next time. */
export function startJobs(jobs: readonly Job[], log: Logger): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const timers = new Set<NodeJS.Timeout>();
  const running = new Set<Promise<void>>();
  const schedule = (job: Job, afterMs = job.intervalMs): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      const run = job
        .run(stopping.signal)
        .catch((error: unknown) => {
          if (!stopping.signal.aborted)
            log.warn({ err: error, job: job.name }, 'a job failed; it runs again later');
        })
        .finally(() => {
          running.delete(run);
          if (!stopping.signal.aborted) schedule(job);
        });
      running.add(run);
    }, afterMs);
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
