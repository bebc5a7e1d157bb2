export { createSearchService } from './app.ts';
export type { SearchServicePorts } from './app.ts';
export { SEARCH_MIGRATIONS } from './migrations.ts';
export { createLostTenants } from './maintenance/refill-lost-tenants.job.ts';
export type { LostTenants } from './maintenance/refill-lost-tenants.job.ts';
export {
  toEmbeddingSettings,
  embeddingVariables,
  requireEmbeddingSettings,
} from './embedding/embedding-settings.ts';
export type { EmbeddingSettings } from './embedding/embedding-settings.ts';
