import { loadConfig, runProcess } from '@loci/runtime';
import { environmentSchema } from './config.ts';
import { startStandalone } from './start-standalone.ts';

await runProcess(process, () =>
  startStandalone(loadConfig(environmentSchema, process.env), {
    say: (text) => process.stdout.write(`${text}\n`),
    startedAt: Date.now() - process.uptime() * 1000,
  }),
);
