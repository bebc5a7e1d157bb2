import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@loci/core';
import { startDocumentService } from '../document-service.fixture.ts';
import type { DocumentFixture } from '../document-service.fixture.ts';

let fixture: DocumentFixture;
beforeAll(async () => {
  fixture = await startDocumentService();
});
afterAll(() => fixture.close());

type Row = Record<string, unknown>;

async function insert(table: string, row: Row): Promise<void> {
  const columns = Object.keys(row);
  await fixture.database.inTransaction(row['tenant_id'] as string, (tx) =>
    tx.query(
      `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((_, i) => `$${i + 1}`).join(', ')})`,
      Object.values(row),
    ),
  );
}

function storedDocument(): Row {
  const [tenantId, id] = [newId(), newId()];
  return {
    tenant_id: tenantId,
    id,
    user_id: 'ada',
    filename: 'tea.txt',
    content_type: 'text/plain',
    size_bytes: 3,
    content_sha256: Buffer.alloc(32),
    object_key: `${tenantId}/document/${id}`,
    metadata: {},
    processing_status: 'active',
    chunk_count: 2,
    embedded_count: 0,
    failed_count: 0,
    created_at: new Date(),
    updated_at: new Date(),
    visible_until: null,
  };
}

const pendingDocument = (): Row => ({
  ...storedDocument(),
  size_bytes: 0,
  content_sha256: null,
  processing_status: 'uploading',
  chunk_count: 0,
  visible_until: new Date(),
});

const violation = (constraint: string) => ({ code: '23514', constraint });

describe('constraints of the table documents', () => {
  test.each<[string, () => Row]>([
    ['a pending document', pendingDocument],
    ['a stored document without embeddings', storedDocument],
    [
      'a completed document',
      () => ({ ...storedDocument(), embedded_count: 2, processing_status: 'completed' }),
    ],
    [
      'a failed document',
      () => ({ ...storedDocument(), embedded_count: 1, failed_count: 1, processing_status: 'failed' }),
    ],
    [
      'a deleted document of any status',
      () => ({
        ...storedDocument(),
        embedded_count: 2,
        processing_status: 'completed',
        visible_until: '-infinity',
      }),
    ],
  ])('accept %s', async (_, row) => {
    await insert('documents', row());
  });

  test.each<[string, Row, string]>([
    ['an empty user id', { user_id: '' }, 'documents_user_id_check'],
    ['an empty file name', { filename: '' }, 'documents_filename_check'],
    ['a file name of 256 characters', { filename: 'a'.repeat(256) }, 'documents_filename_check'],
    ['an empty content type', { content_type: '' }, 'documents_content_type_check'],
    ['a negative size', { size_bytes: -1 }, 'documents_size_bytes_check'],
    ['more than 20 MB', { size_bytes: 20_971_521 }, 'documents_size_bytes_check'],
    [
      'a hash that is not 32 bytes long',
      { content_sha256: Buffer.alloc(31) },
      'documents_content_sha256_check',
    ],
    [
      'an object key of another document',
      { object_key: `${newId()}/document/${newId()}` },
      'documents_object_key',
    ],
    ['metadata that is not an object', { metadata: '[]' }, 'documents_metadata_check'],
    ['an unknown processing status', { processing_status: 'done' }, 'documents_processing_status_check'],
    ['a negative count of embedded chunks', { embedded_count: -1 }, 'documents_embedded_count_check'],
    ['a negative count of failed chunks', { failed_count: -1 }, 'documents_failed_count_check'],
    ['more outcomes than chunks', { embedded_count: 2, failed_count: 1 }, 'documents_embedding_counts'],
    ['a stored document without chunks', { chunk_count: 0 }, 'documents_stored_content'],
    ['a stored document without a file', { size_bytes: 0 }, 'documents_stored_content'],
    ['a stored document without a hash', { content_sha256: null }, 'documents_stored_content'],
    ['a stored document that is uploading', { processing_status: 'uploading' }, 'documents_stored_status'],
    [
      'a completed document with pending chunks',
      { processing_status: 'completed' },
      'documents_stored_status',
    ],
    ['an active document whose chunks are all embedded', { embedded_count: 2 }, 'documents_stored_status'],
    ['an active document that is pending', { visible_until: new Date() }, 'documents_pending_status'],
  ])('reject %s', async (_, change, constraint) => {
    await expect(insert('documents', { ...storedDocument(), ...change })).rejects.toMatchObject(
      violation(constraint),
    );
  });

  test('reject a second stored document with the same content', async () => {
    const document = storedDocument();
    const id = newId();
    await insert('documents', document);
    const copy = { ...document, id, object_key: `${document['tenant_id'] as string}/document/${id}` };
    await expect(insert('documents', copy)).rejects.toMatchObject({
      code: '23505',
      constraint: 'documents_unique_content',
    });
  });
});

describe('constraints of the table chunks', () => {
  let document: Row;
  beforeAll(async () => {
    document = storedDocument();
    await insert('documents', document);
  });

  const validChunk = (index = 0): Row => ({
    tenant_id: document['tenant_id'],
    id: newId(),
    document_id: document['id'],
    chunk_index: index,
    content: 'Ships 😀.',
    start_char: 10,
    end_char: 18,
    metadata: { page: 1 },
    embedding_status: 'pending',
    created_at: new Date(),
  });

  test('accept a chunk whose length in code points matches its position', async () => {
    await insert('chunks', validChunk());
  });

  test.each<[string, Row, string]>([
    ['a negative index', { chunk_index: -1 }, 'chunks_chunk_index_check'],
    ['an empty text', { content: '', end_char: 10 }, 'chunks_content_check'],
    ['more than 450 characters', { content: 'a'.repeat(451), end_char: 461 }, 'chunks_content_check'],
    ['a negative position', { start_char: -1, end_char: 7 }, 'chunks_start_char_check'],
    ['a position that does not match the text', { end_char: 19 }, 'chunks_position'],
    ['metadata that is not an object', { metadata: '[]' }, 'chunks_metadata_check'],
    ['an unknown embedding status', { embedding_status: 'done' }, 'chunks_embedding_status_check'],
  ])('reject %s', async (_, change, constraint) => {
    await expect(insert('chunks', { ...validChunk(), ...change })).rejects.toMatchObject(
      violation(constraint),
    );
  });

  test('reject a chunk of an unknown document', async () => {
    await expect(insert('chunks', { ...validChunk(), document_id: newId() })).rejects.toMatchObject({
      code: '23503',
      constraint: 'chunks_tenant_id_document_id_fkey',
    });
  });

  test('reject a chunk of a document of another tenant', async () => {
    await expect(insert('chunks', { ...validChunk(), tenant_id: newId() })).rejects.toMatchObject({
      code: '23503',
      constraint: 'chunks_tenant_id_document_id_fkey',
    });
  });

  test('reject a second chunk with the same index', async () => {
    await insert('chunks', validChunk(1));
    await expect(insert('chunks', validChunk(1))).rejects.toMatchObject({
      code: '23505',
      constraint: 'chunks_of_document',
    });
  });

  test('reject deleting a document that has chunks', async () => {
    const tenantId = document['tenant_id'] as string;
    const deleting = fixture.database.inTransaction(tenantId, (tx) =>
      tx.query('DELETE FROM documents WHERE id = $1', [document['id']]),
    );
    await expect(deleting).rejects.toMatchObject({ code: '23503' });
  });
});
