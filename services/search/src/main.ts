import { loadConfig, runProcess } from '@loci/runtime';
import { startService } from '@loci/service-process';
import { openAdapters } from './adapters.ts';
import { createSearchService } from './app.ts';
import { environmentSchema } from './config.ts';
import { SEARCH_MIGRATIONS } from './migrations.ts';

await runProcess(process, (stopping) => {
  const config = loadConfig(environmentSchema, process.env);
  return startService(
    { name: 'search', migrationsDir: SEARCH_MIGRATIONS, config },
    stopping,
    async (foundation) => ({ service: createSearchService(openAdapters(config, foundation)) }),
  );
});
