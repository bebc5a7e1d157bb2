import { helpOrNull, loadConfig } from '@loci/runtime';
import { runProcess } from '@loci/service-hosting';
import { environmentSchema } from './config.ts';
import { startStandalone } from './start-standalone.ts';

const print = (text: string) => void process.stdout.write(`${text}\n`);

await runProcess(process, async () => {
  const help = helpOrNull(process.argv.slice(2), {
    usage: 'npm start',
    description: 'Runs the whole platform in one process and keeps its data in DATA_DIR.',
    schema: environmentSchema,
  });
  if (help !== null) {
    print(help);
    process.exit(0);
  }
  return startStandalone(loadConfig(environmentSchema, process.env), {
    print,
    startedAt: Date.now() - process.uptime() * 1000,
  });
});
