import { loadConfig } from '@loci/runtime';
import { runProcess, startService } from '@loci/service-hosting';
import { openAdapters } from './adapters.ts';
import { createGraphService } from './app.ts';
import { environmentSchema } from './config.ts';
import { GRAPH_MIGRATIONS } from './migrations.ts';

await runProcess(process, (stopping) => {
  const config = loadConfig(environmentSchema, process.env);
  return startService(
    { name: 'graph', migrationsDir: GRAPH_MIGRATIONS, config },
    stopping,
    async (context) => {
      const ports = await openAdapters(config, context);
      return { service: createGraphService(ports), close: () => ports.graphStore.close() };
    },
  );
});
