import { execFile } from 'node:child_process';
import { z } from 'zod';

export const SEVERITIES = ['info', 'low', 'moderate', 'high', 'critical'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** A known vulnerability of an installed package. */
export interface Vulnerability {
  /** Identifier such as `GHSA-xxxx-xxxx-xxxx`. */
  advisory: string;
  package: string;
  severity: Severity;
  title: string;
  url: string;
  /** Folders of the package in the lockfile. */
  folders: readonly string[];
}

/** No advisory database could be reached, so nothing is known about the packages. */
export class NoAdvisoriesError extends Error {
  override readonly name = 'NoAdvisoriesError';
}

const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

const auditReport = z.object({
  auditReportVersion: z.literal(2),
  vulnerabilities: z.record(
    z.string(),
    z.object({
      name: z.string(),
      nodes: z.array(z.string()),
      // A string is the name of a vulnerable dependency, which has its own entry.
      via: z.array(
        z.union([z.string(), z.object({ title: z.string(), url: z.string(), severity: z.enum(SEVERITIES) })]),
      ),
    }),
  ),
});

/**
 * Asks the registry of npm for the known vulnerabilities of all packages in the lockfile.
 *
 * @param root root folder of the repository
 * @throws NoAdvisoriesError if the registry cannot be reached or has no advisories, as some mirrors
 */
export async function requestVulnerabilities(root: string): Promise<Vulnerability[]> {
  const output = await new Promise<string>((resolve, reject) => {
    const options = { cwd: root, maxBuffer: MAX_OUTPUT_BYTES };
    // npm exits with 1 if it finds vulnerabilities, and if the request fails.
    execFile('npm', ['audit', '--package-lock-only', '--json'], options, (error, stdout) => {
      if (error !== null && typeof error.code !== 'number') reject(error);
      else resolve(stdout);
    });
  });
  return parseAuditReport(output);
}

/** @throws NoAdvisoriesError if the output is not a report */
export function parseAuditReport(output: string): Vulnerability[] {
  let json: unknown;
  try {
    json = JSON.parse(output);
  } catch {
    throw new NoAdvisoriesError('npm audit returned no report.');
  }
  const report = auditReport.safeParse(json);
  if (!report.success) {
    const { message } = json as { message?: string };
    throw new NoAdvisoriesError(message ?? 'npm audit returned a report in an unknown format.');
  }
  return Object.values(report.data.vulnerabilities).flatMap(({ name, nodes, via }) =>
    via
      .filter((each) => typeof each !== 'string')
      .map(({ title, url, severity }) => ({
        advisory: url.slice(url.lastIndexOf('/') + 1),
        package: name,
        severity,
        title,
        url,
        folders: nodes,
      })),
  );
}
