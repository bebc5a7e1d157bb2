import { setTimeout } from 'node:timers/promises';
import { AppError, invalidField, unavailable } from '@loci/core';
import { z } from 'zod';
import type { Embedder } from './embedder.ts';

export interface OpenAiEmbedderOptions {
  /** Up to the version: `https://api.openai.com/v1`. Any server of that interface will do. */
  baseUrl: string;
  apiKey?: string | undefined;
  model: string;
  /** What the model answers with; any other answer is refused. */
  dimension: number;
  /** Asks for `dimension` explicitly, for models that can shorten their vectors. */
  sendDimensions?: boolean;
  maxBatch?: number;
  /** Of one attempt. */
  timeoutMs?: number;
  maxAttempts?: number;
  /** Before the second attempt; doubles from one to the next. */
  firstBackoffMs?: number;
}

const MAX_BACKOFF_MS = 20_000;
const NAME = 'The embedding model';

const answerSchema = z.object({
  data: z.array(z.object({ index: z.int().min(0), embedding: z.array(z.number()) })),
});

type Attempt = { answer: unknown } | { retryAfterMs: number | null; cause: Error };

/**
 * Embeds by any endpoint that speaks OpenAI's `/v1/embeddings`. Overload, server errors and timeouts are tried
 * again, with growing pauses; a text that the model refuses (too long, say) is VAL_FIELD_INVALID, which
 * says nothing about the others of its batch.
 *
 * @see https://platform.openai.com/docs/api-reference/embeddings/create
 */
export function createOpenAiEmbedder(options: OpenAiEmbedderOptions): Embedder {
  const { model, dimension, maxBatch = 128, maxAttempts = 4, firstBackoffMs = 250 } = options;
  const closing = new AbortController();

  async function request(texts: readonly string[], signal: AbortSignal): Promise<unknown> {
    for (let attempt = 1; ; attempt++) {
      const result = await attemptRequest(options, texts, signal);
      if ('answer' in result) return result.answer;
      if (attempt === maxAttempts) throw unavailable(NAME, result.cause);
      // Somewhere in the upper half of the pause, so that callers that failed together do not return together.
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
      if (texts.length > maxBatch) throw invalidField('texts', `A batch holds at most ${maxBatch} texts.`);
      signal?.throwIfAborted();
      // The interface refuses empty texts, and they mean nothing.
      const asked = texts.filter(hasContent);
      if (asked.length === 0) return texts.map(() => null);
      const stop = signal ? AbortSignal.any([signal, closing.signal]) : closing.signal;
      try {
        const vectors = toVectors(await request(asked, stop), asked.length, dimension);
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
): Promise<Attempt> {
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
    if (response.ok) return { answer: await response.json() };
    await response.body?.cancel();
    return refusal(response);
  } catch (error) {
    signal.throwIfAborted();
    if ((error as { name?: unknown }).name === 'AppError') throw error;
    return { retryAfterMs: null, cause: error as Error };
  }
}

function refusal(response: Response): Attempt {
  const { status } = response;
  const cause = new Error(`The embedding endpoint answered ${status}.`);
  if (status === 408 || status === 409 || status === 429 || status >= 500) {
    const seconds = Number(response.headers.get('retry-after') ?? NaN);
    return { retryAfterMs: Number.isFinite(seconds) ? seconds * 1000 : null, cause };
  }
  if (status === 400 || status === 413 || status === 422) {
    throw new AppError('VAL_FIELD_INVALID', 'The embedding model refuses a text.', { cause });
  }
  // A wrong key, model or path: nothing that another attempt would change.
  throw unavailable(NAME, cause);
}

function toVectors(answer: unknown, count: number, dimension: number): (Float32Array | null)[] {
  const parsed = answerSchema.safeParse(answer);
  if (!parsed.success) throw unavailable(NAME, parsed.error);
  const vectors = new Array<Float32Array | null | undefined>(count);
  for (const { index, embedding } of parsed.data.data) {
    if (embedding.length !== dimension) {
      throw unavailable(NAME, new Error(`It answers with ${embedding.length} dimensions, not ${dimension}.`));
    }
    if (index < count) vectors[index] = toUnit(embedding);
  }
  if (vectors.includes(undefined)) throw unavailable(NAME, new Error('It left texts out.'));
  return vectors as (Float32Array | null)[];
}

function toUnit(embedding: readonly number[]): Float32Array | null {
  const norm = Math.hypot(...embedding);
  return norm > 0 && Number.isFinite(norm) ? Float32Array.from(embedding, (value) => value / norm) : null;
}

function hasContent(text: string): boolean {
  return text.trim() !== '';
}
