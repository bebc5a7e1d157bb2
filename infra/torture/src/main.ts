import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseOptions } from './options.ts';
import type { Options } from './options.ts';
import { formatResult, hasProblems } from './report/report.ts';
import { runTorture } from './run-torture.ts';
import { createTarget } from './targets/create-target.ts';

const root = resolve(import.meta.dirname, '../../..');
const KILL_INTERVAL = { minMs: 5_000, maxMs: 20_000 };
const SETTLE_MS = 60_000;
const PROBLEMS_FOUND = 1;
const INVALID_OPTIONS = 2;
const NOT_COMPLETED = 3;

const log = (line: string) => void process.stderr.write(`${line}\n`);

function readOptions(): Options {
  try {
    return parseOptions(process.argv.slice(2));
  } catch (error) {
    log(error instanceof Error ? error.message : String(error));
    process.exit(INVALID_OPTIONS);
  }
}

async function main({ minutes, json, target: name, ...options }: Options): Promise<void> {
  log(`Target ${name}, seed ${options.seed}, ${minutes} minutes`);
  const target = await createTarget(name, root);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void target.close().finally(() => process.exit(130)));
  }
  try {
    const result = await runTorture({
      target,
      ...options,
      durationMs: minutes * 60_000,
      killInterval: KILL_INTERVAL,
      settleMs: SETTLE_MS,
      log,
    });
    process.stdout.write(`${formatResult(result)}\n`);
    if (json !== undefined) await writeFile(json, `${JSON.stringify(result, null, 2)}\n`);
    if (result.acknowledged === 0) throw new Error('The server did not acknowledge a write.');
    if (hasProblems(result)) process.exitCode = PROBLEMS_FOUND;
  } finally {
    await target.close();
  }
}

await main(readOptions()).catch((error: unknown) => {
  log(error instanceof Error ? error.message : String(error));
  process.exitCode = NOT_COMPLETED;
});
