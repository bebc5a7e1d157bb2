import { loadConfig } from '@loci/runtime';
import { formatStartupBanner, runProcess } from '@loci/service-hosting';
import { printLine } from '../run-command.ts';
import { environmentSchema } from './start-distributed.config.ts';
import { startDistributed } from './start-distributed.ts';

await runProcess(process, async () => {
  const config = loadConfig(environmentSchema, process.env);
  const platform = await startDistributed(config, printLine);
  printLine(
    formatStartupBanner({
      ...platform,
      metricsUrls: Object.fromEntries(
        Object.entries(platform.adminPorts).map(([name, port]) => [name, `http://127.0.0.1:${port}/metrics`]),
      ),
      secretsDir: config.SECRETS_DIR,
      startedInMs: process.uptime() * 1000,
    }),
  );
  platform.markCredentialsShown();
  return platform;
});
