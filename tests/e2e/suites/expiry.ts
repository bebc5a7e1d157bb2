import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { ApiError } from '@loci/client';
import type { Json } from '../../support/api-connection.ts';
import { callTool } from '../../support/call-tool.ts';
import { eventually } from '../../support/eventually.ts';
import type { Tenant } from '../../support/tenants.ts';
import type { TestPlatform } from '../test-platform.ts';

const TIMEOUT_MS = 30_000;

/** Defines the tests of memories that expire. */
export function describeExpiry(platform: TestPlatform): void {
  describe('a memory that expires', () => {
    let tenant: Tenant;
    beforeAll(async () => {
      tenant = await platform.createTenant();
    });

    const call = async (name: string, args: Record<string, unknown>): Promise<Json> => {
      const result = await callTool(platform.sendUnchecked, tenant.token, name, args);
      return result.success ? result : null;
    };

    test('is returned by every read before its expiry, and by none afterwards', async () => {
      const word = `marker${randomUUID().replaceAll('-', '')}`;
      const include = ['expired', 'future'] as const;
      const all = ['superseded', ...include] as const;
      const { memories, relationships, contradictions, tags, search, analysis } = tenant.loci;
      const { id } = await memories.create({ content: `Ada keeps ${word}.`, tags: [word] });
      const { id: otherId } = await memories.create({ content: 'Ada keeps a diary.' });
      const { id: relationshipId } = await relationships.create({
        from_id: otherId,
        to_id: id,
        relationship_type: 'supports',
      });
      const { created_at: createdAt } = await memories.update(id, { importance: 0.9 });
      const knownAt = new Date().toISOString();
      await contradictions.create({
        source_memory_id: otherId,
        target_memory_id: id,
        contradiction_type: 'direct',
      });

      const reads: Record<string, () => Promise<object | null>> = {
        get: () => memories.get(id),
        'get as_of': () => memories.get(id, { as_of: createdAt }),
        'get known_at': () => memories.get(id, { known_at: knownAt }),
        revisions: () => memories.revisions(id),
        history: () => memories.history(id),
        list: () => memories.list(),
        'list with include': () => memories.list({ include: all }),
        'list known_at': () => memories.list({ known_at: knownAt }),
        'list of a tag': () => tags.memories(word),
        'other memory': () => memories.get(otherId),
        contradictions: () => contradictions.list(otherId),
        relationship: () => relationships.get(relationshipId),
        'revisions of a relationship': () => relationships.revisions(relationshipId),
        relationships: () => relationships.list({ memory_id: otherId }),
        traverse: () => relationships.traverse({ start_memory_id: otherId, include: [...all] }),
        'traverse from it': () => relationships.traverse({ start_memory_id: id }),
        hybrid: () => search.hybrid({ query: word, include: [...include] }),
        vector: () => search.vector({ query: word, include: [...include] }),
        summarize: () => analysis.summarize({ memory_ids: [id] }),
        'tool recall': () => call('recall', { query: word }),
        'tool search': () => call('search', { query: word }),
        'tool fetch': () => call('fetch', { id }),
        'tool explore': () => call('explore', { start_memory: otherId }),
      };
      const found = async (): Promise<string[]> => {
        const names: string[] = [];
        for (const [name, read] of Object.entries(reads)) {
          // Searches repeat the query. Errors can repeat the ID of the request.
          const {
            query: _query,
            analyzed_query: _analyzed,
            ...data
          } = ((await read().catch(nullIfRejected)) ?? {}) as Json;
          const text = JSON.stringify(data);
          if (text.includes(id) || text.includes(word)) names.push(name);
        }
        return names;
      };
      // Consumers apply the changes later.
      await eventually(async () => expect(await found()).toEqual(Object.keys(reads)), TIMEOUT_MS);
      await memories.update(id, { ttl_seconds: 1 });
      await eventually(async () => expect(await found()).toEqual([]), TIMEOUT_MS);
      expect(await search.whyNot({ memory_id: id, search: { query: word } })).toMatchObject({
        reason: 'not_found',
      });
      expect((await memories.list()).pagination.total).toBe(1);
      expect((await search.stats()).total_memories).toBe(1);
    }, 120_000);
  });
}

/** Returns null for an error response. */
function nullIfRejected(error: unknown): null {
  if (error instanceof ApiError) return null;
  throw error;
}
