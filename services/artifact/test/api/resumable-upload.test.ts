import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Caller } from '@loci/core';
import { testCaller } from '@loci/testing';
import type { Test } from 'supertest';
import { startArtifactService } from '../artifact-service.fixture.ts';
import type { ArtifactFixture, TestResponse } from '../artifact-service.fixture.ts';

const UPLOADS = '/api/v2/artifacts/uploads';
const MIB = 1_048_576;

let fixture: ArtifactFixture;
beforeAll(async () => {
  fixture = await startArtifactService();
});
afterAll(() => fixture.close());

const withVersion = (sent: Test): Test => sent.set('tus-resumable', '1.0.0');

const create = async (caller: Caller, path: string, size: number) =>
  withVersion(fixture.as(caller).post(UPLOADS))
    .set('upload-length', String(size))
    .set('upload-metadata', `path ${Buffer.from(path).toString('base64')}`);

const append = async (caller: Caller, url: string, offset: number, content: Buffer) =>
  withVersion(fixture.as(caller).patch(url))
    .set('upload-offset', String(offset))
    .set('content-type', 'application/offset+octet-stream')
    .send(content);

const complete = async (caller: Caller, url: string): Promise<TestResponse> =>
  (await fixture.as(caller).post(`${url}/complete`)) as unknown as TestResponse;

/** Sends a file in two requests. Returns the URL of the upload. */
async function send(caller: Caller, path: string, content: Buffer): Promise<string> {
  const url = (await create(caller, path, content.length)).headers['location']!;
  const half = Math.floor(content.length / 2);
  await append(caller, url, 0, content.subarray(0, half));
  await append(caller, url, half, content.subarray(half));
  return url;
}

const codeOf = ({ status, body }: { status: number; body: unknown }): string =>
  `${status} ${(body as { error?: { code: string } }).error?.code ?? ''}`.trim();

const read = async (caller: Caller, path: string): Promise<TestResponse['body']['data']> =>
  ((await fixture.as(caller).get('/api/v2/artifacts').query({ path })) as unknown as TestResponse).body.data;

test.each([
  ['text', '/notes/tea.md', Buffer.from('\uFEFF# Tea\n'), 'utf-8', 'text/markdown'],
  ['an empty file', '/notes/empty.txt', Buffer.alloc(0), 'utf-8', 'text/plain'],
  ['a binary file of 1 MiB', '/logo.png', Buffer.alloc(MIB, 0xff), 'base64', 'application/octet-stream'],
] as const)(
  'a resumable upload saves %s as a normal save does',
  async (_name, path, content, encoding, type) => {
    const caller = testCaller();
    const url = await send(caller, path, content);
    const { status, body } = await complete(caller, url);
    expect([status, body.data['path'], body.data['content_type']]).toEqual([201, path, type]);
    const saved = await read(caller, path);
    expect(saved['encoding']).toBe(encoding);
    expect(Buffer.from(saved['content']!, encoding === 'utf-8' ? 'utf8' : encoding).equals(content)).toBe(
      true,
    );
    const repeated = await complete(caller, url);
    expect([repeated.status, repeated.body.data]).toEqual([200, body.data]);
    expect(await fixture.objectKeysOf(caller)).toEqual([body.data['storage_path']]);
  },
);

test('concurrent completions of an upload create one artifact', async () => {
  const caller = testCaller();
  const url = await send(caller, '/once.txt', Buffer.from('tea'));
  const completed = await Promise.all([1, 2, 3].map(() => complete(caller, url)));
  expect(completed.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
  expect(new Set(completed.map(({ body }) => body.data['artifact_id'])).size).toBe(1);
});

test('a resumable upload is rejected for an invalid or used path, and for a file over 1 MiB', async () => {
  const caller = testCaller();
  expect(codeOf(await create(caller, '/../tea.md', 3))).toBe('400 VAL_FIELD_INVALID');
  expect(codeOf(await create(caller, '', 3))).toBe('422 VAL_FIELD_REQUIRED');
  expect(codeOf(await create(caller, '/large.txt', MIB + 1))).toBe('413 VAL_FIELD_TOO_LONG');
  const [first, second] = [
    await send(caller, '/tea.md', Buffer.from('one')),
    await send(caller, '/tea.md', Buffer.from('two')),
  ];
  expect((await complete(caller, first)).status).toBe(201);
  expect(codeOf(await complete(caller, second))).toBe('409 RES_ALREADY_EXISTS');
  expect(codeOf(await create(caller, '/tea.md', 3))).toBe('409 RES_ALREADY_EXISTS');
});

test('the completion of a resumable upload rejects or replaces secrets in text', async () => {
  const text = Buffer.from(`The key is ghp_${'a1B2'.repeat(9)}.`);
  const strict = testCaller({ secretFilter: 'reject' });
  expect(codeOf(await complete(strict, await send(strict, '/key.md', text)))).toBe('422 VAL_SECRET_FOUND');
  const lenient = testCaller({ secretFilter: 'redact' });
  const { status, body } = await complete(lenient, await send(lenient, '/key.md', text));
  expect(status).toBe(201);
  expect((body as unknown as { meta: { warnings: string[] } }).meta.warnings[0]).toMatch(
    /^A secret in content/,
  );
  expect((await read(lenient, '/key.md'))['content']).toMatch(/^The key is \[redacted:[^\]]+\]\.$/);
});
