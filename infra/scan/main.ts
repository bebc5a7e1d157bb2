import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { imageFolders } from '../sbom/image-sbom.ts';
import { assessVulnerabilities, exceptionList } from './assess-vulnerabilities.ts';
import { NoAdvisoriesError, requestVulnerabilities } from './npm-audit.ts';
import type { Vulnerability } from './npm-audit.ts';

/*
 * Prints the known vulnerabilities of the npm packages in the image. Exits with 1 if one of them has the severity `high` or `critical`
 * and no valid entry in exceptions.json, and with 2 if no advisories can be read.
 */
const ROOT = join(import.meta.dirname, '..', '..');
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const describe = ({ severity, package: name, title, url }: Vulnerability): string =>
  `  ${severity}: ${name}: ${title} (${url})`;

const exceptions = exceptionList.parse(
  JSON.parse(readFileSync(join(import.meta.dirname, 'exceptions.json'), 'utf8')),
);
try {
  const vulnerabilities = await requestVulnerabilities(ROOT);
  const folders = imageFolders(ROOT);
  const today = new Date().toISOString().slice(0, 10);
  const { rejected, tolerated, expired, unused } = assessVulnerabilities(
    vulnerabilities,
    folders,
    exceptions,
    today,
  );
  print(`Checked the ${folders.size} packages of the image.`);
  if (tolerated.length > 0) print(`Tolerated:\n${tolerated.map(describe).join('\n')}`);
  for (const { advisory, package: name } of unused)
    print(`The exception ${advisory} of ${name} is no longer needed.`);
  for (const { advisory, expires } of expired) print(`The exception ${advisory} expired on ${expires}.`);
  if (rejected.length > 0) print(`Rejected:\n${rejected.map(describe).join('\n')}`);
  process.exitCode = rejected.length > 0 ? 1 : 0;
} catch (error) {
  if (!(error instanceof NoAdvisoriesError)) throw error;
  process.stderr.write(
    `The packages were not checked, because no advisories can be read: ${error.message}\n` +
      'Select a registry that has advisories, for example with npm_config_registry, or check the output of `npm run sbom` with ' +
      'osv-scanner or Grype.\n',
  );
  process.exitCode = 2;
}
