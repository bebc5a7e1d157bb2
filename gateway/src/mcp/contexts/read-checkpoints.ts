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

interface Listed {
  items: MemoryResource[];
  pagination: { total: number; next_cursor?: string | null };
}

/** A page of the tenant's active contexts, newest first, whole whatever its size. @param page from 1 */
export async function readCheckpointPage(
  { ask }: Pick<ToolContext, 'ask'>,
  page: number,
): Promise<CheckpointPage> {
  const read = (position: Record<string, string>, count: number): Promise<Listed> =>
    ask<Listed>({
      method: 'get',
      path: '/api/v2/memories',
      query: { memory_type: 'checkpoint', per_page: String(count), ...position },
    });
  let { items, pagination } = await read({ page: String(page) }, CHECKPOINTS_PER_PAGE);
  const checkpoints = items.map(toCheckpoint);
  while (pagination.next_cursor != null && checkpoints.length < CHECKPOINTS_PER_PAGE) {
    const missing = CHECKPOINTS_PER_PAGE - checkpoints.length;
    ({ items, pagination } = await read({ cursor: pagination.next_cursor }, missing));
    checkpoints.push(...items.map(toCheckpoint));
  }
  return { items: checkpoints, total: pagination.total };
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
