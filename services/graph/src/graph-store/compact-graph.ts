import type { Adjacency } from '../traversal/adjacency.ts';
import type { SelectionBounds } from '../traversal/graph-selection.ts';
import { createTopK } from '../traversal/top-k.ts';
import { edgeWeight } from './edge-weight.ts';
import type { EdgeDirectionType, EdgeRevision, GraphEdge, NodeWindow } from './graph-store.ts';
import { EDGE_BYTES, EDGE_LAYOUT } from './packed-edges.ts';
import type { PackedEdges } from './packed-edges.ts';
import { grownLength, UuidTable } from './uuid-table.ts';

const DIRECTION_TYPES: readonly EdgeDirectionType[] = ['DIRECTED', 'BIDIRECTIONAL', 'INVERSE_PAIRED'];
const BIDIRECTIONAL = DIRECTION_TYPES.indexOf('BIDIRECTIONAL');
/** Direction code of a tombstone, which keeps the revision of a removed edge. */
const REMOVED = 255;
/** Bit that is added to the direction code of an inactive edge. */
const INACTIVE = 64;
/** Bit that is added to the direction code of an edge with a validity period, which is in `#periods`. */
const HAS_PERIOD = 32;
/** Bits of a direction code that are not part of the direction type. */
const FLAGS = INACTIVE | HAS_PERIOD;

/**
 * Entries per edge in `#links`: source node, target node, two next half-edges and two previous half-edges.
 */
const LINKS = 6;
const NEXT = 2;
const PREVIOUS = 4;

/** Approximate bytes of an entry of `#periods` or `#windows`. */
const PERIOD_BYTES = 100;

/** Validity period of an edge in milliseconds since the epoch. Open bounds are infinite. */
interface Period {
  fromMs: number;
  untilMs: number;
}

/** Window of a node. Open bounds are infinite. */
interface Window extends Period {
  expiresAtMs: number;
  revision: number;
}

/** Code of an edge's type, and code of its direction type and state. */
interface EdgeKind {
  type: number;
  direction: number;
  /** Null if both bounds are open. */
  period: Period | null;
}

/**
 * The graph of one tenant in typed arrays: 76 bytes per edge and 28 bytes per node, without objects that the garbage
 * collector would have to trace. Each node has a doubly linked list of its half-edges (see {@link Adjacency}), so adding
 * and removing an edge takes constant time, even at a node with many edges. Ordinals are never reused. A removed edge
 * becomes a tombstone with its revision until the graph is loaded again.
 */
export class CompactGraph implements Adjacency {
  #nodes = new UuidTable();
  #firstHalfEdge = new Int32Array(64);
  /** Per node: 1 if it was removed, 0 otherwise. */
  #nodeRemoved = new Uint8Array(64);
  /** Windows by node. Few nodes have one, and most graphs have none. */
  #windows = new Map<number, Window>();
  /** Number of nodes whose entries in the arrays are initialized. */
  #initializedNodes = 0;

  #edges = new UuidTable();
  #initializedEdges = 0;
  #links = new Int32Array(LINKS * 64);
  /** Strength and confidence of each edge, interleaved. */
  #strengthConfidence = new Float64Array(2 * 64);
  #revisions = new Float64Array(64);
  /** Per edge: index of its direction type in DIRECTION_TYPES, with the bits INACTIVE and HAS_PERIOD, or REMOVED. */
  #direction = new Uint8Array(64);
  #type = new Uint8Array(64);
  /** Validity periods by edge. Few edges have one, and the other edges are tested without reading this map. */
  #periods = new Map<number, Period>();
  #typeNames: string[] = [];
  /** Edge kinds by their name in {@link PackedEdges.kinds}. */
  #kinds = new Map<string, EdgeKind>();

  #liveEdges = 0;
  #removedNodes = 0;

  /** Number of nodes, including removed ones that still occupy memory. */
  get nodeCount(): number {
    return this.#initializedNodes;
  }

  get edgeCount(): number {
    return this.#liveEdges;
  }

  /** Number of removed nodes and edges that still occupy memory. */
  get tombstoneCount(): number {
    return this.#removedNodes + this.#edges.count - this.#liveEdges;
  }

