import type { ProcessMemory } from '../platform/processes.ts';
import type { Figure } from '../report/figure.ts';

/** Targets for the PSS in megabytes, by number of memories. */
const MAX_PSS_MB: readonly (readonly [memories: number, megabytes: number])[] = [
  [100_000, 500],
  [1_000_000, 2_500],
];

/**
 * Returns the PSS and RSS of all processes, or no figures if `memory` is undefined. The target for the PSS is
 * the entry of MAX_PSS_MB with the smallest number of memories that is not less than `memories`.
 */
export function memoryFigures(
  scenario: string,
  when: string,
  memory: ProcessMemory | undefined,
  memories: number,
): Figure[] {
  if (memory === undefined) return [];
  const atMost = MAX_PSS_MB.find(([size]) => memories <= size)?.[1];
  const figure = (name: string, bytes: number): Figure => ({
    scenario,
    name: `${name} ${when}`,
    unit: 'MB',
    count: 1,
    value: bytes / 1e6,
    note: `over ${memory.processes} processes`,
  });
  const pss = memory.pssBytes === undefined ? undefined : figure('PSS', memory.pssBytes);
  const targets: Pick<Figure, 'targets'> = atMost === undefined ? {} : { targets: [{ of: 'value', atMost }] };
  return [...(pss === undefined ? [] : [{ ...pss, ...targets }]), figure('RSS', memory.rssBytes)];
}
