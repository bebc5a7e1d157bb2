import { printLine, runCommand } from '../run-command.ts';
import { describeDbMigrate, runDbMigrate } from './db-migrate.operator.ts';

await runCommand(async () => {
  for (const line of describeDbMigrate(await runDbMigrate(process.env))) printLine(line);
});