  get byteLength(): number {
    return (
      this.#nodes.byteLength +
      this.#firstHalfEdge.byteLength +
      this.#nodeRemoved.byteLength +
      this.#edges.byteLength +
      this.#links.byteLength +
      this.#strengthConfidence.byteLength +
      this.#revisions.byteLength +
      this.#direction.byteLength +
      this.#type.byteLength +
      (this.#periods.size + this.#windows.size) * PERIOD_BYTES
    );
  }

  /**
   * Adds or replaces an edge, whose ids must be UUIDs. Ignores the edge if the graph has the same or a newer
   * revision of it, if it is a self-loop, or if one of its nodes was removed.
   */
  upsert(edge: GraphEdge): void {
    const from = this.#initializeNode(this.#nodes.intern(edge.fromId));
    const to = this.#initializeNode(this.#nodes.intern(edge.toId));
    if (!this.#canConnect(from, to)) return;
    const ordinal = this.#initializeEdge(this.#edges.intern(edge.id));
    const kind = this.#toKind(
      edge.type,
      edge.directionType,
      edge.isActive,
      toPeriod(edge.validFromMs, edge.validUntilMs),
    );
    this.#write(ordinal, from, to, kind, edge.strength, edge.confidence, edge.revision);
  }

  /** Applies {@link upsert} to the packed edges from index `first` up to but not including `end`. */
  upsertPacked({ bytes, kinds }: PackedEdges, first: number, end: number): void {
    for (let index = first; index < end; index++) {
      const offset = index * EDGE_BYTES;
      const from = this.#initializeNode(this.#nodes.internBytes(bytes, offset + EDGE_LAYOUT.fromId));
      const to = this.#initializeNode(this.#nodes.internBytes(bytes, offset + EDGE_LAYOUT.toId));
      if (!this.#canConnect(from, to)) continue;
      this.#write(
        this.#initializeEdge(this.#edges.internBytes(bytes, offset + EDGE_LAYOUT.id)),
        from,
        to,
        this.#kind(kinds[index]!),
        bytes.getFloat64(offset + EDGE_LAYOUT.strength),
        bytes.getFloat64(offset + EDGE_LAYOUT.confidence),
        bytes.getFloat64(offset + EDGE_LAYOUT.revision),
      );
    }
  }

  /** Removes an edge and records the revision of the removal. No effect if the graph has a newer revision. */
  removeEdge(id: string, revision: number): void {
    const ordinal = this.#initializeEdge(this.#edges.intern(id));
    if (this.#revisions[ordinal]! > revision) return;
    this.#revisions[ordinal] = revision;
    this.#markRemoved(ordinal);
  }

  /** Removes a node and its edges permanently. */
  removeNode(id: string): void {
    const node = this.#initializeNode(this.#nodes.intern(id));
    if (this.#nodeRemoved[node] === 1) return;
    this.#nodeRemoved[node] = 1;
    this.#removedNodes++;
    this.#windows.delete(node);
    let halfEdge: number;
    while ((halfEdge = this.#firstHalfEdge[node]!) >= 0) this.#markRemoved(halfEdge >> 1);
  }

  /** Sets the window of a node. Ignores it if the node was removed, or has the same or a newer revision of the window. */
  setWindow({ id, validFromMs, validUntilMs, expiresAtMs = Infinity, revision }: NodeWindow): void {
    const node = this.#initializeNode(this.#nodes.intern(id));
    if (this.#nodeRemoved[node] === 1 || (this.#windows.get(node)?.revision ?? 0) >= revision) return;
    const { fromMs, untilMs } = toBounds(validFromMs, validUntilMs);
    // An open window is kept as well, so that an older revision that arrives later is ignored.
    this.#windows.set(node, { fromMs, untilMs, expiresAtMs, revision });
  }

  /** Returns a copy of an edge. */
  edge(ordinal: number): GraphEdge {
    const { fromMs = -Infinity, untilMs = Infinity } = this.#periods.get(ordinal) ?? {};
    return {
      id: this.#edges.id(ordinal),
      fromId: this.#nodes.id(this.#links[LINKS * ordinal]!),
      toId: this.#nodes.id(this.#links[LINKS * ordinal + 1]!),
      type: this.#typeNames[this.#type[ordinal]!]!,
      directionType: DIRECTION_TYPES[this.#direction[ordinal]! & ~FLAGS]!,
      strength: this.#strengthConfidence[2 * ordinal]!,
      confidence: this.#strengthConfidence[2 * ordinal + 1]!,
      isActive: (this.#direction[ordinal]! & INACTIVE) === 0,
      ...(fromMs !== -Infinity && { validFromMs: fromMs }),
      ...(untilMs !== Infinity && { validUntilMs: untilMs }),
      revision: this.#revisions[ordinal]!,
    };
  }

  /**
   * Returns the ordinals of up to `limit` edges in ascending order of ids.
   *
   * @param afterId a UUID; returns edges with a greater id. Null starts at the first edge.
   */
  edgesAfter(afterId: string | null, limit: number): number[] {
    const isAfter = afterId === null ? () => true : this.#edges.after(afterId);
    const edges = createTopK<number>(limit, (a, b) => this.#edges.compare(a, b));
    for (let edge = 0; edge < this.#edges.count; edge++) {
      if (this.#direction[edge] !== REMOVED && isAfter(edge)) edges.offer(edge);
    }
    return edges.sorted();
  }

  edgeRevision(edge: number): EdgeRevision {
    return { id: this.#edges.id(edge), revision: this.#revisions[edge]! };
  }

  findNode(id: string): number {
    return this.#nodes.find(id);
  }

  /** Returns the ordinal of a node and adds the node if it is unknown. Returns -1 if the id is not a UUID. */
  addNode(id: string): number {
    const ordinal = this.#nodes.intern(id);
    return ordinal < 0 ? ordinal : this.#initializeNode(ordinal);
  }

  nodeId(node: number): string {
    return this.#nodes.id(node);
  }

  edgeId(edge: number): string {
    return this.#edges.id(edge);
  }

  firstHalfEdge(node: number): number {
    return this.#firstHalfEdge[node]!;
  }

  nextHalfEdge(halfEdge: number): number {
    return this.#links[LINKS * (halfEdge >> 1) + NEXT + (halfEdge & 1)]!;
  }

  target(halfEdge: number): number {
    return this.#links[LINKS * (halfEdge >> 1) + (1 - (halfEdge & 1))]!;
  }

  weight(edge: number): number {
    return edgeWeight(this.#strengthConfidence[2 * edge]!, this.#strengthConfidence[2 * edge + 1]!);
  }

  isBidirectional(edge: number): boolean {
    return (this.#direction[edge]! & ~FLAGS) === BIDIRECTIONAL;
  }

  isSelected(edge: number, { includeInactive, endsAfterMs, startsByMs }: SelectionBounds): boolean {
    const flags = this.#direction[edge]! & FLAGS;
    if (flags === 0) return true;
    if ((flags & INACTIVE) !== 0) return includeInactive;
    const { fromMs, untilMs } = this.#periods.get(edge)!;
    return untilMs > endsAfterMs && fromMs <= startsByMs;
  }

  isNodeSelected(node: number, { endsAfterMs, startsByMs, expiresAfterMs }: SelectionBounds): boolean {
    if (this.#windows.size === 0) return true;
    const window = this.#windows.get(node);
    return (
      window === undefined ||
      (window.untilMs > endsAfterMs && window.fromMs <= startsByMs && window.expiresAtMs > expiresAfterMs)
    );
  }

  edgeType(edge: number): number {
    return this.#type[edge]!;
  }

  findType(name: string): number {
    return this.#typeNames.indexOf(name);
  }

  compareNodes(a: number, b: number): number {
    return this.#nodes.compare(a, b);
  }

  compareEdges(a: number, b: number): number {
    return this.#edges.compare(a, b);
  }

  #canConnect(from: number, to: number): boolean {
    return from !== to && this.#nodeRemoved[from] === 0 && this.#nodeRemoved[to] === 0;
  }

  #write(
    edge: number,
    from: number,
    to: number,
    { type, direction, period }: EdgeKind,
    strength: number,
    confidence: number,
    revision: number,
  ): void {
    if (this.#revisions[edge]! >= revision) return;
    this.#revisions[edge] = revision;
    if (this.#direction[edge] !== REMOVED) this.#unlink(edge);
    this.#direction[edge] = direction;
    if (period === null) this.#periods.delete(edge);
    else this.#periods.set(edge, period);
    this.#type[edge] = type;
    this.#strengthConfidence[2 * edge] = strength;
    this.#strengthConfidence[2 * edge + 1] = confidence;
    this.#link(2 * edge, from);
    this.#link(2 * edge + 1, to);
    this.#liveEdges++;
  }

  #markRemoved(edge: number): void {
    if (this.#direction[edge] === REMOVED) return;
    this.#unlink(edge);
    this.#direction[edge] = REMOVED;
    this.#periods.delete(edge);
  }

  /** Inserts a half-edge at the head of a node's list. */
  #link(halfEdge: number, node: number): void {
    const links = LINKS * (halfEdge >> 1);
    const side = halfEdge & 1;
    const next = this.#firstHalfEdge[node]!;
    this.#links[links + side] = node;
    this.#links[links + NEXT + side] = next;
    this.#links[links + PREVIOUS + side] = -1;
    if (next >= 0) this.#links[LINKS * (next >> 1) + PREVIOUS + (next & 1)] = halfEdge;
    this.#firstHalfEdge[node] = halfEdge;
  }

  /** Removes both half-edges of an edge from their lists. */
  #unlink(edge: number): void {
    const links = LINKS * edge;
    for (let side = 0; side < 2; side++) {
      const node = this.#links[links + side]!;
      const next = this.#links[links + NEXT + side]!;
      const previous = this.#links[links + PREVIOUS + side]!;
      if (next >= 0) this.#links[LINKS * (next >> 1) + PREVIOUS + (next & 1)] = previous;
      if (previous >= 0) this.#links[LINKS * (previous >> 1) + NEXT + (previous & 1)] = next;
      else this.#firstHalfEdge[node] = next;
    }
    this.#liveEdges--;
  }

  /** Initializes the array entries of a node if its ordinal is new. Returns the ordinal. */
  #initializeNode(node: number): number {
    if (node < this.#initializedNodes) return node;
    if (node === this.#firstHalfEdge.length) {
      const length = grownLength(node);
      this.#firstHalfEdge = copyInto(new Int32Array(length), this.#firstHalfEdge);
      this.#nodeRemoved = copyInto(new Uint8Array(length), this.#nodeRemoved);
    }
    this.#firstHalfEdge[node] = -1;
    this.#initializedNodes = node + 1;
    return node;
  }

  /** Initializes the array entries of an edge, as removed, if its ordinal is new. Returns the ordinal. */
  #initializeEdge(edge: number): number {
    if (edge < this.#initializedEdges) return edge;
    if (edge === this.#direction.length) {
      const length = grownLength(edge);
      this.#links = copyInto(new Int32Array(LINKS * length), this.#links);
      this.#strengthConfidence = copyInto(new Float64Array(2 * length), this.#strengthConfidence);
      this.#revisions = copyInto(new Float64Array(length), this.#revisions);
      this.#direction = copyInto(new Uint8Array(length), this.#direction);
      this.#type = copyInto(new Uint8Array(length), this.#type);
    }
    this.#direction[edge] = REMOVED;
    this.#initializedEdges = edge + 1;
    return edge;
  }

  #kind(name: string): EdgeKind {
    const known = this.#kinds.get(name);
    if (known !== undefined) return known;
    const [type, directionType, ...suffixes] = name.split(' ') as [string, EdgeDirectionType, ...string[]];
    const bounds = suffixes.find((suffix) => suffix.includes('/'))?.split('/') ?? [];
    const [fromMs, untilMs] = bounds.map((bound) => (bound === '' ? undefined : Number(bound)));
    const kind = this.#toKind(type, directionType, !suffixes.includes('inactive'), toPeriod(fromMs, untilMs));
    // Periods differ between edges, so the cache would grow with the graph.
    if (kind.period === null) this.#kinds.set(name, kind);
    return kind;
  }

  #toKind(
    type: string,
    directionType: EdgeDirectionType,
    isActive: boolean,
    period: Period | null,
  ): EdgeKind {
    const flags = (isActive ? 0 : INACTIVE) | (period === null ? 0 : HAS_PERIOD);
    return {
      type: this.#typeOrdinal(type),
      direction: DIRECTION_TYPES.indexOf(directionType) | flags,
      period,
    };
  }

  #typeOrdinal(name: string): number {
    const known = this.#typeNames.indexOf(name);
    if (known >= 0) return known;
    if (this.#typeNames.length > 255) throw new RangeError('A graph can have at most 256 edge types.');
    return this.#typeNames.push(name) - 1;
  }
}

const toBounds = (fromMs = -Infinity, untilMs = Infinity): Period => ({ fromMs, untilMs });

function toPeriod(validFromMs: number | undefined, validUntilMs: number | undefined): Period | null {
  return validFromMs === undefined && validUntilMs === undefined ? null : toBounds(validFromMs, validUntilMs);
}

function copyInto<T extends Int32Array | Float64Array | Uint8Array>(target: T, source: T): T {
  target.set(source);
  return target;
}
