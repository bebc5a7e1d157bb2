import { describe, expect, test } from '@jest/globals';
import { documentedToolCalls } from '../../../../infra/documentation/src/documented-commands.ts';
import { ConfigError, loadConfig } from '@loci/runtime';
import { z } from 'zod';
import { embeddingVariables, requireEmbeddingSettings, toEmbeddingSettings } from './embedding-settings.ts';

const schema = z
  .object(embeddingVariables)
  .superRefine(requireEmbeddingSettings)
  .transform(toEmbeddingSettings);

const load = (environment: Record<string, string>) => loadConfig(schema, environment);

describe('embedding settings', () => {
  const complete = {
    EMBEDDING_BASE_URL: 'https://models.example/v1/',
    EMBEDDING_MODEL: 'text-embedding-3-small',
    EMBEDDING_DIMENSIONS: '1536',
  };

  test('select the built-in model if no variable is set', () => {
    expect(load({})).toEqual({ kind: 'builtin' });
  });

  test('select an OpenAI-compatible endpoint with its model, dimension and API key', () => {
    const settings = load({ ...complete, EMBEDDING_API_KEY: 'key' });
    expect(settings).toMatchObject({
      kind: 'openai',
      url: 'https://models.example/v1',
      model: 'text-embedding-3-small',
      dimension: 1536,
    });
    expect(settings.kind === 'openai' && settings.apiKey?.reveal()).toBe('key');
  });

  test('select an endpoint with the variables of docs/reference/search.md', () => {
    const test = 'services/search/src/embedding/embedding-settings.test.ts';
    const calls = documentedToolCalls('docs/reference/search.md', test);
    expect(calls).toMatchObject([{ tool: 'services/standalone/src/main.ts', args: [] }]);
    expect(Object.keys(calls[0]!.environment).filter((name) => !(name in embeddingVariables))).toEqual([]);
    expect(load(calls[0]!.environment)).toMatchObject({ kind: 'openai' });
  });

  test('do not require an API key for an endpoint', () => {
    expect(load(complete)).toMatchObject({ kind: 'openai', apiKey: undefined });
  });

  test.each(['EMBEDDING_BASE_URL', 'EMBEDDING_MODEL', 'EMBEDDING_DIMENSIONS'])(
    'are rejected if only %s is missing',
    (name) => {
      const { [name as keyof typeof complete]: _, ...incomplete } = complete;
      expect(() => load(incomplete)).toThrow(ConfigError);
      expect(() => load(incomplete)).toThrow(new RegExp(`${name}: is required`));
    },
  );

  test('are rejected, without revealing the API key, if only the API key is set', () => {
    expect(() => load({ EMBEDDING_API_KEY: 'sesame' })).toThrow(/EMBEDDING_BASE_URL: is required/);
    expect(() => load({ EMBEDDING_API_KEY: 'sesame' })).not.toThrow(/sesame/);
  });
});
