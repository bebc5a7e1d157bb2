import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { InvalidRequestError, NotFoundError } from '@loci/client';
import type { Loci, ResponseInfo } from '@loci/client';
import { openClientPlatform } from './client-platform.ts';

const platform = await openClientPlatform();
afterAll(() => platform.close());

const UNKNOWN_ID = '01a2018e-850c-7000-bee0-3ea9bd90741f';

describe('the client of a running platform', () => {
  let loci: Loci;
  beforeAll(async () => {
    loci = await platform.createClient();
  });

  test('stores, changes, reads and deletes a memory', async () => {
    const { id } = await loci.memories.create({ content: 'Ada drinks tea.', tags: ['drinks'] });
    await loci.memories.update(id, { importance: 0.9 });
    expect(await loci.memories.get(id)).toMatchObject({ content: 'Ada drinks tea.', importance: 0.9 });
    await loci.memories.addTags(id, ['tea']);
    expect(await loci.memories.tags(id)).toEqual(['drinks', 'tea']);
    await loci.memories.delete(id);
    await expect(loci.memories.get(id)).rejects.toThrow(NotFoundError);
  });

  test('finds a memory in the next search, because the search waits for the position of the write', async () => {
    const content = 'The lighthouse of Genoa has two lamps.';
    const { id } = await loci.memories.create({ content });
    const received: ResponseInfo[] = [];
    const onResponse = (info: ResponseInfo): void => void received.push(info);
    const { items } = await loci.search.hybrid('lighthouse of Genoa', { wait_ms: 5_000 }, { onResponse });
    expect(items.map((item) => item.id)).toContain(id);
    expect(received[0]).toMatchObject({ fresh: true, status: 200, warnings: [] });
  });

  test('reports that a stored memory is searchable', async () => {
    const received: ResponseInfo[] = [];
    const onResponse = (info: ResponseInfo): void => void received.push(info);
    const options = { waitFor: 'searchable', waitMs: 5_000, onResponse } as const;
    await loci.memories.create({ content: 'Grace drinks coffee.' }, options);
    expect(received[0]).toMatchObject({ searchable: true, position: expect.stringMatching(/^p1\./) });
  });

  test('receives the stored response for a repeated idempotency key', async () => {
    const received: ResponseInfo[] = [];
    const options = {
      idempotencyKey: 'client-key',
      onResponse: (info: ResponseInfo): void => void received.push(info),
    };
    const first = await loci.memories.create({ content: 'Once.' }, options);
    const second = await loci.memories.create({ content: 'Once.' }, options);
    expect(second.id).toBe(first.id);
    expect(received.map(({ replayed }) => replayed)).toEqual([false, true]);
  });

  test('yields all memories of several pages', async () => {
    const own = await platform.createClient();
    const memories = Array.from({ length: 7 }, (_, index) => ({ content: `Memory ${index}.` }));
    await own.memories.createMany({ memories });
    const contents: string[] = [];
    for await (const { content } of own.memories.iterate({ per_page: 3 })) contents.push(content);
    expect(contents.sort()).toEqual(memories.map(({ content }) => content));
  });

  test('throws an error with code, status, request ID and details', async () => {
    const notFound = await loci.memories.get(UNKNOWN_ID).catch((error: unknown) => error);
    expect(notFound).toBeInstanceOf(NotFoundError);
    expect(notFound).toMatchObject({
      status: 404,
      code: 'RES_NOT_FOUND',
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      details: { resource_type: 'memory', resource_id: UNKNOWN_ID },
    });
    const invalid = await loci.memories.create({ content: '' }).catch((error: unknown) => error);
    expect(invalid).toBeInstanceOf(InvalidRequestError);
    expect(invalid).toMatchObject({ status: 422, fieldErrors: { content: expect.any(Array) } });
  });

  test('rejects a change of a memory that another client has changed', async () => {
    const etags: (string | null)[] = [];
    const onResponse = ({ etag }: ResponseInfo): void => void etags.push(etag);
    const { id } = await loci.memories.create({ content: 'Changed twice.' }, { onResponse });
    await loci.memories.update(id, { importance: 0.8 }, { ifMatch: etags[0]!, onResponse });
    const lost = { status: 412, code: 'RES_PRECONDITION_FAILED' };
    await expect(loci.memories.update(id, { importance: 0.1 }, { ifMatch: etags[0]! })).rejects.toMatchObject(
      lost,
    );
    await expect(loci.memories.delete(id, {}, { ifMatch: etags[0]! })).rejects.toMatchObject(lost);
    await loci.memories.delete(id, {}, { ifMatch: etags[1]! });
  });

  test('packs pinned and relevant memories into a token budget', async () => {
    const own = await platform.createClient();
    await own.memories.create({ content: 'Answer in one sentence.', pinned: true });
    await own.memories.create({ content: 'The ferry to Capri leaves at nine.' });
    const context = await own.context({ query: 'When does the ferry to Capri leave?', tokens: 200 });
    const { pinned, memories } = context.data;
    expect([...pinned, ...memories].map(({ content }) => content)).toEqual([
      'Answer in one sentence.',
      'The ferry to Capri leaves at nine.',
    ]);
    expect(context.text).toContain('The ferry to Capri leaves at nine.');
    expect(context.tokens).toBeLessThanOrEqual(200);
  });

  test('refreshes its token, and keeps working if the refreshed token is rejected', async () => {
    const issued = await loci.auth.exchange((await platform.createOptions()).apiKey);
    const refreshed = await loci.auth.refresh(issued.refresh_token);
    expect(refreshed.access_token).not.toBe(issued.access_token);
    await expect(loci.auth.refresh(issued.refresh_token)).rejects.toMatchObject({
      code: 'AUTH_TOKEN_INVALID',
    });
    expect(await loci.auth.verify()).toMatchObject({ valid: true });
  });
});
