import { eventually } from '../support/eventually.ts';
import type { Tenant } from '../support/tenants.ts';
import { readPostmasterPid, startPlatform } from '../support/platform-process.ts';
import type { PlatformSettings } from '../support/platform-process.ts';
import {
  waitUntilConsumed,
  revisionDifferences,
  readIndexedRevisions,
  readStoredRevisions,
} from './index-consistency.ts';
import { listAllMemories, findLosses } from './memory-losses.ts';
import { startWriters } from './concurrent-writers.ts';

/** What a round found; every list is empty when all is well. */
export interface CrashRecoveryReport {
  acknowledged: number;
  readyMs: number;
  agreedMs: number;
  losses: string[];
  keyword: string[];
  vector: string[];
}

const AGREE_WITHIN_MS = 40_000;
const SEARCHED = 25;

/**
 * Kills a platform amid sixteen writers, starts it again and looks: is all there that was acknowledged, and do both
 * indexes agree with PostgreSQL by (id, revision) without anybody's help? In the end it is killed again, so that
 * what is compared is what lies on disk.
 *
 * @param alsoDatabase kills PostgreSQL in the same moment, which else notices that its platform is gone and ends well
 */
export async function runCrashRecoveryRound(
  home: PlatformSettings,
  label: string,
  acknowledgedBeforeKill: number,
  { alsoDatabase = false }: { alsoDatabase?: boolean } = {},
): Promise<CrashRecoveryReport> {
  let platform = await startPlatform(home);
  try {
    const tenant = await platform.createTenant();
    const writers = startWriters(platform.send, tenant.token, label);
    await writers.waitForAcknowledged(acknowledgedBeforeKill);
    const postmaster = readPostmasterPid(home.dataDir);
    if (alsoDatabase) process.kill(postmaster, 'SIGKILL');
    await platform.killProcessGroup();
    await writers.stop();

    const restartedAt = performance.now();
    platform = await startPlatform(home);
    const readyAt = performance.now();
    const { token } = tenant;
    const stored = await listAllMemories(platform.send, token);
    await waitUntilConsumed(platform, AGREE_WITHIN_MS);
    const sample = [...stored].slice(-SEARCHED);
    await eventually(
      () => Promise.all(sample.map(([id, content]) => expectFound(platform.send, tenant, id, content))),
      Math.max(1, AGREE_WITHIN_MS - (performance.now() - readyAt)),
    );
    const agreedAt = performance.now();
    const truth = await readStoredRevisions(home.dataDir, tenant.tenantId);
    await platform.killProcessGroup();
    const indexes = await readIndexedRevisions(home.dataDir, tenant.tenantId);
    return {
      acknowledged: writers.log.acknowledged,
      readyMs: Math.round(readyAt - restartedAt),
      agreedMs: Math.round(agreedAt - readyAt),
      losses: findLosses(writers.log, stored),
      keyword: revisionDifferences(truth, indexes.keyword),
      vector: revisionDifferences(truth, indexes.vector),
    };
  } finally {
    await platform.killProcessGroup();
  }
}

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
  if (status !== 200) throw new Error(`The search answers ${status}: ${text}`);
  const [first] = body.data.items;
  const isFound = first?.id === id && first.score_breakdown.bm25_score !== null;
  if (!isFound || first.content !== content)
    throw new Error(`${query} does not find ${id}: ${text.slice(0, 300)}`);
}
