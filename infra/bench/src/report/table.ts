import { verdict } from './figure.ts';
import type { Figure, Target } from './figure.ts';

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
  'target',
  '',
  'note',
];
const LEFT_ALIGNED = new Set([0, 1, 8, 9, 10, 11]);

/** Formats figures as a text table with aligned columns. */
export function formatTable(figures: readonly Figure[]): string {
  const rows = [HEADINGS, ...figures.map(row)];
  const widths = HEADINGS.map((_, column) => Math.max(...rows.map((cells) => cells[column]!.length)));
  return rows
    .map((cells) =>
      cells
        .map((cell, column) =>
          LEFT_ALIGNED.has(column) ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!),
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

function target(each: Target): string {
  const bound = each.atLeast === undefined ? `<= ${each.atMost}` : `>= ${each.atLeast}`;
  return each.of === 'value' ? bound : `${each.of} ${bound}`;
}
