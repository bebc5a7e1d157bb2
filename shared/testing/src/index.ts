export { blockUntilLocked, overlapRequests } from './block-until-locked.ts';
export { openBrowser } from './browser.ts';
export type { Browser, Visit } from './browser.ts';
export { CALLERS_WITHOUT } from './callers-without.ts';
export { serveRoutes } from './serve-routes.ts';
export { storedEvents } from './stored-events.ts';
export { testCaller } from './test-caller.ts';
export { createTestDatabase } from '@loci/postgres/test-database';
export type { TestDatabase } from '@loci/postgres/test-database';
