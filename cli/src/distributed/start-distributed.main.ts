import { helpOrNull, loadConfig } from '@loci/runtime';
import { formatStartupBanner, runProcess } from '@loci/service-hosting';
import { printLine } from '../run-command.ts';
import { environmentSchema } from './start-distributed.config.ts';
import { startDistributed } from './start-distributed.ts';

await runProcess(process, async () => {
  const help = helpOrNull(process.argv.slice(2), {
    usage: 'npm run start:distributed',
    description: 'Runs each service as a separate process on this machine, on external engines.',
    schema: environmentSchema,
  });
  if (help !== null) {
    printLine(help);
    process.exit(0);
  }
  const config = loadConfig(environmentSchema, process.env);
  const platform = await startDistributed(config, printLine);
  printLine(
    formatStartupBanner({
      ...platform,
      metricsUrls: Object.fromEntries(
        Object.entries(platform.adminPorts).map(([name, port]) => [name, `http://127.0.0.1:${port}/metrics`]),
      ),
      secretsDir: config.SECRETS_DIR,
      isAdminTokenConfigured: config.ADMIN_TOKEN !== undefined,
      startedInMs: process.uptime() * 1000,
    }),
  );
  platform.markCredentialsShown();
  return platform;
});
