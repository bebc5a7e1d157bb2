import { afterAll } from '@jest/globals';
import { realServers } from '@loci/testing/integration-engines';
import { describeGraphStoreContract } from './graph-store.contract.ts';
import { createNeo4jGraphStore } from './neo4j.ts';

const { neo4j } = realServers();
/** A server that has just started, on a busy machine, takes its time to compile a query. */
const options = { ...neo4j, readTimeoutMs: 20_000, writeTimeoutMs: 20_000 };
const cleaner = await createNeo4jGraphStore(options);
afterAll(() => cleaner.close());

describeGraphStoreContract('Neo4j', {
  create: () => createNeo4jGraphStore(options),
  discard: async (tenantIds) => {
    for (const tenantId of tenantIds) await cleaner.dropTenant(tenantId);
  },
});
