export { lociMiddleware } from './middleware/loci-middleware.ts';
export type { LociMiddlewareOptions } from './middleware/options.ts';
export { lociTools } from './tools/loci-tools.ts';
export type { LociTools, LociToolsOptions } from './tools/loci-tools.ts';
export type { ConnectInput, ConnectOutput } from './tools/connect-tool.ts';
export type { RecallInput, RecallOutput, RecalledItem } from './tools/recall-tool.ts';
export type { SimilarMemory, StoreInput, StoreOutput } from './tools/store-tool.ts';
