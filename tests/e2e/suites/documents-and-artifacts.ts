import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import type { ApiResponse, Json } from '../../support/api-connection.ts';
import type { Tenant } from '../../support/tenants.ts';
import type { TestPlatform } from '../test-platform.ts';
import { multipart } from '../sample-records.ts';

const codeOf = ({ status, body }: ApiResponse): string => `${status} ${body?.error?.code ?? ''}`.trim();

/** Documents and artifacts. Attacks 17 and 19 of the guide, as far as they show from outside. */
export function describeFiles(platform: TestPlatform): void {
  describe('files', () => {
    let tenant: Tenant;

    beforeAll(async () => {
      tenant = await platform.createTenant();
    });

    const upload = (filename: string, content: Buffer | string, metadata?: string): Promise<ApiResponse> =>
      tenant.send({
        method: 'POST',
        path: '/api/v2/documents/upload',
        ...multipart(filename, content, metadata),
      });

    test('a document: stored once, found by its words with what stands around them, downloaded, deleted', async () => {
      const text = Array.from({ length: 60 }, (_, i) => `Sentence ${i} speaks of the ibex.`).join(' ');
      const first = await upload('ibex.md', text, '{"origin": "test"}');
      expect([first.status, first.body.data]).toMatchObject([
        201,
        { processing_status: 'active', metadata: { origin: 'test' } },
      ]);
      const { id, chunk_count: chunkCount } = first.body.data;
      expect(chunkCount).toBeGreaterThan(2);
      const again = await upload('another name.md', text);
      expect([again.status, again.body.data]).toMatchObject([
        200,
        { id, metadata: { duplicate_upload: true } },
      ]);
      await eventually(async () => {
        const { items } = await tenant.data('POST', '/api/v2/search/hybrid', {
          query: 'Sentence 30 of the ibex',
          source_types: ['document_upload'],
          include_neighbors: 1,
        });
        expect(items[0]).toMatchObject({ source_type: 'document_upload', total_chunks: chunkCount });
        expect(items[0].content_with_context.length).toBeGreaterThan(items[0].content.length);
      });
      await eventually(async () =>
        expect(await tenant.data('GET', `/api/v2/documents/${id}`)).toMatchObject({
          processing_status: 'completed',
        }),
      );
      const { chunks } = await tenant.data('GET', `/api/v2/documents/${id}?include_chunks=true`);
      expect(chunks).toHaveLength(chunkCount);
      const download = await tenant.call('GET', `/api/v2/documents/${id}/download`);
      expect([download.text, download.headers['x-content-type-options']]).toEqual([text, 'nosniff']);
      expect(download.headers['content-disposition']).toMatch(/^attachment;.*ibex\.md/);
      await tenant.data('DELETE', `/api/v2/documents/${id}`);
      for (const path of [`/api/v2/documents/${id}`, `/api/v2/documents/${id}/download`]) {
        expect(codeOf(await tenant.call('GET', path))).toBe('404 RES_NOT_FOUND');
      }
      await eventually(async () => {
        const { items } = await tenant.data('POST', '/api/v2/search/hybrid', { query: 'ibex' });
        expect(items).toEqual([]);
      });
    }, 30_000);

    test.each([
      ['another extension', 'a.exe', 'MZ', undefined, '422 VAL_VALIDATION_FAILED'],
      ['no PDF inside', 'a.pdf', 'not a pdf', undefined, '422 VAL_VALIDATION_FAILED'],
      ['nothing inside', 'a.txt', '', undefined, '422 VAL_VALIDATION_FAILED'],
      ['broken metadata', 'a.txt', 'text', '{"a":', '422 VAL_FIELD_INVALID'],
    ])('%s is refused and leaves nothing', async (_, filename, content, metadata, code) => {
      const before = await tenant.data('GET', '/api/v2/documents');
      expect(codeOf(await upload(filename, content, metadata))).toBe(code);
      expect((await tenant.data('GET', '/api/v2/documents')).pagination).toEqual(before.pagination);
    });

    test('without a file, and one byte over 20 MB', async () => {
      const none = await tenant.send({
        method: 'POST',
        path: '/api/v2/documents/upload',
        raw: '--x\r\nContent-Disposition: form-data; name="metadata"\r\n\r\n{}\r\n--x--\r\n',
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
      });
      expect(codeOf(none)).toBe('422 VAL_FIELD_REQUIRED');
      expect(codeOf(await upload('large.txt', Buffer.alloc(20_971_521, 'a')))).toBe('413 VAL_FIELD_TOO_LONG');
      expect(codeOf(await tenant.call('POST', `/api/v2/documents/${randomUUID()}/reprocess`))).toBe(
        '501 NOT_IMPLEMENTED',
      );
    }, 30_000);

    const artifactAt = (path: string): string => `/api/v2/artifacts?path=${encodeURIComponent(path)}`;

    test('an artifact: saved once, listed, read, deleted', async () => {
      const path = '/notes/deep/tea.md';
      const save = () => tenant.call('POST', '/api/v2/artifacts', { path, content: '# Tea\n' });
      expect((await save()).status).toBe(201);
      expect(codeOf(await save())).toBe('409 RES_ALREADY_EXISTS');
      expect(await tenant.data('GET', '/api/v2/artifacts/list?prefix=/notes')).toMatchObject({
        folders: ['deep'],
        files: [],
      });
      expect(await tenant.data('GET', artifactAt(path))).toMatchObject({
        content: '# Tea\n',
        content_type: 'text/markdown',
      });
      await tenant.data('DELETE', artifactAt(path));
      for (const method of ['GET', 'DELETE']) {
        expect(codeOf(await tenant.call(method, artifactAt(path)))).toBe('404 RES_NOT_FOUND');
      }
    });

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
    ])('the path %j is no path', async (path) => {
      const { status: saved, body } = await tenant.call('POST', '/api/v2/artifacts', { path, content: 'x' });
      expect([saved, body.error.code]).toEqual([400, 'VAL_FIELD_INVALID']);
      for (const method of ['GET', 'DELETE']) {
        expect(codeOf(await tenant.call(method, artifactAt(path)))).toBe('400 VAL_FIELD_INVALID');
      }
    });

    test('a prefix that leaves the root lists nothing; content over 1 MB is refused', async () => {
      for (const prefix of ['/../', '/..', '//', '/%2e%2e']) {
        const { status, body } = await tenant.call('GET', `/api/v2/artifacts/list?prefix=${prefix}`);
        expect([status, body.data.folders, body.data.files]).toEqual([200, [], []]);
      }
      const save = (content: string) =>
        tenant.call('POST', '/api/v2/artifacts', { path: '/big.txt', content });
      expect(codeOf(await save('é'.repeat(524_289)))).toBe('413 VAL_FIELD_TOO_LONG');
      const kept: Json = await save('é'.repeat(524_288));
      expect([kept.status, kept.body.data.size]).toEqual([201, 1_048_576]);
    });
  });
}
