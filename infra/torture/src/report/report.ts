import { formatCells } from '@loci/bench';
import type { RunState } from '../load/run-state.ts';

export interface TortureResult {
  target: string;
  seed: number;
  minutes: number;
  writers: number;
  updaters: number;
  readers: number;
  retriers: number;
  /** Number of different memories that the server acknowledged. */
  acknowledged: number;
  /** Number of acknowledged updates. */
  updated: number;
  found: number;
  lost: number;
  duplicated: number;
  stale: number;
  delayed: number;
  /** Number of requests without a successful response. */
  unavailable: number;
  kills: number;
  /** Number of answered searches during the load. */
  searches: number;
  /** Number of answered searches with a position. 0 if the server has no positions. */
  positioned: number;
  /** Number of answers that the server marked as fresh, and those with the position of a write before a kill. */
  fresh: number;
  freshAfterKill: number;
  /** Percentiles of the acknowledged writes in milliseconds. Null without an acknowledged write. */
  writeP50Ms: number | null;
  writeP99Ms: number | null;
  /** Numbers of requests without a successful response, by reason. */
  failures: Record<string, number>;
}

export const hasProblems = ({ lost, duplicated, stale }: TortureResult): boolean =>
  lost + duplicated + stale > 0;

export function progressLine(state: RunState, elapsedMs: number): string {
  const unavailable = [...state.failures.values()].reduce((sum, count) => sum + count, 0);
  const counts = [
    `${state.expected.acknowledged.length} acknowledged`,
    `${state.searches} searches`,
    `${unavailable} unavailable`,
    `${state.kills} kills`,
  ];
  return `${Math.round(elapsedMs / 1000)} s: ${counts.join(', ')}`;
}

/** Formats the result as a table, followed by the reasons of requests without a successful response. */
export function formatResult(result: TortureResult): string {
  const milliseconds = (value: number | null) => (value === null ? '' : `${value.toFixed(1)} ms`);
  const columns: [string, string][] = [
    ['target', result.target],
    ['acknowledged', String(result.acknowledged)],
    ['updated', String(result.updated)],
    ['found', String(result.found)],
    ['lost', String(result.lost)],
    ['duplicated', String(result.duplicated)],
    ['stale', String(result.stale)],
    ['delayed', String(result.delayed)],
    ['searches', String(result.searches)],
    ['positioned', String(result.positioned)],
    ['fresh', String(result.fresh)],
    ['fresh after kill', String(result.freshAfterKill)],
    ['unavailable', String(result.unavailable)],
    ['kills', String(result.kills)],
    ['p50', milliseconds(result.writeP50Ms)],
    ['p99', milliseconds(result.writeP99Ms)],
  ];
  const rows = [columns.map(([heading]) => heading), columns.map(([, cell]) => cell)];
  const reasons = Object.entries(result.failures).map(([reason, count]) => `  ${count} × ${reason}`);
  return [
    formatCells(rows, new Set([0])),
    ...(reasons.length > 0 ? ['', 'Requests without a successful response:', ...reasons] : []),
  ].join('\n');
}
