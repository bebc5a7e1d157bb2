export { createMemoryAccessFeed } from './accesses/memory-access-feed.ts';
export { createAnalysisService } from './app.ts';
export type { AnalysisServicePorts } from './app.ts';
export type { AccessCount, AccessFeed, AccessFeedRequest } from './accesses/access-feed.ts';
export { ANALYSIS_MIGRATIONS } from './migrations.ts';
