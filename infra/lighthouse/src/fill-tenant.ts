import { setTimeout as wait } from 'node:timers/promises';
import { mapConcurrently } from '@loci/async';
import { connectTenants, createTextSource } from '@loci/bench';
import type { OwnPlatform } from '@loci/bench';

/** Account of a user of the filled tenant. */
export interface Account {
  email: string;
  password: string;
}

type Client = Awaited<ReturnType<ReturnType<typeof connectTenants>['create']>>['stores'];

const TYPES = ['fact', 'insight', 'conversation', 'reference', 'task', 'strategy'];
const TAGS = ['work', 'home', 'travel', 'health', 'money', 'people', 'ideas', 'garden', 'code', 'music'];
const BULK_SIZE = 1_000;
const CALLERS = 4;
const CONVERSATION_LENGTH = 20;
/** The events of the memories are in this number of days until today. */
const DAYS = 300;
const DAY_MS = 86_400_000;
const CONTRADICTIONS = 100;
const INDEXING_TIMEOUT_MS = 600_000;
const POLL_MS = 500;

/**
 * Creates a tenant with memories, conversations and open contradictions, and an owner. Returns when all memories are
 * searchable.
 *
 * @throws Error if a request fails, or if the memories are not searchable within 10 minutes
 */
export async function fillTenant(
  { address }: Pick<OwnPlatform, 'address'>,
  memories: number,
): Promise<Account> {
  const tenants = connectTenants(address);
  try {
    const { tenantId, stores } = await tenants.create('Lighthouse');
    const account = { email: 'owner@example.com', password: 'correct horse battery' };
    const response = await fetch(`${address.authUrl}/admin/users`, {
      method: 'POST',
      headers: { authorization: `Bearer ${address.adminToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ tenant_id: tenantId, ...account, role: 'owner' }),
    });
    if (response.status !== 201) throw new Error(`The user could not be created: ${await response.text()}`);
    const ids = await createMemories(stores, memories);
    await reportContradictions(stores, ids);
    await waitUntilSearchable(stores, memories);
    return account;
  } finally {
    await tenants.close();
  }
}

async function createMemories(client: Client, count: number): Promise<string[]> {
  const texts = createTextSource(1);
  const now = Date.now();
  const starts = Array.from({ length: Math.ceil(count / BULK_SIZE) }, (_, index) => index * BULK_SIZE);
  const batches = await mapConcurrently(starts, CALLERS, async (start) => {
    const memories = Array.from({ length: Math.min(BULK_SIZE, count - start) }, (_, offset) => {
      const index = start + offset;
      return {
        content: texts.memory(index),
        memory_type: TYPES[index % TYPES.length],
        importance: (index % 11) / 10,
        tags: [TAGS[index % TAGS.length], TAGS[(index * 7 + 3) % TAGS.length]],
        occurred_at: new Date(now - DAYS * DAY_MS * (1 - (index + 1) / count)).toISOString(),
        metadata: { conversation_id: `conversation-${Math.floor(index / CONVERSATION_LENGTH)}` },
      };
    });
    const { failed, results } = await client.call<{ failed: number; results: { id: string }[] }>(
      'POST',
      '/api/v2/memories/bulk',
      { memories },
      201,
    );
    if (failed > 0) throw new Error(`${failed} memories of a bulk request were not created.`);
    return results.map(({ id }) => id);
  });
  return batches.flat();
}

async function reportContradictions(client: Client, ids: readonly string[]): Promise<void> {
  const sources = ids.slice(0, Math.min(CONTRADICTIONS, ids.length - 1));
  await mapConcurrently(sources, CALLERS, (source, index) =>
    client.call(
      'POST',
      '/api/v2/memories/contradictions',
      {
        source_memory_id: source,
        target_memory_id: ids[index + 1],
        contradiction_type: 'direct',
        confidence: 0.9,
      },
      201,
    ),
  );
}

async function waitUntilSearchable(client: Client, memories: number): Promise<void> {
  const deadline = performance.now() + INDEXING_TIMEOUT_MS;
  for (;;) {
    const { total_memories: total, embedding_coverage: coverage } = await client.call<{
      total_memories: number;
      embedding_coverage: number;
    }>('GET', '/api/v2/search/stats', undefined, 200);
    if (total >= memories && coverage >= 1) return;
    if (performance.now() > deadline)
      throw new Error(
        `Only ${total} of ${memories} memories were counted, ${coverage * 100} % of them embedded.`,
      );
    await wait(POLL_MS);
  }
}
