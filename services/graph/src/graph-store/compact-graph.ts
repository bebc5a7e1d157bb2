import type { Adjacency } from '../traversal/adjacency.ts';
import { bestList } from '../traversal/best-list.ts';
import { weightOf } from './edge-weight.ts';
import type { EdgeDirectionType, EdgeRevision, GraphEdge } from './graph-store.ts';
import { grownLength, IdTable } from './id-table.ts';
import { EDGE_BYTES, EDGE_LAYOUT } from './packed-edges.ts';
import type { PackedEdges } from './packed-edges.ts';

const DIRECTION_TYPES: readonly EdgeDirectionType[] = ['DIRECTED', 'BIDIRECTIONAL', 'INVERSE_PAIRED'];
const BIDIRECTIONAL = DIRECTION_TYPES.indexOf('BIDIRECTIONAL');
/** `state` of an edge that is remembered only for its revision. */
const REMOVED = 255;

/** Numbers per edge in `links`: its two ends, then for each end the next and the previous half. */
const LINKS = 6;
const NEXT = 2;
const PREVIOUS = 4;

/** Codes of a type and of a direction type. */
interface EdgeKind {
  type: number;
  state: number;
}

/**
 * The graph of one tenant in typed arrays: 76 bytes an edge and 32 a node, and no object that the garbage
 * collector would visit. Each node heads a doubly linked list of the halves (see {@link Adjacency}) at it,
 * so a change costs the same at a hub as anywhere else. Slots are never reused: a removed edge keeps its
 * own, with the revision that guards it, until the graph is loaded anew.
 */
export class CompactGraph implements Adjacency {
  #nodes = new IdTable();
  #firstHalf = new Int32Array(64);
  #degree = new Int32Array(64);
  /** 1 for a removed node. */
  #gone = new Uint8Array(64);
  /** Slots below this one have their place in the arrays of nodes. */
  #placedNodes = 0;

  #edges = new IdTable();
  #placedEdges = 0;
  #links = new Int32Array(LINKS * 64);
  /** Strength and confidence by turns. */
  #figures = new Float64Array(2 * 64);
  #revisions = new Float64Array(64);
  /** Index into DIRECTION_TYPES, or REMOVED. */
  #state = new Uint8Array(64);
  #type = new Uint8Array(64);
  #typeNames: string[] = [];
  /** By the names in {@link PackedEdges}. */
  #kinds = new Map<string, EdgeKind>();

  #liveEdges = 0;
  #goneNodes = 0;

  get edgeCount(): number {
    return this.#liveEdges;
  }

  /** Removed nodes and edges that still take their place. */
  get tombstoneCount(): number {
    return this.#goneNodes + this.#edges.count - this.#liveEdges;
  }

  get byteLength(): number {
    return (
      this.#nodes.byteLength +
      this.#firstHalf.byteLength +
      this.#degree.byteLength +
      this.#gone.byteLength +
      this.#edges.byteLength +
      this.#links.byteLength +
      this.#figures.byteLength +
      this.#revisions.byteLength +
      this.#state.byteLength +
      this.#type.byteLength
    );
  }

