import { serveTestCluster } from '@loci/postgres/test-cluster';

/** Provides one PostgreSQL server per test run. It starts when the first test calls `testCluster`. */
export default async function globalSetup() {
  globalThis.stopTestCluster = await serveTestCluster();
}
