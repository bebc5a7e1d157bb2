import { createMemoryClient, createMemoryInventoryClient } from '@loci/contracts';
import { observeOperations } from '@loci/service-hosting';
import type { ServiceContext } from '@loci/service-hosting';
import type { GraphServicePorts } from './app.ts';
import type { GraphConfig } from './config.ts';
import { traceGraphStore } from './graph-store/trace-graph-store.ts';
import { createNeo4jGraphStore } from './graph-store/neo4j/neo4j-graph-store.ts';

/** Opens the ports of the graph service for the distributed platform: PostgreSQL, Kafka and Neo4j. */
export async function openAdapters(
  config: GraphConfig,
  { database, outbox, connect, metrics, onDrift }: ServiceContext,
): Promise<GraphServicePorts> {
  const memory = connect(config.MEMORY_URL);
  return {
    database,
    outbox,
    graphStore: traceGraphStore(
      await createNeo4jGraphStore({
        url: config.NEO4J_URI,
        user: config.NEO4J_USER,
        password: config.NEO4J_PASSWORD.reveal(),
        database: config.NEO4J_DATABASE,
      }),
      'neo4j',
      observeOperations(metrics, 'neo4j'),
    ),
    memory: createMemoryClient(memory),
    memoryInventory: createMemoryInventoryClient(memory),
    onDrift,
    metrics,
    auditLog: { retentionDays: config.AUDIT_RETENTION_DAYS, metrics },
  };
}
