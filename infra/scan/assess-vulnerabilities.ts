import { z } from 'zod';
import { SEVERITIES } from './npm-audit.ts';
import type { Vulnerability } from './npm-audit.ts';

/** Accepted vulnerabilities. Each has a reason and the last day on which it is accepted. */
export const exceptionList = z.array(
  z.strictObject({
    advisory: z.string().regex(/^(GHSA|CVE)-[\w-]+$/),
    package: z.string().min(1),
    reason: z.string().min(20),
    expires: z.iso.date(),
  }),
);

export type Exception = z.output<typeof exceptionList>[number];

export interface Assessment {
  /** Vulnerabilities that fail the scan: severity `high` or `critical`, without a valid exception. */
  rejected: Vulnerability[];
  /** Other vulnerabilities of packages in the image. */
  tolerated: Vulnerability[];
  expired: Exception[];
  /** Exceptions whose vulnerability no longer exists. */
  unused: Exception[];
}

const REJECTED_FROM = SEVERITIES.indexOf('high');

/**
 * Decides which vulnerabilities fail the scan. Ignores packages that are not in the image.
 *
 * @param imageFolders folders of the lockfile whose packages are in the image
 * @param today date such as `2026-12-31`
 */
export function assessVulnerabilities(
  vulnerabilities: readonly Vulnerability[],
  imageFolders: ReadonlySet<string>,
  exceptions: readonly Exception[],
  today: string,
): Assessment {
  const inImage = vulnerabilities.filter(({ folders }) => folders.some((folder) => imageFolders.has(folder)));
  const applies = (exception: Exception, { advisory, package: name }: Vulnerability): boolean =>
    exception.advisory === advisory && exception.package === name;
  const expired = exceptions.filter(({ expires }) => expires < today);
  const isAccepted = (vulnerability: Vulnerability): boolean =>
    exceptions.some((each) => !expired.includes(each) && applies(each, vulnerability));
  const isRejected = (vulnerability: Vulnerability): boolean =>
    SEVERITIES.indexOf(vulnerability.severity) >= REJECTED_FROM && !isAccepted(vulnerability);
  return {
    rejected: inImage.filter(isRejected),
    tolerated: inImage.filter((each) => !isRejected(each)),
    expired,
    unused: exceptions.filter((exception) => !inImage.some((each) => applies(exception, each))),
  };
}
