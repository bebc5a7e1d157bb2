import { loadConfig, runProcess } from '@loci/runtime';
import { startService } from '@loci/service-process';
import { openAdapters } from './adapters.ts';
import { createDocumentService } from './app.ts';
import { environmentSchema } from './config.ts';
import { DOCUMENT_MIGRATIONS } from './migrations.ts';

await runProcess(process, (stopping) => {
  const config = loadConfig(environmentSchema, process.env);
  return startService(
    { name: 'document', migrationsDir: DOCUMENT_MIGRATIONS, config },
    stopping,
    async (foundation) => {
      const ports = await openAdapters(config, foundation);
      return { service: createDocumentService(ports), close: () => ports.objects.close() };
    },
  );
});
