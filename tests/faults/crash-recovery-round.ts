import { eventually } from '../support/eventually.ts';
import type { Tenant } from '../support/tenants.ts';
import { readPostmasterPid, startPlatform } from '../support/platform-process.ts';
import type { PlatformSettings } from '../support/platform-process.ts';
import { startWriters } from './concurrent-writers.ts';
import { findIndexDifferences, readStoredRevisions, waitUntilConsumed } from './index-consistency.ts';
import type { IndexDifferences } from './index-consistency.ts';
import { findLosses, listAllMemories } from './memory-losses.ts';

/** Result of one round. The lists describe problems. */
export interface CrashRecoveryReport extends IndexDifferences {
  /** Number of writes that were acknowledged before the crash. */
  acknowledged: number;
  /** Milliseconds from the restart until the platform was ready. */
  readyMs: number;
  /** Milliseconds from readiness until all events were processed and the sample was searchable. */
  consistentMs: number;
  losses: string[];
}

const CONSISTENCY_TIMEOUT_MS = 40_000;
/** Number of memories for which the round searches. */
const SAMPLE_SIZE = 25;

/**
 * Kills a platform during concurrent writes, restarts it, and compares the stored memories with the
 * acknowledged writes and both indexes with PostgreSQL. Kills the platform again before it reads the index
 * files, so that only data on disk is compared.
 *
 * @param label prefix of the contents, unique per data folder
 * @param acknowledgedBeforeKill number of acknowledged writes before the crash
 * @param alsoDatabase also kills PostgreSQL, which otherwise shuts down cleanly after the platform exits
 */
export async function runCrashRecoveryRound(
  settings: PlatformSettings,
  label: string,
  acknowledgedBeforeKill: number,
  { alsoDatabase = false }: { alsoDatabase?: boolean } = {},
): Promise<CrashRecoveryReport> {
  let platform = await startPlatform(settings);
  try {
    const tenant = await platform.createTenant();
    const writers = startWriters(platform.send, tenant.token, label);
    await writers.waitForAcknowledged(acknowledgedBeforeKill);
    const postmaster = readPostmasterPid(settings.dataDir);
    if (alsoDatabase) process.kill(postmaster, 'SIGKILL');
    await platform.killProcessGroup();
    await writers.stop();

    const restartedAt = performance.now();
    platform = await startPlatform(settings);
    const readyAt = performance.now();
    const { token } = tenant;
    const stored = await listAllMemories(platform.send, token);
    await waitUntilConsumed(platform, CONSISTENCY_TIMEOUT_MS);
    const sample = [...stored].slice(-SAMPLE_SIZE);
    await eventually(
      () => Promise.all(sample.map(([id, content]) => expectFound(platform.send, tenant, id, content))),
      Math.max(1, CONSISTENCY_TIMEOUT_MS - (performance.now() - readyAt)),
    );
    const consistentAt = performance.now();
    const revisions = await readStoredRevisions(settings.dataDir, tenant.tenantId);
    await platform.killProcessGroup();
    return {
      acknowledged: writers.log.acknowledged,
      readyMs: Math.round(readyAt - restartedAt),
      consistentMs: Math.round(consistentAt - readyAt),
      losses: findLosses(writers.log, stored),
      ...(await findIndexDifferences(settings.dataDir, tenant.tenantId, revisions)),
    };
  } finally {
    await platform.killProcessGroup();
  }
}

/** Expects hybrid search to find a memory by the first word of its content, with a keyword score. */
async function expectFound(
  send: Tenant['send'],
  { token }: Tenant,
  id: string,
  content: string,
): Promise<void> {
  const query = content.split(' ')[0]!;
  const { status, body, text } = await send({
    method: 'POST',
    path: '/api/v2/search/hybrid',
    token,
    body: { query, limit: 1 },
  });
  if (status !== 200) throw new Error(`The search returned ${status}: ${text}`);
  const [first] = body.data.items;
  const isFound = first?.id === id && first.score_breakdown.bm25_score !== null;
  if (!isFound || first.content !== content)
    throw new Error(`The query ${query} does not find ${id}: ${text.slice(0, 300)}`);
}
