import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
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

    const request = async (method: string, path: string, body?: unknown): Promise<Json> => {
      const { status, body: reply } = await platform.send({
        method,
        path: `/api/v2${path}`,
        body,
        token: tenant.token,
      });
      // Errors can repeat the ID of the request.
      return status < 300 ? reply.data : null;
    };
    const call = async (name: string, args: Record<string, unknown>): Promise<Json> => {
      const result = await callTool(platform.sendUnchecked, tenant.token, name, args);
      return result.success ? result : null;
    };

    test('is returned by every read before its expiry, and by none afterwards', async () => {
      const word = `marker${randomUUID().replaceAll('-', '')}`;
      const include = ['superseded', 'expired', 'future'];
      const { id } = await request('POST', '/memories', { content: `Ada keeps ${word}.`, tags: [word] });
      const other = await request('POST', '/memories', { content: 'Ada keeps a diary.' });
      const relationship = await request('POST', '/relationships', {
        from_id: other.id,
        to_id: id,
        relationship_type: 'supports',
      });
      const { created_at: createdAt } = await request('PUT', `/memories/${id}`, { importance: 0.9 });
      const knownAt = new Date().toISOString();
      await request('POST', '/memories/contradictions', {
        source_memory_id: other.id,
        target_memory_id: id,
        contradiction_type: 'direct',
      });

      const reads: Record<string, () => Promise<Json>> = {
        get: () => request('GET', `/memories/${id}`),
        'get as_of': () => request('GET', `/memories/${id}?as_of=${createdAt}`),
        'get known_at': () => request('GET', `/memories/${id}?known_at=${knownAt}`),
        revisions: () => request('GET', `/memories/${id}/revisions`),
        history: () => request('GET', `/memories/${id}/history`),
        list: () => request('GET', '/memories'),
        'list with include': () => request('GET', `/memories?include=${include.join(',')}`),
        'list known_at': () => request('GET', `/memories?known_at=${knownAt}`),
        'list of a tag': () => request('GET', `/tags/${word}/memories`),
        'other memory': () => request('GET', `/memories/${other.id}`),
        contradictions: () => request('GET', `/memories/${other.id}/contradictions`),
        relationship: () => request('GET', `/relationships/${relationship.id}`),
        'revisions of a relationship': () => request('GET', `/relationships/${relationship.id}/revisions`),
        relationships: () => request('GET', `/relationships?memory_id=${other.id}`),
        traverse: () => request('POST', '/relationships/traverse', { start_memory_id: other.id, include }),
        'traverse from it': () => request('POST', '/relationships/traverse', { start_memory_id: id }),
        hybrid: () => request('POST', '/search/hybrid', { query: word, include: ['expired', 'future'] }),
        vector: () => request('POST', '/search/vector', { query: word, include: ['expired', 'future'] }),
        summarize: () => request('POST', '/analysis/summarize', { memory_ids: [id] }),
        'tool recall': () => call('recall', { query: word }),
        'tool search': () => call('search', { query: word }),
        'tool fetch': () => call('fetch', { id }),
        'tool explore': () => call('explore', { start_memory: other.id }),
      };
      const found = async (): Promise<string[]> => {
        const names: string[] = [];
        for (const [name, read] of Object.entries(reads)) {
          // Searches repeat the query.
          const { query: _query, analyzed_query: _analyzed, ...data } = (await read()) ?? {};
          const text = JSON.stringify(data);
          if (text.includes(id) || text.includes(word)) names.push(name);
        }
        return names;
      };
      // Consumers apply the changes later.
      await eventually(async () => expect(await found()).toEqual(Object.keys(reads)), TIMEOUT_MS);
      await request('PUT', `/memories/${id}`, { ttl_seconds: 1 });
      await eventually(async () => expect(await found()).toEqual([]), TIMEOUT_MS);
      const whyNot = await request('POST', '/search/why-not', { memory_id: id, search: { query: word } });
      expect(whyNot.reason).toBe('not_found');
      expect((await request('GET', '/memories')).pagination.total).toBe(1);
      expect((await request('GET', '/search/stats')).total_memories).toBe(1);
    }, 120_000);
  });
}
