import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { parseOptions } from './options/options.ts';
import type { QualityOptions, ScaleOptions, SpeedOptions } from './options/options.ts';
import { describeHardware } from './platform/hardware.ts';
import { openPlatform, workFolderOf } from './platform/open-platform.ts';
import { formatReport, hasFailures, reportJson } from './report/report.ts';
import type { Report } from './report/report.ts';
import { runQuality } from './run-quality.ts';
import { runSpeed } from './run-speed.ts';
import { runScale } from './scale/run-scale.ts';

const root = resolve(import.meta.dirname, '../../..');
const log = (message: string) => void process.stderr.write(`${message}\n`);

function readOptions(): SpeedOptions | QualityOptions | ScaleOptions {
  try {
    return parseOptions(process.argv.slice(2));
  } catch (error) {
    log(error instanceof Error ? error.message : String(error));
    process.exit(2);
  }
}

async function currentCommit(): Promise<string | undefined> {
  const git = promisify(execFile)('git', ['rev-parse', '--short', 'HEAD'], { cwd: root });
  return git.then(
    ({ stdout }) => stdout.trim(),
    () => undefined,
  );
}

async function measure(): Promise<void> {
  const options = readOptions();
  if (options.benchmark === 'scale') await measureScale(options);
  else await measureOnePlatform(options);
}

async function report(
  options: { benchmark: Report['benchmark']; out: string | undefined },
  shown: Report['options'],
  { startedAt, workFolder, figures }: { startedAt: string; workFolder: string; figures: Report['figures'] },
): Promise<void> {
  const result: Report = {
    benchmark: options.benchmark,
    startedAt,
    commit: await currentCommit(),
    hardware: describeHardware(workFolder, process.version),
    options: shown,
    figures,
  };
  process.stdout.write(`${formatReport(result)}\n`);
  if (options.out !== undefined) await writeFile(options.out, reportJson(result));
  if (hasFailures(result)) process.exitCode = 1;
}

async function measureScale(options: ScaleOptions): Promise<void> {
  const startedAt = new Date().toISOString();
  const figures = await runScale(options, process.env, log);
  await report(options, { sizes: options.sizes.join(',') }, { startedAt, workFolder: tmpdir(), figures });
}

async function measureOnePlatform(options: SpeedOptions | QualityOptions): Promise<void> {
  const startedAt = new Date().toISOString();
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => interrupted.abort(new Error(`Interrupted by ${signal}.`)));
  }
  const platform = await openPlatform(options.platform, {
    root,
    environment: process.env,
    nodePath: process.execPath,
    killGroup: (pid) => process.kill(-pid, 'SIGKILL'),
    signal: interrupted.signal,
  });
  const close = () => platform.close().finally(() => process.exit(130));
  interrupted.signal.addEventListener('abort', () => void close());
  try {
    const figures =
      options.benchmark === 'speed'
        ? await runSpeed(options, platform, log)
        : await runQuality(options, platform, log);
    const { platform: where, ...shown } = options;
    await report(
      options,
      { ...shown, platform: where.kind },
      { startedAt, workFolder: resolve(workFolderOf(where)), figures },
    );
  } finally {
    await platform.close();
  }
}

await measure().catch((error: unknown) => {
  log(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
