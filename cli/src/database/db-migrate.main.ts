import { loadConfig } from '@loci/runtime';
import { printLine, runCommand } from '../run-command.ts';
import { environmentSchema } from './db-migrate.config.ts';
import { migratePlatformDatabase } from './migrate-platform-database.ts';

await runCommand(async () => {
  const { adminUrl, urls } = loadConfig(environmentSchema, process.env);
  await migratePlatformDatabase(adminUrl, urls);
  printLine(`Prepared the database for the services ${Object.keys(urls).join(', ')}.`);
});
