import { execFile, execFileSync } from 'node:child_process';
import { copyFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startPlatform } from '../../conformance/src/platform.ts';
import { listRuntimes } from './runtimes.ts';

/** Steps of the scenario. A runtime in which a step is missing fails. */
const STEPS = [
  'create',
  'search',
  'iterate',
  'upload',
  'upload of a stream',
  'abort',
  'timeout',
  'error class',
];
const TIMEOUT_MS = 180_000;

const tools = join(import.meta.dirname, '..');
const root = join(tools, '../..');
const work = await mkdtemp(join(tmpdir(), 'loci-rt-'));

/** Builds the client, and copies the programs next to it, so that they find it as an application does. */
function prepareFolder(): void {
  const client = join(work, 'node_modules/@loci/client');
  const cwd = join(root, 'clients/typescript');
  execFileSync(process.execPath, ['../build-package.mjs', client], { cwd, stdio: 'inherit' });
  for (const name of ['scenario.mjs', 'process.mjs'])
    copyFileSync(join(tools, 'src/programs', name), join(work, name));
  const manifest = { type: 'module', dependencies: { '@loci/client': '*' } };
  writeFileSync(join(work, 'package.json'), JSON.stringify(manifest));
}

/** @throws Error if the scenario fails or steps are missing */
async function runIn(command: string, parameters: readonly string[], environment: object): Promise<void> {
  const { stdout } = await promisify(execFile)(command, parameters, {
    cwd: work,
    env: { ...process.env, ...environment },
    timeout: TIMEOUT_MS,
  });
  const passed = JSON.parse(stdout.trim().split('\n').at(-1)!) as string[];
  const missing = STEPS.filter((step) => !passed.includes(step));
  if (missing.length > 0) throw new Error(`Missing steps: ${missing.join(', ')}`);
}

const failed: string[] = [];
try {
  console.log('Building the client...');
  prepareFolder();
  console.log('Starting a platform...');
  const platform = await startPlatform({
    root,
    dataDir: join(work, 'data'),
    nodePath: process.execPath,
    environment: process.env,
  });
  try {
    const connection = { BASE_URL: platform.gatewayUrl, API_KEY: platform.apiKey };
    for (const { name, command, parameters } of listRuntimes({ tools, work, nodePath: process.execPath })) {
      try {
        await runIn(command, parameters, connection);
        console.log(`ok      ${name}: ${STEPS.join(', ')}`);
      } catch (error) {
        failed.push(name);
        console.log(`FAILED  ${name}: ${(error as Error).message}`);
      }
    }
  } finally {
    await platform.stop();
  }
} finally {
  await rm(work, { recursive: true, force: true, maxRetries: 5 });
}
process.exitCode = failed.length === 0 ? 0 : 1;
