import { loadConfig } from '@loci/runtime';
import { runProcess, startService } from '@loci/service-hosting';
import { openAdapters } from './adapters.ts';
import { createDocumentService } from './app.ts';
import { environmentSchema } from './config.ts';
import { DOCUMENT_MIGRATIONS } from './migrations.ts';

await runProcess(process, (stopping) => {
  const config = loadConfig(environmentSchema, process.env);
  return startService(
    { name: 'document', migrationsDir: DOCUMENT_MIGRATIONS, config },
    stopping,
    async (context) => {
      const ports = await openAdapters(config, context);
      return { service: createDocumentService(ports), close: () => ports.objects.close() };
    },
  );
});
