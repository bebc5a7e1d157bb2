import { MAX_FILTER_VALUES, RELATIONSHIP_TYPES } from '@loci/contracts';
import type {
  HiddenValidity,
  MemoryResource,
  RecordedMemoryResource,
  RelationshipType,
  Validity,
} from '@loci/contracts';
import { codePointLength, estimateTokens, firstCodePoints } from '@loci/core';
import { z } from 'zod';
import { compactListedMemory } from '../compact-fields.ts';
import { fitPaths } from '../fit-paths.ts';
import type { ElementSizes } from '../fit-paths.ts';
import { notYetIndexedOutput, readMissingRelationships } from '../not-yet-indexed.ts';
import { READ_ONLY, defineTool } from '../tool.ts';
import type { ToolContext } from '../tool.ts';
import { anyObject, asInRecall, asOf, count, id, include, knownAt, text } from './parameters.ts';
import type { PastTimes } from './parameters.ts';

/** Fields of the response of `POST /api/v2/relationships/traverse` that the tool uses. */
interface Traversal {
  paths: { nodes: string[]; relationships: string[]; total_score: number | null }[];
  nodes: { id: string; validity: Validity }[];
  total_paths_found: number;
  max_depth_reached: number;
  truncated: boolean;
}

/** Memories and relationships that the tool uses in addition to those that are valid now. */
interface Selection {
  include?: readonly HiddenValidity[] | undefined;
  include_inactive: boolean;
}

interface Edge {
  id: string;
  from_id: string;
  to_id: string;
  relationship_type: RelationshipType;
  strength: number;
}

/**
 * Bounds of the token budget. Claude Code accepts results of up to 25,000 tokens. The minimum leaves room for one path
 * of two memories with short contents.
 */
const MIN_TOKENS = 1_000;
const MAX_TOKENS = 25_000;
const DEFAULT_TOKENS = 4_000;
/** Maximum number of ids of omitted memories in a result. */
const MAX_OMITTED_IDS = 10;
/** Tokens reserved for the other fields of the result, with the ids of omitted memories. */
const RESERVED_TOKENS = 350;
/** Maximum characters of the content of a memory in a result. */
const MAX_CONTENT_CHARACTERS = 1_000;
/** Sizes of the path of a structured result, which contains the ids of its memories and relationships. */
const sizeOfStructuredPath = (path: object): number => estimateTokens(JSON.stringify(path));
/** Sizes of the path of a text, which contains the numbers of its memories. */
const sizeOfPath = ({ nodes }: { nodes: string[] }): number => 1 + nodes.length;
/**
 * Minimum numbers of tokens of a path, a memory and a relationship in a result. They limit how many memories and
 * relationships are read.
 */
const MIN_STRUCTURED_SIZES: ElementSizes = { path: sizeOfStructuredPath, node: () => 60, edge: () => 80 };
const MIN_SIZES: ElementSizes = { path: sizeOfPath, node: () => 35, edge: () => 15 };

const MEMORIES_PER_READ = 100;
const MAX_EDGES_BETWEEN = 5_000;
const MAX_CONCURRENT_READS = 20;

