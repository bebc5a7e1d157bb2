export { createSearchService } from './app.ts';
export { createComposedCandidateRetriever } from './candidate-retriever/composed-candidate-retriever.ts';
export type { CandidateRetrieverOptions } from './candidate-retriever/candidate-retriever.ts';
export type { IndexPorts, SearchService, SearchServicePorts } from './app.ts';
export {
  embeddingVariables,
  requireEmbeddingSettings,
  toEmbeddingSettings,
} from './embedding/embedding-settings.ts';
export type { EmbeddingSettings } from './embedding/embedding-settings.ts';
export { createLostTenants } from './maintenance/refill-lost-tenants.job.ts';
export type { LostTenants } from './maintenance/refill-lost-tenants.job.ts';
export { reportRebuild } from './maintenance/report-rebuild.ts';
export { SEARCH_MIGRATIONS } from './migrations.ts';
