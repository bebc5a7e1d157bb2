import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Loci, ResponseInfo, UploadedDocument } from '@loci/client';
import { failureOf } from '../../support/client-calls.ts';
import { eventually } from '../../support/eventually.ts';
import type { Tenant } from '../../support/tenants.ts';
import type { TestPlatform } from '../test-platform.ts';
import { multipart } from '../sample-records.ts';

const NOT_FOUND = { status: 404, code: 'RES_NOT_FOUND' };
const TOO_LARGE = { status: 413, code: 'VAL_FIELD_TOO_LONG' };

/** Form of an upload with metadata, but without a file. */
const WITHOUT_FILE = {
  raw: '--x\r\nContent-Disposition: form-data; name="metadata"\r\n\r\n{}\r\n--x--\r\n',
  headers: { 'content-type': 'multipart/form-data; boundary=x' },
};

/**
 * Defines the tests of documents and artifacts through the gateway.
 *
 * @see docs/reference/documents.md @see docs/reference/artifacts.md
 */
export function describeDocumentsAndArtifacts(platform: TestPlatform): void {
  let tenant: Tenant;
  let loci: Loci;

  describe('documents', () => {
    const text = Array.from({ length: 60 }, (_, i) => `Sentence ${i} describes the ibex.`).join(' ');
    let uploaded: { status: number; document: UploadedDocument };
    let id: string;
    let chunkCount: number;

    /** Uploads a file. Resolves to the document and the status of the response. */
    const upload = async (filename: string, content: string, metadata?: Record<string, unknown>) => {
      let status = 0;
      const onResponse = (info: ResponseInfo): void => void (status = info.status);
      const file = new Blob([content]);
      const document = await loci.documents.upload({ file, filename, metadata }, {}, { onResponse });
      return { status, document };
    };

    beforeAll(async () => {
      tenant = await platform.createTenant();
      ({ loci } = tenant);
      uploaded = await upload('ibex.md', text, { origin: 'test' });
      ({ id, chunk_count: chunkCount } = uploaded.document);
    });

    test('an upload returns 201 with metadata and several chunks', () => {
      expect(uploaded).toMatchObject({
        status: 201,
        document: { processing_status: 'active', metadata: { origin: 'test' } },
      });
      expect(chunkCount).toBeGreaterThan(2);
    });

    test('uploading the same content again returns 200 with the existing document', async () => {
      expect(await upload('another name.md', text)).toMatchObject({
        status: 200,
        document: { id, metadata: { duplicate_upload: true } },
      });
    });

    test('hybrid search finds a chunk and returns its neighbors as context', async () => {
      await eventually(async () => {
        const { items } = await loci.search.hybrid({
          query: 'Sentence 30 of the ibex',
          source_types: ['document_upload'],
          include_neighbors: 1,
        });
        expect(items[0]).toMatchObject({ source_type: 'document_upload', total_chunks: chunkCount });
        expect(items[0]!.content_with_context!.length).toBeGreaterThan(items[0]!.content.length);
      });
    });

    test('a document becomes completed when all chunks are embedded', async () => {
      await eventually(async () =>
        expect(await loci.documents.get(id)).toMatchObject({ processing_status: 'completed' }),
      );
    });

    test('include_chunks returns all chunks', async () => {
      const { chunks } = await loci.documents.get(id, { include_chunks: true });
      expect(chunks).toHaveLength(chunkCount);
    });

    test('a download returns the uploaded bytes as an attachment', async () => {
      expect(await (await loci.documents.download(id)).text()).toBe(text);
      // A raw request, because the client does not return these headers.
      const { headers } = await tenant.call('GET', `/api/v2/documents/${id}/download`);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['content-disposition']).toMatch(/^attachment;.*ibex\.md/);
    });

    test('a deleted document is not returned, not downloadable and not found by search', async () => {
      const { document } = await upload('okapi.md', 'The okapi eats leaves.');
      await loci.documents.delete(document.id);
      expect(await failureOf(loci.documents.get(document.id))).toMatchObject(NOT_FOUND);
      expect(await failureOf(loci.documents.download(document.id))).toMatchObject(NOT_FOUND);
      await eventually(async () => {
        const { items } = await loci.search.hybrid('okapi leaves');
        expect(items.map(({ content }) => content)).not.toContain('The okapi eats leaves.');
      });
    });

    test.each([
      ['a file with an unsupported extension', 'a.exe', 'MZ'],
      ['a PDF that is not readable', 'a.pdf', 'not a pdf'],
      ['an empty file', 'a.txt', ''],
    ])('an upload of %s is rejected without storing anything', async (_, filename, content) => {
      const before = await loci.documents.list();
      expect(await failureOf(upload(filename, content))).toMatchObject({
        status: 422,
        code: 'VAL_VALIDATION_FAILED',
      });
      expect((await loci.documents.list()).pagination).toEqual(before.pagination);
    });

    // Raw requests, because the client sends neither malformed metadata nor an upload without a file.
    test.each([
      ['with malformed metadata', multipart('a.txt', 'text', '{"a":'), 'VAL_FIELD_INVALID'],
      ['without a file', WITHOUT_FILE, 'VAL_FIELD_REQUIRED'],
    ])('an upload %s is rejected without storing anything', async (_, form, code) => {
      const before = await loci.documents.list();
      const path = '/api/v2/documents/upload';
      const { status, body } = await tenant.send({ method: 'POST', path, ...form });
      expect([status, body.error.code]).toEqual([422, code]);
      expect((await loci.documents.list()).pagination).toEqual(before.pagination);
    });

    test('threat 17: upload bombs: a file of more than 20 MiB is rejected with 413', async () => {
      expect(await failureOf(upload('large.txt', 'a'.repeat(20_971_521)))).toMatchObject(TOO_LARGE);
    }, 30_000);

    test('reprocessing returns the document, or 404 for an unknown document', async () => {
      expect(await loci.documents.reprocess(id)).toMatchObject({ id });
      expect(await failureOf(loci.documents.reprocess(randomUUID()))).toMatchObject(NOT_FOUND);
    });
  });

  describe('artifacts', () => {
    const path = '/notes/deep/tea.md';
    const ALREADY_EXISTS = { status: 409, code: 'RES_ALREADY_EXISTS' };
    const INVALID_PATH = { status: 400, code: 'VAL_FIELD_INVALID' };
    const save = (artifact: string, content: string) => loci.artifacts.save({ path: artifact, content });

    beforeAll(async () => {
      tenant = await platform.createTenant();
      ({ loci } = tenant);
      await save(path, '# Tea\n');
    });

    test('saving an existing path is rejected with 409', async () => {
      expect(await failureOf(save(path, '# Tea\n'))).toMatchObject(ALREADY_EXISTS);
    });

    test('a list shows the folders and files directly below a prefix', async () => {
      expect(await loci.artifacts.list({ prefix: '/notes' })).toMatchObject({ folders: ['deep'], files: [] });
    });

    test('reading an artifact returns its content and content type', async () => {
      expect(await loci.artifacts.get({ path })).toMatchObject({
        content: '# Tea\n',
        content_type: 'text/markdown',
      });
    });

    test('an image is returned in base64 with the type of its first bytes', async () => {
      const image = '/notes/tea.html';
      const content = Buffer.from('89504e470d0a1a0aff', 'hex').toString('base64');
      const saveEncoded = (data: string, encoding: string) =>
        loci.artifacts.save({ path: image, content: data, encoding: encoding as 'base64' });
      await saveEncoded(content, 'base64');
      expect(await loci.artifacts.get({ path: image })).toMatchObject({
        content,
        encoding: 'base64',
        content_type: 'image/png',
      });
      expect(await failureOf(saveEncoded('VGVh', 'base64'))).toMatchObject({
        status: 422,
        code: 'VAL_FIELD_INVALID',
      });
      expect(await failureOf(saveEncoded(content, 'hex'))).toMatchObject({
        status: 422,
        code: 'VAL_ENUM_INVALID',
      });
    });

    test('a moved artifact is found only at its new path', async () => {
      const [draft, archived] = ['/notes/draft.md', '/archive/draft.txt'];
      const move = (from: string, to: string) => loci.artifacts.move({ from, to });
      await save(draft, '# Draft\n');
      await move(draft, archived);
      expect(await failureOf(loci.artifacts.get({ path: draft }))).toMatchObject(NOT_FOUND);
      expect(await loci.artifacts.get({ path: archived })).toMatchObject({
        content: '# Draft\n',
        content_type: 'text/plain',
      });
      expect(await failureOf(move(draft, '/a.md'))).toMatchObject(NOT_FOUND);
      expect(await failureOf(move(archived, path))).toMatchObject(ALREADY_EXISTS);
      expect(await failureOf(move(archived, '/../a.md'))).toMatchObject(INVALID_PATH);
      expect(await failureOf(loci.artifacts.move({ from: archived } as never))).toMatchObject({
        status: 422,
        code: 'VAL_FIELD_REQUIRED',
      });
    });

    test('a deleted artifact can be neither read nor deleted again', async () => {
      const deleted = { path: '/notes/coffee.md' };
      await save(deleted.path, '# Coffee\n');
      await loci.artifacts.delete(deleted);
      expect(await failureOf(loci.artifacts.get(deleted))).toMatchObject(NOT_FOUND);
      expect(await failureOf(loci.artifacts.delete(deleted))).toMatchObject(NOT_FOUND);
    });

    test('content of more than 1 MiB is rejected with 413', async () => {
      expect(await failureOf(save('/big.txt', 'é'.repeat(524_289)))).toMatchObject(TOO_LARGE);
      expect(await save('/big.txt', 'é'.repeat(524_288))).toMatchObject({ size: 1_048_576 });
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
        for (const access of [
          () => save(invalid, 'x'),
          () => loci.artifacts.get({ path: invalid }),
          () => loci.artifacts.delete({ path: invalid }),
        ]) {
          expect(await failureOf(access())).toMatchObject(INVALID_PATH);
        }
      });

      test.each(['/../', '/..', '/%2e%2e'])(
        'the list prefix %j returns no files or folders',
        async (prefix) => {
          // A raw request, because the client encodes the percent sign.
          const { status, body } = await tenant.call('GET', `/api/v2/artifacts/list?prefix=${prefix}`);
          expect([status, body.data.folders, body.data.files]).toEqual([200, [], []]);
        },
      );

      test('the list prefix "//" returns the root folder', async () => {
        const root = await loci.artifacts.list({ prefix: '/' });
        const { folders, files } = await loci.artifacts.list({ prefix: '//' });
        expect([folders, files]).toEqual([root.folders, root.files]);
      });
    });
  });
}
