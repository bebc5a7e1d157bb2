import { loadConfig } from '@loci/runtime';
import { runProcess, startService } from '@loci/service-hosting';
import { openAdapters } from './adapters.ts';
import { createAnalysisService } from './app.ts';
import { environmentSchema } from './config.ts';
import { ANALYSIS_MIGRATIONS } from './migrations.ts';

await runProcess(process, (stopping) => {
  const config = loadConfig(environmentSchema, process.env);
  return startService(
    { name: 'analysis', migrationsDir: ANALYSIS_MIGRATIONS, config },
    stopping,
    async (context) => ({ service: createAnalysisService(openAdapters(config, context)) }),
  );
});
