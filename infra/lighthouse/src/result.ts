import { formatCells } from '@loci/bench';

/** Result of Lighthouse for a page. */
export interface PageResult {
  name: string;
  path: string;
  settings: 'desktop' | 'mobile';
  scores: { performance: number; accessibility: number; 'best-practices': number };
  metrics: Record<string, number | undefined>;
  /** Audits with a score below 0.9, with their values. */
  failed: string[];
  version: string;
}

/** Times of an interaction in milliseconds. */
export interface InteractionResult {
  name: string;
  /** Longest event until the next frame (Event Timing). 0 if all were shorter than 16 ms, or if the page was left. */
  inputMs: number;
  /** Time from the input until the result is visible. */
  shownMs: number;
  slowestShownMs: number;
  /** Time from sending the slowest request until the first byte of its response. */
  serverMs: number;
}

export interface Result {
  memories: number;
  rounds: number;
  /** Average number of running processes in the last minute of the measurement. */
  loadAverage: number;
  pages: PageResult[];
  interactions: InteractionResult[];
}

/** Lowest accepted performance with the desktop settings. */
export const MIN_PERFORMANCE = 95;
/** Highest accepted time from an input until the next frame, and of a request that the input causes. */
export const MAX_INTERACTION_MS = 100;

/** Returns the results that miss a target. */
export function findMisses({ pages, interactions }: Pick<Result, 'pages' | 'interactions'>): string[] {
  return [
    ...pages
      .filter(({ settings, scores }) => settings === 'desktop' && scores.performance < MIN_PERFORMANCE)
      .map(({ name, scores }) => `${name}: performance ${scores.performance} is below ${MIN_PERFORMANCE}.`),
    ...interactions.flatMap(({ name, inputMs, serverMs }) =>
      Object.entries({ 'next frame': inputMs, server: serverMs })
        .filter(([, value]) => value > MAX_INTERACTION_MS)
        .map(
          ([part, value]) => `${name}: ${part} ${Math.round(value)} ms is above ${MAX_INTERACTION_MS} ms.`,
        ),
    ),
  ];
}

/** Formats the results as text tables. */
export function formatResult({ pages, interactions }: Pick<Result, 'pages' | 'interactions'>): string {
  const ms = (value: number | undefined): string => (value === undefined ? '' : value.toFixed(0));
  const tables: string[] = [];
  if (pages.length > 0) {
    const headings = ['page', 'settings', 'performance', 'accessibility', 'best practices'];
    const metrics = ['FCP ms', 'LCP ms', 'TBT ms', 'CLS', 'speed index', 'server ms'];
    const rows = pages.map(({ name, settings, scores, metrics: measured }) => [
      name,
      settings,
      String(scores.performance),
      String(scores.accessibility),
      String(scores['best-practices']),
      ms(measured['firstContentfulPaintMs']),
      ms(measured['largestContentfulPaintMs']),
      ms(measured['totalBlockingMs']),
      (measured['layoutShift'] ?? 0).toFixed(3),
      ms(measured['speedIndexMs']),
      ms(measured['serverMs']),
    ]);
    tables.push(formatCells([[...headings, ...metrics], ...rows], new Set([0, 1])));
    tables.push(
      ...pages
        .filter(({ failed }) => failed.length > 0)
        .map(({ name, settings, failed }) => `${name} (${settings}): ${failed.join(', ')}`),
    );
  }
  if (interactions.length > 0) {
    const rows = interactions.map(({ name, inputMs, shownMs, slowestShownMs, serverMs }) => [
      name,
      inputMs === 0 ? '< 16' : ms(inputMs),
      ms(shownMs),
      ms(slowestShownMs),
      ms(serverMs),
    ]);
    const headings = ['interaction', 'next frame ms', 'result ms', 'slowest result ms', 'server ms'];
    tables.push(formatCells([headings, ...rows], new Set([0])));
  }
  return tables.join('\n\n');
}
