import { loadConfig, runProcess } from '@loci/runtime';
import { servicesScreen } from './services-screen.ts';
import { environmentSchema } from './start-services.config.ts';
import { startDistributed } from './start-services.ts';

await runProcess(process, async () => {
  const say = (text: string): void => void process.stdout.write(`${text}\n`);
  const services = await startDistributed(loadConfig(environmentSchema, process.env), say);
  say(servicesScreen(services, process.uptime() * 1000));
  return services;
});
