import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { openBaselines } from './baseline/baselines.ts';
import type { Baselines } from './baseline/baselines.ts';
import { RELEVANCE } from './calibration/relevance-model.ts';
import { runCompare } from './compare/run-compare.ts';
import { systemClock } from './load/clock.ts';
import { parseOptions } from './options/options.ts';
import type {
  BenchmarkOptions,
  CalibrateOptions,
  CompareOptions,
  QualityOptions,
  ScaleOptions,
  SpeedOptions,
} from './options/options.ts';
import { describeHardware } from './platform/hardware.ts';
import { openPlatform, workFolderOf } from './platform/open-platform.ts';
import { learnedRanking } from './ranking/ranking-model.ts';
import { formatReport, hasFailures, reportJson } from './report/report.ts';
import type { Report } from './report/report.ts';
import { runFit } from './run-fit.ts';
import { runQuality } from './run-quality.ts';
import { openTexts, runSpeed } from './run-speed.ts';
import { runScale } from './scale/run-scale.ts';

const root = resolve(import.meta.dirname, '../../..');
const BASELINE_MS = 400;
const MIN_BASELINE_MS = 100;
const log = (message: string) => void process.stderr.write(`${message}\n`);

function readOptions(): BenchmarkOptions {
  try {
    return parseOptions(process.argv.slice(2));
  } catch (error) {
    log(error instanceof Error ? error.message : String(error));
    process.exit(2);
  }
}

async function currentCommit(): Promise<string | undefined> {
  const git = (...args: string[]) =>
    promisify(execFile)('git', args, { cwd: root }).then(
      ({ stdout }) => stdout.trim(),
      () => undefined,
    );
  const commit = await git('rev-parse', '--short', 'HEAD');
  const changes = await git('status', '--porcelain', '--untracked-files=no');
  return changes ? `${commit}-dirty` : commit;
}

async function main(): Promise<void> {
  const options = readOptions();
  if (options.benchmark === 'compare') await compare(options);
  else if (options.benchmark === 'scale') await measureScale(options);
  else await measureOnePlatform(options);
}

async function compare({ before, after }: CompareOptions): Promise<void> {
  try {
    const result = await runCompare(before ?? join(root, 'infra/bench/baseline.json'), after);
    process.stdout.write(`${result.text}\n`);
    if (result.hasRegressions) process.exitCode = 1;
  } catch (error) {
    log(error instanceof Error ? error.message : String(error));
    process.exitCode = 2;
  }
}

async function report(
  options: { benchmark: Report['benchmark']; output: string | undefined },
  shown: Report['options'],
  measured: Pick<Report, 'startedAt' | 'figures' | 'postgres'> & { workFolder: string },
): Promise<void> {
  const { workFolder, ...rest } = measured;
  const result: Report = {
    benchmark: options.benchmark,
    commit: await currentCommit(),
    hardware: describeHardware(workFolder, process.version),
    options: shown,
    ...rest,
  };
  process.stdout.write(`${formatReport(result)}\n`);
  if (options.output !== undefined) await writeFile(options.output, reportJson(result));
  if (hasFailures(result)) process.exitCode = 1;
}

async function measureScale(options: ScaleOptions): Promise<void> {
  const startedAt = new Date().toISOString();
  const workFolder = tmpdir();
  const baselines = await openBaselinesIn(workFolder, undefined, 1);
  try {
    const figures = await runScale(options, { environment: process.env, baselines, log });
    const shown = { sizes: options.sizes.join(',') };
    await report(options, shown, { startedAt, workFolder, figures, postgres: baselines.postgres });
  } finally {
    await baselines.close();
  }
}

async function openBaselinesIn(
  workFolder: string,
  data: string | undefined,
  scale: number,
): Promise<Baselines> {
  return openBaselines({
    nodePath: process.execPath,
    workFolder,
    durationMs: Math.max(MIN_BASELINE_MS, BASELINE_MS * scale),
    clock: systemClock,
    texts: await openTexts(data),
  });
}

async function measureOnePlatform(options: SpeedOptions | QualityOptions | CalibrateOptions): Promise<void> {
  const startedAt = new Date().toISOString();
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => interrupted.abort(new Error(`Interrupted by ${signal}.`)));
  }
  const workFolder = resolve(workFolderOf(options.platform));
  const platform = await openPlatform(options.platform, {
    root,
    environment: process.env,
    nodePath: process.execPath,
    killGroup: (pid) => process.kill(-pid, 'SIGKILL'),
    signal: interrupted.signal,
  });
  let baselines: Baselines | undefined;
  const closeAll = async () => {
    await Promise.all([platform.close(), baselines?.close()]);
  };
  interrupted.signal.addEventListener('abort', () => void closeAll().finally(() => process.exit(130)));
  try {
    const { platform: where, output: _, ...shown } = options;
    const conditions = { ...shown, platform: where.kind };
    if (options.benchmark === 'speed') {
      baselines = await openBaselinesIn(workFolder, options.data, options.scale);
      const texts = await openTexts(options.data);
      const figures = await runSpeed(options, { platform, baselines, texts, log });
      const { postgres } = baselines;
      await report(options, conditions, { startedAt, workFolder, figures, postgres });
    } else if (options.benchmark === 'quality') {
      const figures = await runQuality(options, platform, log);
      await report(options, conditions, { startedAt, workFolder, figures });
    } else {
      const result =
        options.benchmark === 'calibrate'
          ? await runFit(RELEVANCE, options, platform, log)
          : await runFit(learnedRanking(options.ablations), options, platform, log);
      process.stdout.write(`${result}\n`);
    }
  } finally {
    await closeAll();
  }
}

await main().catch((error: unknown) => {
  log(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
