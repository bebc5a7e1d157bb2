import { loadConfig, secretsOf } from '@loci/runtime';
import { runProcess } from '@loci/service-hosting';
import { createServiceApp, startProcess } from '@loci/service-hosting';
import { openAdapters } from './adapters.ts';
import { createPersonalityService } from './app.ts';
import { environmentSchema } from './config.ts';

await runProcess(process, (stopping) => {
  const config = loadConfig(environmentSchema, process.env);
  return startProcess('personality', config, stopping, async ({ log, metrics }) => {
    const service = createPersonalityService(openAdapters(config));
    return {
      app: createServiceApp(service.routes, {
        secrets: secretsOf(config.INTERNAL_SECRET, config.INTERNAL_SECRET_SECONDARY),
        log,
        metrics,
      }),
      jobs: service.jobs,
      checks: {},
      commands: {},
      close: () => service.close(),
    };
  });
});
