import { loadConfig } from '@loci/runtime';
import { runProcess, startService } from '@loci/service-hosting';
import { openAdapters } from './adapters.ts';
import { createSearchService } from './app.ts';
import { environmentSchema } from './config.ts';
import { SEARCH_MIGRATIONS } from './migrations.ts';

await runProcess(process, (stopping) => {
  const config = loadConfig(environmentSchema, process.env);
  return startService(
    { name: 'search', migrationsDir: SEARCH_MIGRATIONS, config },
    stopping,
    async (context) => {
      const service = createSearchService(openAdapters(config, context));
      return {
        service,
        commands: {
          'rebuild-indexes': async () => ({ items: await service.rebuildIndexes(stopping) }),
        },
      };
    },
  );
});
