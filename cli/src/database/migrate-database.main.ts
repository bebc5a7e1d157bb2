import { ConfigError, loadConfig } from '@loci/runtime';
import { isStartupError } from '@loci/postgres';
import { environmentSchema } from './migrate-database.config.ts';
import { migratePlatformDatabase } from './migrate-platform-database.ts';

try {
  const { adminUrl, urls } = loadConfig(environmentSchema, process.env);
  await migratePlatformDatabase(adminUrl, urls);
  process.stdout.write(`Prepared the database for ${Object.keys(urls).join(', ')}.\n`);
} catch (error) {
  const isForAPerson = error instanceof ConfigError || isStartupError(error);
  process.stderr.write(`${isForAPerson ? error.message : String((error as Error).stack)}\n`);
  process.exitCode = isForAPerson ? 2 : 1;
}
