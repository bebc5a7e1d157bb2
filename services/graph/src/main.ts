import { loadConfig } from '@loci/runtime';
import { runProcess } from '@loci/service-hosting';
import { startService } from '@loci/service-hosting';
import { openAdapters } from './adapters.ts';
import { createGraphService } from './app.ts';
import { environmentSchema } from './config.ts';
import { GRAPH_MIGRATIONS } from './migrations.ts';

await runProcess(process, (stopping) => {
  const config = loadConfig(environmentSchema, process.env);
  return startService(
    { name: 'graph', migrationsDir: GRAPH_MIGRATIONS, config },
    stopping,
    async (foundation) => {
      const ports = await openAdapters(config, foundation);
      return { service: createGraphService(ports), close: () => ports.graphStore.close() };
    },
  );
});
