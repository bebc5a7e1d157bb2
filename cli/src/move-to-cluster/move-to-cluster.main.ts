import { loadConfig } from '@loci/runtime';
import { printLine, runCommand } from '../run-command.ts';
import { environmentSchema } from './move-to-cluster.config.ts';
import { moveToCluster } from './move-to-cluster.ts';

const HINT = 'No memory in the data folder was changed. Run the same command again to resume.\n';

await runCommand(async () => {
  const config = loadConfig(environmentSchema, process.env);
  const { tables, rows, tenants } = await moveToCluster(config, printLine);
  printLine(
    `Moved ${rows} rows of ${tables} tables and the files of ${tenants} tenants. ` +
      'Source and target have equal tables.',
  );
  printLine('');
  printLine('Set these secrets before you start the services, so that API keys and tokens stay valid:');
  for (const [variable, file] of [
    ['API_KEY_PEPPER', 'api-key-pepper'],
    ['SIGNING_KEY_SECRET', 'signing-key-secret'],
    ['COOKIE_KEYS', 'cookie-keys'],
    ['WEBHOOK_ENCRYPTION_KEY', 'webhook-encryption-key'],
  ]) {
    printLine(
      `  ${variable!.padEnd(20)} content of ${config.DATA_DIR}/secrets/${file}, or the value you set`,
    );
  }
  printLine('The services rebuild the search indexes and the graph within minutes after the first start.');
}, HINT);
