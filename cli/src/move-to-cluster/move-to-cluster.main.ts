import { isStartupError } from '@loci/postgres';
import { ConfigError, loadConfig } from '@loci/runtime';
import { environmentSchema } from './move-to-cluster.config.ts';
import { moveToCluster } from './move-to-cluster.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

try {
  const config = loadConfig(environmentSchema, process.env);
  const { tables, rows, objects } = await moveToCluster(config, say);
  say(`Moved ${rows} rows of ${tables} tables and the files of ${objects} tenants; all tables are equal.`);
  say('');
  say('Before you start the services, give them these secrets, or no key and no token will work:');
  for (const [variable, file] of [
    ['API_KEY_PEPPER', 'api-key-pepper'],
    ['SIGNING_KEY_SECRET', 'signing-key-secret'],
    ['COOKIE_KEYS', 'cookie-keys'],
  ]) {
    say(`  ${variable!.padEnd(20)} ${config.DATA_DIR}/secrets/${file}, unless it was set by hand`);
  }
  say('The search indexes and the graph fill themselves within minutes of the first start.');
} catch (error) {
  const isForAPerson = error instanceof ConfigError || isStartupError(error);
  process.stderr.write(`${isForAPerson ? error.message : String((error as Error).stack)}\n`);
  process.stderr.write('Nothing was changed in the data folder. Run the same command again to go on.\n');
  process.exitCode = isForAPerson ? 2 : 1;
}
