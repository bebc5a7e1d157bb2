import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { optionsOf } from '../command-context.ts';
import { dataDirOf, dataDirOption } from '../operators/data-dir-option.ts';
import { loadOperatorModule } from '../operators/load-operator-module.ts';
import { toOperatorError } from '../operators/operator-error.ts';

interface Options {
  dataDir?: string;
}

const VARIABLES = `
Environment variables:
  AUTH_DATABASE_URL, MEMORY_DATABASE_URL, GRAPH_DATABASE_URL, SEARCH_DATABASE_URL, DOCUMENT_DATABASE_URL,
  ARTIFACT_DATABASE_URL, ANALYSIS_DATABASE_URL, WEBHOOK_DATABASE_URL, PORTAL_DATABASE_URL, GATEWAY_DATABASE_URL
                         URL of the target database for each service, as for \`loci db migrate\` (required)
  S3_BUCKET              name of an existing bucket (required)
  S3_REGION              region of the bucket (default us-east-1)
  S3_ENDPOINT            URL of an S3-compatible store
  S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY
                         credential for the bucket
  S3_FORCE_PATH_STYLE    true to put the bucket into the path of URLs`;

/** Adds `loci move-to-cluster`. @see cli/src/move-to-cluster/README.md */
export function addMoveToClusterCommand(program: Command, context: CommandContext): void {
  program
    .command('move-to-cluster')
    .summary('copy a standalone platform to a distributed platform')
    .description(
      'Copies the data of a stopped standalone platform to PostgreSQL and S3, and compares every table. An interrupted ' +
        'move resumes when the command is repeated. Needs the repository of Loci.',
    )
    .addOption(dataDirOption())
    .addHelpText('after', VARIABLES)
    .action(async (_options: unknown, command: Command) => {
      const options = optionsOf<Options>(command);
      const { terminal, machine } = context;
      const { runMoveToCluster, RESUME_HINT } = await loadOperatorModule(
        () => import('../../move-to-cluster/move-to-cluster.operator.ts'),
      );
      try {
        const environment = { ...machine.env, DATA_DIR: dataDirOf(context, options) };
        const printProgress = (line: string): void => terminal.note(line);
        const { summary, lines } = await runMoveToCluster(environment, printProgress);
        if (options.json === true) terminal.printJson(summary);
        else for (const line of lines) terminal.print(line);
      } catch (error) {
        throw toOperatorError(error, RESUME_HINT);
      }
    });
}
