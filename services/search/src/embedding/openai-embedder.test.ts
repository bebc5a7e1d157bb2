import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Embedder } from './embedder.ts';
import {
  startEmbeddingEndpoint,
  type CannedResponse,
  type EmbeddingEndpoint,
} from '../../test/embedding-endpoint.fixture.ts';
import { createOpenAiEmbedder, type OpenAiEmbedderOptions } from './openai-embedder.ts';

const DIMENSION = 8;
const UNAVAILABLE = { code: 'SYS_SERVICE_UNAVAILABLE' };

describe('an OpenAI-compatible endpoint', () => {
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

  test('is sent the model, the texts and the key; a slash at the end of the address does not matter', async () => {
    const keyed = create({ apiKey: 'secret', baseUrl: `${endpoint.baseUrl}/`, sendDimensions: true });
    await keyed.embed(['one', 'two']);
    expect(endpoint.received).toEqual([
      {
        authorization: 'Bearer secret',
        body: { model: 'letters', input: ['one', 'two'], encoding_format: 'float', dimensions: DIMENSION },
      },
    ]);
    await embedder.embed(['one']);
    expect(endpoint.received[1]).toMatchObject({ authorization: undefined });
    expect(endpoint.received[1]!.body).not.toHaveProperty('dimensions');
  });

  test('is not asked about texts without content, and the others keep their places', async () => {
    const [first, empty, second] = await embedder.embed(['abc', '  ', 'xyz']);
    expect(endpoint.received[0]!.body.input).toEqual(['abc', 'xyz']);
    expect(empty).toBeNull();
    expect([[first], [second]]).toEqual([await embedder.embed(['abc']), await embedder.embed(['xyz'])]);
    expect(await embedder.embed(['', '\n'])).toEqual([null, null]);
    expect(endpoint.received).toHaveLength(3);
  });

  test.each<[string, CannedResponse[]]>([
    ['an overloaded endpoint', [{ status: 429, headers: { 'retry-after': '0' } }]],
    ['a failing endpoint, twice', [{ status: 500 }, { status: 503 }]],
  ])('%s is tried again', async (_, answers) => {
    endpoint.responses.push(...answers);
    expect(await embedder.embed(['text'])).toHaveLength(1);
    expect(endpoint.received).toHaveLength(answers.length + 1);
  });

  test('after the last attempt it is unavailable', async () => {
    endpoint.responses.push({ status: 500 }, { status: 500 }, { status: 500 });
    await expect(embedder.embed(['text'])).rejects.toMatchObject(UNAVAILABLE);
    expect(endpoint.received).toHaveLength(3);
  });

  test.each([401, 403, 404])('%i is not tried again', async (status) => {
    endpoint.responses.push({ status });
    await expect(embedder.embed(['text'])).rejects.toMatchObject(UNAVAILABLE);
    expect(endpoint.received).toHaveLength(1);
  });

  test.each([400, 413, 422])('%i is about the text, not the endpoint', async (status) => {
    endpoint.responses.push({ status });
    await expect(embedder.embed(['text'])).rejects.toMatchObject({ code: 'VAL_FIELD_INVALID' });
    expect(endpoint.received).toHaveLength(1);
  });

  test('an endpoint that does not answer is given up, and asked again', async () => {
    endpoint.responses.push('hang');
    const impatient = create({ timeoutMs: 50 });
    expect(await impatient.embed(['text'])).toHaveLength(1);
    endpoint.responses.push('hang', 'hang', 'hang');
    await expect(impatient.embed(['text'])).rejects.toMatchObject(UNAVAILABLE);
  });

  test('an address where nobody listens is unavailable', async () => {
    const gone = await startEmbeddingEndpoint(DIMENSION);
    await gone.close();
    await expect(create({ baseUrl: gone.baseUrl }).embed(['text'])).rejects.toMatchObject(UNAVAILABLE);
  });

  const vector = (length: number): number[] => new Array<number>(length).fill(1);
  test.each<[string, unknown]>([
    ['vectors of another dimension', { data: [{ index: 0, embedding: vector(DIMENSION + 1) }] }],
    ['fewer vectors than texts', { data: [] }],
    ['one vector twice', { data: [1, 1].map((index) => ({ index, embedding: vector(DIMENSION) })) }],
    ['no vectors', { error: 'none' }],
    ['no numbers', { data: [{ index: 0, embedding: ['a'] }] }],
  ])('an answer with %s is refused', async (_, json) => {
    endpoint.responses.push({ json });
    await expect(embedder.embed(['text', 'other'])).rejects.toMatchObject(UNAVAILABLE);
  });

  test('a vector of length 0 is none', async () => {
    endpoint.responses.push({ json: { data: [{ index: 0, embedding: vector(DIMENSION).fill(0) }] } });
    expect(await embedder.embed(['text'])).toEqual([null]);
  });

  test('a signal ends the wait between attempts, and close ends calls under way', async () => {
    endpoint.responses.push({ status: 503, headers: { 'retry-after': '15' } }, 'hang');
    const controller = new AbortController();
    const waiting = embedder.embed(['text'], { signal: controller.signal });
    while (endpoint.received.length < 1) await new Promise(setImmediate);
    controller.abort(new Error('the caller hung up'));
    await expect(waiting).rejects.toThrow('the caller hung up');

    const hanging = embedder.embed(['text']);
    while (endpoint.received.length < 2) await new Promise(setImmediate);
    await embedder.close();
    await expect(hanging).rejects.toMatchObject(UNAVAILABLE);
  });
});
