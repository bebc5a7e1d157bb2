import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Loci } from '@loci/client';
import type { ClientTarget } from './client-target.ts';
import { collect, failureOf, FRESH, UNKNOWN_ID } from '../../../support/client-calls.ts';

export function describeClientDocuments(target: ClientTarget): void {
  describe('documents', () => {
    let loci: Loci;
    beforeAll(async () => {
      loci = await (await target.createTenant()).createClient();
    });

    const sentences = Array.from({ length: 120 }, (_, index) => `Sentence ${index} is about tea.`);
    const text = sentences.join(' ');
    const upload = (content: string, filename: string, metadata?: Record<string, unknown>) =>
      loci.documents.upload({ file: new Blob([content]), filename, metadata });

    test('are uploaded, read, listed and deleted', async () => {
      const uploaded = await upload(text, 'tea.txt', { project: 'atlas' });
      expect(uploaded).toMatchObject({
        filename: 'tea.txt',
        content_type: 'text/plain',
        size: text.length,
        title: null,
        authors: [],
        metadata: { project: 'atlas', duplicate_upload: false },
      });
      expect(uploaded.metadata.chunk_ids).toBeUndefined();
      const document = await loci.documents.get(uploaded.id);
      expect(document).toMatchObject({ id: uploaded.id, metadata: { project: 'atlas' } });
      expect(document.metadata).not.toHaveProperty('message');
      const listed = await collect(loci.documents.iterate());
      expect(listed.map(({ id }) => id)).toEqual([uploaded.id]);
      expect((await loci.documents.usage()).used_bytes).toBe(text.length);
      expect(await loci.documents.delete(uploaded.id)).toEqual({ id: uploaded.id, deleted: true });
      for (const call of [
        () => loci.documents.get(uploaded.id),
        () => loci.documents.text(uploaded.id),
        () => loci.documents.delete(uploaded.id),
        () => loci.documents.download(uploaded.id),
        () => loci.documents.get(UNKNOWN_ID, { include_chunks: true }),
      ])
        expect(await failureOf(call())).toMatchObject({ status: 404, code: 'RES_NOT_FOUND' });
    });

    test('have chunks, which are yielded over several pages', async () => {
      const { id, chunk_count: count } = await upload(`${text} Chunks.`, 'chunks.txt');
      const all = await collect(loci.documents.iterateChunks(id, { per_page: 3 }));
      expect(count).toBeGreaterThan(6);
      expect(all.map(({ chunk_index: index }) => index)).toEqual(
        Array.from({ length: count }, (_, index) => index),
      );
      for (const chunk of all) {
        expect([...chunk.content].length).toBeLessThanOrEqual(450);
        expect(chunk.content).toBe(`${text} Chunks.`.slice(chunk.start_char, chunk.end_char));
        expect(chunk).toMatchObject({ document_id: id, metadata: {} });
      }
      for (const sentence of sentences)
        expect(all.some(({ content }) => content.includes(sentence))).toBe(true);
      const page = await loci.documents.get(id, { include_chunks: true, per_page: 3 });
      expect(page).toMatchObject({
        chunk_count: count,
        chunks: all.slice(0, 3).map(({ id: chunkId }) => ({ id: chunkId })),
        next_cursor: expect.any(String),
      });
      expect(page).not.toHaveProperty('embedding_progress');
      const other = await upload('Another document.', 'other.txt');
      const cursor = page.next_cursor!;
      const foreign = loci.documents.get(other.id, { include_chunks: true, cursor });
      expect(await failureOf(foreign)).toMatchObject({ code: 'VAL_FIELD_INVALID', fields: ['cursor'] });
    });

    test('are downloaded as a whole and in part', async () => {
      const { id } = await upload('A file about Assam.', 'assam.md');
      const whole = await loci.documents.download(id);
      expect([whole.size, await whole.text()]).toEqual([19, 'A file about Assam.']);
      const part = await loci.documents.download(id, { range: { start: 2, end: 5 } });
      expect(await part.text()).toBe('file');
      const outside = loci.documents.download(id, { range: { start: 100 } });
      expect(await failureOf(outside)).toMatchObject({ status: 416, code: 'VAL_FIELD_INVALID' });
      let extracted = '';
      for await (const part of loci.documents.iterateText(id)) extracted += part;
      expect(extracted).toBe('A file about Assam.');
    });

    test('are stored once', async () => {
      const first = await upload('The same bytes.', 'first.txt');
      const second = await loci.documents.upload(
        { file: new Blob(['The same bytes.']), filename: 'second.txt', metadata: { ignored: true } },
        { include_chunk_ids: true },
      );
      expect(second).toMatchObject({
        id: first.id,
        filename: 'first.txt',
        metadata: { duplicate_upload: true },
      });
      expect(second.metadata.chunk_ids).toHaveLength(1);
      expect(second.metadata).not.toHaveProperty('ignored');
    });

    test('are found by searches, with a citation', async () => {
      const { id, metadata } = await loci.documents.upload(
        { file: new Blob(['The archive of Ghent keeps rare maps.']), filename: 'ghent.txt' },
        { include_chunk_ids: true },
      );
      const { items } = await loci.search.hybrid(
        { query: 'rare maps of Ghent', source_types: ['document_upload'], include_neighbors: 1 },
        FRESH,
      );
      expect(items[0]).toMatchObject({
        id: metadata.chunk_ids![0],
        document_id: id,
        source_type: 'document_upload',
        content_with_context: 'The archive of Ghent keeps rare maps.',
        chunk_index: 0,
        total_chunks: 1,
        document: { id, filename: 'ghent.txt', chunk_index: 0, chunk_count: 1, page: null },
        metadata: { memory_type: null, importance: null },
      });
    });

    test.each([
      ['empty.txt', '', ['reason']],
      ['blank.txt', ' \n ', ['reason']],
      ['program.exe', 'MZ', ['reason', 'supported_extensions']],
    ])('with the file %s are rejected', async (filename, content, detailNames) => {
      expect(await failureOf(upload(content, filename))).toMatchObject({
        status: 422,
        code: 'VAL_VALIDATION_FAILED',
        detailNames,
      });
    });
  });
}
