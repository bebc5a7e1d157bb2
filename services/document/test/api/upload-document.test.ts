import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Caller } from '@loci/core';
import { CALLERS_WITHOUT, testCaller } from '@loci/testing';
import { parseAndChunk } from '@loci/document-service/parser';
import {
  errorOf,
  storeUnavailable,
  newText,
  operations,
  parseInProcess,
  startDocumentService,
} from '../document-service.fixture.ts';
import type { TestResponse, DocumentFixture } from '../document-service.fixture.ts';

// Some tests start a parser process, which takes a long time on a busy machine.
jest.setTimeout(60_000);

const MAX_BYTES = 20_971_520;
let fixture: DocumentFixture;

beforeAll(async () => {
  fixture = await startDocumentService();
});
afterEach(() => fixture.reset());
afterAll(() => fixture.close());

async function listen(caller: Caller): Promise<{ server: Server; port: number }> {
  const server = fixture.app(caller).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}

/** Checks that no row, object, file or event of the caller exists. */
async function expectNothingStored(caller: Caller): Promise<void> {
  expect((await operations(fixture, caller).list()).body.data.items).toEqual([]);
  expect(await fixture.rowIds(caller)).toEqual([]);
  expect(await fixture.objectKeys(caller)).toEqual([]);
  expect(await fixture.filesInUploadFolder()).toEqual([]);
  expect(await fixture.events(caller)).toEqual([]);
}

