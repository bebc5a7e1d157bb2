import { loadConfig } from '@loci/runtime';
import { environmentSchema } from './move-to-cluster.config.ts';
import { moveToCluster } from './move-to-cluster.ts';
import type { MoveSummary } from './move-to-cluster.ts';

/** Printed after an error. */
export const RESUME_HINT = 'No memory in the data folder was changed. Run the same command again to resume.';

/**
 * Moves the data folder to the stores that environment variables describe.
 *
 * @param printProgress receives progress messages
 * @returns the numbers of moved objects, and the lines that describe the next steps
 * @throws ConfigError if a variable is missing or invalid
 * @see docs/configuration.md#npm-run-move-to-cluster
 */
export async function runMoveToCluster(
  environment: NodeJS.ProcessEnv,
  printProgress: (line: string) => void,
): Promise<{ summary: MoveSummary; lines: string[] }> {
  const config = loadConfig(environmentSchema, environment);
  const summary = await moveToCluster(config, printProgress);
  return { summary, lines: describeMove(summary, config.DATA_DIR) };
}

function describeMove({ tables, rows, tenants }: MoveSummary, dataDir: string): string[] {
  const secrets = [
    ['API_KEY_PEPPER', 'api-key-pepper'],
    ['SIGNING_KEY_SECRET', 'signing-key-secret'],
    ['COOKIE_KEYS', 'cookie-keys'],
    ['WEBHOOK_ENCRYPTION_KEY', 'webhook-encryption-key'],
  ] as const;
  return [
    `Moved ${rows} rows of ${tables} tables and the files of ${tenants} tenants. ` +
      'Source and target have equal tables.',
    '',
    'Set these secrets before you start the services, so that API keys and tokens stay valid:',
    ...secrets.map(
      ([variable, file]) =>
        `  ${variable.padEnd(20)} content of ${dataDir}/secrets/${file}, or the value you set`,
    ),
    'The services rebuild the search indexes and the graph within minutes after the first start.',
  ];
}
