import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { optionsOf } from '../command-context.ts';
import { loadOperatorModule } from '../operators/load-operator-module.ts';
import { toOperatorError } from '../operators/operator-error.ts';

const VARIABLES = `
Environment variables:
  DATABASE_ADMIN_URL     URL of the database, with a role that may create roles, schemas and databases
  AUTH_DATABASE_URL, MEMORY_DATABASE_URL, GRAPH_DATABASE_URL, SEARCH_DATABASE_URL, DOCUMENT_DATABASE_URL,
  ARTIFACT_DATABASE_URL, ANALYSIS_DATABASE_URL, WEBHOOK_DATABASE_URL, PORTAL_DATABASE_URL, GATEWAY_DATABASE_URL
                         URL of the database for each service, with the role of the service
  RESET_KAFKA_OFFSETS    optional; \`true\` deletes the Kafka offsets in the database, for a restored database or
                         replaced event topics`;

/** Adds `loci db migrate`. @see docs/configuration.md */
export function addDbCommand(program: Command, context: CommandContext): void {
  const db = program
    .command('db')
    .summary('prepare the database of a distributed platform')
    .description('Commands for the database of a distributed platform.');
  db.command('migrate')
    .summary('create roles, schemas and tables, and apply pending migrations')
    .description(
      'Creates the database roles, schemas and tables of all services, and applies pending migrations. Needs the ' +
        'repository of Loci or its container image.',
    )
    .addHelpText('after', VARIABLES)
    .action(async (_options: unknown, command: Command) => {
      const options = optionsOf(command);
      const { describeDbMigrate, runDbMigrate } = await loadOperatorModule(
        () => import('../../database/db-migrate.operator.ts'),
      );
      try {
        const result = await runDbMigrate(context.machine.env);
        if (options.json === true)
          context.terminal.printJson({
            schemas: result.schemas,
            prepared_events: result.preparedEvents,
            kafka_offsets_reset: result.kafkaOffsetsReset,
          });
        else for (const line of describeDbMigrate(result)) context.terminal.print(line);
      } catch (error) {
        throw toOperatorError(error);
      }
    });
}
