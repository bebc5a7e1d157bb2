import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { exportAccount } from '@loci/account-export';
import type { ExportRecord } from '@loci/account-export';
import { retry } from '@loci/async';
import { createBackup, restoreBackup } from '@loci/cli';
import { Loci } from '@loci/client';
import { loadConfig } from '@loci/runtime';
import { freePorts } from '@loci/runtime/free-ports';
import { environmentSchema, startStandalone } from '@loci/standalone';
import { documentedCommands } from '../../infra/documentation/src/documented-commands.ts';

const CLI = join(import.meta.dirname, '../../cli');
const API_KEY = 'loci_drill_0123456789abcdefghij';
const PASSPHRASE = 'a long passphrase';
const INITIAL_MEMORIES = 2_000;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'loci-backup-test-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function start(
  dataDir: string,
): Promise<{ platform: Awaited<ReturnType<typeof startStandalone>>; loci: Loci }> {
  const [port, authPort, portalPort] = (await freePorts(3)) as [number, number, number];
  const config = loadConfig(environmentSchema, {
    DATA_DIR: dataDir,
    PORT: String(port),
    AUTH_PORT: String(authPort),
    PORTAL_PORT: String(portalPort),
    BOOTSTRAP_API_KEY: API_KEY,
    RATE_LIMIT_PER_MINUTE: '10000000',
  });
  const platform = await startStandalone(config, { print: () => undefined, startedAt: Date.now() });
  return { platform, loci: new Loci({ baseUrl: config.PUBLIC_URL, apiKey: API_KEY }) };
}

async function exportAll(loci: Loci): Promise<ExportRecord[]> {
  const records: ExportRecord[] = [];
  for await (const record of exportAccount(loci)) records.push(record);
  return records;
}

/** Stores memories, relationships, documents and artifacts. */
async function fill(loci: Loci): Promise<void> {
  for (let from = 0; from < INITIAL_MEMORIES; from += 1_000) {
    const memories = Array.from({ length: 1_000 }, (_, i) => ({ content: `Fact ${from + i} about tea.` }));
    await loci.memories.createMany({ memories });
  }
  const [first, second] = (await loci.memories.list({ per_page: 2 })).items;
  await loci.relationships.create({
    from_id: first!.id,
    to_id: second!.id,
    relationship_type: 'supports',
  });
  await loci.documents.upload({ file: new Blob(['A note about the harbor.']), filename: 'harbor.txt' });
  for (let i = 0; i < 20; i += 1)
    await loci.artifacts.save({ path: `/notes/${i}.md`, content: `# Note ${i}\n` });
}

/** Stores, changes and deletes until `stop` is called. */
function startLoad(loci: Loci): { stop(): Promise<number> } {
  let isRunning = true;
  let writes = 0;
  const run = async (worker: number): Promise<void> => {
    for (let i = 0; isRunning; i += 1) {
      const { id } = await loci.memories.create({ content: `Load ${worker}-${i}` });
      await loci.artifacts.save({ path: `/load/${worker}-${i}.md`, content: `Load ${i}` });
      if (i % 3 === 0) await loci.memories.update(id, { importance: 0.9 });
      if (i % 3 === 1) await loci.memories.delete(id);
      if (i % 3 === 2) await loci.artifacts.delete({ path: `/load/${worker}-${i}.md` });
      writes += 1;
    }
  };
  const workers = [0, 1, 2, 3].map(run);
  return {
    stop: async () => {
      isRunning = false;
      await Promise.all(workers);
      return writes;
    },
  };
}

/** Commands for backup and restore on the page for operators. */
const TEST = 'tests/backup/backup-restore.test.ts';
const COMMANDS = documentedCommands('docs/recovery.md', TEST);

/** Runs the commands in the folder of the test. */
function runCommands(): string {
  const main = join(CLI, 'src/loci/loci.main.ts');
  const loci = `"${process.execPath}" --disable-warning=ExperimentalWarning "${main}"`;
  const script = COMMANDS.join('').replaceAll('npm run -s loci --', loci);
  return execFileSync('sh', ['-euc', script], { cwd: folder, encoding: 'utf8' });
}

describe('a restore drill', () => {
  test('restores everything that was acknowledged before an encrypted backup under load', async () => {
    const source = join(folder, '.data');
    const running = await start(source);
    await fill(running.loci);
    const before = await exportAll(running.loci);
    const load = startLoad(running.loci);
    const file = join(folder, 'encrypted.backup');
    const backupAt = performance.now();
    const size = await createBackup({ dataDir: source, target: file, passphrase: PASSPHRASE });
    const restoreAt = performance.now();
    expect(await load.stop()).toBeGreaterThan(0);
    await running.platform.stop();

    const target = join(folder, 'target');
    expect(await restoreBackup({ source: file, dataDir: target, passphrase: PASSPHRASE })).toEqual(size);
    const startAt = performance.now();
    const restored = await start(target);
    const endAt = performance.now();
    try {
      const lines = new Set((await exportAll(restored.loci)).map((record) => JSON.stringify(record)));
      expect(before.filter((record) => !lines.has(JSON.stringify(record)))).toEqual([]);
      expect(before.length).toBeGreaterThan(INITIAL_MEMORIES);
      // Every artifact and memory of the load that was restored is complete, and the indexes are rebuilt.
      await retry(
        async () => {
          const { items } = await restored.loci.search.hybrid({ query: 'Fact 7 about tea', limit: 5 });
          if (items.length < 5) throw new Error('The search index is not rebuilt yet.');
        },
        { attempts: 200, firstDelayMs: 50, maxDelayMs: 200 },
      );
      const { id } = await restored.loci.memories.create({ content: 'Stored after the restore.' });
      expect((await restored.loci.memories.get(id)).content).toBe('Stored after the restore.');
    } finally {
      await restored.platform.stop();
    }
    if (process.env['BACKUP_TIMES'] !== undefined)
      console.log(
        `${size.files} files, ${size.bytes} bytes: backup ${Math.round(restoreAt - backupAt)} ms, ` +
          `restore and start ${Math.round(endAt - restoreAt)} ms, start ${Math.round(endAt - startAt)} ms`,
      );
  }, 120_000);

  test('uses the same commands in the documentation and in the README of the command', () => {
    expect(documentedCommands('cli/README.md', TEST).join('')).toBe(COMMANDS.join(''));
  });

  test('with the documented commands restores a platform that is stopped', async () => {
    expect(runCommands()).toMatch(
      /^Backed up and verified \d+ files \(\d+\.\d MB\) to loci\.backup\nRestored \d+ files to .*restored\n$/,
    );
    const original = await start(join(folder, '.data'));
    const expected = await exportAll(original.loci);
    await original.platform.stop();
    const restored = await start(join(folder, 'restored'));
    try {
      expect(await exportAll(restored.loci)).toEqual(expected);
    } finally {
      await restored.platform.stop();
    }
  }, 120_000);
});
