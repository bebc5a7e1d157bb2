import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { testCaller } from '@loci/testing';
import request from 'supertest';
import { NOW, hoursAgo, memoryStored, startAnalysisService } from '../analysis-service.fixture.ts';

let analysis: Awaited<ReturnType<typeof startAnalysisService>>;
beforeAll(async () => {
  analysis = await startAnalysisService();
});
afterAll(() => analysis.close());

const READS: [string, string, string, (ids: string[]) => object | undefined][] = [
  ['insights', 'get', '/insights', () => undefined],
  ['reflections', 'post', '/reflect', () => ({ time_window: 'month' })],
  ['summaries', 'post', '/summarize', () => ({})],
  ['summaries of given memories', 'post', '/summarize', (ids) => ({ memory_ids: ids })],
];

test.each(READS)(
  '%s do not contain a memory from its expiry, and contain it before',
  async (_name, method, path, toBody) => {
    const read = async (expiresAt: string | null) => {
      const caller = testCaller();
      const kept = memoryStored(caller.tenantId, { created_at: hoursAgo(1), content: 'Ada drinks tea.' });
      const expiring = memoryStored(caller.tenantId, {
        created_at: hoursAgo(1),
        memory_type: 'task',
        importance: 1,
        content: 'Buy a zeppelin.',
        ...(expiresAt !== null && { expires_at: expiresAt }),
      });
      await analysis.memoryEvents(kept, expiring);
      for (const { data } of [kept, expiring])
        analysis.accesses.counts.push({
          tenantId: caller.tenantId,
          id: data.id,
          accessCount: 2,
          lastAccessed: NOW,
        });
      await analysis.pullAccessCounts();
      const agent = request(analysis.as(caller));
      const url = `/api/v2/analysis${path}`;
      const response =
        method === 'get'
          ? await agent.get(url)
          : await agent.post(url).send(toBody([kept.data.id, expiring.data.id]));
      expect(response.status).toBe(200);
      return JSON.stringify(response.body.data)
        .replaceAll(kept.data.id, 'kept')
        .replaceAll(expiring.data.id, 'expiring');
    };
    const expired = await read('2020-01-01T00:00:00.000Z');
    expect(expired).not.toMatch(/task|zeppelin|expiring/);
    expect(await read('2999-01-01T00:00:00.000Z')).toMatch(/task|zeppelin|expiring/);
    if (method === 'get')
      expect(JSON.parse(expired)).toMatchObject({
        memory_type_distribution: { fact: 1 },
        statistics: {
          total_memories: 1,
          memories_last_24h: 1,
          memories_last_week: 1,
          average_importance: 0.5,
          total_access_count: 2,
        },
      });
  },
);