  /** Adds or replaces an edge unless it is held at this revision or a newer one. Its ids are UUIDs. */
  upsert(edge: GraphEdge): void {
    const from = this.#nodeSlot(this.#nodes.intern(edge.fromId));
    const to = this.#nodeSlot(this.#nodes.intern(edge.toId));
    if (!this.#mayLink(from, to)) return;
    const slot = this.#edgeSlot(this.#edges.intern(edge.id));
    const kind = { type: this.#codeOfType(edge.type), state: DIRECTION_TYPES.indexOf(edge.directionType) };
    this.#put(slot, from, to, kind, edge.strength, edge.confidence, edge.revision);
  }

  /** The same for packed edges, those from `first` on before `end`. */
  upsertPacked({ bytes, kinds }: PackedEdges, first: number, end: number): void {
    for (let edge = first; edge < end; edge++) {
      const at = edge * EDGE_BYTES;
      const from = this.#nodeSlot(this.#nodes.internBytes(bytes, at + EDGE_LAYOUT.fromId));
      const to = this.#nodeSlot(this.#nodes.internBytes(bytes, at + EDGE_LAYOUT.toId));
      if (!this.#mayLink(from, to)) continue;
      this.#put(
        this.#edgeSlot(this.#edges.internBytes(bytes, at + EDGE_LAYOUT.id)),
        from,
        to,
        this.#kind(kinds[edge]!),
        bytes.getFloat64(at + EDGE_LAYOUT.strength),
        bytes.getFloat64(at + EDGE_LAYOUT.confidence),
        bytes.getFloat64(at + EDGE_LAYOUT.revision),
      );
    }
  }

  /** Removes an edge unless it is held at a newer revision; remembers the revision either way. */
  removeEdge(id: string, revision: number): void {
    const slot = this.#edgeSlot(this.#edges.intern(id));
    if (this.#revisions[slot]! > revision) return;
    this.#revisions[slot] = revision;
    this.#drop(slot);
  }

  /** Removes a node and its edges for good. */
  removeNode(id: string): void {
    const node = this.#nodeSlot(this.#nodes.intern(id));
    if (this.#gone[node] === 1) return;
    this.#gone[node] = 1;
    this.#goneNodes++;
    for (let half = this.#firstHalf[node]!; half >= 0; half = this.#firstHalf[node]!) this.#drop(half >> 1);
  }

  /** A copy of an edge. */
  edge(edge: number): GraphEdge {
    return {
      id: this.#edges.id(edge),
      fromId: this.#nodes.id(this.#links[LINKS * edge]!),
      toId: this.#nodes.id(this.#links[LINKS * edge + 1]!),
      type: this.#typeNames[this.#type[edge]!]!,
      directionType: DIRECTION_TYPES[this.#state[edge]!]!,
      strength: this.#figures[2 * edge]!,
      confidence: this.#figures[2 * edge + 1]!,
      revision: this.#revisions[edge]!,
    };
  }

  degree(node: number): number {
    return this.#degree[node]!;
  }

  /** Handles of the edges whose ids come after `afterId` (a UUID; null: all), in the order of their ids. */
  edgesAfter(afterId: string | null, limit: number): number[] {
    const isAfter = afterId === null ? () => true : this.#edges.after(afterId);
    const edges = bestList<number>(limit, (a, b) => this.#edges.compare(a, b));
    for (let edge = 0; edge < this.#edges.count; edge++) {
      if (this.#state[edge] !== REMOVED && isAfter(edge)) edges.offer(edge);
    }
    return edges.sorted();
  }

  edgeRevision(edge: number): EdgeRevision {
    return { id: this.#edges.id(edge), revision: this.#revisions[edge]! };
  }

  findNode(id: string): number {
    return this.#nodes.find(id);
  }

  /** The handle of a node, which need not have an edge yet; -1 when the id is no UUID. */
  addNode(id: string): number {
    const slot = this.#nodes.intern(id);
    return slot < 0 ? slot : this.#nodeSlot(slot);
  }

  nodeId(node: number): string {
    return this.#nodes.id(node);
  }

  edgeId(edge: number): string {
    return this.#edges.id(edge);
  }

  firstHalf(node: number): number {
    return this.#firstHalf[node]!;
  }

  nextHalf(half: number): number {
    return this.#links[LINKS * (half >> 1) + NEXT + (half & 1)]!;
  }

  farEnd(half: number): number {
    return this.#links[LINKS * (half >> 1) + (1 - (half & 1))]!;
  }

  weight(edge: number): number {
    return weightOf(this.#figures[2 * edge]!, this.#figures[2 * edge + 1]!);
  }

  isBidirectional(edge: number): boolean {
    return this.#state[edge] === BIDIRECTIONAL;
  }

  typeCode(edge: number): number {
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

  #mayLink(from: number, to: number): boolean {
    return from !== to && this.#gone[from] === 0 && this.#gone[to] === 0;
  }

  #put(
    slot: number,
    from: number,
    to: number,
    { type, state }: EdgeKind,
    strength: number,
    confidence: number,
    revision: number,
  ): void {
    if (this.#revisions[slot]! >= revision) return;
    this.#revisions[slot] = revision;
    if (this.#state[slot] !== REMOVED) this.#unlink(slot);
    this.#state[slot] = state;
    this.#type[slot] = type;
    this.#figures[2 * slot] = strength;
    this.#figures[2 * slot + 1] = confidence;
    this.#link(2 * slot, from);
    this.#link(2 * slot + 1, to);
    this.#liveEdges++;
  }

  #drop(slot: number): void {
    if (this.#state[slot] === REMOVED) return;
    this.#unlink(slot);
    this.#state[slot] = REMOVED;
  }

  /** Puts a half first in the list of its node. */
  #link(half: number, node: number): void {
    const at = LINKS * (half >> 1);
    const side = half & 1;
    const next = this.#firstHalf[node]!;
    this.#links[at + side] = node;
    this.#links[at + NEXT + side] = next;
    this.#links[at + PREVIOUS + side] = -1;
    if (next >= 0) this.#links[LINKS * (next >> 1) + PREVIOUS + (next & 1)] = half;
    this.#firstHalf[node] = half;
    this.#degree[node]!++;
  }

  #unlink(edge: number): void {
    for (let side = 0; side < 2; side++) {
      const at = LINKS * edge;
      const node = this.#links[at + side]!;
      const next = this.#links[at + NEXT + side]!;
      const previous = this.#links[at + PREVIOUS + side]!;
      if (next >= 0) this.#links[LINKS * (next >> 1) + PREVIOUS + (next & 1)] = previous;
      if (previous >= 0) this.#links[LINKS * (previous >> 1) + NEXT + (previous & 1)] = next;
      else this.#firstHalf[node] = next;
      this.#degree[node]!--;
    }
    this.#liveEdges--;
  }

  /** Makes room for a slot that the table of ids has just given out. */
  #nodeSlot(slot: number): number {
    if (slot < this.#placedNodes) return slot;
    if (slot === this.#firstHalf.length) {
      const length = grownLength(slot);
      this.#firstHalf = grown(this.#firstHalf, new Int32Array(length));
      this.#degree = grown(this.#degree, new Int32Array(length));
      this.#gone = grown(this.#gone, new Uint8Array(length));
    }
    this.#firstHalf[slot] = -1;
    this.#placedNodes = slot + 1;
    return slot;
  }

  /** The same for an edge, which is none until it is linked. */
  #edgeSlot(slot: number): number {
    if (slot < this.#placedEdges) return slot;
    if (slot === this.#state.length) {
      const length = grownLength(slot);
      this.#links = grown(this.#links, new Int32Array(LINKS * length));
      this.#figures = grown(this.#figures, new Float64Array(2 * length));
      this.#revisions = grown(this.#revisions, new Float64Array(length));
      this.#state = grown(this.#state, new Uint8Array(length));
      this.#type = grown(this.#type, new Uint8Array(length));
    }
    this.#state[slot] = REMOVED;
    this.#placedEdges = slot + 1;
    return slot;
  }

  #kind(name: string): EdgeKind {
    let kind = this.#kinds.get(name);
    if (kind === undefined) {
      const [type, directionType] = name.split(' ') as [string, EdgeDirectionType];
      kind = { type: this.#codeOfType(type), state: DIRECTION_TYPES.indexOf(directionType) };
      this.#kinds.set(name, kind);
    }
    return kind;
  }

  #codeOfType(name: string): number {
    const known = this.#typeNames.indexOf(name);
    if (known >= 0) return known;
    if (this.#typeNames.length > 255) throw new RangeError('A graph holds at most 256 types of edges.');
    return this.#typeNames.push(name) - 1;
  }
}

function grown<T extends Int32Array | Float64Array | Uint8Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
