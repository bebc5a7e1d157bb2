import { createDocumentClient, createGraphClient, createMemoryInventoryClient } from '@loci/contracts';
import type { ServiceContext } from '@loci/service-hosting';
import { createMemoryAccessFeed } from './accesses/memory-access-feed.ts';
import type { AnalysisServicePorts } from './app.ts';
import type { AnalysisConfig } from './config.ts';

/** Creates the ports of the analysis service: the database and HTTP clients of the services that it calls. */
export function openAdapters(
  config: AnalysisConfig,
  { database, connect, onDrift }: ServiceContext,
): AnalysisServicePorts {
  const memoryInventory = createMemoryInventoryClient(connect(config.MEMORY_URL));
  return {
    database,
    accesses: createMemoryAccessFeed(memoryInventory),
    memoryInventory,
    graph: createGraphClient(connect(config.GRAPH_URL)),
    document: createDocumentClient(connect(config.DOCUMENT_URL)),
    onDrift,
  };
}