describe('POST /api/v2/documents/upload', () => {
  test('returns the active document with the number of its chunks and the processing time', async () => {
    const caller = testCaller();
    const text = newText();
    const { status, body } = await operations(fixture, caller).upload('Report.TXT', text, undefined, {});
    expect(status).toBe(201);
    const { data } = body;
    expect(data).toEqual({
      id: expect.any(String),
      filename: 'Report.TXT',
      content_type: 'text/plain',
      size: Buffer.byteLength(text),
      chunk_count: data.chunk_count,
      processing_status: 'active',
      embedding_progress: {
        total: data.chunk_count,
        completed: 0,
        pending: data.chunk_count,
        failed: 0,
        percent_complete: 0,
      },
      title: null,
      authors: [],
      metadata: {
        message: `Stored Report.TXT in ${data.chunk_count} chunks.`,
        processing_time: expect.any(Number),
        duplicate_upload: false,
      },
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect(data.chunk_count).toBeGreaterThan(1);
    expect(await fixture.filesInUploadFolder()).toEqual([]);
  });

  describe('of a document of an export', () => {
    const query = { restored_id: '01890a5d-ac96-774b-bcce-b302099a8057' };

    test('restores its ID and creation time, and nothing twice', async () => {
      const { upload, get } = operations(fixture, testCaller());
      const restored = { ...query, restored_created_at: '2020-01-02T03:04:05.000Z' };
      const text = newText();
      const { status, body } = await upload('a.txt', text, undefined, restored);
      expect([status, body.data.id]).toEqual([201, query.restored_id]);
      expect((await get(query.restored_id)).body.data).toMatchObject({
        created_at: restored.restored_created_at,
      });
      const repeated = await upload('a.txt', text, undefined, restored);
      expect([repeated.status, repeated.body.data.id]).toEqual([200, query.restored_id]);
      expect((await get(query.restored_id)).status).toBe(200);
    });

    test('does not change a document that has the ID', async () => {
      const caller = testCaller();
      const { upload, get, download } = operations(fixture, caller);
      const text = newText();
      await upload('a.txt', text, undefined, query);
      const other = await upload('b.txt', newText(), undefined, query);
      expect(errorOf(other)).toEqual([409, 'RES_ALREADY_EXISTS']);
      expect((await get(query.restored_id)).body.data).toMatchObject({ filename: 'a.txt' });
      expect(String((await download(query.restored_id)).body)).toBe(text);
      expect(await fixture.objectKeys(caller)).toHaveLength(1);
    });

    test('does not end a running upload with the same ID', async () => {
      const caller = testCaller();
      const { upload, get } = operations(fixture, caller);
      const parsing = Promise.withResolvers<void>();
      const resumed = Promise.withResolvers<void>();
      fixture.faults.parse = async (file) => {
        parsing.resolve();
        await resumed.promise;
        return parseInProcess(file);
      };
      const first = upload('a.txt', newText(), undefined, query).then((response) => response);
      await parsing.promise;
      expect(errorOf(await upload('b.txt', newText(), undefined, query))).toEqual([
        409,
        'RES_ALREADY_EXISTS',
      ]);
      resumed.resolve();
      expect((await first).status).toBe(201);
      expect((await get(query.restored_id)).body.data).toMatchObject({ filename: 'a.txt' });
    });

    test.each([
      [403, 'AUTH_FORBIDDEN', { role: 'member' as const }, query],
      [422, 'VAL_FIELD_INVALID', {}, { restored_created_at: '2020-01-01' }],
      [422, 'VAL_FIELD_INVALID', {}, { ...query, restored_created_at: '2999-01-01' }],
    ])('returns %d %s, without storing it, for the caller %j and %j', async (status, code, fields, sent) => {
      const caller = testCaller(fields);
      const response = await operations(fixture, caller).upload('a.txt', newText(), undefined, sent);
      expect(errorOf(response)).toEqual([status, code]);
      await expectNothingStored(caller);
    });
  });

  test('stores the title and the authors of the file', async () => {
    const { upload, get } = operations(fixture, testCaller());
    const text = `---\ntitle: The Log\nauthors: [Ada, Grace]\n---\n\n${newText()}`;
    const { data } = (await upload('a.md', text)).body;
    expect(data).toMatchObject({ title: 'The Log', authors: ['Ada', 'Grace'] });
    expect((await get(data.id)).body.data).toMatchObject({ title: 'The Log', authors: ['Ada', 'Grace'] });
  });

  test('returns the chunk ids in the order of the text if include_chunk_ids is true', async () => {
    const caller = testCaller();
    const { upload, get } = operations(fixture, caller);
    const { data } = (await upload('a.txt', newText(), undefined, { include_chunk_ids: 'true' })).body;
    const { chunks } = (await get(data.id, { include_chunks: 'true' })).body.data;
    expect(data.metadata['chunk_ids']).toEqual(chunks!.map((chunk) => chunk.id));
  });

  test('returns 422, without storing the document, if include_chunk_ids is not a boolean', async () => {
    const caller = testCaller();
    const query = { include_chunk_ids: 'many' };
    const response = await operations(fixture, caller).upload('a.txt', newText(), undefined, query);
    expect(errorOf(response)).toEqual([422, 'VAL_FIELD_INVALID']);
    await expectNothingStored(caller);
  });

  test.each([
    ['a.txt', 'plain text', 'text/plain'],
    ['a.md', '# Title\n\nmarkdown', 'text/markdown'],
    ['a.html', '<p>page</p>', 'text/html'],
    ['a.json', '{"key": "value"}', 'application/json'],
    ['a.yaml', 'key: value', 'application/x-yaml'],
    ['a.py', 'print("tea")', 'text/x-python'],
    ['a.ts', 'const tea = 1;', 'text/x-typescript'],
  ])('parses %s in a separate process', async (filename, content, contentType) => {
    fixture.faults.parse = parseAndChunk;
    const { status, body } = await operations(fixture, testCaller()).upload(filename, content);
    expect([status, body.data.content_type, body.data.chunk_count]).toEqual([201, contentType, 1]);
  });

  test('stores metadata unchanged, whether the metadata is sent before or after the file', async () => {
    const caller = testCaller();
    const metadata = { source: 'wiki', nested: { tags: ['a', 'b'], n: 1.5 }, ключ: null };
    const before = await operations(fixture, caller).upload('a.txt', newText(), JSON.stringify(metadata));
    expect(before.body.data.metadata).toMatchObject(metadata);
    const after = (await fixture
      .as(caller)
      .post('/api/v2/documents/upload')
      .attach('file', Buffer.from(newText()), 'b.txt')
      .field('metadata', JSON.stringify(metadata))) as unknown as TestResponse;
    for (const { body } of [before, after]) {
      const { data } = (await operations(fixture, caller).get(body.data.id)).body;
      expect(data.metadata).toEqual(metadata);
    }
  });

  test('returns an error that names the limit of 20 parts for a request with 21 parts', async () => {
    const upload = fixture.as(testCaller()).post('/api/v2/documents/upload');
    for (let part = 0; part < 21; part++) upload.field(`field-${part}`, 'x');
    const { status, body } = (await upload) as unknown as TestResponse;
    expect([status, body.error.message]).toEqual([422, 'The request must have at most 20 parts.']);
  });

  test('ignores other parts of the request that are empty or unknown', async () => {
    const response = (await fixture
      .as(testCaller())
      .post('/api/v2/documents/upload')
      .field('metadata', '')
      .field('comment', 'hello')
      .attach('picture', Buffer.from('x'), 'x.png')
      .attach('file', Buffer.from(newText()), 'a.txt')) as unknown as TestResponse;
    expect(response.status).toBe(201);
  });

  test.each([
    ['Übersicht – 日本語 😀.txt', 'Übersicht – 日本語 😀.txt'],
    ['../../etc/passwd.txt', 'passwd.txt'],
    ['C:\\Users\\ada\\notes.txt', 'notes.txt'],
  ])('stores the file name %s as %s, without deriving a path from the name', async (sent, kept) => {
    const caller = testCaller();
    const { status, body } = await operations(fixture, caller).upload(sent, newText());
    expect(status).toBe(201);
    expect(body.data.filename).toBe(kept);
    expect(await fixture.objectKeys(caller)).toEqual([`${caller.tenantId}/document/${body.data.id}`]);
  });

  test('stores the file unchanged', async () => {
    const caller = testCaller();
    const content = Buffer.from('\ufeffTea \u2615 and ships.\r\n'.repeat(1_000));
    const { body } = await operations(fixture, caller).upload('a.txt', content);
    const download = await operations(fixture, caller).download(body.data.id);
    expect(content.equals(download.body as Buffer)).toBe(true);
  });

  test('publishes document.created with all chunks', async () => {
    const caller = testCaller();
    const { body } = await operations(fixture, caller).upload('a.txt', newText(), '{"k":"v"}');
    const found = await operations(fixture, caller).get(body.data.id, { include_chunks: 'true' });
    const events = await fixture.events(caller);
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({
      type: 'document.created',
      aggregate_type: 'document',
      aggregate_id: body.data.id,
      revision: 1,
      data: {
        id: body.data.id,
        filename: 'a.txt',
        chunk_count: body.data.chunk_count,
        processing_status: 'active',
        metadata: { k: 'v' },
        user_id: caller.userId,
        chunks: found.body.data.chunks!.map(
          ({ id, chunk_index, content, start_char, end_char, metadata }) => ({
            id,
            chunk_index,
            content,
            start_char,
            end_char,
            metadata,
          }),
        ),
      },
    });
  });

  test('publishes each chunk of a large document once and in order, in several events', async () => {
    const caller = testCaller();
    const text = 'The lighthouse keeper counted the ships at dawn. '.repeat(14_000);
    const { status, body } = await operations(fixture, caller).upload('large.txt', text);
    expect(status).toBe(201);
    const events = await fixture.events(caller);
    expect(events.map((event) => event.type)).toEqual([
      'document.created',
      ...Array.from({ length: events.length - 1 }, () => 'document.chunks_added'),
    ]);
    expect(events.length).toBeGreaterThan(2);
    const parts = events.map((event) => (event.data as { chunks: { id: string; content: string }[] }).chunks);
    for (const part of parts) {
      expect(part.length).toBeGreaterThan(0);
      expect(part.reduce((sum, chunk) => sum + chunk.content.length, 0)).toBeLessThanOrEqual(250_000);
    }
    expect(parts.flat().map((chunk) => chunk.id)).toEqual(body.data.metadata['chunk_ids']);
    expect(new Set(events.map((event) => event.data['chunk_count']))).toEqual(
      new Set([body.data.chunk_count]),
    );
  });

  test('accepts a file of 20,971,520 bytes', async () => {
    // Replaces the parser, because parsing 20 MB takes a long time and this test covers only receiving the
    // file.
    fixture.faults.parse = () =>
      Promise.resolve({
        contentType: 'text/plain',
        chunks: [{ index: 0, content: 'tea', startChar: 0, endChar: 3, metadata: {} }],
      });
    const { status, body } = await operations(fixture, testCaller()).upload(
      'a.txt',
      Buffer.alloc(MAX_BYTES, 'a'),
    );
    expect([status, body.data.size]).toEqual([201, MAX_BYTES]);
  });
});

describe('POST /api/v2/documents/upload with content that is already stored', () => {
  test('stores the file again if the object store has lost it', async () => {
    const caller = testCaller();
    const { upload, download } = operations(fixture, caller);
    const text = newText();
    const { data } = (await upload('a.txt', text)).body;
    await fixture.objects.delete(`${caller.tenantId}/document/${data.id}`);
    expect((await download(data.id)).status).toBe(404);
    const repeated = await upload('a.txt', text);
    expect([repeated.status, repeated.body.data.id]).toEqual([200, data.id]);
    expect((await download(data.id)).body.toString()).toBe(text);
  });

  test('returns 200 with the existing document and duplicate_upload', async () => {
    const caller = testCaller();
    const text = newText();
    const first = await operations(fixture, caller).upload('first.txt', text, '{"n":1}');
    const second = await operations(fixture, caller).upload('second.md', text, '{"n":2}');
    expect(second.status).toBe(200);
    expect(second.body.data).toMatchObject({
      id: first.body.data.id,
      filename: 'first.txt',
      metadata: {
        n: 1,
        duplicate_upload: true,
        message: 'This file is already stored as first.txt.',
        chunk_ids: first.body.data.metadata['chunk_ids'],
      },
    });
    expect(await fixture.rowIds(caller)).toEqual([first.body.data.id]);
    expect(await fixture.objectKeys(caller)).toHaveLength(1);
    expect(await fixture.events(caller)).toHaveLength(1);
  });

  test('ten concurrent uploads create one document after a single parse of the file', async () => {
    const caller = testCaller();
    const text = newText();
    let parses = 0;
    fixture.faults.parse = (file) => {
      parses++;
      return parseInProcess(file);
    };
    const { upload, list } = operations(fixture, caller);
    const responses = await Promise.all(Array.from({ length: 10 }, (_, i) => upload(`copy-${i}.txt`, text)));
    expect(responses.map(({ status }) => status).sort()).toEqual([
      ...Array.from({ length: 9 }, () => 200),
      201,
    ]);
    expect(new Set(responses.map(({ body }) => body.data.id)).size).toBe(1);
    expect(responses.filter(({ body }) => body.data.metadata['duplicate_upload'] === true)).toHaveLength(9);
    expect(parses).toBe(1);
    expect((await list()).body.data.items).toHaveLength(1);
    expect(await fixture.rowIds(caller)).toHaveLength(1);
    expect(await fixture.objectKeys(caller)).toHaveLength(1);
  });

  test('exactly one of two concurrent uploads in different processes creates the document', async () => {
    const caller = testCaller();
    const text = newText();
    // Both uploads are parsed before one of them is stored.
    const bothParsing = Promise.withResolvers<void>();
    let arrived = 0;
    fixture.faults.parse = async (file) => {
      if (++arrived === 2) bothParsing.resolve();
      await bothParsing.promise;
      return parseInProcess(file);
    };
    const other = fixture.start();
    const responses = await Promise.all([
      operations(fixture, caller).upload('a.txt', text),
      operations(fixture, caller, other.routes).upload('b.txt', text),
    ]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 201]);
    expect(responses[0]!.body.data.id).toBe(responses[1]!.body.data.id);
    expect(await fixture.rowIds(caller)).toEqual([responses[0]!.body.data.id]);
    expect(await fixture.objectKeys(caller)).toHaveLength(1);
    expect(await fixture.events(caller)).toHaveLength(1);
  });

  test('creates another document for another tenant', async () => {
    const text = newText();
    const first = await operations(fixture, testCaller()).upload('a.txt', text);
    const second = await operations(fixture, testCaller()).upload('a.txt', text);
    expect(second.status).toBe(201);
    expect(second.body.data.id).not.toBe(first.body.data.id);
  });

  test('creates another document if the first document was deleted', async () => {
    const caller = testCaller();
    const text = newText();
    const first = await operations(fixture, caller).upload('a.txt', text);
    await operations(fixture, caller).remove(first.body.data.id);
    expect((await operations(fixture, caller).upload('a.txt', text)).status).toBe(201);
  });

  test('stores the document even if a concurrent upload of the same content fails', async () => {
    const caller = testCaller();
    const text = newText();
    const responses = await Promise.all([
      operations(fixture, caller).upload('a.pdf', text),
      operations(fixture, caller).upload('a.txt', text),
    ]);
    expect(responses[1]!.status === 201 || responses[1]!.status === 200).toBe(true);
    expect((await operations(fixture, caller).list()).body.data.items).toHaveLength(1);
  });
});

describe('size limits of POST /api/v2/documents/upload', () => {
  test('returns 413, without storing the file, for a file of one byte more than 20 MiB', async () => {
    const caller = testCaller();
    const response = await operations(fixture, caller).upload('a.txt', Buffer.alloc(MAX_BYTES + 1, 'a'));
    expect(errorOf(response)).toEqual([413, 'VAL_FIELD_TOO_LONG']);
    expect(response.body.error.details).toMatchObject({ field: 'file', max_length: MAX_BYTES });
    expect(response.body.error.field_errors).toHaveProperty('file');
    await expectNothingStored(caller);
  });

  test('returns 413, without storing the file, if a parser limit is exceeded', async () => {
    const caller = testCaller();
    fixture.faults.parse = (file) => parseAndChunk({ ...file, limits: { textLength: 100 } });
    const response = await operations(fixture, caller).upload('a.txt', newText());
    expect(errorOf(response)).toEqual([413, 'VAL_FIELD_TOO_LONG']);
    await expectNothingStored(caller);
  });

  test('returns 413 without parsing a file whose content exceeded a parser limit in an earlier upload of the tenant', async () => {
    const { upload } = operations(fixture, testCaller());
    const text = newText();
    let parsedFiles = 0;
    fixture.faults.parse = (file) => {
      parsedFiles++;
      return parseAndChunk({ ...file, limits: { textLength: 100 } });
    };
    for (const name of ['a.txt', 'b.txt']) {
      expect(errorOf(await upload(name, text))).toEqual([413, 'VAL_FIELD_TOO_LONG']);
    }
    expect(parsedFiles).toBe(1);
  });
});

describe('validation of POST /api/v2/documents/upload', () => {
  const caller = testCaller();
  // Rejected uploads store nothing.
  afterEach(() => expectNothingStored(caller));
  const post = () => fixture.as(caller).post('/api/v2/documents/upload');
  const resultOf = async (sent: PromiseLike<unknown>): Promise<unknown[]> =>
    errorOf((await sent) as unknown as TestResponse);

  test('returns VAL_FIELD_REQUIRED without a file', async () => {
    const response = (await post().field('metadata', '{}')) as unknown as TestResponse;
    expect(errorOf(response)).toEqual([422, 'VAL_FIELD_REQUIRED']);
    expect(response.body.error.field_errors).toHaveProperty('file');
  });

  test('returns VAL_FIELD_REQUIRED without a body', async () => {
    expect(await resultOf(post())).toEqual([422, 'VAL_FIELD_REQUIRED']);
  });

  test('returns VAL_FIELD_REQUIRED if the file has another field name', async () => {
    expect(await resultOf(post().attach('document', Buffer.from('tea'), 'a.txt'))).toEqual([
      422,
      'VAL_FIELD_REQUIRED',
    ]);
  });

  test('returns VAL_FIELD_REQUIRED for an HTML form without a selected file', async () => {
    const form = [
      '--b',
      'Content-Disposition: form-data; name="file"; filename=""',
      'Content-Type: application/octet-stream',
      '',
      '',
      '--b--',
      '',
    ].join('\r\n');
    expect(await resultOf(post().set('content-type', 'multipart/form-data; boundary=b').send(form))).toEqual([
      422,
      'VAL_FIELD_REQUIRED',
    ]);
  });

  test.each([
    ['that is not JSON', '{"a":'],
    ['that is an array', '[]'],
    ['that is a string', '"text"'],
    ['that is null', 'null'],
    ['with a NUL character', '{"a":"\\u0000"}'],
    ['with a lone surrogate', '{"a":"\\ud800"}'],
  ])('returns VAL_FIELD_INVALID for metadata %s', async (_, metadata) => {
    const response = await operations(fixture, caller).upload('a.txt', newText(), metadata);
    expect(errorOf(response)).toEqual([422, 'VAL_FIELD_INVALID']);
    expect(Object.keys(response.body.error.field_errors!)[0]).toMatch(/^metadata/);
  });

  test('returns VAL_FIELD_TOO_LONG for more than 64 KiB of metadata', async () => {
    // Each number expands from 4 bytes in the request to 21 bytes in compact JSON.
    const expanding = `{"a":[${Array(4_000).fill('1e20').join()}]}`;
    for (const long of [JSON.stringify({ a: 'x'.repeat(65_529) }), expanding]) {
      const response = await operations(fixture, caller).upload('a.txt', newText(), long);
      expect(errorOf(response)).toEqual([422, 'VAL_FIELD_TOO_LONG']);
      expect(response.body.error.details).toEqual({
        field: 'metadata',
        max_length: 65_536,
        actual_length: JSON.stringify(JSON.parse(long)).length,
      });
    }
    const truncated = JSON.stringify({ a: 'x'.repeat(500_000) });
    expect(errorOf(await operations(fixture, caller).upload('a.txt', newText(), truncated))).toEqual([
      422,
      'VAL_FIELD_TOO_LONG',
    ]);
  });

  test('accepts exactly 64 KiB of metadata', async () => {
    const longest = JSON.stringify({ a: 'x'.repeat(65_528) });
    expect((await operations(fixture, testCaller()).upload('a.txt', newText(), longest)).status).toBe(201);
  });

  test('returns VAL_FIELD_INVALID for metadata that is sent as a file', async () => {
    const asFile = post()
      .attach('metadata', Buffer.from('{}'), 'm.json')
      .attach('file', Buffer.from('tea'), 'a.txt');
    expect(await resultOf(asFile)).toEqual([422, 'VAL_FIELD_INVALID']);
  });

  test.each(['a.exe', 'a', '.txt', 'a.svg', 'a.txt.zip'])(
    'returns VAL_VALIDATION_FAILED for the unsupported type of %s',
    async (filename) => {
      const response = await operations(fixture, caller).upload(filename, 'tea');
      expect(errorOf(response)).toEqual([422, 'VAL_VALIDATION_FAILED']);
      expect(response.body.error.details!['supported_extensions']).toHaveLength(35);
    },
  );

  test.each([
    ['empty', 'a.txt', ''],
    ['without text', 'a.html', '<p> </p>'],
    ['of another type than its extension', 'a.pdf', 'plain text'],
    ['corrupt', 'a.docx', Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(100)])],
  ])('returns VAL_VALIDATION_FAILED for a file that is %s', async (_, filename, content) => {
    fixture.faults.parse = parseAndChunk;
    const response = await operations(fixture, caller).upload(filename, content);
    expect(errorOf(response)).toEqual([422, 'VAL_VALIDATION_FAILED']);
    expect(response.body.error.message.length).toBeGreaterThan(20);
  });

  test('returns VAL_VALIDATION_FAILED for two files', async () => {
    const two = post()
      .attach('file', Buffer.from('tea'), 'a.txt')
      .attach('file', Buffer.from('tea'), 'b.txt');
    expect(await resultOf(two)).toEqual([422, 'VAL_VALIDATION_FAILED']);
  });

  test('returns VAL_VALIDATION_FAILED with status 415 for a JSON body', async () => {
    expect(await resultOf(post().send({ file: 'tea' }))).toEqual([415, 'VAL_VALIDATION_FAILED']);
  });

  test('returns VAL_VALIDATION_FAILED for a malformed multipart body', async () => {
    const incomplete = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\ntea and';
    for (const [contentType, body] of [
      ['multipart/form-data; boundary=b', incomplete],
      ['multipart/form-data; boundary=b', 'not multipart'],
      ['multipart/form-data', incomplete],
    ] as const) {
      expect(await resultOf(post().set('content-type', contentType).send(body))).toEqual([
        422,
        'VAL_VALIDATION_FAILED',
      ]);
    }
  });

  test('returns VAL_FIELD_INVALID for a file name of 256 characters', async () => {
    expect(errorOf(await operations(fixture, caller).upload(`${'a'.repeat(252)}.txt`, 'tea'))).toEqual([
      422,
      'VAL_FIELD_INVALID',
    ]);
  });

  test('returns VAL_FIELD_INVALID for a file name with control characters', async () => {
    const bell =
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a\u0007.txt"\r\n\r\ntea\r\n--b--\r\n';
    const sent = post().set('content-type', 'multipart/form-data; boundary=b').send(bell);
    expect(await resultOf(sent)).toEqual([422, 'VAL_FIELD_INVALID']);
  });
});

