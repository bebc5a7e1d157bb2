import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { claimDataDir } from './data-dir.ts';
import type { ClaimedDataDir } from './data-dir.ts';
import { startEmbeddedPostgres } from './start-embedded-postgres.ts';
import type { EmbeddedPostgres, SuperuserConnection } from './start-embedded-postgres.ts';

/** Names the port of the run's {@link serveTestCluster} to the tests. */
export const TEST_CLUSTER_VARIABLE = 'LOCI_TEST_CLUSTER_PORT';

/**
 * One throw-away PostgreSQL for a whole test run, started when the first test asks, so a run of unit tests alone
 * pays nothing. Lives in the system's temporary folder; goes with this process.
 *
 * @returns what to call at the end of the run
 */
export async function serveTestCluster(): Promise<() => Promise<void>> {
  let cluster: Promise<TestCluster> | undefined;
  const server = createServer((socket) => {
    socket.on('error', () => {});
    cluster ??= startTestCluster();
    cluster.then(
      ({ postgres }) => socket.end(JSON.stringify({ superuser: postgres.superuser })),
      (error: unknown) => socket.end(JSON.stringify({ error: String(error) })),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.env[TEST_CLUSTER_VARIABLE] = String((server.address() as AddressInfo).port);
  return async () => {
    server.close();
    const started = await cluster?.catch(() => undefined);
    await started?.remove();
  };
}

/**
 * The superuser's connection to the run's cluster. The first call of a run takes about a second.
 *
 * @throws when the run was not set up by {@link serveTestCluster}, or the cluster does not start
 */
export async function testCluster(): Promise<SuperuserConnection> {
  const port = process.env[TEST_CLUSTER_VARIABLE];
  if (port === undefined)
    throw new Error(`${TEST_CLUSTER_VARIABLE} is not set: run the tests through jest.config.mjs`);
  const answer = JSON.parse(await text(connect(Number(port), '127.0.0.1'))) as
    { superuser: SuperuserConnection } | { error: string };
  if ('error' in answer) throw new Error(`The test cluster did not start: ${answer.error}`);
  return answer.superuser;
}

interface TestCluster {
  postgres: EmbeddedPostgres;
  remove(): Promise<void>;
}

async function startTestCluster(): Promise<TestCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'loci-test-'));
  let dataDir: ClaimedDataDir | undefined;
  try {
    dataDir = claimDataDir(folder);
    const postgres = await startEmbeddedPostgres({
      dataDir,
      throwAway: true,
      log: () => {},
      onExit: (reason) => process.stderr.write(`${reason}\n`),
    });
    return { postgres, remove: () => postgres.stop().finally(() => removeFolder(folder, dataDir)) };
  } catch (error) {
    removeFolder(folder, dataDir);
    throw error;
  }
}

function removeFolder(folder: string, dataDir: ClaimedDataDir | undefined): void {
  dataDir?.release();
  rmSync(folder, { recursive: true, force: true });
}
