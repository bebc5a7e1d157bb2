import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { testCaller } from '@loci/testing';
import { UNAUTHORIZED_CALLERS, startMemoryService } from '../memory-service.fixture.ts';
import type { MemoryFixture } from '../memory-service.fixture.ts';

const caller = testCaller();
let fixture: MemoryFixture;
beforeAll(async () => {
  fixture = await startMemoryService();
});
afterAll(() => fixture.close());

describe('the internal operation create-classified', () => {
  test('stores the detected type and the estimated importance', async () => {
    expect(await fixture.client.createClassified(caller, { content: 'TODO: urgent, buy tea' })).toMatchObject(
      {
        content: 'TODO: urgent, buy tea',
        memory_type: 'task',
        importance: 0.95,
        user_id: caller.userId,
      },
    );
  });

  test('stores the given importance', async () => {
    const memory = await fixture.client.createClassified(caller, {
      content: 'TODO: buy tea',
      importance: 0.3,
    });
    expect(memory).toMatchObject({ memory_type: 'task', importance: 0.3 });
  });

  test('uses the default values of the public operation for fields that the request does not have', async () => {
    expect(await fixture.client.createClassified(caller, { content: 'Ada likes tea.' })).toMatchObject({
      memory_type: 'fact',
      importance: 0.5,
      confidence: 0.8,
      source_type: 'direct_input',
      metadata: {},
      tags: [],
    });
  });

  test('normalizes tags', async () => {
    const memory = await fixture.client.createClassified(caller, { content: 'c', tags: ['Project X', '!!'] });
    expect(memory.tags).toEqual(['project-x']);
  });

  test('reports warnings about skipped and changed tags', async () => {
    const warnings: string[] = [];
    const request = { content: 'd', tags: ['Ünïcode', 'Tea'] };
    await fixture.client.createClassified(caller, request, { onWarnings: (list) => warnings.push(...list) });
    expect(warnings).toEqual(['The tag "Ünïcode" is stored as "unicode".']);
  });

  test('rejects more than 10 distinct tags with the error of the public operation', async () => {
    const tags = Array.from({ length: 11 }, (_, i) => `t${i}`);
    await expect(fixture.client.createClassified(caller, { content: 'c', tags })).rejects.toMatchObject({
      code: 'VAL_VALIDATION_FAILED',
      fieldErrors: { tags: ['A memory can have at most 10 tags.'] },
    });
  });

  test('publishes a memory.created event', async () => {
    const as = testCaller();
    await fixture.client.createClassified(as, { content: 'TODO: buy tea' });
    expect(await fixture.events(as)).toEqual([
      expect.objectContaining({
        type: 'memory.created',
        data: expect.objectContaining({ memory_type: 'task' }),
      }),
    ]);
  });

  test.each(UNAUTHORIZED_CALLERS.write)('rejects %s with %s', async (_who, code, as) => {
    await expect(fixture.client.createClassified(as, { content: 'c' })).rejects.toMatchObject({ code });
  });
});
