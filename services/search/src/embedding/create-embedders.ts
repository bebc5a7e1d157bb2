import { traceMethods } from '@loci/telemetry';
import { BUILTIN_MODEL, createBuiltinEmbedder } from './builtin-embedder.ts';
import type { Embedder } from './embedder.ts';
import type { EmbeddingSettings } from './embedding-settings.ts';
import { createOpenAiEmbedder } from './openai-embedder.ts';

type EmbeddingModel = Pick<Embedder, 'model' | 'dimension'>;

/** The embedder of the configured model, and a factory of embedders for previously configured models. */
export interface Embedders {
  embedder: Embedder;
  /**
   * Creates an embedder for a previously configured model. Returns null if no endpoint is configured and the
   * model is not the built-in one. Does not check whether the endpoint has the model.
   */
  embedderFor(model: EmbeddingModel): Embedder | null;
}

export function createEmbedders(settings: EmbeddingSettings): Embedders {
  if (settings.kind === 'builtin') {
    return {
      embedder: traceEmbedder(createBuiltinEmbedder()),
      embedderFor: ({ model }) => (model === BUILTIN_MODEL ? traceEmbedder(createBuiltinEmbedder()) : null),
    };
  }
  const { url: baseUrl, apiKey } = settings;
  const createRemote = ({ model, dimension }: EmbeddingModel): Embedder =>
    traceEmbedder(createOpenAiEmbedder({ baseUrl, apiKey: apiKey?.reveal(), model, dimension }));
  return {
    embedder: createRemote(settings),
    embedderFor: (model) =>
      model.model === BUILTIN_MODEL ? traceEmbedder(createBuiltinEmbedder()) : createRemote(model),
  };
}

const traceEmbedder = (embedder: Embedder): Embedder =>
  traceMethods(embedder, ['embed'], () => ({ name: 'embed', kind: 'internal' }));
