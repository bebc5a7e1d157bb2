import { readFileSync } from 'node:fs';
import { loadConfig } from '@loci/runtime';
import { printLine, runCommand } from '../run-command.ts';
import { describeWrittenSecrets, parseEnvLines, writeComposeSecrets } from './compose-secrets.ts';
import { environmentSchema } from './write-secrets.config.ts';

/*
 * Usage: write-secrets.main.ts [--replace]
 *
 * Writes the secrets of docker-compose.yml. With `--replace`, it also accepts new values of secrets that stored data depends on.
 */
await runCommand(async () => {
  const { SECRETS_DIR, SECRETS_ENV_FILE } = loadConfig(environmentSchema, process.env);
  const written = writeComposeSecrets({
    folder: SECRETS_DIR,
    given: parseEnvLines(readFileSync(SECRETS_ENV_FILE, 'utf8')),
    replace: process.argv.includes('--replace'),
  });
  for (const line of describeWrittenSecrets(written)) printLine(line);
});
