import { createSearchMaintenanceClient } from '@loci/contracts';
import { inProcessClient } from '@loci/http';
import { loadConfig } from '@loci/runtime';
import { runProcess } from '@loci/service-hosting';
import { logResponseMismatch, startService } from '@loci/service-hosting';
import { openAdapters } from './adapters.ts';
import { createSearchService } from './app.ts';
import { environmentSchema } from './config.ts';
import { SEARCH_MIGRATIONS } from './migrations.ts';

const REBUILD_TIMEOUT_MS = 24 * 3_600_000;

await runProcess(process, (stopping) => {
  const config = loadConfig(environmentSchema, process.env);
  return startService(
    { name: 'search', migrationsDir: SEARCH_MIGRATIONS, config },
    stopping,
    async (foundation) => {
      const service = createSearchService(openAdapters(config, foundation));
      const itself = createSearchMaintenanceClient(
        inProcessClient(service.routes, logResponseMismatch(foundation.log)),
      );
      return {
        service,
        commands: {
          'rebuild-indexes': async () => ({ items: await itself.rebuild({ timeoutMs: REBUILD_TIMEOUT_MS }) }),
        },
      };
    },
  );
});
