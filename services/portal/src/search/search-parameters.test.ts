import { describe, expect, test } from '@jest/globals';
import {
  countFilters,
  excludesEverything,
  readSearchParameters,
  searchFields,
  searchUrl,
  toSearchRequest,
} from './search-parameters.ts';

describe('readSearchParameters', () => {
  test('returns what searchFields wrote to the URL', () => {
    const fields = {
      q: 'tea & cake',
      kind: 'memories',
      type: 'fact',
      tag: 'kitchen',
      from: '2026-01-01',
      to: '2026-01-31',
      source: 'conversation',
      importance: '0.7',
      n: '50',
    };
    const parameters = readSearchParameters(fields);
    expect(searchFields(parameters)).toEqual(fields);
    expect(countFilters(parameters)).toBe(7);
    expect(searchUrl(parameters)).toContain('q=tea+%26+cake');
  });

  test('ignores unknown and malformed values', () => {
    const parameters = readSearchParameters({
      q: ['a'],
      kind: 'x',
      type: 'identity_core',
      from: '2026-02-31',
      to: 'x',
      source: '"><script>',
      importance: '2',
      n: '1000',
    });
    expect(searchFields(parameters)).toEqual({});
    expect(searchUrl(parameters)).toBe('/');
  });

  test('swaps the days of a period that ends before it starts', () => {
    expect(readSearchParameters({ from: '2026-02-01', to: '2026-01-01' })).toMatchObject({
      from: '2026-01-01',
      to: '2026-02-01',
    });
  });

  test('shortens a query to the length that the API accepts', () => {
    expect(readSearchParameters({ q: 'a'.repeat(5_000) }).q).toHaveLength(4_000);
  });
});

describe('toSearchRequest', () => {
  const request = (query: Record<string, string>) => toSearchRequest(readSearchParameters(query));

  test('searches only documents or only memories by their source', () => {
    expect(request({ q: 'a', kind: 'documents' })['source_types']).toEqual(['document_upload']);
    expect(request({ q: 'a', kind: 'memories' })['source_types']).not.toContain('document_upload');
    expect(request({ q: 'a' })['source_types']).toBeNull();
  });

  test('asks for explanations only up to the limit of the API', () => {
    expect(request({ q: 'a', n: '50' })).toMatchObject({ limit: 50, explain: true });
    expect(request({ q: 'a', n: '100' })).toMatchObject({ limit: 100, explain: false });
  });
});

test('excludesEverything is true for a filter of memories in documents', () => {
  expect(excludesEverything(readSearchParameters({ kind: 'documents', type: 'fact' }))).toBe(true);
  expect(excludesEverything(readSearchParameters({ kind: 'documents', from: '2026-01-01' }))).toBe(false);
});
