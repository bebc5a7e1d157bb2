import { ConfigError, loadConfig } from '@loci/runtime';
import { isStartRefused } from '@loci/postgres';
import { environmentSchema } from './prepare-database.config.ts';
import { preparePlatformDatabase } from './prepare-platform-database.ts';

try {
  const { adminUrl, urls } = loadConfig(environmentSchema, process.env);
  await preparePlatformDatabase(adminUrl, urls);
  process.stdout.write(`Prepared the database for ${Object.keys(urls).join(', ')}.\n`);
} catch (error) {
  const isForAPerson = error instanceof ConfigError || isStartRefused(error);
  process.stderr.write(`${isForAPerson ? error.message : String((error as Error).stack)}\n`);
  process.exitCode = isForAPerson ? 2 : 1;
}
