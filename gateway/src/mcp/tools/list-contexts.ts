import { fitItems } from '@loci/http';
import { z } from 'zod';
import type { Checkpoint } from '../contexts/checkpoint.ts';
import { CHECKPOINTS_PER_PAGE, eachCheckpoint, readCheckpointPage } from '../contexts/read-checkpoints.ts';
import { READS, tool } from '../tool.ts';
import type { ToolContext } from '../tool.ts';
import { anyObject, count, namePattern } from './parameters.ts';

/** Far beyond any list. */
const MAX_OFFSET = 1_000_000_000;
/** Limit of the batched read. */
const IDS_PER_READ = 10_000;

interface Window {
  offset: number;
  limit: number;
}

export const listContexts = tool({
  name: 'list_contexts',
  title: 'List contexts',
  summary: 'Lists saved contexts, newest first.',
  scope: 'read',
  annotations: READS,
  input: z.object({
    limit: z.int().min(1).max(100).default(20).describe('Most contexts, 1 to 100.'),
    offset: z.int().min(0).max(MAX_OFFSET).default(0).describe('How many to pass over.'),
    name_pattern: namePattern.optional(),
    include_descriptions: z.boolean().default(false).describe('Whether descriptions are shown.'),
  }),
  output: {
    total: count,
    limit: count,
    offset: count,
    has_more: z.boolean(),
    contexts: z.array(anyObject),
  },
  handle: async (context, { limit, offset, name_pattern, include_descriptions }) => {
    const { items, total } = await (name_pattern
      ? readMatching(context, name_pattern, { offset, limit })
      : readWindow(context, { offset, limit }));
    const present = await existingIds(context, items);
    const contexts = fitItems(
      items.map((checkpoint) => ({
        id: checkpoint.id,
        name: checkpoint.name,
        ...(include_descriptions ? { description: checkpoint.description } : {}),
        memory_count: checkpoint.memoryIds.filter((id) => present.has(id)).length,
        created: checkpoint.createdAt,
      })),
    );
    // What the size limit left out comes with the next offset, like the rest.
    return { total, limit, offset, has_more: offset + contexts.length < total, contexts };
  },
});

/** The one or two pages that a window lies in. */
async function readWindow(context: ToolContext, { offset, limit }: Window) {
  const first = Math.floor(offset / CHECKPOINTS_PER_PAGE) + 1;
  const last = Math.floor((offset + limit - 1) / CHECKPOINTS_PER_PAGE) + 1;
  const pages = [await readCheckpointPage(context, first)];
  if (last > first) pages.push(await readCheckpointPage(context, last));
  const start = offset - (first - 1) * CHECKPOINTS_PER_PAGE;
  return {
    items: pages.flatMap((page) => page.items).slice(start, start + limit),
    total: pages.at(-1)!.total,
  };
}

/** A part of a name is no filter of the operation, so every page is read. */
async function readMatching(context: ToolContext, part: string, { offset, limit }: Window) {
  const wanted = part.toLowerCase();
  const matching: Checkpoint[] = [];
  for await (const checkpoint of eachCheckpoint(context)) {
    if (checkpoint.name.toLowerCase().includes(wanted)) matching.push(checkpoint);
  }
  return { items: matching.slice(offset, offset + limit), total: matching.length };
}

/** Attached memories may have been deleted since. */
async function existingIds(
  { caller, memory }: ToolContext,
  checkpoints: readonly Checkpoint[],
): Promise<ReadonlySet<string>> {
  const ids = [...new Set(checkpoints.flatMap(({ memoryIds }) => memoryIds))];
  const present = new Set<string>();
  for (let start = 0; start < ids.length; start += IDS_PER_READ) {
    const slice = ids.slice(start, start + IDS_PER_READ);
    for (const id of await memory.filterExisting(caller.tenantId, slice, { requestId: caller.requestId })) {
      present.add(id);
    }
  }
  return present;
}
