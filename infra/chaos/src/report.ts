import { describeFault } from './faults/fault.ts';
import type { RoundReport } from './run-round.ts';

const MAX_SHOWN_PROBLEMS = 20;

export const TABLE_HEAD = `| Seed | Faults | Writes acknowledged | refused | Searches answered | degraded | refused | Webhook messages | repeated | rejected | Converged after | Verdict |
|---:|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---|`;

export function tableRow(report: RoundReport): string {
  const cells = [
    report.seed,
    report.faults.map(describeFault).join('; '),
    report.acknowledged,
    report.refused,
    report.searches,
    [...report.degradedSearches].map(([retrievers, count]) => `${count} ${retrievers}`).join(', ') || 0,
    report.refusedSearches,
    report.messages,
    report.repeatedMessages,
    report.rejectedMessages,
    report.convergedMs === null ? 'never' : `${(report.convergedMs / 1000).toFixed(1)} s`,
    report.problems.length === 0 ? 'ok' : `${report.problems.length} problems`,
  ];
  return `| ${cells.join(' | ')} |`;
}

/** Returns lines with the problems of a round and the command that repeats it. Empty without problems. */
export function problemLines({ seed, problems }: RoundReport): string[] {
  if (problems.length === 0) return [];
  const more = problems.length - MAX_SHOWN_PROBLEMS;
  return [
    ...problems.slice(0, MAX_SHOWN_PROBLEMS).map((problem) => `  ${problem}`),
    ...(more > 0 ? [`  … and ${more} more`] : []),
    `  Repeat: npm run chaos -- --rounds 1 --seed ${seed}`,
  ];
}
