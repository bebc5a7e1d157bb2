import { createRandom, summarize } from '@loci/bench';
import { kill, runKiller, untilWriteInFlight } from './load/killer.ts';
import { runReader } from './load/reader.ts';
import { runRetrier } from './load/retrier.ts';
import { createRunState } from './load/run-state.ts';
import type { RunState } from './load/run-state.ts';
import { runUpdater } from './load/updater.ts';
import { runWriter } from './load/writer.ts';
import { planKills } from './plan-kills.ts';
import type { KillInterval } from './plan-kills.ts';
import { progressLine } from './report/report.ts';
import type { TortureResult } from './report/report.ts';
import { createExpectedState } from './state/expected-state.ts';
import type { Target } from './target.ts';
import { verify } from './verify.ts';

export interface TortureOptions {
  target: Target;
  durationMs: number;
  /** Determines the kills, the texts and the choices of the workers. */
  seed: number;
  writers: number;
  updaters: number;
  readers: number;
  retriers: number;
  killInterval: KillInterval;
  /** Maximum time from the last start until everything acknowledged must be found. */
  settleMs: number;
  log: (line: string) => void;
}

const PROGRESS_MS = 10_000;

/** Runs the load and the kills, and counts what the server lost, duplicated and returned stale. */
export async function runTorture(options: TortureOptions): Promise<TortureResult> {
  const { target, seed, durationMs } = options;
  const expected = createExpectedState(seed);
  const stopping = new AbortController();
  const state = createRunState(target, expected, stopping.signal);
  await target.start();
  const startedAt = performance.now();
  const progress = setInterval(
    () => options.log(progressLine(state, performance.now() - startedAt)),
    PROGRESS_MS,
  );
  const load = runLoad(state, options);
  try {
    await runKiller(state, planKills(seed, options.killInterval), durationMs);
    await untilWriteInFlight(state);
    await kill(state);
  } finally {
    clearInterval(progress);
    stopping.abort();
    await load;
  }
  await target.start();
  const verification = await verify(state, seed, options.settleMs);
  return toResult(options, state, verification);
}

async function runLoad(
  state: RunState,
  { seed, writers, updaters, readers, retriers }: TortureOptions,
): Promise<void> {
  let generators = 0;
  // The offset separates these generators from the one that plans the kills.
  const run = (count: number, worker: (state: RunState, random: () => number) => Promise<void>) =>
    Array.from({ length: count }, () => worker(state, createRandom(seed + 1_000 * ++generators)));
  await Promise.all([
    ...run(writers, runWriter),
    ...run(updaters, runUpdater),
    ...run(readers, runReader),
    ...run(retriers, runRetrier),
  ]);
}

function toResult(
  { target, seed, durationMs, writers, updaters, readers, retriers }: TortureOptions,
  state: RunState,
  { found, lost, duplicated, notSearchable }: Awaited<ReturnType<typeof verify>>,
): TortureResult {
  const stored = state.expected.acknowledged.filter(({ marker }) => !lost.has(marker));
  const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);
  const latencies = summarize(state.latenciesMs);
  return {
    target: target.name,
    seed,
    minutes: durationMs / 60_000,
    writers,
    updaters: target.update === undefined ? 0 : updaters,
    readers,
    retriers,
    acknowledged: state.expected.acknowledged.length,
    updated: sum(state.expected.acknowledged.map(({ acknowledgment }) => acknowledgment!.text)),
    found,
    lost: lost.size,
    duplicated,
    stale: sum(stored.map(({ staleAnswers }) => staleAnswers)) + notSearchable,
    delayed: sum(stored.map(({ delayedAnswers }) => delayedAnswers)),
    unavailable: sum([...state.failures.values()]),
    kills: state.kills,
    searches: state.searches,
    positioned: state.positioned.total,
    fresh: state.positioned.fresh,
    freshAfterKill: state.positioned.freshAfterKill,
    writeP50Ms: latencies?.p50 ?? null,
    writeP99Ms: latencies?.p99 ?? null,
    failures: Object.fromEntries(state.failures),
  };
}
