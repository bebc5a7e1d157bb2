import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Caller } from '@loci/core';
import type { Service } from '@loci/service-hosting';
import { testCaller } from '@loci/testing';
import { createMetrics } from '@loci/runtime';
import type { Test } from 'supertest';
import { newText, startDocumentService } from '../document-service.fixture.ts';
import type { DocumentFixture, TestResponse } from '../document-service.fixture.ts';

const UPLOADS = '/api/v2/documents/uploads';
const MIB = 1_048_576;

let fixture: DocumentFixture;
beforeAll(async () => {
  fixture = await startDocumentService();
});
afterEach(() => fixture.reset());
afterAll(() => fixture.close());

const metadataOf = (fields: Record<string, string>): string =>
  Object.entries(fields)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',');

/** Sends the requests of the tus protocol as one user. */
function tusClient(caller: Caller, service: Service = fixture.service) {
  const as = () => fixture.as(caller, service.routes);
  const withVersion = (sent: Test): Test => sent.set('tus-resumable', '1.0.0');
  return {
    create: async (size: number, fields: Record<string, string> = { filename: 'log.txt' }) =>
      withVersion(as().post(UPLOADS))
        .set('upload-length', String(size))
        .set('upload-metadata', metadataOf(fields)),
    append: async (url: string, offset: number, content: string | Buffer) =>
      withVersion(as().patch(url))
        .set('upload-offset', String(offset))
        .set('content-type', 'application/offset+octet-stream')
        .send(Buffer.from(content)),
    head: async (url: string) => withVersion(as().head(url)),
    cancel: async (url: string) => withVersion(as().delete(url)),
    complete: async (url: string): Promise<TestResponse> =>
      (await as().post(`${url}/complete`)) as unknown as TestResponse,
  };
}

const createUpload = async (caller: Caller, size: number, filename = 'log.txt'): Promise<string> =>
  (await tusClient(caller).create(size, { filename })).headers['location']!;

const codeOf = ({ status, body }: { status: number; body: unknown }): string =>
  `${status} ${(body as { error?: { code: string } }).error?.code ?? ''}`.trim();

const offsetOf = async (caller: Caller, url: string): Promise<number> =>
  Number((await tusClient(caller).head(url)).headers['upload-offset']);

