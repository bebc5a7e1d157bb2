import type { Secret } from '@loci/runtime';
import { BUILTIN_MODEL, createBuiltinEmbedder } from './builtin-embedder.ts';
import type { Embedder } from './embedder.ts';
import type { EmbeddingSettings } from './embedding-settings.ts';
import { createOpenAiEmbedder } from './openai-embedder.ts';

type EmbeddingModel = Pick<Embedder, 'model' | 'dimension'>;

/**
 * The configured embedder, and what can still embed with a model of before: the built-in one always, another one
 * where the configured endpoint has it too.
 */
export function createEmbedders(settings: EmbeddingSettings): {
  embedder: Embedder;
  embedderFor(model: EmbeddingModel): Embedder | null;
} {
  const remote = (url: string, apiKey: Secret | undefined, { model, dimension }: EmbeddingModel): Embedder =>
    createOpenAiEmbedder({ baseUrl: url, apiKey: apiKey?.reveal(), model, dimension });
  if (settings.kind === 'builtin') {
    return {
      embedder: createBuiltinEmbedder(),
      embedderFor: ({ model }) => (model === BUILTIN_MODEL ? createBuiltinEmbedder() : null),
    };
  }
  const { url, apiKey } = settings;
  return {
    embedder: remote(url, apiKey, settings),
    embedderFor: (model) =>
      model.model === BUILTIN_MODEL ? createBuiltinEmbedder() : remote(url, apiKey, model),
  };
}
