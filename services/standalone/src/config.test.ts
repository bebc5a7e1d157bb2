import { describe, expect, test } from '@jest/globals';
import { ConfigError, loadConfig } from '@loci/runtime';
import { environmentSchema } from './config.ts';

const load = (environment: Record<string, string>) => loadConfig(environmentSchema, environment);

describe('the embedder', () => {
  const whole = {
    EMBEDDING_BASE_URL: 'https://models.example/v1/',
    EMBEDDING_MODEL: 'text-embedding-3-small',
    EMBEDDING_DIMENSIONS: '1536',
  };

  test('is built in unless one is named', () => {
    expect(load({}).embedder).toEqual({ kind: 'builtin' });
  });

  test('is an endpoint with its model and dimension, with a key or without', () => {
    const { embedder } = load({ ...whole, EMBEDDING_API_KEY: 'key' });
    expect(embedder).toMatchObject({
      kind: 'openai',
      url: 'https://models.example/v1',
      model: 'text-embedding-3-small',
      dimension: 1536,
    });
    expect(embedder.kind === 'openai' && embedder.apiKey?.reveal()).toBe('key');
    expect(load(whole).embedder).toMatchObject({ kind: 'openai', apiKey: undefined });
  });

  test.each(['EMBEDDING_BASE_URL', 'EMBEDDING_MODEL', 'EMBEDDING_DIMENSIONS'])(
    'without %s the rest is refused',
    (name) => {
      const { [name as keyof typeof whole]: _, ...half } = whole;
      expect(() => load(half)).toThrow(ConfigError);
      expect(() => load(half)).toThrow(new RegExp(`${name}: is required`));
    },
  );

  test('a key alone is refused, and not shown', () => {
    expect(() => load({ EMBEDDING_API_KEY: 'sesame' })).toThrow(/EMBEDDING_BASE_URL: is required/);
    expect(() => load({ EMBEDDING_API_KEY: 'sesame' })).not.toThrow(/sesame/);
  });
});
