import { createEmbeddedGraphStore } from './embedded-graph-store.ts';
import { describeGraphStoreContract } from '../graph-store.contract.ts';

describeGraphStoreContract('embedded', {
  create: async (loadEdges) => createEmbeddedGraphStore({ loadEdges, maxBytes: 64 * 1024 * 1024 }),
});
