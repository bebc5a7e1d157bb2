import { totalCpuMs, verdict } from './figure.ts';
import type { Figure, Target } from './figure.ts';
import type { Repeated } from '../statistics/repeated.ts';

const HEADINGS = [
  'scenario',
  'figure',
  'N',
  'value',
  'p50',
  'p95',
  'p99',
  'max',
  'unit',
  'spread',
  '/route',
  '/insert',
  'target',
  '',
  'note',
];
const LEFT_ALIGNED = new Set([0, 1, 8, 12, 13, 14]);

/** Formats figures as a text table with aligned columns. */
export function formatTable(figures: readonly Figure[]): string {
  return formatCells([HEADINGS, ...figures.map(row)], LEFT_ALIGNED);
}

/** Formats the CPU time per operation by component. Returns undefined if no figure has a CPU time. */
export function formatCpuTable(figures: readonly Figure[]): string | undefined {
  const rows = figures.flatMap(({ scenario, name, cpu }) =>
    cpu === undefined || Object.keys(cpu).length === 0
      ? []
      : [
          [
            scenario,
            name,
            totalCpuMs(cpu).toFixed(3),
            Object.entries(cpu)
              .map(([component, ms]) => `${component} ${ms.toFixed(3)}`)
              .join(', '),
          ],
        ],
  );
  if (rows.length === 0) return undefined;
  return formatCells(
    [['scenario', 'figure', 'CPU ms per operation', 'by process and thread'], ...rows],
    new Set([0, 1, 3]),
  );
}

/**
 * Aligns the columns of rows.
 *
 * @param leftAligned indexes of left-aligned columns; others are right-aligned
 */
export function formatCells(rows: readonly string[][], leftAligned: ReadonlySet<number>): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((cells) => cells[column]!.length)));
  return rows
    .map((cells) =>
      cells
        .map((cell, column) =>
          leftAligned.has(column) ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function row(figure: Figure): string[] {
  const failures = figure.failures ? [`${figure.failures} failed`] : [];
  return [
    figure.scenario,
    figure.name,
    String(figure.count),
    ...[figure.value, figure.p50, figure.p95, figure.p99, figure.max].map((value) => number(value, figure)),
    figure.unit,
    spread(figure.repeated?.main),
    ratio(figure.repeated?.toRoute),
    ratio(figure.repeated?.toInsert),
    (figure.targets ?? []).map(target).join(', '),
    verdict(figure),
    [...failures, ...(figure.note ? [figure.note] : [])].join('; '),
  ];
}

function number(value: number | undefined, figure: Figure): string {
  if (value === undefined) return '';
  if (figure.unit === 'share') return value.toFixed(3);
  return value >= 100 ? value.toFixed(0) : value.toFixed(2);
}

/** Range of the rounds relative to their median. */
function spread(rounds: Repeated | undefined): string {
  if (rounds === undefined || rounds.rounds.length < 2 || rounds.median === 0) return '';
  return `${(((rounds.max - rounds.min) / Math.abs(rounds.median)) * 100).toFixed(0)} %`;
}

function ratio(rounds: Repeated | undefined): string {
  if (rounds === undefined) return '';
  return rounds.median >= 100 ? rounds.median.toFixed(0) : rounds.median.toFixed(2);
}

function target(each: Target): string {
  const bound = each.atLeast === undefined ? `<= ${each.atMost}` : `>= ${each.atLeast}`;
  return each.of === 'value' ? bound : `${each.of} ${bound}`;
}
