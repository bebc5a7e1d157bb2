export { createSearchService } from './app.ts';
export type { SearchServicePorts } from './app.ts';
export { SEARCH_MIGRATIONS } from './migrations.ts';
export { createLostTenants } from './jobs/refill-lost-tenants.ts';
export type { LostTenants } from './jobs/refill-lost-tenants.ts';
export { embedderSettings, embedderVariables, refuseHalfAnEmbedder } from './embedding/embedding-settings.ts';
export type { EmbedderSettings } from './embedding/embedding-settings.ts';