describe('authorization of POST /api/v2/documents/upload', () => {
  test('returns 401 without a token', async () => {
    expect(errorOf(await operations(fixture, null).upload('a.txt', 'tea'))).toEqual([
      401,
      'AUTH_UNAUTHORIZED',
    ]);
  });

  test.each(CALLERS_WITHOUT.write)('returns 403 for %s', async (_, caller, code) => {
    expect(errorOf(await operations(fixture, caller).upload('a.txt', 'tea'))).toEqual([403, code]);
  });
});

describe('POST /api/v2/documents/upload while a dependency is unavailable', () => {
  test('returns 503, without storing the file, while the object store is unavailable', async () => {
    const caller = testCaller();
    fixture.faults.afterPut = storeUnavailable;
    expect(errorOf(await operations(fixture, caller).upload('a.txt', newText()))).toEqual([
      503,
      'SYS_SERVICE_UNAVAILABLE',
    ]);
    await expectNothingStored(caller);
  });

  test('returns 503 only for an upload that arrives while the parse queue is full', async () => {
    const caller = testCaller();
    const held = Promise.withResolvers<void>();
    fixture.faults.parse = async (file) => {
      await held.promise;
      return parseInProcess(file);
    };
    const { upload } = operations(fixture, caller);
    const refused = Promise.withResolvers<TestResponse>();
    const uploads = Array.from({ length: 43 }, async (_, i) => {
      const response = await upload(`${i}.txt`, newText());
      if (response.status === 503) refused.resolve(response);
      return response.status;
    });
    const response = await refused.promise;
    expect(response.body.error.code).toBe('SYS_SERVICE_UNAVAILABLE');
    expect(response.headers['retry-after']).toBe('2');
    held.resolve();
    const statuses = await Promise.all(uploads);
    expect(statuses.filter((status) => status === 201)).toHaveLength(42);
    expect(await fixture.rowIds(caller)).toHaveLength(42);
  });
});

