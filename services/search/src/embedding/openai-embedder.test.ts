import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  startEmbeddingEndpoint,
  type CannedResponse,
  type EmbeddingEndpoint,
} from '../../test/embedding-endpoint.fixture.ts';
import type { Embedder } from './embedder.ts';
import { createOpenAiEmbedder, type OpenAiEmbedderOptions } from './openai-embedder.ts';

const DIMENSION = 8;
const UNAVAILABLE = { code: 'SYS_SERVICE_UNAVAILABLE' };

describe('OpenAI embedder', () => {
  let endpoint: EmbeddingEndpoint;
  let embedder: Embedder;
  beforeAll(async () => {
    endpoint = await startEmbeddingEndpoint(DIMENSION);
  });
  afterAll(() => endpoint.close());
  beforeEach(() => {
    endpoint.received.length = 0;
    endpoint.responses.length = 0;
    embedder = create();
  });
  afterEach(() => embedder.close());

  function create(part: Partial<OpenAiEmbedderOptions> = {}): Embedder {
    return createOpenAiEmbedder({
      baseUrl: endpoint.baseUrl,
      model: 'letters',
      dimension: DIMENSION,
      maxAttempts: 3,
      firstBackoffMs: 1,
      ...part,
    });
  }

  test('sends the model and the texts, without an API key or a dimension by default', async () => {
    await embedder.embed(['one']);
    expect(endpoint.received).toEqual([
      {
        authorization: undefined,
        body: { model: 'letters', input: ['one'], encoding_format: 'float' },
      },
    ]);
  });

  test('sends the API key and the dimension if they are configured', async () => {
    await create({ apiKey: 'secret', sendDimensions: true }).embed(['one', 'two']);
    expect(endpoint.received).toEqual([
      {
        authorization: 'Bearer secret',
        body: { model: 'letters', input: ['one', 'two'], encoding_format: 'float', dimensions: DIMENSION },
      },
    ]);
  });

  test('accepts a base URL with a slash at the end', async () => {
    expect(await create({ baseUrl: `${endpoint.baseUrl}/` }).embed(['one'])).toHaveLength(1);
  });

  test('returns null for texts without content, which it does not send', async () => {
    const [first, empty, second] = await embedder.embed(['abc', '  ', 'xyz']);
    expect(endpoint.received[0]!.body.input).toEqual(['abc', 'xyz']);
    expect(empty).toBeNull();
    expect([[first], [second]]).toEqual([await embedder.embed(['abc']), await embedder.embed(['xyz'])]);
  });

  test('sends no request if no text has content', async () => {
    expect(await embedder.embed(['', '\n'])).toEqual([null, null]);
    expect(endpoint.received).toEqual([]);
  });

  test.each<[string, CannedResponse[]]>([
    ['one response with status 429', [{ status: 429, headers: { 'retry-after': '0' } }]],
    ['two responses with status 5xx', [{ status: 500 }, { status: 503 }]],
  ])('retries after %s', async (_, responses) => {
    endpoint.responses.push(...responses);
    expect(await embedder.embed(['text'])).toHaveLength(1);
    expect(endpoint.received).toHaveLength(responses.length + 1);
  });

  test('is unavailable after all attempts fail', async () => {
    endpoint.responses.push({ status: 500 }, { status: 500 }, { status: 500 });
    await expect(embedder.embed(['text'])).rejects.toMatchObject(UNAVAILABLE);
    expect(endpoint.received).toHaveLength(3);
  });

  test.each([401, 403, 404])('is unavailable after status %i, without a retry', async (status) => {
    endpoint.responses.push({ status });
    await expect(embedder.embed(['text'])).rejects.toMatchObject(UNAVAILABLE);
    expect(endpoint.received).toHaveLength(1);
  });

  test.each([400, 413, 422])('throws VAL_FIELD_INVALID after status %i, without a retry', async (status) => {
    endpoint.responses.push({ status });
    await expect(embedder.embed(['text'])).rejects.toMatchObject({ code: 'VAL_FIELD_INVALID' });
    expect(endpoint.received).toHaveLength(1);
  });

  test('retries a request that times out', async () => {
    endpoint.responses.push('hang');
    expect(await create({ timeoutMs: 50 }).embed(['text'])).toHaveLength(1);
  });

  test('is unavailable if every attempt times out', async () => {
    endpoint.responses.push('hang', 'hang', 'hang');
    await expect(create({ timeoutMs: 50 }).embed(['text'])).rejects.toMatchObject(UNAVAILABLE);
  });

  test('is unavailable if connections are refused', async () => {
    const stopped = await startEmbeddingEndpoint(DIMENSION);
    await stopped.close();
    await expect(create({ baseUrl: stopped.baseUrl }).embed(['text'])).rejects.toMatchObject(UNAVAILABLE);
  });

  const vector = (length: number): number[] => new Array<number>(length).fill(1);
  test.each<[string, unknown]>([
    ['vectors of another dimension', { data: [{ index: 0, embedding: vector(DIMENSION + 1) }] }],
    ['fewer vectors than texts', { data: [] }],
    ['one vector twice', { data: [1, 1].map((index) => ({ index, embedding: vector(DIMENSION) })) }],
    ['no vectors', { error: 'none' }],
    ['vectors that are not numbers', { data: [{ index: 0, embedding: ['a'] }] }],
  ])('is unavailable if the response has %s', async (_, json) => {
    endpoint.responses.push({ json });
    await expect(embedder.embed(['text', 'other'])).rejects.toMatchObject(UNAVAILABLE);
  });

  test('returns null for a vector of length 0', async () => {
    endpoint.responses.push({ json: { data: [{ index: 0, embedding: vector(DIMENSION).fill(0) }] } });
    expect(await embedder.embed(['text'])).toEqual([null]);
  });

  test('stops waiting for a retry when the signal is aborted', async () => {
    endpoint.responses.push({ status: 503, headers: { 'retry-after': '15' } });
    const controller = new AbortController();
    const waiting = embedder.embed(['text'], { signal: controller.signal });
    while (endpoint.received.length < 1) await new Promise(setImmediate);
    controller.abort(new Error('The client disconnected.'));
    await expect(waiting).rejects.toThrow('The client disconnected.');
  });

  test('rejects running calls as unavailable on close', async () => {
    endpoint.responses.push('hang');
    const hanging = embedder.embed(['text']);
    while (endpoint.received.length < 1) await new Promise(setImmediate);
    await embedder.close();
    await expect(hanging).rejects.toMatchObject(UNAVAILABLE);
  });
});
