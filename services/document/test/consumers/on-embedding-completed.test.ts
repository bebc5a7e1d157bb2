import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Caller } from '@loci/core';
import { testCaller } from '@loci/testing';
import { embeddingEvent, newText, operations, startDocumentService } from '../document-service.fixture.ts';
import type { DocumentBody, DocumentFixture } from '../document-service.fixture.ts';

let fixture: DocumentFixture;
let caller: Caller;
let document: DocumentBody;
let chunkIds: string[];

beforeAll(async () => {
  fixture = await startDocumentService();
});
beforeEach(async () => {
  caller = testCaller();
  document = (await operations(fixture, caller).upload('a.txt', newText())).body.data;
  chunkIds = document.metadata['chunk_ids'] as string[];
  expect(chunkIds.length).toBeGreaterThanOrEqual(3);
});
afterAll(() => fixture.close());

const read = async (): Promise<DocumentBody> =>
  (await operations(fixture, caller).get(document.id)).body.data;
const statuses = async (): Promise<unknown[]> =>
  (await operations(fixture, caller).get(document.id, { include_chunks: 'true' })).body.data.chunks!.map(
    (chunk) => chunk['embedding_status'],
  );
const completed = (ids: readonly string[]) => ids.map((id) => embeddingEvent(caller, document.id, id));

describe('embedding events of chunks', () => {
  test('update the progress, but not the status, while chunks are pending', async () => {
    await fixture.consume(...completed(chunkIds.slice(0, 1)));
    const total = chunkIds.length;
    expect(await read()).toMatchObject({
      processing_status: 'active',
      embedding_progress: {
        total,
        completed: 1,
        pending: total - 1,
        failed: 0,
        percent_complete: Math.round(10_000 / total) / 100,
      },
    });
    expect(await statuses()).toEqual(['completed', ...chunkIds.slice(1).map(() => 'pending')]);
  });

  test('set the status completed when all chunks are embedded', async () => {
    await fixture.consume(...completed(chunkIds));
    expect(await read()).toMatchObject({
      processing_status: 'completed',
      embedding_progress: { completed: chunkIds.length, pending: 0, failed: 0, percent_complete: 100 },
    });
  });

  test('set the status failed until the failed chunk is embedded', async () => {
    const [first, ...rest] = chunkIds;
    await fixture.consume(embeddingEvent(caller, document.id, first!, 'failed'));
    expect(await read()).toMatchObject({ processing_status: 'active', embedding_progress: { failed: 1 } });
    await fixture.consume(...completed(rest));
    expect(await read()).toMatchObject({
      processing_status: 'failed',
      embedding_progress: { completed: rest.length, pending: 0, failed: 1 },
    });
    await fixture.consume(...completed([first!]));
    expect(await read()).toMatchObject({
      processing_status: 'completed',
      embedding_progress: { completed: chunkIds.length, failed: 0 },
    });
  });

  test('are counted once if they are delivered several times', async () => {
    const events = completed(chunkIds);
    await fixture.consume(...events, ...events);
    await fixture.consume(...events);
    await Promise.all([fixture.consume(...events), fixture.consume(...[...events].reverse())]);
    expect(await read()).toMatchObject({
      embedding_progress: { total: chunkIds.length, completed: chunkIds.length, pending: 0 },
    });
  });

  test('are all counted if batches of one document are processed concurrently', async () => {
    await Promise.all(chunkIds.map((id) => fixture.consume(...completed([id]))));
    expect(await read()).toMatchObject({ processing_status: 'completed' });
  });

  test('set the status of a chunk from its last event in a batch', async () => {
    const id = chunkIds[0]!;
    await fixture.consume(embeddingEvent(caller, document.id, id, 'failed'), ...completed([id]));
    expect((await statuses())[0]).toBe('completed');
  });

  test('neither change updated_at nor publish an event', async () => {
    await fixture.consume(...completed(chunkIds));
    expect((await read()).updated_at).toBe(document.updated_at);
    expect(await fixture.events(caller)).toHaveLength(1);
  });

  test('are ignored for another tenant, a memory, an unknown chunk and another content revision', async () => {
    const id = chunkIds[0]!;
    await fixture.consume(
      embeddingEvent(testCaller(), document.id, id),
      embeddingEvent(caller, document.id, id, 'completed', { kind: 'memory', document_id: null }),
      embeddingEvent(caller, document.id, randomUUID()),
      embeddingEvent(caller, document.id, id, 'completed', { content_revision: 2 }),
    );
    expect(await read()).toMatchObject({ embedding_progress: { completed: 0, failed: 0 } });
    expect(new Set(await statuses())).toEqual(new Set(['pending']));
  });

  test('are ignored for a deleted document', async () => {
    await operations(fixture, caller).remove(document.id);
    await fixture.consume(...completed(chunkIds));
    expect(await fixture.rowIds(caller)).toEqual([]);
  });
});
