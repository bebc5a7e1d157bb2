import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { PORTS, preparePlatform } from '@loci/bench';
import { freePorts } from '@loci/runtime/free-ports';
import { fillTenant } from './fill-tenant.ts';
import { parseOptions } from './options.ts';
import type { Options } from './options.ts';
import { findMisses, formatResult } from './result.ts';
import type { InteractionResult, PageResult } from './result.ts';

const root = resolve(import.meta.dirname, '../../..');
const PAGES = { home: '/', search: '/?q=garden', browse: '/memories' };
const INVALID_OPTIONS = 2;
/** PostgreSQL looks for changed tables once per minute. Until then, it plans queries as for a small table. */
const SETTLE_MS = 90_000;

const log = (line: string) => void process.stderr.write(`${line}\n`);

/** Runs a program of this folder, and returns the JSON that it prints. @throws Error if it fails */
async function runProgram<Output>(name: string, input: object): Promise<Output> {
  const path = join(import.meta.dirname, 'programs', name);
  const child = spawn(process.execPath, [path, JSON.stringify(input)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${name} failed with exit code ${code}.`);
  return JSON.parse(output) as Output;
}

function readOptions(): Options {
  try {
    return parseOptions(process.argv.slice(2));
  } catch (error) {
    log(error instanceof Error ? error.message : String(error));
    process.exit(INVALID_OPTIONS);
  }
}

async function main({ memories, rounds, mobile, only, output }: Options): Promise<void> {
  const stopping = new AbortController();
  const ports = await freePorts(PORTS);
  const platform = await preparePlatform({
    root,
    workFolder: tmpdir(),
    ports,
    environment: process.env,
    nodePath: process.execPath,
    killGroup: (pid) => process.kill(-pid, 'SIGKILL'),
    signal: stopping.signal,
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      stopping.abort();
      void platform.dispose().finally(() => process.exit(130));
    });
  }
  try {
    log('Starting a platform...');
    await platform.start();
    log(`Creating ${memories} memories...`);
    const account = await fillTenant(platform, memories);
    log('Waiting until PostgreSQL has vacuumed and analyzed the new rows...');
    await wait(SETTLE_MS, undefined, { signal: stopping.signal });
    const input = { portalUrl: `http://localhost:${ports[2]}`, account, rounds };
    const pages: PageResult[] = [];
    let interactions: InteractionResult[] = [];
    if (only !== 'interactions') {
      for (const settings of mobile ? ['desktop', 'mobile'] : ['desktop']) {
        log(`Measuring the pages (${settings})...`);
        pages.push(...(await runProgram<PageResult[]>('pages.mjs', { ...input, pages: PAGES, settings })));
      }
    }
    if (only !== 'pages') {
      log('Measuring the interactions...');
      interactions = await runProgram<InteractionResult[]>('interactions.mjs', input);
    }
    const result = { memories, rounds, loadAverage: loadavg()[0]!, pages, interactions };
    process.stdout.write(`${formatResult(result)}\n\nLoad average: ${result.loadAverage.toFixed(1)}\n`);
    await mkdir(dirname(resolve(output)), { recursive: true });
    await writeFile(output, `${JSON.stringify(result, null, 2)}\n`);
    const misses = findMisses(result);
    for (const miss of misses) log(`Missed: ${miss}`);
    process.exitCode = misses.length === 0 ? 0 : 1;
  } finally {
    await platform.dispose();
  }
}

await main(readOptions());
