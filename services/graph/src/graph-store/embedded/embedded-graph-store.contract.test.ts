import { createEmbeddedGraphStore } from './embedded-graph-store.ts';
import { describeGraphStoreContract } from '../graph-store.contract.ts';

describeGraphStoreContract('embedded', {
  create: async (tables) => createEmbeddedGraphStore({ ...tables, maxBytes: 64 * 1024 * 1024 }),
});
