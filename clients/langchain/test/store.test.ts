import { describe, expect, test } from '@jest/globals';
import { LociStore } from '../src/index.ts';
import { fakeMemories } from './fake-memories.ts';

async function keysOf(store: LociStore, prefix?: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of store.yieldKeys(prefix)) keys.push(key);
  return keys;
}

describe('LociStore', () => {
  test('returns the values in the order of the keys, and undefined for an unknown key', async () => {
    const store = new LociStore({ client: fakeMemories().client });
    await store.mset([
      ['tea', { sugar: 0, milk: [true, null] }],
      ['coffee', 'black'],
    ]);
    expect(await store.mget(['coffee', 'milk', 'tea', 'coffee'])).toEqual([
      'black',
      undefined,
      { sugar: 0, milk: [true, null] },
      'black',
    ]);
  });

  test.each(['', '  ', 'a\0b', '\ud83d', 'x'.repeat(20_000), null, 0, false, [], { a: { b: '\0' } }])(
    'returns the value %j unchanged, and stores valid content',
    async (value) => {
      const { client, memories } = fakeMemories();
      const store = new LociStore({ client });
      await store.mset([['key', value]]);
      expect(await store.mget(['key'])).toEqual([value]);
      const { content } = memories[0]!;
      expect(content.trim()).not.toBe('');
      expect([content.length <= 10_000, content.includes('\0'), content.isWellFormed()]).toEqual([
        true,
        false,
        true,
      ]);
    },
  );

  test.each(['', 'user/7', 'a\0b', '\ud83d', '"', 'Préférences'])(
    'accepts the key and the namespace %j',
    async (text) => {
      const { client } = fakeMemories();
      const store = new LociStore({ client, namespace: text });
      await store.mset([[text, '']]);
      expect([await store.mget([text]), await keysOf(store)]).toEqual([[''], [text]]);
    },
  );

  test('stores a text value as the content of the memory, which searches find by the tag of the store', async () => {
    const { client, memories } = fakeMemories();
    const store = new LociStore<string>({ client });
    await store.mset([['tea', 'Ada prefers tea.']]);
    expect(memories).toMatchObject([
      { content: 'Ada prefers tea.', tags: expect.arrayContaining([await store.tag()]) },
    ]);
    expect(await store.tag()).toMatch(/^lc-store-[0-9a-f]{32}$/);
  });

  test('creates several keys in one request', async () => {
    const { client, requests } = fakeMemories();
    const store = new LociStore({ client });
    await store.mset(Array.from({ length: 50 }, (_, index) => [`key-${index}`, index]));
    expect(requests.map(({ method }) => method)).toEqual(['GET', 'POST']);
    expect(requests[1]!.body).toMatchObject({ atomic: true });
  });

  test('changes the memory of an existing key instead of creating another one', async () => {
    const { client, memories } = fakeMemories();
    const store = new LociStore({ client });
    await store.mset([['tea', 'green']]);
    await store.mset([
      ['tea', 'black'],
      ['coffee', 'black'],
    ]);
    expect(memories.map(({ content }) => content)).toEqual(['black', 'black']);
    expect(await store.mget(['tea'])).toEqual(['black']);
  });

  test('sets the last value of a key that occurs twice', async () => {
    const { client, memories } = fakeMemories();
    const store = new LociStore({ client });
    await store.mset([
      ['tea', 'green'],
      ['tea', 'black'],
    ]);
    expect([await store.mget(['tea']), memories.length]).toEqual([['black'], 1]);
  });

  test('creates the memory of a key that another client deletes during the change', async () => {
    const fake = fakeMemories();
    const store = new LociStore({ client: fake.client });
    await store.mset([['tea', 'green']]);
    fake.beforeResponse = ({ method }) => {
      if (method === 'PUT') fake.memories.length = 0;
    };
    await store.mset([['tea', 'black']]);
    expect(await store.mget(['tea'])).toEqual(['black']);
  });

  test('of two memories of a key, uses the newest and deletes both', async () => {
    const { client, memories } = fakeMemories();
    const store = new LociStore({ client });
    await Promise.all([store.mset([['tea', 'green']]), store.mset([['tea', 'black']])]);
    expect(memories).toHaveLength(2);
    const newest = memories[1]!.content;
    expect([await store.mget(['tea']), await keysOf(store)]).toEqual([[newest], ['tea']]);
    await store.mset([['tea', 'white']]);
    expect(await store.mget(['tea'])).toEqual(['white']);
    await store.mdelete(['tea']);
    expect(memories).toEqual([]);
  });

  test('deletes keys, and ignores unknown keys and keys that another client deletes', async () => {
    const fake = fakeMemories();
    const store = new LociStore({ client: fake.client });
    await store.mset([
      ['tea', 'green'],
      ['coffee', 'black'],
      ['milk', 'warm'],
    ]);
    await store.mdelete(['tea', 'water']);
    expect(await keysOf(store)).toEqual(['coffee', 'milk']);
    fake.beforeResponse = ({ method }) => {
      if (method === 'DELETE') fake.memories.length = 0;
    };
    await store.mdelete(['coffee', 'milk']);
    expect(await keysOf(store)).toEqual([]);
  });

  test('yields the keys with a prefix, in the order of their creation, from several pages', async () => {
    const store = new LociStore({ client: fakeMemories().client });
    const keys = Array.from({ length: 250 }, (_, index) => `user:${index}`);
    await store.mset([...keys.map((key): [string, unknown] => [key, 1]), ['other', 1]]);
    expect(await keysOf(store, 'user:')).toEqual(keys);
    expect(await keysOf(store)).toHaveLength(251);
  });

  test('reads 250 keys with at most 4,000 characters of tags per request', async () => {
    const { client, requests } = fakeMemories();
    const store = new LociStore({ client });
    const keys = Array.from({ length: 250 }, (_, index) => `user:${index}`);
    await store.mset(keys.map((key, index) => [key, index]));
    requests.length = 0;
    expect(await store.mget(keys)).toEqual(keys.map((_, index) => index));
    expect(requests.map(({ query }) => query.get('tags')!.length).filter((length) => length > 4_000)).toEqual(
      [],
    );
    expect(requests).toHaveLength(3);
  });

  test('separates namespaces', async () => {
    const { client } = fakeMemories();
    const [first, second] = [
      new LociStore({ client, namespace: 'a' }),
      new LociStore({ client, namespace: 'b' }),
    ];
    await first.mset([['tea', 'green']]);
    await second.mset([['tea', 'black']]);
    expect([await first.mget(['tea']), await second.mget(['tea']), await keysOf(first)]).toEqual([
      ['green'],
      ['black'],
      ['tea'],
    ]);
  });

  test('ignores a memory with the tags of a key that another program created', async () => {
    const { client, memories } = fakeMemories();
    const store = new LociStore({ client });
    await store.mset([['tea', 'green']]);
    const { tags, metadata } = memories[0]!;
    const { langchain_key, langchain_value, ...namespaceOnly } = metadata;
    const foreign = [
      {},
      { ...metadata, langchain_namespace: '"x"' },
      { ...metadata, langchain_key: '"x"' },
      { ...namespaceOnly, langchain_key },
      { ...namespaceOnly, langchain_value },
    ];
    for (const fields of foreign) {
      memories.push({ id: String(memories.length + 10), content: 'Foreign.', tags, metadata: fields });
    }
    expect([await store.mget(['tea']), await keysOf(store)]).toEqual([['green'], ['tea', 'x']]);
    await store.mdelete(['tea']);
    expect(memories).toHaveLength(foreign.length);
  });

  test('changes at most eight memories at the same time', async () => {
    const { client, maxPending } = fakeMemories();
    const store = new LociStore({ client });
    const pairs = Array.from({ length: 30 }, (_, index): [string, unknown] => [`key-${index}`, index]);
    await store.mset(pairs);
    await store.mset(pairs);
    expect(maxPending()).toBe(8);
  });

  test.each([
    [undefined, TypeError, 'The value of the key "tea" cannot be stored, because it is not JSON.'],
    ['x'.repeat(70_000), RangeError, 'Loci stores at most 60000'],
  ])('rejects a value without a request (%#)', async (value, type, message) => {
    const { client, requests } = fakeMemories();
    const error = await new LociStore({ client }).mset([['tea', value]]).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(type);
    expect((error as Error).message).toContain(message);
    expect(requests).toEqual([]);
  });
});
