import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { systemClock } from '../load/clock.ts';
import { createTextSource } from '../texts/memory-texts.ts';
import { baselineFigures, openBaselines } from './baselines.ts';

test('openBaselines measures a bare route and durable INSERTs in a temporary database', async () => {
  const workFolder = await mkdtemp(join(tmpdir(), 'bench-baselines-'));
  try {
    const baselines = await openBaselines({
      nodePath: process.execPath,
      workFolder,
      durationMs: 100,
      clock: systemClock,
      texts: createTextSource(1),
    });
    const sample = await baselines.sample();
    await baselines.close();
    expect(baselineFigures(sample).map(({ value, p50 }) => (value ?? p50)! > 0)).toEqual(
      Array.from({ length: 8 }, () => true),
    );
    expect(baselines.postgres.version).toMatch(/^18/);
    expect(baselines.postgres.settings).toMatchObject({ fsync: 'on', synchronous_commit: 'on' });
    expect(JSON.stringify(baselines.postgres.settings)).not.toContain(workFolder);
    expect(await readdir(workFolder)).toEqual([]);
  } finally {
    await rm(workFolder, { recursive: true });
  }
}, 60_000);