describe('a running upload', () => {
  test('has the status uploading, then processing, then active', async () => {
    const caller = testCaller();
    const parsing = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    fixture.faults.parse = async (file) => {
      parsing.resolve();
      await held.promise;
      return parseInProcess(file);
    };
    const { server, port } = await listen(caller);
    const responseStatus = Promise.withResolvers<number>();
    const sending = httpRequest({
      port,
      path: '/api/v2/documents/upload',
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
    });
    sending.on('response', (response) => {
      response.resume().on('end', () => responseStatus.resolve(response.statusCode!));
    });
    sending.write(
      '--b\r\nContent-Disposition: form-data; name="file"; filename="slow.txt"\r\n\r\nShips and ',
    );

    const { list, get } = operations(fixture, caller);
    const listed = async () => (await list()).body.data.items;
    let items = await listed();
    while (items.length === 0) items = await listed();
    const { id } = items[0]!;
    expect(items).toMatchObject([
      { filename: 'slow.txt', processing_status: 'uploading', chunk_count: 0, size: 0 },
    ]);
    expect(errorOf(await operations(fixture, caller).download(id).then(withJson))).toEqual([
      404,
      'RES_NOT_FOUND',
    ]);

    sending.end('tea.\r\n--b--\r\n');
    await parsing.promise;
    expect((await get(id)).body.data).toMatchObject({ processing_status: 'processing', size: 14 });
    held.resolve();
    expect(await responseStatus.promise).toBe(201);
    expect((await get(id)).body.data).toMatchObject({ processing_status: 'active', chunk_count: 1 });
    server.close();
  });

  test('stores nothing if the client disconnects while sending the file', async () => {
    const caller = testCaller();
    const { server, port } = await listen(caller);
    const sending = httpRequest({
      port,
      path: '/api/v2/documents/upload',
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
    });
    sending.on('error', () => undefined);
    sending.write(
      '--b\r\nContent-Disposition: form-data; name="file"; filename="slow.txt"\r\n\r\nShips and ',
    );
    while ((await fixture.rowIds(caller)).length === 0);
    sending.destroy();
    while ((await fixture.rowIds(caller)).length > 0);
    await expectNothingStored(caller);
    server.close();
  });

  test('aborts parsing, without storing the file, if the client disconnects during parsing', async () => {
    const caller = testCaller();
    const aborted = Promise.withResolvers<void>();
    const parsing = Promise.withResolvers<void>();
    fixture.faults.parse = (file) => {
      parsing.resolve();
      return new Promise((_, reject) => {
        file.signal.addEventListener('abort', () => {
          aborted.resolve();
          reject(file.signal.reason as Error);
        });
      });
    };
    const { server, port } = await listen(caller);
    const sending = httpRequest({
      port,
      path: '/api/v2/documents/upload',
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
    });
    sending.on('error', () => undefined);
    sending.end(
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\ntea\r\n--b--\r\n',
    );
    await parsing.promise;
    sending.destroy();
    await aborted.promise;
    while ((await fixture.rowIds(caller)).length > 0);
    await expectNothingStored(caller);
    server.close();
  });

  test('fails with 404 if its document is deleted', async () => {
    const caller = testCaller();
    const { upload, list, remove } = operations(fixture, caller);
    fixture.faults.parse = async (file) => {
      const [running] = (await list()).body.data.items;
      expect((await remove(running!.id)).status).toBe(200);
      return parseInProcess(file);
    };
    expect(errorOf(await upload('a.txt', newText()))).toEqual([404, 'RES_NOT_FOUND']);
    await expectNothingStored(caller);
  });
});

describe('the etag of a download', () => {
  test('is the SHA-256 of the file', async () => {
    const caller = testCaller();
    const text = newText();
    const { body } = await operations(fixture, caller).upload('a.txt', text);
    const { headers } = await operations(fixture, caller).download(body.data.id);
    expect(headers['etag']).toBe(`"${createHash('sha256').update(text).digest('hex')}"`);
  });
});

const withJson = (response: {
  status: number;
  body: Buffer;
  headers: Record<string, string>;
}): TestResponse => ({
  ...response,
  body: JSON.parse(response.body.toString()) as TestResponse['body'],
});
