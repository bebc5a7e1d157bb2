import { loadConfig, secretsOf } from '@loci/runtime';
import { createServiceApp, runProcess, startWithDatabase } from '@loci/service-hosting';
import { openAdapters } from './adapters.ts';
import { createArtifactService } from './app.ts';
import { environmentSchema } from './config.ts';
import { ARTIFACT_MIGRATIONS } from './migrations.ts';

await runProcess(process, (stopping) => {
  const config = loadConfig(environmentSchema, process.env);
  return startWithDatabase(
    { name: 'artifact', migrationsDir: ARTIFACT_MIGRATIONS, config },
    stopping,
    async (context) => {
      const ports = await openAdapters(config, context);
      const service = createArtifactService(ports);
      return {
        app: createServiceApp(service.routes, {
          secrets: secretsOf(config.INTERNAL_SECRET, config.INTERNAL_SECRET_SECONDARY),
          ...context,
        }),
        jobs: service.jobs,
        close: async () => {
          await service.close();
          await ports.objects.close();
        },
      };
    },
  );
});
