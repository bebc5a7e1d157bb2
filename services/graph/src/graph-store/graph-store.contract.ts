import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { newId } from '@loci/core';
import type { GraphEdge, GraphStore, LoadEdges } from './graph-store.ts';
import { packEdges } from './pack-edges.testing.ts';

export interface GraphStoreContract {
  /**
   * A store; every test has tenants of its own.
   *
   * @param loadEdges the table of relationships, for a store that reads it. The suite commits there before
   *   it tells the store, as every caller must.
   */
  create(loadEdges: LoadEdges): Promise<GraphStore>;
  /** Called after each test, for a store whose content outlives it: nobody will ask for these tenants again. */
  discard?(tenantIds: readonly string[]): Promise<void>;
}

/** What every graph store does, whatever it is made of. */
export function describeGraphStoreContract(name: string, { create, discard }: GraphStoreContract): void {
  describe(`graph store contract: ${name}`, () => {
    let tenant: string;
    let otherTenant: string;
    const [a, b, c, d] = [newId(), newId(), newId(), newId()] as [string, string, string, string];
    let store: GraphStore;
    let table: Map<string, Map<string, GraphEdge>>;

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

    const walk = (startId: string, rest: Partial<Parameters<GraphStore['traverse']>[1]> = {}) =>
      store.traverse(tenant, { startId, maxDepth: 3, direction: 'ANY', ...rest });

    const spread = (startIds: string[], rest: Partial<Parameters<GraphStore['expand']>[1]> = {}) =>
      store.expand(tenant, {
        start: startIds.map((id) => ({ id, mass: 1 })),
        seedLimit: 10,
        maxDepth: 2,
        damping: 0.5,
        maxNodes: 100,
        maxEdges: 100,
        ...rest,
      });

    beforeEach(async () => {
      [tenant, otherTenant] = [newId(), newId()];
      table = new Map();
      store = await create(async function* (tenantId) {
        const rows = [...rowsOf(tenantId).values()];
        for (let first = 0; first < rows.length; first += 2_000)
          yield packEdges(rows.slice(first, first + 2_000));
      });
      // A store that loads does so now, and lives from the changes that follow.
      await store.edgesOf(tenant, [a], { limitPerNode: 1 });
    });
    afterEach(async () => {
      await store.close();
      await discard?.([tenant, otherTenant]);
    });

    describe('changes', () => {
      test('an edge comes back whole, from both of its ends', async () => {
        const whole = edge(a, b, {
          type: 'causes',
          directionType: 'INVERSE_PAIRED',
          strength: 0.1 + 0.2,
          revision: 7,
        });
        await put([whole]);
        expect(await edgesAt(a)).toEqual([whole]);
        expect(await edgesAt(b)).toEqual([whole]);
      });

      test('the same change twice is one change', async () => {
        const once = edge(a, b);
        await put([once, once]);
        await put([once]);
        expect(await edgesAt(a)).toEqual([once]);
      });

      test('a newer revision replaces, an older one does not', async () => {
        const old = edge(a, b, { strength: 0.1, revision: 2 });
        const current = { ...old, strength: 0.9, revision: 3 };
        await put([old]);
        await put([current]);
        await store.upsertEdges(tenant, [old, { ...old, revision: 1 }]);
        expect(await edgesAt(a)).toEqual([current]);
        expect((await walk(a)).paths[0]!.score).toBeCloseTo(0.72, 9);
      });

      test('a removed edge is gone from both ends, and an older state does not bring it back', async () => {
        const gone = edge(a, b);
        const kept = edge(a, c);
        await put([gone, kept]);
        await removeEdge(gone);
        await store.upsertEdges(tenant, [gone, { ...gone, revision: 2 }]);
        expect(await edgesAt(a)).toEqual([kept]);
        expect(await edgesAt(b)).toEqual([]);
        expect((await walk(b)).paths).toEqual([]);
      });

      test('a removal that arrives before its edge wins', async () => {
        const late = edge(a, b);
        await store.removeEdges(tenant, [{ id: late.id, revision: 2 }]);
        await store.upsertEdges(tenant, [late]);
        expect(await edgesAt(a)).toEqual([]);
      });

      test('an older removal is skipped', async () => {
        const current = edge(a, b, { revision: 5 });
        await put([current]);
        await store.removeEdges(tenant, [{ id: current.id, revision: 4 }]);
        expect(await edgesAt(a)).toEqual([current]);
      });

      test('a removed node takes its edges along, at both ends', async () => {
        const kept = edge(a, c);
        await put([edge(a, b), edge(b, c), edge(b, d, { directionType: 'BIDIRECTIONAL' }), kept]);
        await removeNode(b);
        expect(await edgesAt(a)).toEqual([kept]);
        expect(await edgesAt(b)).toEqual([]);
        expect(await edgesAt(c)).toEqual([kept]);
        expect(await edgesAt(d)).toEqual([]);
        expect((await walk(a)).visitedIds).toEqual([a, c]);
        expect((await spread([a])).nodes.map(({ id }) => id)).toEqual([a, c]);
        expect(await store.edgesBetween(tenant, [a, b, c, d], 10)).toEqual([kept]);
      });

      test('an edge that arrives after its node was removed is refused, at any revision', async () => {
        const known = edge(a, b);
        await put([known]);
        await removeNode(b);
        await removeNode(d);
        await store.upsertEdges(tenant, [{ ...known, revision: 9 }, edge(b, c), edge(c, b), edge(a, d)]);
        for (const id of [a, b, c, d]) expect(await edgesAt(id)).toEqual([]);
      });

      test('an edge from a node to itself is refused', async () => {
        await store.upsertEdges(tenant, [edge(a, a)]);
        expect(await edgesAt(a)).toEqual([]);
      });

      test('a malformed id refuses the whole call', async () => {
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

      test('empty changes are fine', async () => {
        await store.upsertEdges(tenant, []);
        await store.removeEdges(tenant, []);
        await store.removeNodes(tenant, []);
        expect(await edgesAt(a)).toEqual([]);
      });

      test('ids are the same in either case', async () => {
        const upper = edge(a, b);
        await put([{ ...upper, id: upper.id.toUpperCase(), fromId: a.toUpperCase() }]);
        expect(await edgesAt(a.toUpperCase())).toEqual([upper]);
        expect((await walk(a.toUpperCase())).visitedIds).toEqual([a, b]);
      });

      test('changes at the same time all arrive', async () => {
        const edges = Array.from({ length: 50 }, () => edge(a, newId()));
        await Promise.all(edges.map((one) => put([one])));
        expect((await edgesAt(a)).map(({ id }) => id).sort()).toEqual(edges.map(({ id }) => id).sort());
      });
    });

    describe('tenants', () => {
      test('never see each other, not even with the same ids', async () => {
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

      test('one that is dropped is forgotten, the others stay', async () => {
        await put([edge(a, b)]);
        await put([edge(a, b)], otherTenant);
        rowsOf(tenant).clear();
        await store.dropTenant(tenant);
        expect(await edgesAt(a)).toEqual([]);
        expect(await edgesAt(a, otherTenant)).toHaveLength(1);
        await store.dropTenant(newId());
      });
    });

    describe('traverse', () => {
      test('goes the way it is told; BIDIRECTIONAL edges go both ways', async () => {
        await put([edge(a, b), edge(c, a), edge(d, a, { directionType: 'BIDIRECTIONAL' })]);
        const reached = async (direction: 'OUTBOUND' | 'INBOUND' | 'ANY') =>
          (await walk(a, { direction })).visitedIds.toSorted();
        expect(await reached('OUTBOUND')).toEqual([a, b, d].sort());
        expect(await reached('INBOUND')).toEqual([a, c, d].sort());
        expect(await reached('ANY')).toEqual([a, b, c, d].sort());
      });

      test('shortest first, then the highest score, then the newest; prefixes included', async () => {
        const [ab, ac, ad, bc] = [
          edge(a, b, { strength: 0.5, confidence: 1 }),
          edge(a, c, { strength: 0.9, confidence: 0.5 }),
          edge(a, d, { strength: 1, confidence: 0.5 }),
          edge(b, c, { strength: 0.5, confidence: 0.5 }),
        ] as const;
        await put([ab, ac, ad, bc]);
        expect((await walk(a, { direction: 'OUTBOUND' })).paths).toEqual([
          { nodeIds: [a, d], edgeIds: [ad.id], score: 0.5 },
          { nodeIds: [a, b], edgeIds: [ab.id], score: 0.5 },
          { nodeIds: [a, c], edgeIds: [ac.id], score: 0.45 },
          { nodeIds: [a, b, c], edgeIds: [ab.id, bc.id], score: 0.125 },
        ]);
      });

      test('a cycle ends, and no node appears twice', async () => {
        const [ab, bc, ca] = [edge(a, b), edge(b, c), edge(c, a)] as const;
        await put([ab, bc, ca]);
        const found = await walk(a, { direction: 'OUTBOUND', maxDepth: 10 });
        expect(found.paths.map(({ edgeIds }) => edgeIds)).toEqual([[ab.id], [ab.id, bc.id]]);
        expect(found).toMatchObject({ visitedIds: [a, b, c], maxDepthReached: 2, truncated: false });
      });

      test('parallel edges are different paths', async () => {
        const edges = [edge(a, b, { type: 'causes' }), edge(a, b), edge(b, a)];
        await put(edges);
        const { paths } = await walk(a);
        expect(paths.map(({ edgeIds }) => edgeIds[0])).toEqual(edges.map(({ id }) => id).reverse());
      });

      test('keeps to the types that were asked for', async () => {
        await put([edge(a, b, { type: 'causes' }), edge(b, c, { type: 'updates' }), edge(a, d)]);
        expect((await walk(a, { types: ['causes', 'updates'] })).visitedIds).toEqual([a, b, c]);
        expect((await walk(a, { types: ['updates'] })).paths).toEqual([]);
        expect((await walk(a, { types: ['no such type'] })).paths).toEqual([]);
        expect((await walk(a, { types: [] })).visitedIds).toHaveLength(4);
      });

      test('keeps to the depth', async () => {
        await put([edge(a, b), edge(b, c), edge(c, d)]);
        expect(await walk(a, { maxDepth: 1 })).toMatchObject({ visitedIds: [a, b], maxDepthReached: 1 });
        expect(await walk(a, { maxDepth: 2 })).toMatchObject({ visitedIds: [a, b, c], maxDepthReached: 2 });
      });

      test('an unknown or malformed start has no paths', async () => {
        await put([edge(a, b)]);
        const nothing = { paths: [], maxDepthReached: 0, truncated: false };
        const unknown = newId();
        expect(await walk(unknown)).toEqual({ ...nothing, visitedIds: [unknown] });
        expect(await walk("'; --")).toEqual({ ...nothing, visitedIds: ["'; --"] });
      });

      test('a clique of 60 at depth 10 is cut to 1,000 paths of at most two steps', async () => {
        const nodes = Array.from({ length: 60 }, () => newId());
        await put(nodes.flatMap((from, place) => nodes.slice(place + 1).map((to) => edge(from, to))));
        const { paths, truncated } = await walk(nodes[0]!, { maxDepth: 10 });
        expect(truncated).toBe(true);
        expect(paths).toHaveLength(1_000);
        expect(paths.filter(({ edgeIds }) => edgeIds.length === 1)).toHaveLength(59);
        expect(paths.every(({ nodeIds }) => new Set(nodeIds).size === nodeIds.length)).toBe(true);
      });
    });

    describe('expand', () => {
      test('ranks what mass reaches and names the edges it took', async () => {
        const [ab, cb] = [edge(a, b), edge(c, b)] as const;
        await put([ab, cb, edge(d, newId())]);
        const { nodes, edges, truncated } = await spread([a], { maxDepth: 2 });
        expect(nodes.map(({ id, depth }) => [id, depth])).toEqual([
          [a, 0],
          [b, 1],
          [c, 2],
        ]);
        expect(nodes[1]!.mass).toBeCloseTo(0.2, 9);
        expect(edges).toEqual([ab, cb]);
        expect(truncated).toBe(false);
      });

      test('nodes that the store does not know keep their mass and take part through extra edges', async () => {
        const stranger = newId();
        await put([edge(a, b)]);
        const { nodes, edges } = await spread([stranger], {
          maxDepth: 2,
          extraEdges: [{ fromId: a, toId: stranger, weight: 1 }],
        });
        expect(nodes.map(({ id }) => id)).toEqual([stranger, a, b]);
        expect(edges).toHaveLength(1);
      });

      test('asks whether a node may take part', async () => {
        await put([edge(a, b), edge(a, c), edge(b, d)]);
        const { nodes } = await spread([a], { allow: (id) => id !== b });
        expect(nodes.map(({ id }) => id)).toEqual([a, c]);
      });

      test('nothing in, nothing out', async () => {
        expect(await spread([])).toEqual({ nodes: [], edges: [], truncated: false });
      });
    });

    describe('edges', () => {
      test('of nodes: in the order asked for, heaviest first, then newest, with the full count', async () => {
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
        expect(await store.edgesOf(tenant, [a], { limitPerNode: 0 })).toEqual([
          { id: a, edges: [], total: 4 },
        ]);
        expect(await store.edgesOf(tenant, [], { limitPerNode: 3 })).toEqual([]);
      });

      test('between nodes: each once, both ends among them, heaviest first', async () => {
        const [ab, ba, bc] = [
          edge(a, b),
          edge(b, a, { strength: 0.9 }),
          edge(b, c, { strength: 0.1 }),
        ] as const;
        await put([ab, ba, bc, edge(c, d)]);
        expect(await store.edgesBetween(tenant, [a, b, c, a, newId(), 'x'], 10)).toEqual([ba, ab, bc]);
        expect(await store.edgesBetween(tenant, [a, b, c], 1)).toEqual([ba]);
        expect(await store.edgesBetween(tenant, [], 10)).toEqual([]);
      });

      test('answers are copies and survive JSON', async () => {
        await put([edge(a, b)]);
        const answers = async () => [await edgesAt(a), await walk(a), await spread([a])] as const;
        const first = await answers();
        expect(JSON.parse(JSON.stringify(first))).toEqual(first);
        const before = structuredClone(first);
        first[0][0]!.strength = 0;
        first[1].paths[0]!.nodeIds.length = 0;
        first[2].edges[0]!.type = 'changed';
        expect(await answers()).toEqual(before);
      });
    });

    describe('revisions', () => {
      test('pages through what is held, by id, without what was removed', async () => {
        const edges = Array.from({ length: 7 }, (_, i) => edge(a, newId(), { revision: i + 1 }));
        await put(edges.toReversed());
        await removeEdge(edges[2]!);
        const held = edges.filter((_, i) => i !== 2).map(({ id, revision }) => ({ id, revision }));
        const pages = [];
        let afterId: string | null = null;
        for (;;) {
          const page: { id: string; revision: number }[] | null = await store.revisions(tenant, {
            afterId,
            limit: 2,
          });
          pages.push(...page!);
          if (page!.length < 2) break;
          afterId = page!.at(-1)!.id;
        }
        expect(pages).toEqual(held);
        expect(await store.revisions(tenant, { afterId: edges[2]!.id, limit: 1 })).toEqual([held[2]]);
      });
    });

    describe('after close', () => {
      test('every call is refused, and closing again is fine', async () => {
        await put([edge(a, b)]);
        await store.close();
        await store.close();
        const calls = [
          () => store.upsertEdges(tenant, [edge(a, b)]),
          () => store.removeEdges(tenant, [{ id: newId(), revision: 1 }]),
          () => store.removeNodes(tenant, [a]),
          () => walk(a),
          () => spread([a]),
          () => store.edgesOf(tenant, [a], { limitPerNode: 1 }),
          () => store.edgesBetween(tenant, [a, b], 1),
          () => store.revisions(tenant, { afterId: null, limit: 1 }),
          () => store.dropTenant(tenant),
        ];
        for (const call of calls)
          await expect(call()).rejects.toMatchObject({ code: 'SYS_SERVICE_UNAVAILABLE' });
      });
    });
  });
}
