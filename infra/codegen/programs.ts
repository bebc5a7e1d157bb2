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
import type { Program } from './configuration-page.ts';

export const STANDALONE: Program = {
  title: '`npm start`: the whole platform in one process',
  schema: standalone,
};

/** Each part of the distributed platform, by the name of its folder. */
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
];

export const TOOLS: readonly Program[] = [
  {
    title: '`npm run db:migrate`: roles, schemas and tables',
    note: 'Run it before the first start and before each update; it may be repeated.',
    schema: dbMigrateEnvironmentSchema,
  },
  {
    title: '`npm run move-to-cluster`: from the standalone platform to the stores of the services',
    note: 'See [operations](operations.md). It can be broken off, and goes on where it was.',
    schema: moveToClusterEnvironmentSchema,
  },
  {
    title: '`npm run start:distributed`: every service as a process, on real stores, on one machine',
    note: 'For trying out. It prepares the database, chooses free ports for what is inside and makes the secrets.',
    schema: distributedEnvironmentSchema,
  },
];