/** Starts to append bytes through a connection that stays open. */
async function openAppend(caller: Caller, url: string, offset: number, length: number) {
  const server = fixture.app(caller).listen(0);
  const { port } = server.address() as AddressInfo;
  const request = httpRequest({
    port,
    method: 'PATCH',
    path: url,
    agent: false,
    headers: {
      'tus-resumable': '1.0.0',
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
      'content-length': String(length),
    },
  });
  const status = new Promise<number | string>((resolve) => {
    request.on('response', (response) => {
      response.resume();
      resolve(response.statusCode!);
    });
    request.on('error', (error) => resolve(error.message));
  });
  return {
    send: (content: string | Buffer) => request.write(content),
    end: () => request.end(),
    cut: () => request.destroy(),
    status,
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}

async function eventually(check: () => Promise<boolean>): Promise<void> {
  while (!(await check())) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe('a resumable upload', () => {
  test('receives a file in several requests, through several processes, and creates a document', async () => {
    const caller = testCaller();
    const text = newText();
    const first = tusClient(caller);
    const second = tusClient(caller, fixture.start());
    const created = await first.create(text.length, { filename: 'log.txt', metadata: '{"project":"atlas"}' });
    expect([created.status, created.headers['upload-offset']]).toEqual([201, '0']);
    expect(created.headers['tus-resumable']).toBe('1.0.0');
    expect(Date.parse(created.headers['upload-expires']!)).toBeGreaterThan(Date.now());
    const url = created.headers['location']!;
    const appended = await second.append(url, 0, text.slice(0, 100));
    expect([appended.status, appended.headers['upload-offset']]).toEqual([204, '100']);
    expect(codeOf(await second.complete(url))).toBe('422 VAL_VALIDATION_FAILED');
    const state = await first.head(url);
    expect(state.headers).toMatchObject({ 'upload-offset': '100', 'upload-length': String(text.length) });
    await first.append(url, 100, text.slice(100));
    const completed = await second.complete(url);
    expect(completed.status).toBe(201);
    expect(completed.body.data).toMatchObject({
      filename: 'log.txt',
      size: text.length,
      metadata: { project: 'atlas', duplicate_upload: false },
    });
    const { body } = await fixture.as(caller).get(`/api/v2/documents/${completed.body.data.id}/text`);
    expect((body as { data: { text: string } }).data.text).toContain(text.slice(0, 60));
    expect(await fixture.objectKeys(caller)).toEqual([
      `${caller.tenantId}/document/${completed.body.data.id}`,
    ]);
  });

  test('returns the same document for a repeated completion, and 404 after the document was deleted', async () => {
    const caller = testCaller();
    const { append, complete } = tusClient(caller);
    const text = newText();
    const url = await createUpload(caller, text.length);
    await append(url, 0, text);
    const [first, second] = await Promise.all([complete(url), complete(url)]);
    expect([first.status, second.status].sort()).toEqual([200, 201]);
    expect(second.body.data.id).toBe(first.body.data.id);
    const third = await complete(url);
    expect([third.status, third.body.data.id]).toEqual([200, first.body.data.id]);
    await fixture.as(caller).delete(`/api/v2/documents/${first.body.data.id}`);
    expect(codeOf(await complete(url))).toBe('404 RES_NOT_FOUND');
  });

  test('keeps the bytes that arrived before the connection was cut, and continues after them', async () => {
    const caller = testCaller();
    const { append, complete } = tusClient(caller);
    const content = Buffer.alloc(2.5 * MIB, 'The tide is high at noon. ');
    const url = await createUpload(caller, content.length);
    const connection = await openAppend(caller, url, 0, content.length);
    connection.send(content.subarray(0, 1.25 * MIB));
    await eventually(async () => (await offsetOf(caller, url)) === MIB);
    connection.cut();
    await eventually(async () => (await offsetOf(caller, url)) === 1.25 * MIB);
    await connection.close();
    expect((await append(url, 1.25 * MIB, content.subarray(1.25 * MIB))).status).toBe(204);
    expect(await fixture.objectKeys(caller)).toHaveLength(3);
    const { status, body } = await complete(url);
    expect(status).toBe(201);
    const download = await fixture
      .as(caller)
      .get(`/api/v2/documents/${body.data.id}/download`)
      .buffer(true)
      .parse((response, done) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => done(null, Buffer.concat(parts)));
      });
    expect(content.equals(download.body as Buffer)).toBe(true);
  });

  test('continues after the last full part through another process if the first one hangs', async () => {
    const caller = testCaller();
    const content = Buffer.alloc(1.5 * MIB, 'a');
    const url = await createUpload(caller, content.length);
    // The first process neither reads the end of the body nor stores the bytes after the last full part.
    const connection = await openAppend(caller, url, 0, content.length);
    connection.send(content.subarray(0, 1.25 * MIB));
    await eventually(async () => (await offsetOf(caller, url)) === MIB);
    const restarted = tusClient(caller, fixture.start());
    expect((await restarted.append(url, MIB, content.subarray(MIB))).status).toBe(204);
    connection.cut();
    await connection.close();
    expect((await restarted.complete(url)).status).toBe(201);
  });

  test('rejects bytes at another offset with 409 and the offset of the next byte', async () => {
    const caller = testCaller();
    const { append } = tusClient(caller);
    const url = await createUpload(caller, 100);
    await append(url, 0, 'a'.repeat(40));
    for (const offset of [0, 39, 41]) {
      const rejected = await append(url, offset, 'b'.repeat(10));
      expect(codeOf(rejected)).toBe('409 VAL_FIELD_INVALID');
      expect(rejected.headers['tus-resumable']).toBe('1.0.0');
      expect((rejected as unknown as TestResponse).body.error.details).toMatchObject({ received_bytes: 40 });
    }
    expect(await offsetOf(caller, url)).toBe(40);
  });

  test('has one writer: a second request takes over, and the first one fails with 409', async () => {
    const caller = testCaller();
    const { append, complete } = tusClient(caller);
    const text = newText();
    const url = await createUpload(caller, text.length);
    const first = await openAppend(caller, url, 0, text.length);
    first.send('x'.repeat(50));
    // The first request has become the writer when the second one arrives.
    await eventually(async () => {
      const [row] = await fixture.database.inTransaction(caller.tenantId, (tx) =>
        tx.query<{ writer_id: string | null }>(
          'SELECT writer_id FROM resumable_uploads WHERE tenant_id = $1',
          [caller.tenantId],
        ),
      );
      return row!.writer_id !== null;
    });
    expect((await append(url, 0, text)).status).toBe(204);
    first.send('x'.repeat(text.length - 50));
    first.end();
    expect(await first.status).toBe(409);
    await first.close();
    expect(await fixture.objectKeys(caller)).toHaveLength(1);
    const { body } = await complete(url);
    expect(body.data.size).toBe(text.length);
    expect(body.data.title).toBeNull();
    const stored = await fixture.as(caller).get(`/api/v2/documents/${body.data.id}/text`);
    expect((stored.body as { data: { text: string } }).data.text).not.toContain('xxx');
  });

  test('accepts exactly one of several requests at the same offset', async () => {
    const caller = testCaller();
    const { append } = tusClient(caller);
    const url = await createUpload(caller, 10);
    const statuses = await Promise.all(
      Array.from({ length: 5 }, async () => (await append(url, 0, 'a'.repeat(10))).status),
    );
    expect(statuses.filter((status) => status === 204)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(4);
    expect(await fixture.objectKeys(caller)).toHaveLength(1);
  });

  test('rejects more bytes than declared with 413', async () => {
    const caller = testCaller();
    const url = await createUpload(caller, 10);
    expect(codeOf(await tusClient(caller).append(url, 0, 'a'.repeat(11)))).toBe('413 VAL_FIELD_TOO_LONG');
    expect(await offsetOf(caller, url)).toBe(0);
  });

  test('is invisible to other tenants and to other users of the tenant', async () => {
    const caller = testCaller();
    const url = await createUpload(caller, 3);
    for (const other of [testCaller(), testCaller({ tenantId: caller.tenantId })]) {
      const { head, append, complete, cancel } = tusClient(other);
      expect((await head(url)).status).toBe(404);
      expect(codeOf(await append(url, 0, 'tea'))).toBe('404 RES_NOT_FOUND');
      expect(codeOf(await complete(url))).toBe('404 RES_NOT_FOUND');
      expect(codeOf(await cancel(url))).toBe('404 RES_NOT_FOUND');
    }
    expect(await offsetOf(caller, url)).toBe(0);
  });

  test('is canceled with its bytes', async () => {
    const caller = testCaller();
    const { append, cancel, head } = tusClient(caller);
    const url = await createUpload(caller, 100);
    await append(url, 0, 'tea');
    expect((await cancel(url)).status).toBe(204);
    expect(await fixture.objectKeys(caller)).toEqual([]);
    expect((await head(url)).status).toBe(404);
    expect(codeOf(await append(url, 3, 'tea'))).toBe('404 RES_NOT_FOUND');
  });

  test('expires 24 hours after its last byte, and a job deletes its bytes and its row', async () => {
    const caller = testCaller();
    const { append, head } = tusClient(caller);
    const url = await createUpload(caller, 100);
    const start = Date.now();
    const hours = (count: number): void => {
      fixture.clock.now = new Date(start + count * 3_600_000);
    };
    hours(23);
    await append(url, 0, 'tea');
    hours(46);
    expect((await head(url)).status).toBe(204);
    hours(47.1);
    expect((await head(url)).status).toBe(404);
    expect(codeOf(await append(url, 3, 'tea'))).toBe('404 RES_NOT_FOUND');
    await fixture.runJob('delete-expired-uploads');
    expect(await fixture.objectKeys(caller)).toHaveLength(1);
    hours(47.3);
    await fixture.runJob('delete-expired-uploads');
    expect(await fixture.objectKeys(caller)).toEqual([]);
    const rows = await fixture.database.inTransaction(caller.tenantId, (tx) =>
      tx.query('SELECT 1 FROM resumable_uploads WHERE tenant_id = $1', [caller.tenantId]),
    );
    expect(rows).toEqual([]);
  });
});

describe('the creation of a resumable upload', () => {
  test.each([
    ['an unsupported type', 10, { filename: 'program.exe' }, '422 VAL_VALIDATION_FAILED'],
    ['no file name', 10, {}, '422 VAL_FIELD_REQUIRED'],
    ['a folder in the file name', 10, { filename: '../log.txt' }, '422 VAL_FIELD_INVALID'],
    ['malformed metadata', 10, { filename: 'log.txt', metadata: '[1]' }, '422 VAL_FIELD_INVALID'],
    ['a file over the limit', 20_971_521, { filename: 'log.txt' }, '413 VAL_FIELD_TOO_LONG'],
  ] as [string, number, Record<string, string>, string][])(
    'rejects %s',
    async (_name, size, fields, expected) => {
      expect(codeOf(await tusClient(testCaller()).create(size, fields))).toBe(expected);
    },
  );

  test('rejects another version of the protocol with 412, and malformed headers with 422', async () => {
    const post = () => fixture.as(testCaller()).post(UPLOADS).set('upload-length', '10');
    const rejected = await post().set('tus-resumable', '0.2.0');
    expect([codeOf(rejected), rejected.headers['tus-version']]).toEqual([
      '412 RES_PRECONDITION_FAILED',
      '1.0.0',
    ]);
    const malformed = await post().set('tus-resumable', '1.0.0').set('upload-metadata', 'filename $$$');
    expect(codeOf(malformed)).toBe('422 VAL_FIELD_INVALID');
  });

  test('rejects secrets in the file name and in the metadata, and the completion rejects them in the file', async () => {
    const caller = testCaller({ secretFilter: 'reject' });
    const { create, append, complete } = tusClient(caller);
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    expect(codeOf(await create(10, { filename: `${secret}.txt` }))).toBe('422 VAL_SECRET_FOUND');
    expect(codeOf(await create(10, { filename: 'log.txt', metadata: `{"key":"${secret}"}` }))).toBe(
      '422 VAL_SECRET_FOUND',
    );
    const text = `The key of the harbor is ${secret}.`;
    const url = (await create(text.length)).headers['location']!;
    await append(url, 0, text);
    expect(codeOf(await complete(url))).toBe('422 VAL_SECRET_FOUND');
  });

  test('enforces the storage quota at the start and at the end', async () => {
    const service = fixture.start({ storageQuota: { maxBytes: 1_000, metrics: createMetrics('document') } });
    const caller = testCaller();
    const { create, append, complete } = tusClient(caller, service);
    expect(codeOf(await create(1_001))).toBe('409 BIZ_QUOTA_EXCEEDED');
    const urls = await Promise.all(
      ['a', 'b'].map(async (letter) => {
        const url = (await create(600)).headers['location']!;
        await append(url, 0, letter.repeat(600));
        return url;
      }),
    );
    expect((await complete(urls[0]!)).status).toBe(201);
    expect(codeOf(await complete(urls[1]!))).toBe('409 BIZ_QUOTA_EXCEEDED');
  });

  test('limits the number and the bytes of the unfinished uploads of a tenant', async () => {
    const many = testCaller();
    const statuses = await Promise.all(
      Array.from({ length: 102 }, async () => (await tusClient(many).create(1)).status),
    );
    expect(statuses.filter((status) => status === 201)).toHaveLength(100);
    expect(statuses.filter((status) => status === 409)).toHaveLength(2);
    const large = testCaller();
    const sizes = await Promise.all(
      Array.from({ length: 26 }, async () => codeOf(await tusClient(large).create(20_971_520))),
    );
    expect(sizes.filter((code) => code === '409 BIZ_QUOTA_EXCEEDED')).toHaveLength(1);
    expect((await tusClient(testCaller()).create(1)).status).toBe(201);
  });
});
