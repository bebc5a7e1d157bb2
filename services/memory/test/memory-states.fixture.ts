import type { Caller } from '@loci/core';
import type { ApiResponse, MemoryFixture } from './memory-service.fixture.ts';

/** One state more than a request may have. */
export const MAX_BULK_EXAMPLE = 1_001;

/** A state of an export, with the fields that tests read. */
export interface State extends Record<string, unknown> {
  id: string;
  revision: number;
  version: number;
  updated_at: string;
  user_id: string;
  recorded_by: string;
}

/** Returns all states of the caller's tenant, read in pages. */
export async function exportStates(
  fixture: MemoryFixture,
  as: Caller,
  perPage = 100,
  kind: 'memory' | 'contradiction' = 'memory',
): Promise<State[]> {
  const states: State[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const suffix: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const { body } = (await fixture
      .as(as)
      .get(`/api/v2/${kind}-states?per_page=${perPage}${suffix}`)) as ApiResponse<{
      states: State[];
      next_cursor: string | null;
    }>;
    states.push(...body.data.states);
    cursor = body.data.next_cursor;
  }
  return states;
}

export const restoreStates = async (
  fixture: MemoryFixture,
  as: Caller,
  states: readonly object[],
  kind: 'memory' | 'contradiction' = 'memory',
): Promise<ApiResponse> =>
  (await fixture.as(as).post(`/api/v2/${kind}-states/restore`).send({ states })) as ApiResponse;

/** Returns the lines of an export in the order of their bytes. */
export const sorted = (states: readonly object[]): string[] =>
  states.map((state) => JSON.stringify(state)).sort();