export const explore = defineTool({
  name: 'explore',
  title: 'Explore connections',
  summary: 'Returns the memories on paths of relationships from a memory.',
  notes: 'Edges and paths refer to nodes by n.',
  scope: 'read',
  annotations: READ_ONLY,
  reads: ['graph'],
  input: z.object({
    start_memory: id,
    max_depth: z.int().min(1).max(10).default(3),
    relationship_types: z
      .array(z.enum(RELATIONSHIP_TYPES))
      .max(MAX_FILTER_VALUES)
      .optional()
      // The list of types is long, and connect contains it.
      .meta({ description: 'As in connect.', items: { type: 'string', maxLength: 64 } }),
    include_inactive: z.boolean().default(false),
    include: asInRecall(include.optional()),
    as_of: asOf.optional(),
    known_at: knownAt.optional(),
    max_tokens: z.int().min(MIN_TOKENS).max(MAX_TOKENS).default(DEFAULT_TOKENS),
  }),
  output: {
    paths: z.array(anyObject),
    nodes: z.array(anyObject),
    edges: z.array(anyObject),
    total_paths_found: count,
    max_depth_reached: count,
    truncated: z.boolean(),
    omitted_paths: count.describe('Number of found paths that max_tokens omitted.'),
    omitted_memories: count.describe('Number of found memories that max_tokens omitted.'),
    omitted_memory_ids: z
      .array(text)
      .describe('Ids of the nearest omitted memories. fetch returns each of them.'),
    ...notYetIndexedOutput(anyObject),
  },
  toText: ({
    success,
    paths,
    nodes,
    edges,
    total_paths_found: _found,
    max_depth_reached: _depth,
    truncated,
    ...others
  }) => ({
    success,
    ...toNumberedGraph({ paths, nodes, edges } as ExploredGraph),
    ...(truncated === true && { truncated }),
    ...others,
  }),
  emptyFields: {
    paths: [],
    nodes: [],
    edges: [],
    total_paths_found: 0,
    max_depth_reached: 0,
    truncated: false,
  },
  addMissingChanges: async (context, input, fields) => {
    if (input.as_of !== undefined || input.known_at !== undefined) return fields;
    const found = new Set((fields['edges'] as Edge[]).map((edge) => edge.id));
    const types = new Set(input.relationship_types ?? RELATIONSHIP_TYPES);
    const missing = await readMissingRelationships(context, input.start_memory, found, types);
    return missing.length === 0 ? fields : { ...fields, not_yet_indexed: missing };
  },
  argumentNames: { start_memory_id: 'start_memory' },
  handle: async (context, input) => {
    const traversal = await context.request<Traversal>({
      method: 'post',
      path: '/api/v2/relationships/traverse',
      body: {
        start_memory_id: input.start_memory,
        max_depth: input.max_depth,
        relationship_types: input.relationship_types,
        include: input.include,
        include_inactive: input.include_inactive,
        as_of: input.as_of,
        known_at: input.known_at,
      },
    });
    const isPast = input.as_of !== undefined || input.known_at !== undefined;
    const budget = input.max_tokens - RESERVED_TOKENS;
    const minSizes = context.structured ? MIN_STRUCTURED_SIZES : MIN_SIZES;
    const candidates = fitPaths(traversal.paths, minSizes, budget);
    const depths = computeDepths(input.start_memory, candidates);
    const [allNodes, allEdges] = await Promise.all([
      isPast ? readPastNodes(context, depths, traversal, input) : readNodes(context, depths),
      isPast ? readEdgesById(context, edgeIdsOf(candidates), input) : readEdges(context, candidates, input),
    ]);
    // A traversal of the past reads the memories itself. One of the present can miss the newest changes of a memory.
    const isShown = isPast ? () => true : createPathFilter(input, allNodes);
    const found = traversal.paths.filter(isShown);
    const paths = fitPaths(
      candidates.filter(isShown),
      context.structured
        ? {
            path: sizeOfStructuredPath,
            node: createSizeLookup(allNodes, (node) => node),
            edge: createSizeLookup(allEdges, (edge) => edge),
          }
        : {
            path: sizeOfPath,
            node: createSizeLookup(allNodes, (node) => toNumberedNode(node, MAX_NODE_NUMBER)),
            edge: createSizeLookup(allEdges, (edge) => toNumberedEdge(edge, () => MAX_NODE_NUMBER)),
          },
      budget,
    );
    const includedNodes = computeDepths(input.start_memory, paths);
    const includedEdges = new Set(paths.flatMap((path) => path.relationships));
    return {
      paths,
      nodes: allNodes.filter(({ id }) => includedNodes.has(id)),
      edges: allEdges.filter(({ id }) => includedEdges.has(id)),
      total_paths_found: paths.length,
      max_depth_reached: Math.max(0, ...paths.map((path) => path.relationships.length)),
      truncated: traversal.truncated || paths.length < found.length,
      ...describeOmitted(found, paths, input.start_memory),
    };
  },
});

