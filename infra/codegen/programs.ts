import { environmentSchema as analysis } from '@loci/analysis-service/config';
import { environmentSchema as artifact } from '@loci/artifact-service/config';
import { environmentSchema as auth } from '@loci/auth-server/config';
import { environmentSchema as document } from '@loci/document-service/config';
import { environmentSchema as gateway } from '@loci/gateway/config';
import { environmentSchema as graph } from '@loci/graph-service/config';
import { distributedEnvironmentSchema, dbMigrateEnvironmentSchema } from '@loci/cli';
import { environmentSchema as memory } from '@loci/memory-service/config';
import { moveToClusterEnvironmentSchema } from '@loci/cli';
import { environmentSchema as personality } from '@loci/personality-service/config';
import { environmentSchema as portal } from '@loci/portal-service/config';
import { environmentSchema as search } from '@loci/search-service/config';
import { environmentSchema as standalone } from '@loci/standalone';
import { environmentSchema as webhook } from '@loci/webhook-service/config';
import type { Program } from './configuration-page.ts';

export const STANDALONE: Program = {
  title: '`npm start`',
  schema: standalone,
};

/** Services of the distributed platform. The title is the folder name. */
export const SERVICES: readonly Program[] = [
  { title: 'gateway', schema: gateway },
  { title: 'auth-server', schema: auth },
  { title: 'portal', schema: portal },
  { title: 'memory', schema: memory },
  { title: 'graph', schema: graph },
  { title: 'search', schema: search },
  { title: 'document', schema: document },
  { title: 'artifact', schema: artifact },
  { title: 'analysis', schema: analysis },
  { title: 'personality', schema: personality },
  { title: 'webhook', schema: webhook },
];

export const TOOLS: readonly Program[] = [
  {
    title: '`npm run db:migrate`',
    note: 'Creates the database roles, schemas and tables. Run this command before the first start and before each update. See [Migrate the database](distributed.md#migrate-the-database).',
    schema: dbMigrateEnvironmentSchema,
  },
  {
    title: '`npm run move-to-cluster`',
    note: 'Copies the data of a standalone platform to the PostgreSQL database and the S3 bucket of a distributed platform. See [Move from standalone](distributed.md#move-from-standalone).',
    schema: moveToClusterEnvironmentSchema,
  },
  {
    title: '`npm run start:distributed`',
    note: 'Runs every service as a separate process on one machine, for evaluation. The command migrates the database, selects free internal ports and generates secrets. See [Try it on one machine](distributed.md#try-it-on-one-machine).',
    schema: distributedEnvironmentSchema,
  },
];
