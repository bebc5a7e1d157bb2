import type { ComparedFigure, Comparison } from './compare-results.ts';
import { MAX_P_VALUE, MIN_CHANGE, MIN_ROUNDS, SHARE_TOLERANCE } from './decide.ts';
import { formatDifference, formatInterval } from '../report/format-share.ts';
import { formatCells } from '../report/table.ts';

const HEADINGS = [
  'scenario',
  'figure',
  'quantity',
  'before',
  'after',
  'change',
  'difference',
  'p',
  'outcome',
];
const LEFT_ALIGNED = new Set([0, 1, 2, 8]);

const ORDER: readonly ComparedFigure['outcome'][] = [
  'failed',
  'regression',
  'improvement',
  'noise',
  'undecided',
];

/** Formats a comparison as text, with regressions first. */
export function formatComparison(comparison: Comparison): string {
  const figures = [...comparison.figures].sort((a, b) => ORDER.indexOf(a.outcome) - ORDER.indexOf(b.outcome));
  const counts = ORDER.map(
    (outcome) => [outcome, figures.filter((figure) => figure.outcome === outcome).length] as const,
  ).filter(([, count]) => count > 0);
  return [
    `Speeds are compared by ${comparison.by === 'value' ? 'value' : 'ratio to the bare route'}: ` +
      `${comparison.reason}.`,
    'A change counts if the rounds of the two runs do not overlap and their medians differ by more than ' +
      `${MIN_CHANGE * 100} %.`,
    `Shares may differ by ${SHARE_TOLERANCE}. If both runs have the values of the same questions, a difference also ` +
      `needs a p-value of at most ${MAX_P_VALUE} in a paired randomization test. The brackets contain the 95 % confidence ` +
      'interval of the difference.',
    `Figures with fewer than ${MIN_ROUNDS} rounds are undecided.`,
    '',
    formatCells([HEADINGS, ...figures.map(row)], LEFT_ALIGNED),
    '',
    counts.map(([outcome, count]) => `${count} ${outcome}`).join(', '),
    ...onlyIn('Only in the first file', comparison.onlyBefore),
    ...onlyIn('Only in the second file', comparison.onlyAfter),
  ].join('\n');
}

function onlyIn(label: string, names: readonly string[]): string[] {
  return names.length === 0 ? [] : [`${label}: ${names.join('; ')}`];
}

function row(figure: ComparedFigure): string[] {
  const quantity = figure.quantity === 'cpu' ? 'CPU per operation' : 'main value';
  const percent = figure.change * 100;
  return [
    figure.scenario,
    figure.name,
    figure.by === 'ratio' ? `${quantity}, ratio` : quantity,
    figure.before.toPrecision(4),
    figure.after.toPrecision(4),
    Number.isFinite(percent) ? `${percent >= 0 ? '+' : ''}${percent.toFixed(1)} %` : '',
    difference(figure),
    figure.pValue === undefined ? '' : figure.pValue.toFixed(4),
    figure.outcome === 'noise' ? '' : figure.outcome,
  ];
}

function difference({ before, after, interval }: ComparedFigure): string {
  if (interval === undefined) return '';
  return `${formatDifference(after - before)} ${formatInterval(interval, formatDifference)}`;
}
