import type { Caller } from '@loci/core';
import { storeMemory } from './memory-service.fixture.ts';
import type { ApiResponse, MemoryFixture } from './memory-service.fixture.ts';

export interface ContradictionBody {
  id: string;
  source_memory_id: string;
  target_memory_id: string;
  contradiction_type: string;
  resolution_status: string;
  [field: string]: unknown;
}

export interface ContradictionList {
  contradictions: ContradictionBody[];
  truncated: boolean;
  next_cursor: string | null;
}

export const report = async (
  fixture: MemoryFixture,
  as: Caller | null,
  body: object,
): Promise<ApiResponse<ContradictionBody>> =>
  (await fixture
    .as(as)
    .post('/api/v2/memories/contradictions')
    .send({ contradiction_type: 'direct', ...body })) as ApiResponse<ContradictionBody>;

export const resolve = async (
  fixture: MemoryFixture,
  as: Caller | null,
  id: string,
  body: object,
): Promise<ApiResponse<ContradictionBody>> =>
  (await fixture
    .as(as)
    .post(`/api/v2/memories/contradictions/${id}/resolve`)
    .send(body)) as ApiResponse<ContradictionBody>;

export const contradictionsOf = async (
  fixture: MemoryFixture,
  as: Caller | null,
  id: string,
  query = {},
): Promise<ApiResponse<ContradictionList>> =>
  (await fixture
    .as(as)
    .get(`/api/v2/memories/${id}/contradictions`)
    .query(query)) as ApiResponse<ContradictionList>;

/** Stores two memories and an unresolved contradiction between them. Returns the three ids. */
export async function storeContradiction(fixture: MemoryFixture, as: Caller, body: object = {}) {
  const source = await storeMemory(fixture, as, { content: 'Tea.', tags: ['drinks'], importance: 0.9 });
  const target = await storeMemory(fixture, as, { content: 'Coffee.', tags: ['drinks'] });
  const response = await report(fixture, as, {
    source_memory_id: source.id,
    target_memory_id: target.id,
    ...body,
  });
  if (response.status !== 201) throw new Error(JSON.stringify(response.body));
  return { source: source.id, target: target.id, id: response.body.data.id };
}
