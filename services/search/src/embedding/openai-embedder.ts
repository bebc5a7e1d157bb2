import { setTimeout } from 'node:timers/promises';
import { AppError, invalidField, unavailable } from '@loci/core';
import { z } from 'zod';
import type { Embedder } from './embedder.ts';

export interface OpenAiEmbedderOptions {
  /** URL of the API including its version, for example `https://api.openai.com/v1`. */
  baseUrl: string;
  apiKey?: string | undefined;
  model: string;
  /** Dimension of the vectors that the model returns. */
  dimension: number;
  /**
   * Whether to send `dimension` with each request, for models that can shorten their vectors. Default false.
   */
  sendDimensions?: boolean;
  /** Maximum number of texts per request, default 128. */
  maxBatch?: number;
  /** Timeout of one attempt in milliseconds, default 30,000. */
  timeoutMs?: number;
  /** Maximum number of attempts, default 4. */
  maxAttempts?: number;
  /** Backoff before the second attempt in milliseconds, default 250. Doubles with each attempt. */
  firstBackoffMs?: number;
}

const MAX_BACKOFF_MS = 20_000;
const NAME = 'The embedding model';

const responseSchema = z.object({
  data: z.array(z.object({ index: z.int().min(0), embedding: z.array(z.number()) })),
});

type AttemptResult = { body: unknown } | { retryAfterMs: number | null; cause: Error };

/**
 * Creates an embedder for an endpoint with the OpenAI interface `/v1/embeddings`. Retries rate limits, server errors
 * and timeouts with exponential backoff. If the model rejects one text, for example because it is too long, the whole
 * batch fails with VAL_FIELD_INVALID.
 *
 * @see https://platform.openai.com/docs/api-reference/embeddings/create
 */
export function createOpenAiEmbedder(options: OpenAiEmbedderOptions): Embedder {
  const { model, dimension, maxBatch = 128, maxAttempts = 4, firstBackoffMs = 250 } = options;
  const closing = new AbortController();

  async function request(texts: readonly string[], signal: AbortSignal): Promise<unknown> {
    for (let attempt = 1; ; attempt++) {
      const result = await attemptRequest(options, texts, signal);
      if ('body' in result) return result.body;
      if (attempt === maxAttempts) throw unavailable(NAME, result.cause);
      // Adds jitter of up to half of the backoff, so that callers that failed together do not all retry at
      // once.
      const backoffMs = firstBackoffMs * 2 ** (attempt - 1) * (0.5 + Math.random() / 2);
      await setTimeout(Math.min(result.retryAfterMs ?? backoffMs, MAX_BACKOFF_MS), undefined, { signal });
    }
  }

  return {
    model,
    dimension,
    maxBatch,

    async embed(texts, { signal } = {}) {
      if (closing.signal.aborted) throw unavailable(NAME);
      if (texts.length > maxBatch)
        throw invalidField('texts', `A batch must have at most ${maxBatch} texts, but has ${texts.length}.`);
      signal?.throwIfAborted();
      // The OpenAI interface rejects empty texts.
      const inputs = texts.filter(hasContent);
      if (inputs.length === 0) return texts.map(() => null);
      const stop = signal ? AbortSignal.any([signal, closing.signal]) : closing.signal;
      try {
        const vectors = toVectors(await request(inputs, stop), inputs.length, dimension);
        let next = 0;
        return texts.map((text) => (hasContent(text) ? vectors[next++]! : null));
      } catch (error) {
        signal?.throwIfAborted();
        if (closing.signal.aborted) throw unavailable(NAME, error);
        throw error;
      }
    },

    async close() {
      closing.abort();
    },
  };
}

async function attemptRequest(
  options: OpenAiEmbedderOptions,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<AttemptResult> {
  const { baseUrl, apiKey, model, dimension, sendDimensions = false, timeoutMs = 30_000 } = options;
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(`${baseUrl.replace(/\/+$/, '')}/embeddings`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(apiKey && { authorization: `Bearer ${apiKey}` }) },
      body: JSON.stringify({
        model,
        input: texts,
        encoding_format: 'float',
        ...(sendDimensions && { dimensions: dimension }),
      }),
      signal: AbortSignal.any([signal, timeout]),
    });
    if (response.ok) return { body: await response.json() };
    await response.body?.cancel();
    return toFailure(response);
  } catch (error) {
    signal.throwIfAborted();
    if ((error as { name?: unknown }).name === 'AppError') throw error;
    return { retryAfterMs: null, cause: error as Error };
  }
}

/** Returns a retryable failure. Throws if a retry would not help. */
function toFailure(response: Response): AttemptResult {
  const { status } = response;
  const cause = new Error(`The embedding endpoint responded with status ${status}.`);
  if (status === 408 || status === 409 || status === 429 || status >= 500) {
    const seconds = Number(response.headers.get('retry-after') ?? NaN);
    return { retryAfterMs: Number.isFinite(seconds) ? seconds * 1000 : null, cause };
  }
  if (status === 400 || status === 413 || status === 422) {
    const message = 'The embedding model rejected a text. The text may be too long.';
    throw new AppError('VAL_FIELD_INVALID', message, { cause });
  }
  // The API key, the model or the URL is wrong. A retry does not help until the configuration is fixed.
  throw unavailable(NAME, cause);
}

function toVectors(body: unknown, count: number, dimension: number): (Float32Array | null)[] {
  const parsed = responseSchema.safeParse(body);
  if (!parsed.success) throw unavailable(NAME, parsed.error);
  const vectors = new Array<Float32Array | null | undefined>(count);
  for (const { index, embedding } of parsed.data.data) {
    if (embedding.length !== dimension) {
      const message = `The embedding endpoint returned ${embedding.length} dimensions, not ${dimension}.`;
      throw unavailable(NAME, new Error(message));
    }
    if (index < count) vectors[index] = toUnit(embedding);
  }
  if (vectors.includes(undefined)) {
    const message = `The embedding endpoint did not return a vector for each of the ${count} texts.`;
    throw unavailable(NAME, new Error(message));
  }
  return vectors as (Float32Array | null)[];
}

function toUnit(embedding: readonly number[]): Float32Array | null {
  const norm = Math.hypot(...embedding);
  return norm > 0 && Number.isFinite(norm) ? Float32Array.from(embedding, (value) => value / norm) : null;
}

function hasContent(text: string): boolean {
  return text.trim() !== '';
}
