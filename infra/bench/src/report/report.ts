import type { Hardware } from '../platform/hardware.ts';
import { formatTable } from './table.ts';
import { verdict } from './figure.ts';
import type { Figure } from './figure.ts';

/** What a run leaves behind. */
export interface Report {
  benchmark: 'speed' | 'quality' | 'scale';
  startedAt: string;
  /** The project's commit; undefined outside a clone. */
  commit: string | undefined;
  /** Where the load came from; the platform as well, unless it was given by address. */
  hardware: Hardware;
  options: Record<string, unknown>;
  figures: Figure[];
}

/** The report for people. */
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

/** The report for programs: the same figures, each with its verdict. */
export function reportJson(report: Report): string {
  const figures = report.figures.map((figure) => ({ ...figure, verdict: verdict(figure) }));
  return `${JSON.stringify({ ...report, figures }, null, 2)}\n`;
}

/** True when a request failed: the figures of such a run are not to be believed. */
export function hasFailures(report: Report): boolean {
  return report.figures.some((figure) => (figure.failures ?? 0) > 0);
}
