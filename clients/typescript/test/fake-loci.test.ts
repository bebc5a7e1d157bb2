import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { ConflictError, Loci, NotFoundError, ServerError } from '../src/index.ts';
import { REQUESTS } from '../src/generated/requests.ts';
import { createFakeLoci } from '../src/testing/index.ts';
import { isImplemented } from '../src/testing/server/operations.ts';
import { TOKEN_OPERATIONS } from '../src/testing/server/fake-server.ts';

const README = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
const section = README.split('## Tests of your application\n')[1]!.split('\n## ')[0]!;

const UNKNOWN_ID = '01a2018e-850c-7000-bee0-3ea9bd90741f';

describe('the fake', () => {
  test('responds with 501 to an operation that it does not implement, and names it', async () => {
    const { client } = createFakeLoci();
    const call = client.artifacts.save({ path: '/a.md', content: 'a' });
    await expect(call).rejects.toMatchObject({
      status: 501,
      code: 'NOT_IMPLEMENTED',
      message: expect.stringContaining('saveArtifact (POST /api/v2/artifacts)'),
    });
  });

  test('responds with 501 to parameters that it does not implement, and names them', async () => {
    const { client } = createFakeLoci();
    const calls = {
      as_of: () => client.memories.list({ as_of: '2020-01-01' }),
      known_at: () => client.search.hybrid({ query: 'x', known_at: '2020-01-01' }),
      explain: () => client.search.hybrid({ query: 'x', explain: true }),
      check_similar: () => client.memories.create({ content: 'x', check_similar: true }),
      '.pdf': () => client.documents.upload({ file: new Blob(['x']), filename: 'x.pdf' }),
      restored_id: () =>
        client.documents.upload({ file: new Blob(['x']), filename: 'x.txt' }, { restored_id: UNKNOWN_ID }),
      ж: () => client.memories.create({ content: 'x', tags: ['жук'] }),
    };
    for (const [name, call] of Object.entries(calls))
      await expect(call()).rejects.toMatchObject({ status: 501, message: expect.stringContaining(name) });
  });

  test('implements no operation that the README lists as missing, and all others', () => {
    const listed = [...section.split('does not implement')[1]!.matchAll(/`(\w+)`/g)].map(([, id]) => id);
    const missing = Object.keys(REQUESTS).filter(
      (id) =>
        !isImplemented(id as keyof typeof REQUESTS) && !TOKEN_OPERATIONS.has(id as keyof typeof REQUESTS),
    );
    expect(missing.filter((id) => !listed.includes(id))).toEqual([]);
    expect(listed.filter((id) => id! in REQUESTS && !missing.includes(id!))).toEqual([]);
  });

  test('stores at most `maxMemories` memories and replaced states in each tenant', async () => {
    const fake = createFakeLoci({ maxMemories: 2 });
    const { id } = await fake.client.memories.create({ content: 'One.' });
    await fake.client.memories.update(id, { content: 'Two.' });
    const full = { code: 'BIZ_QUOTA_EXCEEDED', message: expect.stringContaining('maxMemories') };
    const calls = [
      () => fake.client.memories.create({ content: 'Three.' }),
      () => fake.client.memories.createMany({ memories: [{ content: 'Three.' }] }),
      () => fake.client.memories.update(id, { content: 'Three.' }),
      () => fake.client.memories.evolve(id, { new_content: 'Three.', evolution_type: 'update' }),
    ];
    for (const call of calls) {
      await expect(call()).rejects.toThrow(ConflictError);
      await expect(call()).rejects.toMatchObject(full);
    }
    expect((await fake.client.memories.get(id)).content).toBe('Two.');
    await fake.client.memories.delete(id, { erase: true });
    await fake.client.memories.create({ content: 'Three.' });
    await fake.createTenant().client.memories.create({ content: 'Four.' });
  });

  test('stores at most `maxDocumentBytes` bytes of documents in each tenant', async () => {
    const { client } = createFakeLoci({ maxDocumentBytes: 5 });
    await client.documents.upload({ file: new Blob(['12345']), filename: 'a.txt' });
    const second = client.documents.upload({ file: new Blob(['6']), filename: 'b.txt' });
    await expect(second).rejects.toMatchObject({ message: expect.stringContaining('maxDocumentBytes') });
  });

  test('rejects limits that are not positive integers', () => {
    for (const maxMemories of [0, -1, 1.5, NaN])
      expect(() => createFakeLoci({ maxMemories })).toThrow(RangeError);
  });

  test('issues new tokens when its clock passes their lifetime', async () => {
    let now = Date.parse('2030-01-01');
    const fake = createFakeLoci({ now: () => now });
    const paths: string[] = [];
    const fetch: typeof globalThis.fetch = (input, init) => {
      paths.push(new URL(input as string).pathname);
      return fake.fetch(input, init);
    };
    const loci = new Loci({ baseUrl: fake.baseUrl, apiKey: fake.apiKey, fetch });
    await loci.memories.create({ content: 'One.' });
    now += 3_600_000;
    await loci.memories.create({ content: 'Two.' });
    // The client does not know the clock of the fake, so the fake rejects the token first.
    expect(paths.map((path) => path.split('/').at(-1))).toEqual([
      'token',
      'memories',
      'memories',
      'refresh',
      'memories',
    ]);
  });

  test('hides memories that have expired, and their relationships', async () => {
    let now = Date.parse('2030-01-01');
    const { client } = createFakeLoci({ now: () => now });
    const { id } = await client.memories.create({ content: 'Expires.', ttl_seconds: 60 });
    const { id: other } = await client.memories.create({ content: 'Stays.' });
    const { id: relationshipId } = await client.relationships.create({
      from_id: other,
      to_id: id,
      relationship_type: 'supports',
    });
    now += 60_000;
    await expect(client.memories.get(id)).rejects.toThrow(NotFoundError);
    await expect(client.relationships.get(relationshipId)).rejects.toThrow(NotFoundError);
    expect((await client.relationships.list()).items).toEqual([]);
    expect((await client.search.hybrid('expires stays')).items.map((item) => item.id)).toEqual([other]);
  });

  test('returns 404 for a repeated creation of a memory that was deleted', async () => {
    const { client } = createFakeLoci();
    const options = { idempotencyKey: 'key' };
    const { id } = await client.memories.create({ content: 'One.' }, options);
    await client.memories.delete(id);
    await expect(client.memories.create({ content: 'One.' }, options)).rejects.toThrow(NotFoundError);
  });

  test('rejects positions of another fake, so that the client forgets them', async () => {
    const fake = createFakeLoci();
    const other = createFakeLoci();
    let target = fake;
    const apiKey = fake.apiKey;
    const statuses: number[] = [];
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const headers = new Headers(init?.headers);
      if (target === other && headers.has('authorization')) headers.set('authorization', `Bearer ${token}`);
      const response = await target.fetch(input, { ...init, headers });
      if (target === other) statuses.push(response.status);
      return response;
    };
    const token = (await other.client.auth.exchange(other.apiKey)).access_token;
    const loci = new Loci({ baseUrl: fake.baseUrl, apiKey, fetch });
    await loci.memories.create({ content: 'One.' });
    target = other;
    expect((await loci.memories.list()).items).toEqual([]);
    expect(statuses).toEqual([422, 200]);
  });

  test('runs the retries of the client', async () => {
    const fake = createFakeLoci();
    let failures = 1;
    const fetch: typeof globalThis.fetch = async (input, init) => {
      if ((input as string).endsWith('/memories') && failures-- > 0)
        return Response.json({}, { status: 503 });
      return fake.fetch(input, init);
    };
    const loci = new Loci({ baseUrl: fake.baseUrl, apiKey: fake.apiKey, fetch });
    expect((await loci.memories.create({ content: 'Retried.' })).content).toBe('Retried.');
    failures = 1;
    const impatient = new Loci({ baseUrl: fake.baseUrl, apiKey: fake.apiKey, fetch, maxRetries: 0 });
    await expect(impatient.memories.list()).rejects.toThrow(ServerError);
  });

  test('passes the example of the README', async () => {
    const program = section.split('```ts\n')[1]!.split('```')[0]!;
    const withoutImports = program.replace(/^import .*$/gm, '');
    const run = new Function('createFakeLoci', 'assert', `return (async () => {${withoutImports}})();`) as (
      ...values: unknown[]
    ) => Promise<void>;
    const asserted: unknown[] = [];
    await run(createFakeLoci, {
      equal: (actual: unknown, expected: unknown) => asserted.push([actual, expected]),
    });
    expect(asserted.length).toBeGreaterThan(0);
    for (const [actual, expected] of asserted as [unknown, unknown][]) expect(actual).toEqual(expected);
  });
});
