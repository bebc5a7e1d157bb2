import { MAX_FILTER_VALUES, RELATIONSHIP_TYPES } from '@loci/contracts';
import type { MemoryResource, RelationshipType } from '@loci/contracts';
import { codePointLength, firstCodePoints } from '@loci/core';
import { z } from 'zod';
import { fitPaths } from '../fit-paths.ts';
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

/**
 * Of the paths with all that is on them, as JSON. Claude Code takes 25,000 tokens of a result, other hosts some
 * 150,000 characters; of ids, which paths are made of, a token is hardly more than two characters.
 */
export const MAX_RESULT_CHARACTERS = 50_000;
/** Of a memory's content; `fetch` returns the whole. */
export const MAX_SHOWN_CONTENT = 1_000;
/** The least that one adds to a result, so that no more is read than may be shown. */
const LEAST_SIZES = { node: () => 200, edge: () => 180 };

/** Limits of the batched reads. */
const MEMORIES_PER_READ = 100;
const MAX_EDGES_BETWEEN = 5_000;
const READS_AT_ONCE = 20;

export const explore = tool({
  name: 'explore',
  title: 'Explore connections',
  summary: 'Follows relationships from a memory and returns the paths with the memories on them.',
  notes:
    'Paths come shortest first, then strongest, as many as fit into one result; truncated tells of more. ' +
    'A content above 1,000 characters is cut, and marked so; fetch returns the whole of it.',
  scope: 'read',
  annotations: READS,
  input: z.object({
    start_memory: id('Id of the memory to start from.'),
    max_depth: z.int().min(1).max(10).default(3).describe('Most relationships in a path, 1 to 10.'),
    relationship_types: z
      .array(z.enum(RELATIONSHIP_TYPES))
      .max(MAX_FILTER_VALUES)
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
    const candidates = fitPaths(traversal.paths, LEAST_SIZES, MAX_RESULT_CHARACTERS);
    const [allNodes, allEdges] = await Promise.all([
      readNodes(context, depthOfEach(input.start_memory, candidates)),
      readEdges(context, candidates),
    ]);
    const paths = fitPaths(
      candidates,
      { node: sizesOf(allNodes), edge: sizesOf(allEdges) },
      MAX_RESULT_CHARACTERS,
    );
    const shown = depthOfEach(input.start_memory, paths);
    const followed = new Set(paths.flatMap((path) => path.relationships));
    return {
      paths,
      nodes: allNodes.filter(({ id }) => shown.has(id)),
      edges: allEdges.filter(({ id }) => followed.has(id)),
      total_paths_found: paths.length,
      max_depth_reached: Math.max(0, ...paths.map((path) => path.relationships.length)),
      truncated: traversal.truncated || paths.length < traversal.paths.length,
    };
  },
});

function sizesOf(entries: readonly { id: string }[]): (id: string) => number {
  const sizes = new Map(entries.map((entry) => [entry.id, JSON.stringify(entry).length]));
  return (id) => sizes.get(id) ?? 0;
}

/** Fewest relationships from the start to each memory on the paths. */
function depthOfEach(startId: string, paths: Traversal['paths']): Map<string, number> {
  const depths = new Map([[startId, 0]]);
  for (const { nodes } of paths) {
    nodes.forEach((node, depth) => {
      if (depth < (depths.get(node) ?? Infinity)) depths.set(node, depth);
    });
  }
  return depths;
}

async function readNodes({ caller, memory }: ToolContext, depths: ReadonlyMap<string, number>) {
  const pages = await Promise.all(
    slices([...depths.keys()], MEMORIES_PER_READ).map((slice) =>
      memory.getMany(caller.tenantId, slice, { requestId: caller.requestId }),
    ),
  );
  return pages.flat().map(({ id, content, memory_type, importance, tags, created_at }) => ({
    id,
    ...shownContent(content),
    memory_type,
    importance,
    tags,
    created_at,
    depth: depths.get(id) ?? 0,
  }));
}

function shownContent(content: MemoryResource['content']): { content: string; content_truncated?: true } {
  if (codePointLength(content) <= MAX_SHOWN_CONTENT) return { content };
  return { content: firstCodePoints(content, MAX_SHOWN_CONTENT), content_truncated: true };
}

/** One read has nearly always all of them; in a dense graph the rest is asked for one by one. */
async function readEdges({ caller, graph, ask }: ToolContext, paths: Traversal['paths']): Promise<Edge[]> {
  const wanted = new Set(paths.flatMap((path) => path.relationships));
  if (wanted.size === 0) return [];
  const { between } = await graph.edges(
    {
      tenant_id: caller.tenantId,
      ids: [],
      limit_per_node: 1,
      between: [...new Set(paths.flatMap((path) => path.nodes))],
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
