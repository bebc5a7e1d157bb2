import { flushCompileCache } from 'node:module';
import { helpOrNull, loadConfig } from '@loci/runtime';
import { releaseMemoryWhenIdle } from '@loci/runtime/release-memory';
import type { SearchEngine } from '@loci/search-service/engine';
import { runProcess } from '@loci/service-hosting';
import { environmentSchema } from './config.ts';
import { startStandalone } from './start-standalone.ts';

/** Runs the platform with the environment variables and arguments of a process until the process is stopped. */
export const runStandalone = (host: NodeJS.Process, searchEngine: SearchEngine): Promise<void> =>
  runProcess(host, async () => {
    const print = (text: string): void => void host.stdout.write(`${text}\n`);
    const help = helpOrNull(host.argv.slice(2), {
      usage: 'npm start',
      description: 'Runs the whole platform in one process and keeps its data in DATA_DIR.',
      schema: environmentSchema,
    });
    if (help !== null) {
      print(help);
      host.exit(0);
    }
    const platform = await startStandalone(loadConfig(environmentSchema, host.env), {
      print,
      startedAt: Date.now() - host.uptime() * 1000,
      searchEngine,
    });
    // Node.js stores compiled modules only at the end of the process, so never if the process is killed.
    flushCompileCache();
    releaseMemoryWhenIdle();
    return platform;
  });
