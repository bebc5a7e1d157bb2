import { z } from 'zod';

/** Environment variables of the container `create-secrets` in docker-compose.yml. */
export const environmentSchema = z.object({
  SECRETS_DIR: z.string().describe('Folder of the files with the secrets.'),
  SECRETS_ENV_FILE: z
    .string()
    .describe('File with the values from `.env`, one `NAME=value` per line. An empty value counts as unset.'),
});
