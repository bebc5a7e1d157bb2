import type { PostgresConditions } from '../baseline/insert-database.ts';
import type { Hardware } from '../platform/hardware.ts';
import { formatQualityTable } from './quality-table.ts';
import { formatCpuTable, formatTable } from './table.ts';
import { verdict } from './figure.ts';
import type { Figure } from './figure.ts';

/** Result of a benchmark run. */
export interface Report {
  benchmark: 'speed' | 'quality' | 'scale';
  startedAt: string;
  /** Commit hash, with the suffix `-dirty` if tracked files have changed. Undefined outside a clone. */
  commit: string | undefined;
  /** Machine of the load generator. A platform that the benchmark starts runs on the same machine. */
  hardware: Hardware;
  /** Version and settings of the embedded PostgreSQL server. Undefined if the run has no baselines. */
  postgres?: PostgresConditions | undefined;
  options: Record<string, unknown>;
  figures: Figure[];
}

/** Formats the report as text. */
export function formatReport(report: Report): string {
  const { hardware, postgres } = report;
  const memoryGb = (hardware.memoryBytes / 2 ** 30).toFixed(1);
  const database = postgres === undefined ? '' : `, PostgreSQL ${postgres.version}`;
  const lines = [
    `${report.benchmark}, ${report.startedAt}, commit ${report.commit ?? 'unknown'}`,
    `${hardware.cores} x ${hardware.cpuModel}, ${memoryGb} GB, ${hardware.kernel}, ` +
      `${hardware.fileSystem}, Node ${hardware.nodeVersion}${database}`,
    '',
  ];
  if (report.benchmark === 'quality') return [...lines, formatQualityTable(report.figures)].join('\n');
  const cpu = formatCpuTable(report.figures);
  return [
    ...lines,
    formatTable(report.figures),
    '',
    cpu ?? 'CPU per operation was not measured. This requires /proc and a platform started by the benchmark.',
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
