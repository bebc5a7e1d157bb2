import { serveTestCluster } from '@loci/postgres/embedded';

/** One PostgreSQL per run, started when the first test asks for it; see `testCluster`. */
export default async function globalSetup() {
  globalThis.stopTestCluster = await serveTestCluster();
}