/**
 * Returns a predicate for paths on which every memory is true now, or has a validity that the request includes. The start
 * memory was requested, so its validity does not matter. If a path is shown, so are the shorter paths that lead to its end.
 */
function createPathFilter(
  input: Selection & { start_memory: string },
  nodes: readonly { id: string; validity: Validity }[],
): (path: Traversal['paths'][number]) => boolean {
  const included = new Set<Validity>(['current', ...(input.include ?? [])]);
  if (input.include_inactive) included.add('superseded');
  const hidden = new Set(
    nodes.flatMap(({ id, validity }) => (id === input.start_memory || included.has(validity) ? [] : id)),
  );
  return (path) => !path.nodes.some((id) => hidden.has(id));
}

/**
 * Describes the paths that did not fit into the token budget, and the memories that are only on these paths, nearest
 * first. Returns no fields if all paths fit.
 */
function describeOmitted(
  found: Traversal['paths'],
  included: Traversal['paths'],
  startId: string,
): Record<string, unknown> {
  const omitted = found.slice(included.length);
  if (omitted.length === 0) return {};
  const known = computeDepths(startId, included);
  const omittedIds = [...new Set(omitted.flatMap(({ nodes }) => nodes))].filter((node) => !known.has(node));
  return {
    omitted_paths: omitted.length,
    omitted_memories: omittedIds.length,
    omitted_memory_ids: omittedIds.slice(0, MAX_OMITTED_IDS),
  };
}

/** Returns a function that returns the size of the entry with an id as it is sent, or 0 if there is none. */
function createSizeLookup<Entry extends { id: string }>(
  entries: readonly Entry[],
  toSent: (entry: Entry) => object,
): (id: string) => number {
  const sizes = new Map(entries.map((entry) => [entry.id, estimateTokens(JSON.stringify(toSent(entry)))]));
  return (id) => sizes.get(id) ?? 0;
}

/** Returns the smallest number of relationships from the start to each memory on the paths. */
function computeDepths(startId: string, paths: Traversal['paths']): Map<string, number> {
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
    splitIntoBatches([...depths.keys()], MEMORIES_PER_READ).map((batch) =>
      memory.getMany(caller.tenantId, batch, { requestId: caller.requestId }),
    ),
  );
  return pages.flat().map((found) => toNode(found, depths));
}

/** Reads the memories as they were stored at `known_at`, with the validity that the traversal returned. */
async function readPastNodes(
  context: ToolContext,
  depths: ReadonlyMap<string, number>,
  { nodes }: Traversal,
  { known_at: knownAt }: PastTimes,
) {
  const validities = new Map(nodes.map(({ id, validity }) => [id, validity]));
  const read: Node[] = [];
  if (knownAt === undefined) read.push(...(await readNodes(context, depths)));
  else {
    for (const batch of splitIntoBatches([...depths.keys()], MAX_CONCURRENT_READS)) {
      const memories = await Promise.all(
        batch.map((id) =>
          context.request<RecordedMemoryResource>({
            method: 'get',
            path: `/api/v2/memories/${id}`,
            query: { known_at: knownAt },
          }),
        ),
      );
      read.push(...memories.map((found) => toNode(found, depths)));
    }
  }
  return read.map((node) => ({ ...node, validity: validities.get(node.id) ?? node.validity }));
}

type Node = ReturnType<typeof toNode>;

const toNode = (
  { id, content, memory_type, importance, tags, created_at, occurred_at, ...state }: RecordedMemoryResource,
  depths: ReadonlyMap<string, number>,
) => ({
  id,
  ...truncateContent(content),
  version: state.version,
  is_active: state.is_active,
  validity: state.validity,
  memory_type,
  importance,
  tags,
  created_at,
  occurred_at,
  depth: depths.get(id) ?? 0,
});

/** Fields of a result that refer to each other. */
interface ExploredGraph {
  paths: { nodes: string[] }[];
  nodes: Node[];
  edges: Edge[];
}

