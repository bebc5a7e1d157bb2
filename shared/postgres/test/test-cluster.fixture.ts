import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { claimDataDir } from '../src/embedded/data-dir.ts';
import type { ClaimedDataDir } from '../src/embedded/data-dir.ts';
import { startEmbeddedPostgres } from '../src/embedded/start-embedded-postgres.ts';
import type { EmbeddedPostgres, SuperuserConnection } from '../src/embedded/start-embedded-postgres.ts';

/** Environment variable with the port of {@link serveTestCluster}. */
export const TEST_CLUSTER_VARIABLE = 'LOCI_TEST_CLUSTER_PORT';

/**
 * Provides one ephemeral PostgreSQL server for a test run. The server starts in a temporary folder when the
 * first test requests it, and stops with this process at the latest.
 *
 * @returns a function that stops the server at the end of the run
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
 * Returns the superuser connection to the server of the test run. The first call of a run takes about a second.
 *
 * @throws Error if {@link serveTestCluster} was not called, or if the server does not start
 */
export async function testCluster(): Promise<SuperuserConnection> {
  const port = process.env[TEST_CLUSTER_VARIABLE];
  if (port === undefined)
    throw new Error(`${TEST_CLUSTER_VARIABLE} is not set. Run the tests with jest.config.mjs.`);
  const response = JSON.parse(await text(connect(Number(port), '127.0.0.1'))) as
    { superuser: SuperuserConnection } | { error: string };
  if ('error' in response) throw new Error(`The test cluster did not start: ${response.error}`);
  return response.superuser;
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
      ephemeral: true,
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
