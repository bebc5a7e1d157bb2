import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installOnce, runTool } from '@loci/test-engines/install';

const VERSION = '4.32.5';
const CACHE = join(import.meta.dirname, '../../.runtime/test-servers');
const CONFIGURATION = join(import.meta.dirname, 'schemathesis.toml');

export interface FuzzRun {
  /** Number of generated requests. */
  cases: number;
  /** Number of operations that were tested. */
  operations: number;
  /** Standard output with all failures and the commands that reproduce them. Empty if no request failed. */
  failures: string;
}

/**
 * Sends generated requests to all operations of an OpenAPI document: the examples, all boundary values, and
 * random valid and invalid requests. Checks each response against the document.
 *
 * @param url URL of the OpenAPI document
 * @param casesPerOperation maximum number of random requests per operation
 * @param folder existing folder for the report
 * @see https://schemathesis.readthedocs.io
 */
export async function runSchemathesis(
  url: string,
  { token, seed, casesPerOperation, folder }: FuzzOptions,
): Promise<FuzzRun> {
  const packages = await install();
  const report = join(folder, 'report.json');
  const args = [
    ...['-m', 'schemathesis.cli', '--config-file', CONFIGURATION, 'run', url],
    ...['--header', `Authorization: Bearer ${token}`],
    ...['--seed', String(seed), '--max-examples', String(casesPerOperation)],
    ...['--report', 'json', '--report-json-path', report],
  ];
  const child = spawn('python3', args, {
    cwd: folder,
    env: { ...process.env, PYTHONPATH: packages, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0 && code !== 1) throw new Error(`Schemathesis exited with ${code}:\n${output}`);
  const result = JSON.parse(readFileSync(report, 'utf8')) as Report;
  return {
    cases: result.test_cases.generated,
    operations: result.operations.tested,
    failures: code === 0 ? '' : shorten(output),
  };
}

export interface FuzzOptions {
  /** Access token with all permissions. */
  token: string;
  /** Seed of all random values. */
  seed: number;
  casesPerOperation: number;
  folder: string;
}

/** The fields of the JSON report that this file uses. */
interface Report {
  operations: { tested: number };
  test_cases: { generated: number };
}

async function install(): Promise<string> {
  const python = await runTool('python3', ['-c', 'import sys; print("%d.%d" % sys.version_info[:2])']);
  return installOnce(CACHE, `schemathesis-${VERSION}-python-${python.trim()}`, async (folder) => {
    await runTool('python3', [
      ...['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--root-user-action=ignore'],
      ...['--target', folder, `schemathesis==${VERSION}`],
    ]);
  });
}

/** Shortens long lines, which contain generated values. */
const shorten = (output: string): string => output.replace(/^(.{400}).+$/gm, '$1...');
