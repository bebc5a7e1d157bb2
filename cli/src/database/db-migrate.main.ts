import { printLine, runCommand } from '../run-command.ts';
import { runDbMigrate } from './db-migrate.operator.ts';

await runCommand(async () => {
  const schemas = await runDbMigrate(process.env);
  printLine(`Prepared the database for the services ${schemas.join(', ')}.`);
});
