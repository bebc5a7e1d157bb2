import { MultiDirectedGraph } from 'graphology';
import type { GraphMemory, GraphRelationship, Neighborhood } from '../../src/graph/graph-data.ts';

export const MAX_NODES = 5_000;
export const MAX_EDGES = 20_000;

const MAX_LABEL = 42;
/** Radius of the disc on which the first memories are placed, and distance of an added memory from its neighbor. */
const FIRST_RADIUS = 100;
const NEIGHBOR_DISTANCE = 12;
/** Control and format characters, for example bidirectional overrides, which could change how other labels are drawn. */
const CONTROL_CHARACTERS = /[\p{Cc}\p{Cf}]/gu;

/**
 * Hint for sigma that an attribute has changed after which it processes all nodes and edges again with the next frame.
 * Otherwise, it updates those that it has drawn immediately, and fails on those that it has not drawn yet.
 */
const REDRAW_ALL: { attributes: 'zIndex'[] } = { attributes: ['zIndex'] };

export interface Position {
  x: number;
  y: number;
}

export interface NodeAttributes extends Position {
  label: string;
  size: number;
  color: string;
  hidden: boolean;
  highlighted: boolean;
  /** Never set, see {@link REDRAW_ALL}. */
  zIndex?: number;
  memory: GraphMemory;
  /** True if the memory is true now. A memory that was only true earlier is shown at these times. */
  isPresent: boolean;
}

export interface EdgeAttributes {
  /** Arrow at one end or at both ends. */
  type: 'arrow' | 'doubleArrow';
  size: number;
  color: string;
  hidden: boolean;
  /** Never set, see {@link REDRAW_ALL}. */
  zIndex?: number;
  relationship: GraphRelationship;
  isPresent: boolean;
}

export type MemoryGraph = MultiDirectedGraph<NodeAttributes, EdgeAttributes>;

/** Colors of the map, which the stylesheet defines for light and dark mode. */
export interface MapColors {
  ofType(memoryType: string): string;
  edge: string;
  conflict: string;
}

/** Relationship types that state that two memories do not fit together. */
const CONFLICTS = new Set(['contradicts', 'disputes']);

/** Ids of the memories and relationships that were true at a time. */
export interface PastSelection {
  memories: ReadonlySet<string>;
  relationships: ReadonlySet<string>;
}

export interface GraphModel {
  readonly graph: MemoryGraph;
  /**
   * Adds the memories and relationships that the map does not have yet. Existing memories keep their positions.
   *
   * @param isPresent false for what was true at an earlier time
   * @returns the ids of the added memories, and whether the limits of the map excluded some
   */
  add(neighborhood: Neighborhood, isPresent: boolean): { addedIds: string[]; isFull: boolean };
  /** Shows the relationships of the types that are not hidden, and what was true at a time, or what is true now. */
  filter(hiddenTypes: ReadonlySet<string>, past: PastSelection | null): void;
  setColors(colors: MapColors): void;
  /** Number of shown memories and relationships. */
  countShown(): { memories: number; relationships: number };
  /** Number of relationships by type, most frequent first, whether or not they are shown. */
  countTypes(): { type: string; count: number }[];
}

