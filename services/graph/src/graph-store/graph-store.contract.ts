import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { newId } from '@loci/core';
import type { GraphEdge, GraphStore, LoadEdges, LoadWindows, NodeWindow } from './graph-store.ts';
import { packEdges } from '../../test/pack-edges.fixture.ts';

export interface GraphStoreContract {
  /**
   * Creates a store. Called before each test; each test uses its own tenants.
   *
   * @param tables reads the fake tables. The suite changes the tables before the store, as the contract requires of
   *   every caller.
   */
  create(tables: { loadEdges: LoadEdges; loadWindows: LoadWindows }): Promise<GraphStore>;
  /** Deletes the data of a test from a store that persists it. Called after each test. */
  discard?(tenantIds: readonly string[]): Promise<void>;
}

/** Defines the tests that every implementation of `GraphStore` must pass. */
const byId = (edges: readonly GraphEdge[]): GraphEdge[] => edges.toSorted((a, b) => (a.id < b.id ? -1 : 1));

export function describeGraphStoreContract(name: string, { create, discard }: GraphStoreContract): void {
  describe(`graph store contract: ${name}`, () => {
    let tenant: string;
    let otherTenant: string;
    const [a, b, c, d] = [newId(), newId(), newId(), newId()] as [string, string, string, string];
    let store: GraphStore;
    let table: Map<string, Map<string, GraphEdge>>;
    /** Windows of the nodes of `tenant`. */
    let windows: NodeWindow[];

    const rowsOf = (tenantId: string): Map<string, GraphEdge> => {
      if (!table.has(tenantId)) table.set(tenantId, new Map());
      return table.get(tenantId)!;
    };

    function edge(fromId: string, toId: string, rest: Partial<GraphEdge> = {}): GraphEdge {
      return {
        id: newId(),
        fromId,
        toId,
        type: 'supports',
        directionType: 'DIRECTED',
        strength: 0.5,
        confidence: 0.8,
        isActive: true,
        revision: 1,
        ...rest,
      };
    }

    async function put(edges: readonly GraphEdge[], tenantId = tenant): Promise<void> {
      for (const row of edges) rowsOf(tenantId).set(row.id, row);
      await store.upsertEdges(tenantId, edges);
    }

    async function removeEdge({ id, revision }: GraphEdge): Promise<void> {
      rowsOf(tenant).delete(id);
      await store.removeEdges(tenant, [{ id, revision: revision + 1 }]);
    }

    async function removeNode(id: string): Promise<void> {
      for (const row of [...rowsOf(tenant).values()]) {
        if (row.fromId === id || row.toId === id) rowsOf(tenant).delete(row.id);
      }
      await store.removeNodes(tenant, [id]);
    }

    async function edgesAt(id: string, tenantId = tenant): Promise<GraphEdge[]> {
      return (await store.edgesOf(tenantId, [id], { limitPerNode: 100 }))[0]!.edges;
    }

    const traverse = (startId: string, rest: Partial<Parameters<GraphStore['traverse']>[1]> = {}) =>
      store.traverse(tenant, { startId, maxDepth: 3, direction: 'ANY', ...rest });

    const expand = (startIds: string[], rest: Partial<Parameters<GraphStore['expand']>[1]> = {}) =>
      store.expand(tenant, {
        start: startIds.map((id) => ({ id, score: 1 })),
        seedLimit: 10,
        maxDepth: 2,
        damping: 0.5,
        maxReached: 100,
        ...rest,
      });

    beforeEach(async () => {
      [tenant, otherTenant] = [newId(), newId()];
      table = new Map();
      windows = [];
      store = await create({
        async *loadEdges(tenantId) {
          const rows = [...rowsOf(tenantId).values()];
          for (let first = 0; first < rows.length; first += 2_000)
            yield packEdges(rows.slice(first, first + 2_000));
        },
        async *loadWindows(tenantId) {
          yield tenantId === tenant ? windows : [];
        },
      });
      // Triggers the load of a store that reads the table on first use, so that tests apply changes to a
      // loaded store.
      await store.edgesOf(tenant, [a], { limitPerNode: 1 });
    });
    afterEach(async () => {
      await store.close();
      await discard?.([tenant, otherTenant]);
    });

    describe('changes', () => {
      test('returns an upserted edge with all fields from both of its nodes', async () => {
        const stored = edge(a, b, {
          type: 'causes',
          directionType: 'INVERSE_PAIRED',
          strength: 0.1 + 0.2,
          revision: 7,
        });
        await put([stored]);
        expect(await edgesAt(a)).toEqual([stored]);
        expect(await edgesAt(b)).toEqual([stored]);
      });

      test('applies an upsert once if it is repeated in the same call and in a later call', async () => {
        const once = edge(a, b);
        await put([once, once]);
        await put([once]);
        expect(await edgesAt(a)).toEqual([once]);
      });

      test('replaces an edge only with a newer revision', async () => {
        const old = edge(a, b, { strength: 0.1, revision: 2 });
        const current = { ...old, strength: 0.9, revision: 3 };
        await put([old]);
        await put([current]);
        await store.upsertEdges(tenant, [old, { ...old, revision: 1 }]);
        expect(await edgesAt(a)).toEqual([current]);
        expect((await traverse(a)).paths[0]!.score).toBeCloseTo(0.72, 9);
      });

      test('removes an edge from both of its nodes, even if older revisions of the edge arrive later', async () => {
        const removed = edge(a, b);
        const kept = edge(a, c);
        await put([removed, kept]);
        await removeEdge(removed);
        await store.upsertEdges(tenant, [removed, { ...removed, revision: 2 }]);
        expect(await edgesAt(a)).toEqual([kept]);
        expect(await edgesAt(b)).toEqual([]);
        expect((await traverse(b)).paths).toEqual([]);
      });

      test('ignores an edge whose removal arrived earlier', async () => {
        const late = edge(a, b);
        await store.removeEdges(tenant, [{ id: late.id, revision: 2 }]);
        await store.upsertEdges(tenant, [late]);
        expect(await edgesAt(a)).toEqual([]);
      });

      test('ignores a removal that is older than the edge', async () => {
        const current = edge(a, b, { revision: 5 });
        await put([current]);
        await store.removeEdges(tenant, [{ id: current.id, revision: 4 }]);
        expect(await edgesAt(a)).toEqual([current]);
      });

      test('removes the incoming and outgoing edges of a removed node from every read', async () => {
        const kept = edge(a, c);
        await put([edge(a, b), edge(b, c), edge(b, d, { directionType: 'BIDIRECTIONAL' }), kept]);
        await removeNode(b);
        expect(await edgesAt(a)).toEqual([kept]);
        expect(await edgesAt(b)).toEqual([]);
        expect(await edgesAt(c)).toEqual([kept]);
        expect(await edgesAt(d)).toEqual([]);
        expect((await traverse(a)).visitedIds).toEqual([a, c]);
        expect((await expand([a])).nodes.map(({ id }) => id)).toEqual([a, c]);
        expect(await store.edgesBetween(tenant, [a, b, c, d], 10)).toEqual([kept]);
      });

      test('ignores edges of a removed node at any revision', async () => {
        const known = edge(a, b);
        await put([known]);
        await removeNode(b);
        await removeNode(d);
        await store.upsertEdges(tenant, [{ ...known, revision: 9 }, edge(b, c), edge(c, b), edge(a, d)]);
        for (const id of [a, b, c, d]) expect(await edgesAt(id)).toEqual([]);
      });

      test('ignores an edge from a node to itself', async () => {
        await store.upsertEdges(tenant, [edge(a, a)]);
        expect(await edgesAt(a)).toEqual([]);
      });

      test('rejects all changes of a call with a malformed id with VAL_UUID_INVALID', async () => {
        const invalid = { code: 'VAL_UUID_INVALID' };
        await expect(store.upsertEdges(tenant, [edge(a, b), edge(a, 'b')])).rejects.toMatchObject(invalid);
        await expect(store.upsertEdges(tenant, [edge(a, b), edge('', b)])).rejects.toMatchObject(invalid);
        await expect(store.upsertEdges(tenant, [edge(a, b), edge(a, b, { id: "'" })])).rejects.toMatchObject(
          invalid,
        );
        await expect(store.removeEdges(tenant, [{ id: 'x', revision: 1 }])).rejects.toMatchObject(invalid);
        await expect(store.removeNodes(tenant, ['x'])).rejects.toMatchObject(invalid);
        await expect(store.revisions(tenant, { afterId: 'x', limit: 1 })).rejects.toMatchObject(invalid);
        expect(await edgesAt(a)).toEqual([]);
      });

      test('accepts empty lists of changes', async () => {
        await store.upsertEdges(tenant, []);
        await store.removeEdges(tenant, []);
        await store.removeNodes(tenant, []);
        expect(await edgesAt(a)).toEqual([]);
      });

      test('treats ids in uppercase and lowercase as equal', async () => {
        const stored = edge(a, b);
        await put([{ ...stored, id: stored.id.toUpperCase(), fromId: a.toUpperCase() }]);
        expect(await edgesAt(a.toUpperCase())).toEqual([stored]);
        expect((await traverse(a.toUpperCase())).visitedIds).toEqual([a, b]);
      });

      test('applies 50 concurrent upserts at one node', async () => {
        const edges = Array.from({ length: 50 }, () => edge(a, newId()));
        await Promise.all(edges.map((one) => put([one])));
        expect((await edgesAt(a)).map(({ id }) => id).sort()).toEqual(edges.map(({ id }) => id).sort());
      });
    });

    describe('tenants', () => {
      test('isolates tenants that use the same node and edge ids', async () => {
        const mine = edge(a, b);
        const theirs = { ...mine, toId: c, strength: 0.9 };
        await put([mine]);
        await put([theirs], otherTenant);
        await store.removeNodes(otherTenant, [b]);
        expect(await edgesAt(a)).toEqual([mine]);
        expect(await edgesAt(a, otherTenant)).toEqual([theirs]);
        await store.removeEdges(otherTenant, [{ id: mine.id, revision: 9 }]);
        expect(await edgesAt(a)).toEqual([mine]);
      });

      test('drops only the data of the given tenant', async () => {
        await put([edge(a, b)]);
        await put([edge(a, b)], otherTenant);
        rowsOf(tenant).clear();
        await store.dropTenant(tenant);
        expect(await edgesAt(a)).toEqual([]);
        expect(await edgesAt(a, otherTenant)).toHaveLength(1);
      });

      test('accepts dropTenant for an unknown tenant', async () => {
        await expect(store.dropTenant(newId())).resolves.toBeUndefined();
      });
    });

    describe('purgeTombstones', () => {
      const soon = (): Date => new Date(Date.now() + 60_000);

      test('keeps edges and nodes that were not removed', async () => {
        const [kept, removed] = [edge(a, b), edge(b, c)] as const;
        await put([kept, removed, edge(c, d)]);
        await removeEdge(removed);
        await removeNode(d);
        for (let rounds = 0; (await store.purgeTombstones(soon(), 100)) > 0; rounds++)
          expect(rounds).toBeLessThan(1_000);
        expect(await edgesAt(a)).toEqual([kept]);
        expect(await edgesAt(c)).toEqual([]);
        await put([edge(a, c)]);
        expect(await edgesAt(a)).toHaveLength(2);
      });
    });

    describe('traverse', () => {
      test('follows edges in the requested direction and BIDIRECTIONAL edges in both directions', async () => {
        await put([edge(a, b), edge(c, a), edge(d, a, { directionType: 'BIDIRECTIONAL' })]);
        const reached = async (direction: 'OUTBOUND' | 'INBOUND' | 'ANY') =>
          (await traverse(a, { direction })).visitedIds.toSorted();
        expect(await reached('OUTBOUND')).toEqual([a, b, d].sort());
        expect(await reached('INBOUND')).toEqual([a, c, d].sort());
        expect(await reached('ANY')).toEqual([a, b, c, d].sort());
      });

      test('returns all paths and their prefixes, sorted by length, score and id', async () => {
        const [ab, ac, ad, bc] = [
          edge(a, b, { strength: 0.5, confidence: 1 }),
          edge(a, c, { strength: 0.9, confidence: 0.5 }),
          edge(a, d, { strength: 1, confidence: 0.5 }),
          edge(b, c, { strength: 0.5, confidence: 0.5 }),
        ] as const;
        await put([ab, ac, ad, bc]);
        expect((await traverse(a, { direction: 'OUTBOUND' })).paths).toEqual([
          { nodeIds: [a, d], edgeIds: [ad.id], score: 0.5 },
          { nodeIds: [a, b], edgeIds: [ab.id], score: 0.5 },
          { nodeIds: [a, c], edgeIds: [ac.id], score: 0.45 },
          { nodeIds: [a, b, c], edgeIds: [ab.id, bc.id], score: 0.125 },
        ]);
      });

      test('visits no node of a cycle twice', async () => {
        const [ab, bc, ca] = [edge(a, b), edge(b, c), edge(c, a)] as const;
        await put([ab, bc, ca]);
        const found = await traverse(a, { direction: 'OUTBOUND', maxDepth: 10 });
        expect(found.paths.map(({ edgeIds }) => edgeIds)).toEqual([[ab.id], [ab.id, bc.id]]);
        expect(found).toMatchObject({ visitedIds: [a, b, c], maxDepthReached: 2, truncated: false });
      });

      test('returns one path per parallel edge', async () => {
        const edges = [edge(a, b, { type: 'causes' }), edge(a, b), edge(b, a)];
        await put(edges);
        const { paths } = await traverse(a);
        expect(paths.map(({ edgeIds }) => edgeIds[0])).toEqual(edges.map(({ id }) => id).reverse());
      });

      test('follows only edges of the requested types', async () => {
        await put([edge(a, b, { type: 'causes' }), edge(b, c, { type: 'updates' }), edge(a, d)]);
        expect((await traverse(a, { types: ['causes', 'updates'] })).visitedIds).toEqual([a, b, c]);
        expect((await traverse(a, { types: ['updates'] })).paths).toEqual([]);
        expect((await traverse(a, { types: ['no such type'] })).paths).toEqual([]);
      });

      test('follows edges of all types if the list of types is empty', async () => {
        await put([edge(a, b, { type: 'causes' }), edge(b, c, { type: 'updates' }), edge(a, d)]);
        expect((await traverse(a, { types: [] })).visitedIds).toHaveLength(4);
      });

      test('returns no path that is longer than maxDepth', async () => {
        await put([edge(a, b), edge(b, c), edge(c, d)]);
        expect(await traverse(a, { maxDepth: 1 })).toMatchObject({ visitedIds: [a, b], maxDepthReached: 1 });
        expect(await traverse(a, { maxDepth: 2 })).toMatchObject({
          visitedIds: [a, b, c],
          maxDepthReached: 2,
        });
      });

      test('returns no paths for an unknown or malformed start', async () => {
        await put([edge(a, b)]);
        const nothing = { paths: [], maxDepthReached: 0, truncated: false };
        const unknown = newId();
        expect(await traverse(unknown)).toEqual({ ...nothing, visitedIds: [unknown] });
        expect(await traverse("'; --")).toEqual({ ...nothing, visitedIds: ["'; --"] });
      });

      test('returns 1,000 paths without cycles, with truncated = true, in a clique of 60 nodes at depth 10', async () => {
        const nodes = Array.from({ length: 60 }, () => newId());
        await put(nodes.flatMap((from, index) => nodes.slice(index + 1).map((to) => edge(from, to))));
        const { paths, truncated } = await traverse(nodes[0]!, { maxDepth: 10 });
        expect(truncated).toBe(true);
        expect(paths).toHaveLength(1_000);
        expect(paths.filter(({ edgeIds }) => edgeIds.length === 1)).toHaveLength(59);
        expect(paths.every(({ nodeIds }) => new Set(nodeIds).size === nodeIds.length)).toBe(true);
      });
    });

    describe('expand', () => {
      test('returns the reached nodes with their scores and depths', async () => {
        await put([edge(a, b), edge(c, b), edge(d, newId())]);
        const { nodes, truncated } = await expand([a], { maxDepth: 2 });
        expect(nodes.map(({ id, depth }) => [id, depth])).toEqual([
          [a, 0],
          [b, 1],
          [c, 2],
        ]);
        expect(nodes[1]!.score).toBeCloseTo(0.2, 9);
        expect(truncated).toBe(false);
      });

      test('returns the path of each reached node with explain', async () => {
        await put([edge(a, b), edge(c, b)]);
        const { nodes } = await expand([a], { maxDepth: 2, explain: true });
        expect(nodes.map(({ id, path }) => [id, path?.ids ?? null])).toEqual([
          [a, null],
          [b, [a, b]],
          [c, [a, b, c]],
        ]);
      });

      test('expands a start node that is not in the store along the extra edges of the call', async () => {
        const unknown = newId();
        await put([edge(a, b)]);
        const { nodes } = await expand([unknown], {
          maxDepth: 2,
          extraEdges: [{ fromId: a, toId: unknown, weight: 1 }],
        });
        expect(nodes.map(({ id }) => id)).toEqual([unknown, a, b]);
      });

      test('returns an empty result without start nodes', async () => {
        expect(await expand([])).toEqual({ nodes: [], truncated: false });
      });
    });

    describe('edgesOf', () => {
      test('returns nodes in request order, each with its edges sorted by weight and id and with the number of all edges', async () => {
        const [light, older, newer, heavy] = [
          edge(a, b, { strength: 0.1 }),
          edge(c, a),
          edge(a, c),
          edge(a, d, { strength: 1, confidence: 1 }),
        ] as const;
        await put([older, heavy, light, newer]);
        const unknown = newId();
        expect(await store.edgesOf(tenant, [unknown, a, d, 'x'], { limitPerNode: 3 })).toEqual([
          { id: unknown, edges: [], total: 0 },
          { id: a, edges: [heavy, newer, older], total: 4 },
          { id: d, edges: [heavy], total: 1 },
          { id: 'x', edges: [], total: 0 },
        ]);
      });

      test('returns no edges and the number of all edges if limitPerNode is 0', async () => {
        await put([edge(a, b), edge(a, c)]);
        expect(await store.edgesOf(tenant, [a], { limitPerNode: 0 })).toEqual([
          { id: a, edges: [], total: 2 },
        ]);
      });

      test('returns an empty list if no ids are given', async () => {
        expect(await store.edgesOf(tenant, [], { limitPerNode: 3 })).toEqual([]);
      });
    });

    describe('edgesBetween', () => {
      test('returns each edge between the given nodes once, sorted by descending weight, up to the limit', async () => {
        const [ab, ba, bc] = [
          edge(a, b),
          edge(b, a, { strength: 0.9 }),
          edge(b, c, { strength: 0.1 }),
        ] as const;
        await put([ab, ba, bc, edge(c, d)]);
        expect(await store.edgesBetween(tenant, [a, b, c, a, newId(), 'x'], 10)).toEqual([ba, ab, bc]);
        expect(await store.edgesBetween(tenant, [a, b, c], 1)).toEqual([ba]);
      });

      test('returns an empty list if no ids are given', async () => {
        expect(await store.edgesBetween(tenant, [], 10)).toEqual([]);
      });
    });

    describe('inactive edges', () => {
      const setUp = async () => {
        const [a, b, c] = [newId(), newId(), newId()];
        const active = edge(a, b);
        const inactive = edge(b, c, { isActive: false, directionType: 'BIDIRECTIONAL' });
        await put([active, inactive]);
        return { a, b, c, active, inactive };
      };

      test('are followed by a traversal only if it includes them', async () => {
        const { a, active, inactive } = await setUp();
        const edgesOfPaths = async (includeInactive: boolean) => {
          const request = { startId: a, maxDepth: 2, direction: 'ANY' as const, includeInactive };
          return (await store.traverse(tenant, request)).paths.map(({ edgeIds }) => edgeIds);
        };
        expect(await edgesOfPaths(false)).toEqual([[active.id]]);
        expect(await edgesOfPaths(true)).toEqual([[active.id], [active.id, inactive.id]]);
      });

      test('transfer no scores in an expansion', async () => {
        const { a, b } = await setUp();
        const { nodes } = await store.expand(tenant, {
          start: [{ id: a, score: 1 }],
          seedLimit: 1,
          maxDepth: 3,
          damping: 0.5,
          maxReached: 10,
        });
        expect(nodes.map(({ id }) => id).sort()).toEqual([a, b].sort());
      });

      test('are returned and counted by edgesOf and edgesBetween only if they are included', async () => {
        const { a, b, c, active, inactive } = await setUp();
        const read = async (includeInactive: boolean) => {
          const [ofB] = await store.edgesOf(tenant, [b], { limitPerNode: 10, includeInactive });
          const between = await store.edgesBetween(tenant, [a, b, c], 10, { includeInactive });
          return [ofB!.total, byId(ofB!.edges), byId(between)];
        };
        const all = byId([active, inactive]);
        expect(await read(false)).toEqual([1, [active], [active]]);
        expect(await read(true)).toEqual([2, all, all]);
      });

      test('are created by a newer revision with isActive = false', async () => {
        const { a, active } = await setUp();
        await store.upsertEdges(tenant, [{ ...active, isActive: false, revision: 2 }]);
        expect(await store.edgesOf(tenant, [a], { limitPerNode: 1 })).toEqual([
          { id: a, edges: [], total: 0 },
        ]);
      });
    });

    describe('validity periods', () => {
      const AT = Date.parse('2026-05-08T12:00:00Z');
      const LATER = AT + 1_000;

      /** Stores one edge per period, each from its own node to the node `a`. Returns the edges by name. */
      const setUp = async () => {
        const edges = {
          open: edge(newId(), a),
          ended: edge(newId(), a, { validUntilMs: AT }),
          ending: edge(newId(), a, { validFromMs: AT - 1, validUntilMs: AT + 1 }),
          starting: edge(newId(), a, { validFromMs: AT }),
          future: edge(newId(), a, { validFromMs: AT + 1, validUntilMs: AT + 2 }),
          inactive: edge(newId(), a, { isActive: false, validUntilMs: AT + 5_000 }),
        };
        await put(Object.values(edges));
        const nameOf = new Map(Object.entries(edges).map(([name, { id }]) => [id, name]));
        const names = (ids: readonly string[]) => ids.map((id) => nameOf.get(id)!).sort();
        return { edges, names, nodes: [a, ...Object.values(edges).map(({ fromId }) => fromId)] };
      };
      const VALID = ['ending', 'open', 'starting'];
      const SELECTIONS = [
        [{ atMs: AT }, VALID],
        [{ atMs: LATER }, ['open', 'starting']],
        [{ atMs: AT, includeExpired: true }, ['ended', ...VALID]],
        [{ atMs: AT, includeFuture: true }, ['ending', 'future', 'open', 'starting']],
        [{ atMs: AT, includeInactive: true }, ['ending', 'inactive', 'open', 'starting']],
        [
          { atMs: AT, includeInactive: true, includeExpired: true, includeFuture: true },
          ['ended', 'ending', 'future', 'inactive', 'open', 'starting'],
        ],
      ] as const;

      test.each(SELECTIONS)('the selection %j reads the edges %j', async (selection, expected) => {
        const { names, nodes } = await setUp();
        const { paths } = await traverse(a, { maxDepth: 1, ...selection });
        expect(names(paths.map(({ edgeIds }) => edgeIds[0]!))).toEqual(expected);
        const [of] = await store.edgesOf(tenant, [a], { limitPerNode: 10, ...selection });
        expect([names(of!.edges.map(({ id }) => id)), of!.total]).toEqual([expected, expected.length]);
        const between = await store.edgesBetween(tenant, nodes, 10, selection);
        expect(names(between.map(({ id }) => id))).toEqual(expected);
      });

      test('an expansion transfers scores only along edges that are valid at its time', async () => {
        const { edges, nodes } = await setUp();
        const reached = async (atMs: number) => {
          const expansion = await expand([a], { maxDepth: 1, atMs });
          const ids = new Set(expansion.nodes.map(({ id }) => id));
          return Object.entries(edges)
            .filter(([, { fromId }]) => ids.has(fromId))
            .map(([name]) => name)
            .sort();
        };
        expect(nodes).toHaveLength(7);
        expect(await reached(AT)).toEqual(VALID);
        expect(await reached(LATER)).toEqual(['open', 'starting']);
      });

      test('reads use the current time by default', async () => {
        const now = Date.now();
        const valid = edge(a, b, { validFromMs: now - 60_000, validUntilMs: now + 3_600_000 });
        await put([
          valid,
          edge(a, c, { validUntilMs: now - 60_000 }),
          edge(a, d, { validFromMs: now + 3_600_000 }),
        ]);
        expect(await edgesAt(a)).toEqual([valid]);
        expect((await traverse(a)).visitedIds).toEqual([a, b]);
        expect((await expand([a])).nodes.map(({ id }) => id)).toEqual([a, b]);
      });

      test('a newer revision changes and removes the period of an edge', async () => {
        const ended = edge(a, b, { validUntilMs: AT });
        await put([ended]);
        const { validUntilMs: _, ...open } = { ...ended, revision: 2 };
        await put([open]);
        expect(await edgesAt(a)).toEqual([open]);
        const future = { ...open, validFromMs: AT, validUntilMs: LATER, revision: 3 };
        await put([future]);
        expect((await traverse(a, { atMs: AT - 1 })).paths).toEqual([]);
        expect((await traverse(a, { atMs: AT })).paths).toHaveLength(1);
        const [of] = await store.edgesOf(tenant, [a], { limitPerNode: 1, atMs: AT });
        expect(of!.edges).toEqual([future]);
      });
    });

    describe('node windows', () => {
      const AT = Date.parse('2026-05-08T12:00:00Z');

      async function setWindows(changed: readonly NodeWindow[]): Promise<void> {
        const ids = new Set(changed.map(({ id }) => id));
        windows = [...windows.filter(({ id }) => !ids.has(id)), ...changed];
        await store.setNodeWindows(tenant, changed);
      }

      /** Connects a node with each window to the node `a`. Returns the nodes by name. */
      const setUp = async () => {
        const nodes = {
          none: newId(),
          ended: newId(),
          endsAtTime: newId(),
          inside: newId(),
          startsAtTime: newId(),
          future: newId(),
          expired: newId(),
          expiring: newId(),
        };
        await put(Object.values(nodes).map((id) => edge(id, a)));
        await setWindows([
          { id: nodes.ended, validUntilMs: AT - 1, revision: 1 },
          { id: nodes.endsAtTime, validFromMs: AT - 9, validUntilMs: AT, revision: 1 },
          { id: nodes.inside, validFromMs: AT - 9, validUntilMs: AT + 1, revision: 1 },
          { id: nodes.startsAtTime, validFromMs: AT, revision: 1 },
          { id: nodes.future, validFromMs: AT + 1, validUntilMs: AT + 9, revision: 1 },
          { id: nodes.expired, expiresAtMs: AT, revision: 1 },
          { id: nodes.expiring, expiresAtMs: AT + 1, revision: 1 },
        ]);
        const namesOf = (ids: readonly string[]) =>
          Object.entries(nodes)
            .filter(([, id]) => ids.includes(id))
            .map(([name]) => name);
        return { nodes, namesOf };
      };
      const SELECTED = ['none', 'inside', 'startsAtTime', 'expiring'];
      const SELECTIONS = [
        [{ atMs: AT }, SELECTED],
        [{ atMs: AT, includeExpired: true }, [...SELECTED, 'ended', 'endsAtTime']],
        [{ atMs: AT, includeFuture: true }, [...SELECTED, 'future']],
        [{ atMs: AT + 1 }, ['none', 'startsAtTime', 'future']],
      ] as const;

      test.each(SELECTIONS)('the selection %j reads the nodes %j', async (selection, expected) => {
        const { namesOf } = await setUp();
        const { paths } = await traverse(a, { maxDepth: 1, ...selection });
        expect(namesOf(paths.map(({ nodeIds }) => nodeIds[1]!)).sort()).toEqual([...expected].sort());
        const [of] = await store.edgesOf(tenant, [a], { limitPerNode: 10, ...selection });
        expect(namesOf(of!.edges.map(({ fromId }) => fromId)).sort()).toEqual([...expected].sort());
        expect(of!.total).toBe(expected.length);
        const expansion = await expand([a], { maxDepth: 1, ...selection });
        expect(namesOf(expansion.nodes.map(({ id }) => id)).sort()).toEqual([...expected].sort());
      });

      test('a node outside of its window cuts the paths through it, but is a start of paths', async () => {
        await put([edge(a, b), edge(b, c)]);
        await setWindows([{ id: b, validUntilMs: AT, revision: 1 }]);
        expect((await traverse(a, { atMs: AT })).visitedIds).toEqual([a]);
        expect((await expand([a], { atMs: AT })).nodes.map(({ id }) => id)).toEqual([a]);
        expect((await traverse(b, { atMs: AT })).paths).toHaveLength(2);
        expect((await expand([b], { atMs: AT, maxDepth: 1 })).nodes).toHaveLength(3);
        expect((await traverse(a, { atMs: AT - 1 })).visitedIds).toEqual([a, b, c]);
      });

      test('a window of an older revision is ignored, and a newer open window is valid at all times', async () => {
        await put([edge(a, b)]);
        await setWindows([{ id: b, validUntilMs: AT, revision: 2 }]);
        await store.setNodeWindows(tenant, [{ id: b, revision: 1 }]);
        expect((await traverse(a, { atMs: AT })).paths).toEqual([]);
        await setWindows([{ id: b, revision: 3 }]);
        await store.setNodeWindows(tenant, [{ id: b, validUntilMs: AT, revision: 2 }]);
        expect((await traverse(a, { atMs: AT })).paths).toHaveLength(1);
      });

      test('a window that arrives before the edges of its node applies to them', async () => {
        await setWindows([{ id: b, validFromMs: AT, revision: 1 }]);
        await put([edge(a, b)]);
        expect((await traverse(a, { atMs: AT - 1 })).paths).toEqual([]);
        expect((await traverse(a, { atMs: AT })).paths).toHaveLength(1);
      });

      test('a window of a removed node does not restore the node', async () => {
        await put([edge(a, b)]);
        await removeNode(b);
        await store.setNodeWindows(tenant, [{ id: b, validFromMs: AT, revision: 1 }]);
        await put([edge(a, b)]);
        expect(await edgesAt(a)).toEqual([]);
      });

      test('rejects a malformed id without setting a window', async () => {
        await put([edge(a, b)]);
        const malformed = [
          { id: b, validUntilMs: AT, revision: 1 },
          { id: 'x', revision: 1 },
        ];
        await expect(store.setNodeWindows(tenant, malformed)).rejects.toMatchObject({
          code: 'VAL_UUID_INVALID',
        });
        expect((await traverse(a)).paths).toHaveLength(1);
      });
    });

    describe('results', () => {
      test('returns results that can be serialized to JSON without loss', async () => {
        await put([edge(a, b)]);
        const results = [await edgesAt(a), await traverse(a), await expand([a])];
        expect(JSON.parse(JSON.stringify(results))).toEqual(results);
      });

      test('returns copies, so that changing a result does not change the store', async () => {
        await put([edge(a, b)]);
        const read = async () => [await edgesAt(a), await traverse(a), await expand([a])] as const;
        const results = await read();
        const before = structuredClone(results);
        results[0][0]!.strength = 0;
        results[1].paths[0]!.nodeIds.length = 0;
        results[2].nodes[0]!.score = 0;
        expect(await read()).toEqual(before);
      });
    });

    describe('revisions', () => {
      test('lists edges in pages in ascending order of their ids, without removed edges', async () => {
        const edges = Array.from({ length: 7 }, (_, i) => edge(a, newId(), { revision: i + 1 }));
        await put(edges.toReversed());
        await removeEdge(edges[2]!);
        const expected = edges.filter((_, i) => i !== 2).map(({ id, revision }) => ({ id, revision }));
        const listed = [];
        let afterId: string | null = null;
        for (;;) {
          const page: { id: string; revision: number }[] | null = await store.revisions(tenant, {
            afterId,
            limit: 2,
          });
          listed.push(...page!);
          if (page!.length < 2) break;
          afterId = page!.at(-1)!.id;
        }
        expect(listed).toEqual(expected);
      });

      test('starts a page after the id of a removed edge', async () => {
        const edges = Array.from({ length: 3 }, () => edge(a, newId()));
        await put(edges);
        await removeEdge(edges[1]!);
        expect(await store.revisions(tenant, { afterId: edges[1]!.id, limit: 1 })).toEqual([
          { id: edges[2]!.id, revision: 1 },
        ]);
      });
    });

    describe('size', () => {
      test('counts edges, and nodes also if they have no edge', async () => {
        await put([edge(a, b), edge(a, c)]);
        const removed = edge(b, c);
        await put([removed]);
        await removeEdge(removed);
        const alone = newId();
        await store.setNodeWindows(tenant, [{ id: alone, validUntilMs: 1, revision: 1 }]);
        expect(await store.size(tenant)).toEqual({ nodes: 4, edges: 2 });
      });

      test('is zero for an unknown tenant and after the tenant was dropped', async () => {
        expect(await store.size(newId())).toEqual({ nodes: 0, edges: 0 });
        await put([edge(a, b)]);
        await store.dropTenant(tenant);
        expect(await store.size(tenant)).toEqual({ nodes: 0, edges: 0 });
      });
    });

    describe('close', () => {
      test('makes every later call fail with SYS_SERVICE_UNAVAILABLE', async () => {
        await put([edge(a, b)]);
        await store.close();
        const calls = [
          () => store.upsertEdges(tenant, [edge(a, b)]),
          () => store.removeEdges(tenant, [{ id: newId(), revision: 1 }]),
          () => store.removeNodes(tenant, [a]),
          () => store.setNodeWindows(tenant, []),
          () => traverse(a),
          () => expand([a]),
          () => store.edgesOf(tenant, [a], { limitPerNode: 1 }),
          () => store.edgesBetween(tenant, [a, b], 1),
          () => store.revisions(tenant, { afterId: null, limit: 1 }),
          () => store.size(tenant),
          () => store.dropTenant(tenant),
        ];
        for (const call of calls)
          await expect(call()).rejects.toMatchObject({ code: 'SYS_SERVICE_UNAVAILABLE' });
      });

      test('succeeds if the store is already closed', async () => {
        await store.close();
        await expect(store.close()).resolves.toBeUndefined();
      });
    });
  });
}
