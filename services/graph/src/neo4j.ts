export { createNeo4jGraphStore } from './graph-store/neo4j.ts';
export type { Neo4jGraphStoreOptions } from './graph-store/neo4j.ts';
