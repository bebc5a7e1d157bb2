import { loadConfig } from '@loci/runtime';
import { runProcess, startService } from '@loci/service-hosting';
import { openAdapters } from './adapters.ts';
import { createWebhookService } from './app.ts';
import { environmentSchema } from './config.ts';
import { WEBHOOK_MIGRATIONS } from './migrations.ts';

await runProcess(process, (stopping) => {
  const config = loadConfig(environmentSchema, process.env);
  return startService({ name: 'webhook', migrationsDir: WEBHOOK_MIGRATIONS, config }, stopping, (context) =>
    Promise.resolve({ service: createWebhookService(openAdapters(config, context)) }),
  );
});
