import { loadConfig } from '@loci/runtime';
import { runProcess } from '@loci/service-hosting';
import { environmentSchema } from './config.ts';
import { startStandalone } from './start-standalone.ts';

await runProcess(process, () =>
  startStandalone(loadConfig(environmentSchema, process.env), {
    print: (text) => process.stdout.write(`${text}\n`),
    startedAt: Date.now() - process.uptime() * 1000,
  }),
);
