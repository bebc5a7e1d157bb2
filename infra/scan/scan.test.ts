import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { assessVulnerabilities, exceptionList } from './assess-vulnerabilities.ts';
import { NoAdvisoriesError, parseAuditReport } from './npm-audit.ts';
import type { Vulnerability } from './npm-audit.ts';

const TODAY = '2026-06-15';
const FOLDERS = new Set(['node_modules/express', 'node_modules/a/node_modules/qs']);

const vulnerability = (changes: Partial<Vulnerability> = {}): Vulnerability => ({
  advisory: 'GHSA-aaaa-bbbb-cccc',
  package: 'express',
  severity: 'high',
  title: 'Denial of service',
  url: 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc',
  folders: ['node_modules/express'],
  ...changes,
});

const exception = (changes: object = {}) => ({
  advisory: 'GHSA-aaaa-bbbb-cccc',
  package: 'express',
  reason: 'The vulnerable function is not called.',
  expires: '2026-06-15',
  ...changes,
});

describe('assessVulnerabilities', () => {
  const assess = (vulnerabilities: Vulnerability[], exceptions = [] as ReturnType<typeof exception>[]) =>
    assessVulnerabilities(vulnerabilities, FOLDERS, exceptions, TODAY);

  test.each(['high', 'critical'] as const)('rejects a vulnerability of the severity %s', (severity) => {
    expect(assess([vulnerability({ severity })]).rejected).toHaveLength(1);
  });

  test.each(['info', 'low', 'moderate'] as const)(
    'tolerates a vulnerability of the severity %s',
    (severity) => {
      expect(assess([vulnerability({ severity })])).toMatchObject({
        rejected: [],
        tolerated: [{ severity }],
      });
    },
  );

  test('ignores packages that are not in the image', () => {
    const folders = ['node_modules/jest'];
    expect(assess([vulnerability({ folders })])).toMatchObject({ rejected: [], tolerated: [] });
  });

  test('rejects a nested package that is in the image', () => {
    const folders = ['node_modules/qs', 'node_modules/a/node_modules/qs'];
    expect(assess([vulnerability({ folders })]).rejected).toHaveLength(1);
  });

  test('accepts an exception until its last day', () => {
    expect(assess([vulnerability()], [exception()])).toMatchObject({ rejected: [], expired: [], unused: [] });
    const past = exception({ expires: '2026-06-14' });
    expect(assess([vulnerability()], [past])).toMatchObject({ rejected: [{}], expired: [past] });
  });

  test.each([{ package: 'qs' }, { advisory: 'GHSA-xxxx-yyyy-zzzz' }])(
    'applies an exception only to its package and advisory: %j',
    (changes) => {
      const other = exception(changes);
      expect(assess([vulnerability()], [other])).toMatchObject({ rejected: [{}], unused: [other] });
    },
  );
});

describe('exceptions.json', () => {
  test('is valid', () => {
    const text = readFileSync(join(import.meta.dirname, 'exceptions.json'), 'utf8');
    expect(exceptionList.safeParse(JSON.parse(text)).error).toBeUndefined();
  });

  test.each([{ reason: '' }, { expires: '2026-02-30' }, { expires: undefined }, { advisory: '1234' }])(
    'cannot contain an incomplete exception: %j',
    (changes) => {
      expect(exceptionList.safeParse([exception(changes)]).success).toBe(false);
    },
  );
});

describe('parseAuditReport', () => {
  test('returns the vulnerabilities, without the packages that only depend on a vulnerable package', () => {
    const via = [{ source: 1, ...vulnerability(), range: '<5' }, 'qs'];
    const report = {
      auditReportVersion: 2,
      vulnerabilities: {
        express: { name: 'express', nodes: ['node_modules/express'], via },
        app: { name: 'app', nodes: ['node_modules/app'], via: ['express'] },
      },
    };
    expect(parseAuditReport(JSON.stringify(report))).toEqual([vulnerability()]);
  });

  test.each(['', '{"message":"403 Forbidden"}', '{"auditReportVersion":3,"vulnerabilities":{}}'])(
    'rejects an output that is not a report: %j',
    (output) => {
      expect(() => parseAuditReport(output)).toThrow(NoAdvisoriesError);
    },
  );
});

describe('npm run scan', () => {
  let registry: Server | undefined;
  afterEach(() => void registry?.close());

  /** Runs the command with a registry on this machine. */
  async function scan(listener: RequestListener) {
    registry = createServer(listener).listen(0, '127.0.0.1');
    await new Promise((resolve) => registry!.once('listening', resolve));
    const { port } = registry.address() as { port: number };
    const env = {
      ...process.env,
      npm_config_registry: `http://127.0.0.1:${port}/`,
      npm_config_fetch_retries: '0',
    };
    const args = ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'main.ts')];
    return new Promise<{ code: unknown; output: string }>((resolve) => {
      execFile(process.execPath, args, { env }, (error, stdout, stderr) =>
        resolve({ code: error?.code ?? 0, output: stdout + stderr }),
      );
    });
  }

  const advisoryOf =
    (name: string): RequestListener =>
    (request, response) => {
      const isAdvisories = request.url?.endsWith('/advisories/bulk');
      const advisory = { id: 1, url: vulnerability().url, title: 'Denial of service', severity: 'high' };
      const body = { [name]: [{ ...advisory, vulnerable_versions: '<99', cwe: [], cvss: { score: 7 } }] };
      request.resume().on('end', () => {
        response.statusCode = isAdvisories ? 200 : 404;
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify(isAdvisories ? body : {}));
      });
    };

  test('fails if a package of the image has a vulnerability of the severity high', async () => {
    const { code, output } = await scan(advisoryOf('express'));
    expect(output).toContain(
      'high: express: Denial of service (https://github.com/advisories/GHSA-aaaa-bbbb-cccc)',
    );
    expect(code).toBe(1);
  }, 60_000);

  test('succeeds if only a development dependency has a vulnerability', async () => {
    const { code, output } = await scan(advisoryOf('prettier'));
    expect(output).toMatch(/^Checked the \d{3} packages of the image\.\n$/);
    expect(code).toBe(0);
  }, 60_000);

  test('fails with another code if the registry has no advisories', async () => {
    const { code, output } = await scan((_request, response) => response.writeHead(405).end());
    expect(output).toContain('The packages were not checked, because no advisories can be read');
    expect(code).toBe(2);
  }, 60_000);
});
