import { METRICS } from '../datasets/data-set.ts';
import { verdict } from './figure.ts';
import type { Figure } from './figure.ts';
import { formatInterval, formatShare } from './format-share.ts';
import { formatCells } from './table.ts';

/**
 * Formats figures of retrieval quality: one row per scenario, search variant and category, and one column per metric, with
 * the 95 % confidence interval in brackets. The targets follow the table.
 */
export function formatQualityTable(figures: readonly Figure[]): string {
  const metrics = METRICS.filter((metric) => figures.some(({ name }) => partsOf(name)[1] === metric));
  const rows = new Map<string, { heads: string[]; cells: Map<string, string> }>();
  for (const figure of figures) {
    const [variant, metric, category = ''] = partsOf(figure.name);
    const heads = [figure.scenario, variant!, category, String(figure.count)];
    const key = heads.join('\n');
    const row = rows.get(key) ?? { heads, cells: new Map<string, string>() };
    rows.set(key, row);
    row.cells.set(metric!, withInterval(figure));
  }
  const table = formatCells(
    [
      ['scenario', 'variant', 'category', 'N', ...metrics],
      ...[...rows.values()].map(({ heads, cells }) => [
        ...heads,
        ...metrics.map((metric) => cells.get(metric) ?? ''),
      ]),
    ],
    new Set([0, 1, 2]),
  );
  return [table, '', ...targetLines(figures)].join('\n');
}

const partsOf = (name: string): string[] => name.split(', ');

function withInterval({ value, interval }: Figure): string {
  const main = formatShare(value ?? Number.NaN);
  return interval === undefined ? main : `${main} ${formatInterval(interval)}`;
}

const targetLines = (figures: readonly Figure[]): string[] =>
  figures.flatMap((figure) =>
    (figure.targets ?? []).map(
      ({ atLeast, atMost }) =>
        `Target of ${figure.scenario}, ${figure.name}: ` +
        `${atLeast === undefined ? `<= ${atMost}` : `>= ${atLeast}`}, ${verdict(figure)}`,
    ),
  );
