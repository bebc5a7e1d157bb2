import { SearchEngine } from '@loci/search-service/engine';

// The threads of the search indexes start while this thread imports the other modules, which takes about as long. The
// platform awaits the start later. Until then, the handler prevents an unhandled rejection.
const searchEngine = new SearchEngine();
searchEngine.start().catch(() => undefined);
const { runStandalone } = await import('./run-standalone.ts');
await runStandalone(process, searchEngine);
