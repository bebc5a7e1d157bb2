import type { MemoryResource } from '@loci/contracts';
import type { ToolContext } from '../tool.ts';
import { toCheckpoint } from './checkpoint.ts';
import type { Checkpoint } from './checkpoint.ts';

/** Most of a page of `GET /api/v2/memories`. */
export const CHECKPOINTS_PER_PAGE = 100;

export interface CheckpointPage {
  items: Checkpoint[];
  /** Of all pages. */
  total: number;
}

/** A page of the tenant's active contexts, newest first. @param page from 1 */
export async function readCheckpointPage(
  { ask }: Pick<ToolContext, 'ask'>,
  page: number,
): Promise<CheckpointPage> {
  const data = await ask<{ items: MemoryResource[]; pagination: { total: number } }>({
    method: 'get',
    path: '/api/v2/memories',
    query: { memory_type: 'checkpoint', page: String(page), per_page: String(CHECKPOINTS_PER_PAGE) },
  });
  return { items: data.items.map(toCheckpoint), total: data.pagination.total };
}

/** All of them, newest first, read as far as they are looked at. One saved meanwhile shows none twice. */
export async function* eachCheckpoint(context: Pick<ToolContext, 'ask'>): AsyncGenerator<Checkpoint> {
  const seen = new Set<string>();
  for (let page = 1; ; page++) {
    const { items, total } = await readCheckpointPage(context, page);
    for (const checkpoint of items) {
      if (seen.has(checkpoint.id)) continue;
      seen.add(checkpoint.id);
      yield checkpoint;
    }
    if (items.length === 0 || page * CHECKPOINTS_PER_PAGE >= total) return;
  }
}

/** The context of this very name, or null. */
export async function findCheckpoint(
  context: Pick<ToolContext, 'ask'>,
  name: string,
): Promise<Checkpoint | null> {
  for await (const checkpoint of eachCheckpoint(context)) {
    if (checkpoint.name === name) return checkpoint;
  }
  return null;
}
