import { describeFault } from './faults/fault.ts';
import type { RoundReport } from './run-round.ts';

const SHOWN_PROBLEMS = 20;

export const TABLE_HEAD = `| Seed | Faults | Writes acknowledged | refused | Searches answered | degraded | refused | Converged after | Verdict |
|---:|---|---:|---:|---:|---:|---:|---:|---|`;

export function tableRow(report: RoundReport): string {
  const cells = [
    report.seed,
    report.faults.map(describeFault).join('; '),
    report.acknowledged,
    report.refused,
    report.searches,
    [...report.degradedSearches].map(([arms, count]) => `${count} ${arms}`).join(', ') || 0,
    report.refusedSearches,
    report.convergedMs === null ? 'never' : `${(report.convergedMs / 1000).toFixed(1)} s`,
    report.problems.length === 0 ? 'ok' : `${report.problems.length} problems`,
  ];
  return `| ${cells.join(' | ')} |`;
}

/** What is wrong after a round, with what repeats it; empty when nothing is. */
export function problemLines({ seed, problems }: RoundReport): string[] {
  if (problems.length === 0) return [];
  const more = problems.length - SHOWN_PROBLEMS;
  return [
    ...problems.slice(0, SHOWN_PROBLEMS).map((problem) => `  ${problem}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
    `  again: npm run chaos -- --rounds 1 --seed ${seed}`,
  ];
}
