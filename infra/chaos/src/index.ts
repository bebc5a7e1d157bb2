export { COLLECTIONS } from './consistency/collection.ts';
export { readElasticsearch, tenantsInElasticsearch } from './consistency/read-elasticsearch.ts';
export { readNeo4j } from './consistency/read-neo4j.ts';
export { readQdrant } from './consistency/read-qdrant.ts';
export { findInconsistencies } from './consistency/stored-state.ts';
