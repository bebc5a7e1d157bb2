import { loadConfig } from '@loci/runtime';
import { runProcess } from '@loci/service-hosting';
import { servicesScreen } from './startup-banner.ts';
import { environmentSchema } from './start-distributed.config.ts';
import { startDistributed } from './start-distributed.ts';

await runProcess(process, async () => {
  const say = (text: string): void => void process.stdout.write(`${text}\n`);
  const services = await startDistributed(loadConfig(environmentSchema, process.env), say);
  say(servicesScreen(services, process.uptime() * 1000));
  return services;
});
