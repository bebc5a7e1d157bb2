import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { Loci } from '../src/index.ts';
import { acceptsIdempotencyKey } from '../src/transport/operation-kind.ts';
import type { Method, Path } from '../src/types.ts';
import { success } from './scripted-fetch.ts';

interface Parameter {
  name: string;
}

interface Operation {
  /** Parameters, or references to shared parameters. */
  parameters?: (Parameter | { $ref: string })[];
}

const DOCUMENT = join(import.meta.dirname, '../../../gateway/src/api-description/openapi.json');
const { paths, components } = JSON.parse(readFileSync(DOCUMENT, 'utf8')) as {
  paths: Record<string, Record<string, Operation>>;
  components: { parameters?: Record<string, Parameter> };
};
const nameOf = (parameter: Parameter | { $ref: string }): string | undefined =>
  'name' in parameter ? parameter.name : components.parameters?.[parameter.$ref.split('/').at(-1)!]?.name;
const OPERATIONS = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    method: method as Method,
    path: path as Path,
    operation,
  })),
);

// The methods do not validate their input, so one argument of each kind suffices.
const body = {} as never;
const query = { from_id: 'a', to_id: 'b', path: '/a' } as never;

/** Calls every method of the client that sends a request, except those that iterate. */
const CALLS: Record<string, Record<string, (loci: Loci) => Promise<unknown>>> = {
  analysis: {
    reflect: (loci) => loci.analysis.reflect(),
    summarize: (loci) => loci.analysis.summarize(),
    insights: (loci) => loci.analysis.insights(),
  },
  artifacts: {
    save: (loci) => loci.artifacts.save(body),
    completeUpload: (loci) => loci.artifacts.completeUpload('a'),
    get: (loci) => loci.artifacts.get(query),
    list: (loci) => loci.artifacts.list(),
    move: (loci) => loci.artifacts.move(body),
    delete: (loci) => loci.artifacts.delete(query),
    usage: (loci) => loci.artifacts.usage(),
  },
  audit: {
    list: (loci) => loci.audit.list(),
    export: (loci) => loci.audit.export().next(),
  },
  auth: {
    exchange: (loci) => loci.auth.exchange('key'),
    refresh: (loci) => loci.auth.refresh('token'),
    verify: (loci) => loci.auth.verify(),
  },
  checkpoints: {
    create: (loci) => loci.checkpoints.create(body),
    list: (loci) => loci.checkpoints.list(),
    get: (loci) => loci.checkpoints.get('a'),
    update: (loci) => loci.checkpoints.update('a', body),
  },
  contradictions: {
    create: (loci) => loci.contradictions.create(body),
    list: (loci) => loci.contradictions.list('a'),
    open: (loci) => loci.contradictions.open(),
    resolve: (loci) => loci.contradictions.resolve('a', body),
    states: (loci) => loci.contradictions.states(),
    restoreStates: (loci) => loci.contradictions.restoreStates([]),
  },
  documents: {
    upload: (loci) => loci.documents.upload({ file: new Blob(['a']), filename: 'a.txt' }),
    completeUpload: (loci) => loci.documents.completeUpload('a'),
    download: (loci) => loci.documents.download('a').then((download) => download.text()),
    get: (loci) => loci.documents.get('a'),
    list: (loci) => loci.documents.list(),
    text: (loci) => loci.documents.text('a'),
    outline: (loci) => loci.documents.outline('a'),
    delete: (loci) => loci.documents.delete('a'),
    reprocess: (loci) => loci.documents.reprocess('a'),
    usage: (loci) => loci.documents.usage(),
  },
  erasures: {
    create: (loci) => loci.erasures.create(body),
    get: (loci) => loci.erasures.get('a'),
    list: (loci) => loci.erasures.list(),
  },
  memories: {
    create: (loci) => loci.memories.create(body),
    createMany: (loci) => loci.memories.createMany(body),
    get: (loci) => loci.memories.get('a'),
    list: (loci) => loci.memories.list(),
    update: (loci) => loci.memories.update('a', body),
    updateMany: (loci) => loci.memories.updateMany(body),
    dailyCounts: (loci) => loci.memories.dailyCounts(),
    conversations: (loci) => loci.memories.conversations(),
    delete: (loci) => loci.memories.delete('a'),
    evolve: (loci) => loci.memories.evolve('a', body),
    history: (loci) => loci.memories.history('a'),
    revisions: (loci) => loci.memories.revisions('a'),
    readers: (loci) => loci.memories.readers('a'),
    states: (loci) => loci.memories.states(),
    restoreStates: (loci) => loci.memories.restoreStates([]),
    tags: (loci) => loci.memories.tags('a'),
    addTags: (loci) => loci.memories.addTags('a', []),
    removeTags: (loci) => loci.memories.removeTags('a', []),
    overview: (loci) => loci.memories.overview(),
    usage: (loci) => loci.memories.usage(),
  },
  personality: {
    personas: (loci) => loci.personality.personas(),
    createPersona: (loci) => loci.personality.createPersona(body),
    updatePersona: (loci) => loci.personality.updatePersona('a', body),
    deletePersona: (loci) => loci.personality.deletePersona('a'),
    get: (loci) => loci.personality.get(),
    configure: (loci) => loci.personality.configure(body),
    reset: (loci) => loci.personality.reset(),
    awakening: (loci) => loci.personality.awakening(),
    addTrait: (loci) => loci.personality.addTrait(body),
    updateTrait: (loci) => loci.personality.updateTrait('a', body),
    deleteTrait: (loci) => loci.personality.deleteTrait('a'),
  },
  relationships: {
    create: (loci) => loci.relationships.create(body),
    createMany: (loci) => loci.relationships.createMany(body),
    get: (loci) => loci.relationships.get('a'),
    list: (loci) => loci.relationships.list(),
    update: (loci) => loci.relationships.update('a', body),
    delete: (loci) => loci.relationships.delete('a'),
    deleteBetween: (loci) => loci.relationships.deleteBetween(query),
    revisions: (loci) => loci.relationships.revisions('a'),
    traverse: (loci) => loci.relationships.traverse(body),
    neighborhood: (loci) => loci.relationships.neighborhood(body),
    states: (loci) => loci.relationships.states(),
    restoreStates: (loci) => loci.relationships.restoreStates([]),
  },
  search: {
    hybrid: (loci) => loci.search.hybrid('a'),
    vector: (loci) => loci.search.vector('a'),
    whyNot: (loci) => loci.search.whyNot(body),
    stats: (loci) => loci.search.stats(),
    saved: (loci) => loci.search.saved(),
    save: (loci) => loci.search.save(body),
    deleteSaved: (loci) => loci.search.deleteSaved('a'),
  },
  settings: {
    retention: (loci) => loci.settings.retention(),
    setRetention: (loci) => loci.settings.setRetention(body),
    secretFilter: (loci) => loci.settings.secretFilter(),
    setSecretFilter: (loci) => loci.settings.setSecretFilter(body),
    readers: (loci) => loci.settings.readers(),
    setReaders: (loci) => loci.settings.setReaders(body),
  },
  suggestions: {
    list: (loci) => loci.suggestions.list(),
    resolve: (loci) => loci.suggestions.resolve('a', body),
  },
  tags: {
    list: (loci) => loci.tags.list(),
    memories: (loci) => loci.tags.memories('a'),
    rename: (loci) => loci.tags.rename('a', body),
  },
  webhooks: {
    create: (loci) => loci.webhooks.create(body),
    list: (loci) => loci.webhooks.list(),
    get: (loci) => loci.webhooks.get('a'),
    update: (loci) => loci.webhooks.update('a', body),
    delete: (loci) => loci.webhooks.delete('a'),
    rotateSecret: (loci) => loci.webhooks.rotateSecret('a'),
    test: (loci) => loci.webhooks.test('a'),
    deliveries: (loci) => loci.webhooks.deliveries('a'),
    replayDelivery: (loci) => loci.webhooks.replayDelivery('a', 'b'),
    replay: (loci) => loci.webhooks.replay('a', body),
  },
};

