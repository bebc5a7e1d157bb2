import type { Hardware } from '../platform/hardware.ts';
import { formatTable } from './table.ts';
import { verdict } from './figure.ts';
import type { Figure } from './figure.ts';

/** Result of a benchmark run. */
export interface Report {
  benchmark: 'speed' | 'quality' | 'scale';
  startedAt: string;
  /** Commit of the repository. Undefined outside a clone. */
  commit: string | undefined;
  /** Machine of the load generator, and of the platform unless a URL was given. */
  hardware: Hardware;
  options: Record<string, unknown>;
  figures: Figure[];
}

/** Formats the report as text. */
export function formatReport(report: Report): string {
  const { hardware } = report;
  const memoryGb = (hardware.memoryBytes / 2 ** 30).toFixed(1);
  return [
    `${report.benchmark}, ${report.startedAt}, commit ${report.commit ?? 'unknown'}`,
    `${hardware.cores} x ${hardware.cpuModel}, ${memoryGb} GB, Linux ${hardware.kernel}, ` +
      `${hardware.fileSystem}, Node ${hardware.nodeVersion}`,
    '',
    formatTable(report.figures),
  ].join('\n');
}

/** Formats the report as JSON, with the verdict of each figure. */
export function reportJson(report: Report): string {
  const figures = report.figures.map((figure) => ({ ...figure, verdict: verdict(figure) }));
  return `${JSON.stringify({ ...report, figures }, null, 2)}\n`;
}

/** Returns true if a request failed, which makes the figures of the run invalid. */
export function hasFailures(report: Report): boolean {
  return report.figures.some((figure) => (figure.failures ?? 0) > 0);
}