/** A number that is at least as long as the number of any node in a result. */
const MAX_NODE_NUMBER = 999;

/**
 * Numbers the memories, so that relationships and paths can refer to a memory without its id. A memory that was deleted
 * during the call has no number. Paths that visit the same memories over other relationships are one path.
 *
 * @see docs/reference/mcp-tools.md#compact-results
 */
function toNumberedGraph({ paths, nodes, edges }: ExploredGraph): Record<string, unknown> {
  const numbers = new Map(nodes.map(({ id }, index) => [id, index + 1]));
  const refer = (id: string): number | string => numbers.get(id) ?? id;
  const distinct = new Map(paths.map((path) => [path.nodes.join(), path.nodes.map(refer)]));
  return {
    nodes: nodes.map((node, index) => toNumberedNode(node, index + 1)),
    edges: edges.map((edge) => toNumberedEdge(edge, refer)),
    paths: [...distinct.values()],
  };
}

const toNumberedNode = ({ depth: _depth, ...node }: Node, n: number): object => ({
  n,
  ...compactListedMemory(node),
});

const toNumberedEdge = (
  { from_id: from, to_id: to, relationship_type, strength }: Edge,
  refer: (id: string) => number | string,
): object => ({ from: refer(from), relationship_type, to: refer(to), strength });

function truncateContent(content: MemoryResource['content']): { content: string; content_truncated?: true } {
  if (codePointLength(content) <= MAX_CONTENT_CHARACTERS) return { content };
  return { content: firstCodePoints(content, MAX_CONTENT_CHARACTERS), content_truncated: true };
}

/**
 * Reads the relationships on the paths. One batched read nearly always returns all of them. In a dense graph,
 * this read reaches its limit and the missing relationships are read individually.
 */
async function readEdges(
  context: ToolContext,
  paths: Traversal['paths'],
  selection: Selection,
): Promise<Edge[]> {
  const { caller, graph } = context;
  const wanted = edgeIdsOf(paths);
  if (wanted.size === 0) return [];
  const { between } = await graph.edges(
    {
      tenant_id: caller.tenantId,
      ids: [],
      limit_per_node: 1,
      between: [...new Set(paths.flatMap((path) => path.nodes))],
      limit_between: MAX_EDGES_BETWEEN,
      include: [...new Set(selection.include)],
      include_inactive: selection.include_inactive,
    },
    { requestId: caller.requestId },
  );
  const edges = between
    .filter((edge) => wanted.has(edge.id))
    .map(({ type, ...edge }): Edge => ({ ...edge, relationship_type: type }));
  const known = new Set(edges.map((edge) => edge.id));
  const missing = [...wanted].filter((edgeId) => !known.has(edgeId));
  return [...edges, ...(await readEdgesById(context, missing, {}))];
}

const edgeIdsOf = (paths: Traversal['paths']): Set<string> =>
  new Set(paths.flatMap((path) => path.relationships));

/** Reads relationships individually, as they were stored at `known_at`. */
async function readEdgesById(
  { request }: ToolContext,
  ids: Iterable<string>,
  { known_at: knownAt }: PastTimes,
): Promise<Edge[]> {
  const edges: Edge[] = [];
  for (const batch of splitIntoBatches([...ids], MAX_CONCURRENT_READS)) {
    const read = await Promise.all(
      batch.map((edgeId) =>
        request<Edge>({
          method: 'get',
          path: `/api/v2/relationships/${edgeId}`,
          ...(knownAt !== undefined && { query: { known_at: knownAt } }),
        }),
      ),
    );
    for (const { id, from_id, to_id, relationship_type, strength } of read) {
      edges.push({ id, from_id, to_id, relationship_type, strength });
    }
  }
  return edges;
}

function splitIntoBatches<T>(list: readonly T[], size: number): T[][] {
  const batches: T[][] = [];
  for (let start = 0; start < list.length; start += size) batches.push(list.slice(start, start + size));
  return batches;
}
