import { createSearchClient } from '@loci/contracts';
import { loadConfig } from '@loci/runtime';
import { runProcess, startService } from '@loci/service-hosting';
import { createMemoryService } from './app.ts';
import { environmentSchema } from './config.ts';
import { MEMORY_MIGRATIONS } from './migrations.ts';

await runProcess(process, (stopping) => {
  const config = loadConfig(environmentSchema, process.env);
  return startService(
    { name: 'memory', migrationsDir: MEMORY_MIGRATIONS, config },
    stopping,
    async ({ database, outbox, connect, metrics }) => ({
      service: createMemoryService({
        database,
        outbox,
        search: createSearchClient(connect(config.SEARCH_URL)),
        metrics,
        storageQuota: { maxBytes: config.MEMORY_QUOTA_BYTES, metrics },
        auditLog: { retentionDays: config.AUDIT_RETENTION_DAYS, metrics },
      }),
    }),
  );
});
