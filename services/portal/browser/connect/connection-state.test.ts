import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { findNewConnection as FindNewConnection } from './connection-state.ts';

let findNewConnection: typeof FindNewConnection;
beforeAll(async () => {
  jest.unstable_mockModule('../loci.ts', () => ({ fetchFromPortal: undefined }));
  ({ findNewConnection } = await import('./connection-state.ts'));
});

const cursor = { id: 'a', name: 'Cursor', lastUsedAt: '2026-11-24T10:00:00.000Z', firstToolCallAt: null };
const key = { id: 'k', name: 'nightly', lastUsedAt: null, firstToolCallAt: null };
const before = { applications: [cursor], keys: [key] };

describe('findNewConnection', () => {
  test('finds an application that was not connected before', () => {
    const added = { id: 'b', name: 'Codex', lastUsedAt: '2026-11-24T11:00:00.000Z', firstToolCallAt: null };
    expect(findNewConnection(before, { ...before, applications: [added, cursor] })).toEqual({
      kind: 'application',
      name: 'Codex',
      firstToolCallAt: null,
    });
  });

  test('prefers an application that has called its first tool', () => {
    const firstToolCallAt = '2026-11-24T11:00:05.000Z';
    const added = { id: 'b', name: 'Codex', lastUsedAt: '2026-11-24T11:00:00.000Z', firstToolCallAt: null };
    const called = { ...cursor, firstToolCallAt };
    expect(findNewConnection(before, { ...before, applications: [added, called] })).toEqual({
      kind: 'application',
      name: 'Cursor',
      firstToolCallAt,
    });
  });

  test('finds an API key that was used', () => {
    const used = { ...key, lastUsedAt: '2026-11-24T11:00:00.000Z' };
    expect(findNewConnection(before, { ...before, keys: [used] })).toEqual({
      kind: 'key',
      name: 'nightly',
      firstToolCallAt: null,
    });
  });

  test('ignores credentials that were not used', () => {
    const unused = { id: 'b', name: 'Codex', lastUsedAt: null, firstToolCallAt: null };
    expect(findNewConnection(before, { applications: [unused, cursor], keys: [key] })).toBeNull();
  });
});
