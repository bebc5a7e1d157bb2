import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseOptions } from './options.ts';
import { runChecks } from './run-checks.ts';

const { only } = parseOptions(process.argv.slice(2));
const stopping = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopping.abort());

const workFolder = await mkdtemp(join(tmpdir(), 'loci-conformance-'));
try {
  const failures = await runChecks({
    only,
    root: join(import.meta.dirname, '../../..'),
    workFolder,
    nodePath: process.execPath,
    environment: process.env,
    print: (line) => process.stdout.write(`${line}\n`),
    signal: stopping.signal,
  });
  if (failures > 0) process.exitCode = 1;
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
} finally {
  await rm(workFolder, { recursive: true, force: true, maxRetries: 5 });
}
