import { RELATIONSHIP_TYPES } from '@loci/contracts';
import type { RelationshipType } from '@loci/contracts';
import { z } from 'zod';
import { READS, tool } from '../tool.ts';
import type { ToolContext } from '../tool.ts';
import { anyObject, id } from './parameters.ts';

/** What is read of the answer of `POST /api/v2/relationships/traverse`. */
interface Traversal {
  paths: { nodes: string[]; relationships: string[]; total_score: number | null }[];
  total_paths_found: number;
  max_depth_reached: number;
  truncated: boolean;
}

interface Edge {
  id: string;
  from_id: string;
  to_id: string;
  relationship_type: RelationshipType;
  strength: number;
}

/** Limits of the batched reads. */
const MEMORIES_PER_READ = 1_000;
const MAX_NODES_BETWEEN = 2_000;
const MAX_EDGES_BETWEEN = 5_000;
const READS_AT_ONCE = 20;

export const explore = tool({
  name: 'explore',
  title: 'Explore connections',
  summary: 'Follows relationships from a memory and returns the paths with the memories on them.',
  notes: 'Paths come shortest first, then strongest; at most 1,000, with truncated telling of more.',
  scope: 'read',
  annotations: READS,
  input: z.object({
    start_memory: id('Id of the memory to start from.'),
    max_depth: z.int().min(1).max(10).default(3).describe('Most relationships in a path, 1 to 10.'),
    relationship_types: z
      .array(z.enum(RELATIONSHIP_TYPES))
      .optional()
      .describe('Only relationships of these types.'),
  }),
  output: {
    paths: z.array(anyObject),
    nodes: z.array(anyObject),
    edges: z.array(anyObject),
  },
  renamed: { start_memory_id: 'start_memory' },
  handle: async (context, input) => {
    const traversal = await context.ask<Traversal>({
      method: 'post',
      path: '/api/v2/relationships/traverse',
      body: {
        start_memory_id: input.start_memory,
        max_depth: input.max_depth,
        relationship_types: input.relationship_types,
      },
    });
    const depths = depthOfEach(input.start_memory, traversal);
    const ids = [...depths.keys()];
    const [nodes, edges] = await Promise.all([
      readNodes(context, ids, depths),
      readEdges(context, ids, new Set(traversal.paths.flatMap((path) => path.relationships))),
    ]);
    return {
      paths: traversal.paths,
      nodes,
      edges,
      total_paths_found: traversal.total_paths_found,
      max_depth_reached: traversal.max_depth_reached,
      truncated: traversal.truncated,
    };
  },
});

/** Fewest relationships from the start to each memory on the paths. */
function depthOfEach(startId: string, { paths }: Traversal): Map<string, number> {
  const depths = new Map([[startId, 0]]);
  for (const { nodes } of paths) {
    nodes.forEach((node, depth) => {
      if (depth < (depths.get(node) ?? Infinity)) depths.set(node, depth);
    });
  }
  return depths;
}

async function readNodes(
  { caller, memory }: ToolContext,
  ids: readonly string[],
  depths: ReadonlyMap<string, number>,
) {
  const pages = await Promise.all(
    slices(ids, MEMORIES_PER_READ).map((slice) =>
      memory.many(caller.tenantId, slice, { requestId: caller.requestId }),
    ),
  );
  return pages.flat().map(({ id, content, memory_type, importance, tags, created_at }) => ({
    id,
    content,
    memory_type,
    importance,
    tags,
    created_at,
    depth: depths.get(id) ?? 0,
  }));
}

/** One read has nearly always all of them; in a dense graph the rest is asked for one by one. */
async function readEdges(
  { caller, graph, ask }: ToolContext,
  ids: readonly string[],
  wanted: ReadonlySet<string>,
): Promise<Edge[]> {
  if (wanted.size === 0) return [];
  const { between } = await graph.edges(
    {
      tenant_id: caller.tenantId,
      ids: [],
      limit_per_node: 1,
      between: ids.slice(0, MAX_NODES_BETWEEN),
      limit_between: MAX_EDGES_BETWEEN,
    },
    { requestId: caller.requestId },
  );
  const edges = between
    .filter((edge) => wanted.has(edge.id))
    .map(({ type, ...edge }): Edge => ({ ...edge, relationship_type: type }));
  const known = new Set(edges.map((edge) => edge.id));
  for (const slice of slices(
    [...wanted].filter((edgeId) => !known.has(edgeId)),
    READS_AT_ONCE,
  )) {
    const read = await Promise.all(
      slice.map((edgeId) => ask<Edge>({ method: 'get', path: `/api/v2/relationships/${edgeId}` })),
    );
    for (const { id, from_id, to_id, relationship_type, strength } of read) {
      edges.push({ id, from_id, to_id, relationship_type, strength });
    }
  }
  return edges;
}

function slices<T>(list: readonly T[], size: number): T[][] {
  const parts: T[][] = [];
  for (let start = 0; start < list.length; start += size) parts.push(list.slice(start, start + size));
  return parts;
}
