import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import type { ApiResponse, Json } from '../../support/api-connection.ts';
import type { Tenant } from '../../support/tenants.ts';
import type { TestPlatform } from '../test-platform.ts';
import { multipart } from '../sample-records.ts';

const codeOf = ({ status, body }: ApiResponse): string => `${status} ${body?.error?.code ?? ''}`.trim();

/**
 * Defines the tests of documents and artifacts through the gateway.
 *
 * @see docs/reference/documents.md @see docs/reference/artifacts.md
 */
export function describeDocumentsAndArtifacts(platform: TestPlatform): void {
  let tenant: Tenant;

  const upload = (filename: string, content: Buffer | string, metadata?: string): Promise<ApiResponse> =>
    tenant.send({
      method: 'POST',
      path: '/api/v2/documents/upload',
      ...multipart(filename, content, metadata),
    });

  describe('documents', () => {
    const text = Array.from({ length: 60 }, (_, i) => `Sentence ${i} describes the ibex.`).join(' ');
    let uploaded: ApiResponse;
    let id: string;
    let chunkCount: number;

    beforeAll(async () => {
      tenant = await platform.createTenant();
      uploaded = await upload('ibex.md', text, '{"origin": "test"}');
      ({ id, chunk_count: chunkCount } = uploaded.body.data);
    });

    test('an upload returns 201 with metadata and several chunks', () => {
      expect([uploaded.status, uploaded.body.data]).toMatchObject([
        201,
        { processing_status: 'active', metadata: { origin: 'test' } },
      ]);
      expect(chunkCount).toBeGreaterThan(2);
    });

    test('uploading the same content again returns 200 with the existing document', async () => {
      const { status, body } = await upload('another name.md', text);
      expect([status, body.data]).toMatchObject([200, { id, metadata: { duplicate_upload: true } }]);
    });

    test('hybrid search finds a chunk and returns its neighbors as context', async () => {
      await eventually(async () => {
        const { items } = await tenant.data('POST', '/api/v2/search/hybrid', {
          query: 'Sentence 30 of the ibex',
          source_types: ['document_upload'],
          include_neighbors: 1,
        });
        expect(items[0]).toMatchObject({ source_type: 'document_upload', total_chunks: chunkCount });
        expect(items[0].content_with_context.length).toBeGreaterThan(items[0].content.length);
      });
    });

    test('a document becomes completed when all chunks are embedded', async () => {
      await eventually(async () =>
        expect(await tenant.data('GET', `/api/v2/documents/${id}`)).toMatchObject({
          processing_status: 'completed',
        }),
      );
    });

    test('include_chunks returns all chunks', async () => {
      const { chunks } = await tenant.data('GET', `/api/v2/documents/${id}?include_chunks=true`);
      expect(chunks).toHaveLength(chunkCount);
    });

    test('a download returns the uploaded bytes as an attachment', async () => {
      const download = await tenant.call('GET', `/api/v2/documents/${id}/download`);
      expect([download.text, download.headers['x-content-type-options']]).toEqual([text, 'nosniff']);
      expect(download.headers['content-disposition']).toMatch(/^attachment;.*ibex\.md/);
    });

    test('a deleted document is not returned, not downloadable and not found by search', async () => {
      const { body } = await upload('okapi.md', 'The okapi eats leaves.');
      const deleted = body.data.id as string;
      await tenant.data('DELETE', `/api/v2/documents/${deleted}`);
      for (const path of [`/api/v2/documents/${deleted}`, `/api/v2/documents/${deleted}/download`]) {
        expect(codeOf(await tenant.call('GET', path))).toBe('404 RES_NOT_FOUND');
      }
      await eventually(async () => {
        const { items } = await tenant.data('POST', '/api/v2/search/hybrid', { query: 'okapi leaves' });
        expect(items.map((item: Json) => item.content)).not.toContain('The okapi eats leaves.');
      });
    });

    test.each([
      ['a file with an unsupported extension', 'a.exe', 'MZ', undefined, '422 VAL_VALIDATION_FAILED'],
      ['a PDF that is not readable', 'a.pdf', 'not a pdf', undefined, '422 VAL_VALIDATION_FAILED'],
      ['an empty file', 'a.txt', '', undefined, '422 VAL_VALIDATION_FAILED'],
      ['malformed metadata', 'a.txt', 'text', '{"a":', '422 VAL_FIELD_INVALID'],
    ])(
      'an upload of %s is rejected without storing anything',
      async (_, filename, content, metadata, code) => {
        const before = await tenant.data('GET', '/api/v2/documents');
        expect(codeOf(await upload(filename, content, metadata))).toBe(code);
        expect((await tenant.data('GET', '/api/v2/documents')).pagination).toEqual(before.pagination);
      },
    );

    test('an upload without a file is rejected with VAL_FIELD_REQUIRED', async () => {
      const response = await tenant.send({
        method: 'POST',
        path: '/api/v2/documents/upload',
        raw: '--x\r\nContent-Disposition: form-data; name="metadata"\r\n\r\n{}\r\n--x--\r\n',
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
      });
      expect(codeOf(response)).toBe('422 VAL_FIELD_REQUIRED');
    });

    test('threat 17: upload bombs: a file of more than 20 MiB is rejected with 413', async () => {
      expect(codeOf(await upload('large.txt', Buffer.alloc(20_971_521, 'a')))).toBe('413 VAL_FIELD_TOO_LONG');
    }, 30_000);

    test('reprocessing returns the document, or 404 for an unknown document', async () => {
      const [listed] = (await tenant.call('GET', '/api/v2/documents')).body.data.items;
      const { status, body } = await tenant.call('POST', `/api/v2/documents/${listed.id}/reprocess`);
      expect([status, body.data.id]).toEqual([200, listed.id]);
      expect(codeOf(await tenant.call('POST', `/api/v2/documents/${randomUUID()}/reprocess`))).toBe(
        '404 RES_NOT_FOUND',
      );
    });
  });

  describe('artifacts', () => {
    const path = '/notes/deep/tea.md';
    const artifactAt = (artifact: string): string => `/api/v2/artifacts?path=${encodeURIComponent(artifact)}`;
    const save = (artifact: string, content: string): Promise<ApiResponse> =>
      tenant.call('POST', '/api/v2/artifacts', { path: artifact, content });

    beforeAll(async () => {
      tenant = await platform.createTenant();
      expect((await save(path, '# Tea\n')).status).toBe(201);
    });

    test('saving an existing path is rejected with 409', async () => {
      expect(codeOf(await save(path, '# Tea\n'))).toBe('409 RES_ALREADY_EXISTS');
    });

    test('a list shows the folders and files directly below a prefix', async () => {
      expect(await tenant.data('GET', '/api/v2/artifacts/list?prefix=/notes')).toMatchObject({
        folders: ['deep'],
        files: [],
      });
    });

    test('reading an artifact returns its content and content type', async () => {
      expect(await tenant.data('GET', artifactAt(path))).toMatchObject({
        content: '# Tea\n',
        content_type: 'text/markdown',
      });
    });

    test('an image is returned in base64 with the type of its first bytes', async () => {
      const image = '/notes/tea.html';
      const content = Buffer.from('89504e470d0a1a0aff', 'hex').toString('base64');
      const saveEncoded = (body: object) =>
        tenant.call('POST', '/api/v2/artifacts', { path: image, ...body });
      expect((await saveEncoded({ content, encoding: 'base64' })).status).toBe(201);
      expect(await tenant.data('GET', artifactAt(image))).toMatchObject({
        content,
        encoding: 'base64',
        content_type: 'image/png',
      });
      expect(codeOf(await saveEncoded({ content: 'VGVh', encoding: 'base64' }))).toBe(
        '422 VAL_FIELD_INVALID',
      );
      expect(codeOf(await saveEncoded({ content, encoding: 'hex' }))).toBe('422 VAL_ENUM_INVALID');
    });

    test('a moved artifact is found only at its new path', async () => {
      const move = (from: unknown, to: unknown) =>
        tenant.call('POST', '/api/v2/artifacts/move', { from, to });
      await save('/notes/draft.md', '# Draft\n');
      expect((await move('/notes/draft.md', '/archive/draft.txt')).status).toBe(200);
      expect(codeOf(await tenant.call('GET', artifactAt('/notes/draft.md')))).toBe('404 RES_NOT_FOUND');
      expect(await tenant.data('GET', artifactAt('/archive/draft.txt'))).toMatchObject({
        content: '# Draft\n',
        content_type: 'text/plain',
      });
      expect(codeOf(await move('/notes/draft.md', '/a.md'))).toBe('404 RES_NOT_FOUND');
      expect(codeOf(await move('/archive/draft.txt', path))).toBe('409 RES_ALREADY_EXISTS');
      expect(codeOf(await move('/archive/draft.txt', '/../a.md'))).toBe('400 VAL_FIELD_INVALID');
      expect(codeOf(await move('/archive/draft.txt', undefined))).toBe('422 VAL_FIELD_REQUIRED');
    });

    test('a deleted artifact can be neither read nor deleted again', async () => {
      const deleted = '/notes/coffee.md';
      await save(deleted, '# Coffee\n');
      await tenant.data('DELETE', artifactAt(deleted));
      for (const method of ['GET', 'DELETE']) {
        expect(codeOf(await tenant.call(method, artifactAt(deleted)))).toBe('404 RES_NOT_FOUND');
      }
    });

    test('content of more than 1 MiB is rejected with 413', async () => {
      expect(codeOf(await save('/big.txt', 'é'.repeat(524_289)))).toBe('413 VAL_FIELD_TOO_LONG');
      const { status, body } = await save('/big.txt', 'é'.repeat(524_288));
      expect([status, body.data.size]).toEqual([201, 1_048_576]);
    });

    describe('threat 19: path traversal', () => {
      test.each([
        '/../etc/passwd',
        '/a/../../b.md',
        '/%2e%2e/b.md',
        '//b.md',
        '/.env',
        '/a/.hidden/b.md',
        '/a\\b.md',
        '/a/b/',
        '/',
        'b.md',
        '',
        '/a\u0000.md',
        '/\u2025/b.md',
        '/a b.md',
        `/${Array(10).fill('a').join('/')}/b.md`,
      ])('the artifact path %j is rejected with 400', async (invalid) => {
        expect(codeOf(await save(invalid, 'x'))).toBe('400 VAL_FIELD_INVALID');
        for (const method of ['GET', 'DELETE']) {
          expect(codeOf(await tenant.call(method, artifactAt(invalid)))).toBe('400 VAL_FIELD_INVALID');
        }
      });

      test.each(['/../', '/..', '/%2e%2e'])(
        'the list prefix %j returns no files or folders',
        async (prefix) => {
          const { status, body } = await tenant.call('GET', `/api/v2/artifacts/list?prefix=${prefix}`);
          expect([status, body.data.folders, body.data.files]).toEqual([200, [], []]);
        },
      );

      test('the list prefix "//" returns the root folder', async () => {
        const root = await tenant.data('GET', '/api/v2/artifacts/list?prefix=/');
        const { folders, files } = await tenant.data('GET', '/api/v2/artifacts/list?prefix=//');
        expect([folders, files]).toEqual([root.folders, root.files]);
      });
    });
  });
}
