/** Computes the positions of a map. Runs in a worker, so that the page remains responsive. */
import { MultiDirectedGraph } from 'graphology';
import forceAtlas2 from 'graphology-layout-forceatlas2';
import type { LayoutRequest, LayoutResponse } from './graph-layout.ts';

addEventListener('message', ({ data }: MessageEvent<LayoutRequest>) => {
  const { id, nodes, edges, iterations } = data;
  const graph = new MultiDirectedGraph();
  for (const [index, { x, y, isFixed }] of nodes.entries()) {
    graph.addNode(index, { x, y, fixed: isFixed });
  }
  for (const [from, to, weight] of edges) graph.addEdge(from, to, { weight });
  const positions = forceAtlas2(graph, {
    iterations,
    getEdgeWeight: 'weight',
    settings: { ...forceAtlas2.inferSettings(graph), edgeWeightInfluence: 0.5 },
  });
  const response: LayoutResponse = { id, positions: nodes.map((_, index) => positions[index]!) };
  postMessage(response);
});
