import { toPlacedGraph } from './graph-model.ts';
import type { GraphModel, Position } from './graph-model.ts';

export interface LayoutRequest {
  id: number;
  nodes: (Position & { isFixed: boolean })[];
  /** Positions of both nodes in `nodes`, and the strength of the relationship. */
  edges: [number, number, number][];
  iterations: number;
}

export interface LayoutResponse {
  id: number;
  /** In the order of `nodes` of the request. */
  positions: Position[];
}

/** Iterations for the first memories of a map, and for memories that are added to it. */
const FIRST_ITERATIONS = 300;
const ADDED_ITERATIONS = 80;
/** A large map needs fewer iterations, because its memories were placed next to their neighbors. */
const LARGE_MAP = 1_000;

export interface GraphLayout {
  /**
   * Computes positions of the nodes that are not fixed. The result depends only on the memories and relationships: the number of
   * iterations is constant, the nodes are sorted by id, and no random number is used.
   *
   * @returns positions by node id
   * @throws Error if the worker fails
   */
  arrange(fixed: ReadonlySet<string>): Promise<Map<string, Position>>;
  close(): void;
}

export function createGraphLayout(model: GraphModel, workerPath: string): GraphLayout {
  const worker = new Worker(workerPath, { type: 'module' });
  const waiting = new Map<number, PromiseWithResolvers<Position[]>>();
  let lastId = 0;
  worker.addEventListener('message', ({ data }: MessageEvent<LayoutResponse>) => {
    waiting.get(data.id)?.resolve(data.positions);
    waiting.delete(data.id);
  });
  worker.addEventListener('error', (event) => {
    for (const { reject } of waiting.values()) reject(new Error(event.message));
    waiting.clear();
  });
  return {
    async arrange(fixed) {
      const { ids, nodes, edges } = toPlacedGraph(model.graph, fixed);
      const id = ++lastId;
      const pending = Promise.withResolvers<Position[]>();
      waiting.set(id, pending);
      const isLarge = nodes.length > LARGE_MAP;
      const iterations = fixed.size === 0 && !isLarge ? FIRST_ITERATIONS : ADDED_ITERATIONS;
      worker.postMessage({ id, nodes, edges, iterations } satisfies LayoutRequest);
      const positions = await pending.promise;
      return new Map(positions.map((position, index) => [ids[index]!, position]));
    },
    close: () => worker.terminate(),
  };
}
