import { afterAll } from '@jest/globals';
import { integrationEngines } from '@loci/testing/integration-engines';
import { describeGraphStoreContract } from '../graph-store.contract.ts';
import { createNeo4jGraphStore } from './neo4j-graph-store.ts';

const { neo4j } = integrationEngines();
/** The timeouts are long, because a cold server on a busy machine compiles queries slowly. */
const options = { ...neo4j, readTimeoutMs: 20_000, writeTimeoutMs: 20_000 };
const cleanupStore = await createNeo4jGraphStore(options);
afterAll(() => cleanupStore.close());

describeGraphStoreContract('Neo4j', {
  create: () => createNeo4jGraphStore(options),
  discard: async (tenantIds) => {
    for (const tenantId of tenantIds) await cleanupStore.dropTenant(tenantId);
  },
});