/** Returns the operation that a call requests, such as `get /api/v2/memories/{memory_id}`. */
async function operationOf(call: (loci: Loci) => Promise<unknown>): Promise<string> {
  let requested = '';
  const fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const { pathname } = new URL(input as string);
    const method = init!.method!.toLowerCase();
    const exact = OPERATIONS.find((operation) => operation.method === method && operation.path === pathname);
    const match = OPERATIONS.find(
      ({ method: candidate, path }) =>
        candidate === method && new RegExp(`^${path.replace(/\{\w+\}/g, '[ab]')}$`).test(pathname),
    );
    requested = `${method} ${(exact ?? match)?.path ?? pathname}`;
    return pathname.endsWith('/export') ? new Response('{"end":true,"count":0}\n') : success({});
  };
  await call(new Loci({ accessToken: 'a', fetch }));
  return requested;
}

const getContext = (loci: Loci): Promise<unknown> => loci.context();

const METHODS = Object.entries(CALLS).flatMap(([resource, methods]) =>
  Object.entries(methods).map(([name, call]) => ({ name: `${resource}.${name}`, call })),
);

test('the client has one method for each operation of the OpenAPI document', async () => {
  const calls = [...METHODS.map(({ call }) => call), getContext];
  const requested = await Promise.all(calls.map(operationOf));
  const documented = OPERATIONS.map(({ method, path }) => `${method} ${path}`);
  expect(requested.sort()).toEqual(documented.sort());
});

test('the calls of this test include every method of the client', () => {
  const { baseUrl: _, ...resources } = new Loci({ accessToken: 'a' });
  const methods = Object.entries(resources as unknown as Record<string, object>).flatMap(
    ([resource, object]) =>
      Object.getOwnPropertyNames(Object.getPrototypeOf(object))
        .filter((name) => name !== 'constructor' && !name.startsWith('iterate'))
        .map((name) => `${resource}.${name}`),
  );
  expect(METHODS.map(({ name }) => name).sort()).toEqual(methods.sort());
});

describe('an idempotency key', () => {
  test.each(OPERATIONS)('is sent with $method $path only if the operation accepts it', (entry) => {
    const documented = (entry.operation.parameters ?? []).map(nameOf).includes('Idempotency-Key');
    expect(acceptsIdempotencyKey(entry.method, entry.path)).toBe(documented);
  });
});