export function createGraphModel(initialColors: MapColors): GraphModel {
  const graph: MemoryGraph = new MultiDirectedGraph();
  let colors = initialColors;

  const edgeColor = ({ relationship_type: type }: GraphRelationship): string =>
    CONFLICTS.has(type) ? colors.conflict : colors.edge;

  function placeMemory({ id }: GraphMemory, relationships: readonly GraphRelationship[]): Position {
    const angle = hash(id) * 2 * Math.PI;
    const neighbor = relationships
      .flatMap(({ from_id: from, to_id: to }) => (from === id ? to : to === id ? from : []))
      .find((other) => graph.hasNode(other));
    if (neighbor === undefined) {
      const radius = FIRST_RADIUS * Math.sqrt(hash(`radius ${id}`));
      return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
    }
    const { x, y } = graph.getNodeAttributes(neighbor);
    const distance = NEIGHBOR_DISTANCE * (0.5 + hash(`distance ${id}`));
    return { x: x + distance * Math.cos(angle), y: y + distance * Math.sin(angle) };
  }

  return {
    graph,
    add({ memories, relationships }, isPresent) {
      const addedIds: string[] = [];
      let isFull = false;
      const isFirst = graph.order === 0;
      const byMemory = Map.groupBy(
        relationships.flatMap((each) => [
          { id: each.from_id, each },
          { id: each.to_id, each },
        ]),
        ({ id }) => id,
      );
      for (const memory of memories) {
        if (graph.hasNode(memory.id)) {
          // Changes the attributes without an event, because nothing that is drawn changes.
          if (isPresent) graph.getNodeAttributes(memory.id).isPresent = true;
          continue;
        }
        if (graph.order >= MAX_NODES) {
          isFull = true;
          break;
        }
        const related = isFirst ? [] : (byMemory.get(memory.id) ?? []).map(({ each }) => each);
        graph.addNode(memory.id, {
          ...placeMemory(memory, related),
          label: toLabel(memory.content),
          size: toSize(memory),
          color: colors.ofType(memory.memory_type),
          hidden: !isPresent,
          highlighted: false,
          memory,
          isPresent,
        });
        addedIds.push(memory.id);
      }
      for (const relationship of relationships) {
        const { id, from_id: from, to_id: to, strength } = relationship;
        if (graph.hasEdge(id)) {
          if (isPresent) graph.getEdgeAttributes(id).isPresent = true;
          continue;
        }
        if (!graph.hasNode(from) || !graph.hasNode(to)) continue;
        if (graph.size >= MAX_EDGES) {
          isFull = true;
          break;
        }
        graph.addEdgeWithKey(id, from, to, {
          type: relationship.direction_type === 'BIDIRECTIONAL' ? 'doubleArrow' : 'arrow',
          size: 1.5 + 2 * strength,
          color: edgeColor(relationship),
          hidden: !isPresent,
          relationship,
          isPresent,
        });
      }
      return { addedIds, isFull };
    },
    filter(hiddenTypes, past) {
      graph.updateEachNodeAttributes(
        (id, node) => ({ ...node, hidden: past === null ? !node.isPresent : !past.memories.has(id) }),
        REDRAW_ALL,
      );
      graph.updateEachEdgeAttributes(
        (id, edge) => ({
          ...edge,
          hidden:
            hiddenTypes.has(edge.relationship.relationship_type) ||
            (past === null ? !edge.isPresent : !past.relationships.has(id)),
        }),
        REDRAW_ALL,
      );
    },
    setColors(changed) {
      colors = changed;
      graph.updateEachNodeAttributes(
        (_id, node) => ({ ...node, color: colors.ofType(node.memory.memory_type) }),
        REDRAW_ALL,
      );
      graph.updateEachEdgeAttributes(
        (_id, edge) => ({ ...edge, color: edgeColor(edge.relationship) }),
        REDRAW_ALL,
      );
    },
    countShown: () => ({
      memories: graph.reduceNodes((sum, _id, { hidden }) => sum + Number(!hidden), 0),
      relationships: graph.reduceEdges(
        (sum, _id, edge, _from, _to, source, target) =>
          sum + Number(!edge.hidden && !source.hidden && !target.hidden),
        0,
      ),
    }),
    countTypes() {
      const counts = new Map<string, number>();
      graph.forEachEdge((_id, { relationship: { relationship_type: type } }) => {
        counts.set(type, (counts.get(type) ?? 0) + 1);
      });
      return [...counts]
        .map(([type, count]) => ({ type, count }))
        .sort((a, b) => b.count - a.count || (a.type < b.type ? -1 : 1));
    },
  };
}

/** Returns the start of a content as one line. */
function toLabel(content: string): string {
  const line = content.replaceAll(/\s+/g, ' ').replace(CONTROL_CHARACTERS, '\ufffd').trim();
  const characters = [...line.slice(0, 4 * MAX_LABEL)];
  return characters.length <= MAX_LABEL ? line : `${characters.slice(0, MAX_LABEL).join('').trimEnd()}…`;
}

const toSize = ({ relationship_count: count }: GraphMemory): number =>
  Math.min(5 + 2 * Math.log2(1 + count), 18);

/** Returns a number from 0 to 1 that depends only on the text (FNV-1a). */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  // The last bits of similar texts differ the most, so they are mixed into all others.
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  return ((value ^ (value >>> 12)) >>> 0) / 0xffffffff;
}

/** Returns the nodes and edges of a graph, sorted by id, with indexes in place of ids. */
export function toPlacedGraph(graph: MemoryGraph, fixed: ReadonlySet<string>) {
  const ids = graph.nodes().sort();
  const indexes = new Map(ids.map((id, index) => [id, index]));
  const nodes = ids.map((id) => {
    const { x, y } = graph.getNodeAttributes(id);
    return { x, y, isFixed: fixed.has(id) };
  });
  const edges = graph
    .edges()
    .sort()
    .map((id): [number, number, number] => {
      const { from_id: from, to_id: to, strength } = graph.getEdgeAttribute(id, 'relationship');
      return [indexes.get(from)!, indexes.get(to)!, Math.max(strength, 0.05)];
    });
  return { ids, nodes, edges };
}
