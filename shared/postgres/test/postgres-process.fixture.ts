/**
 * Entry point of a child process that claims the data folder of its only argument and runs an embedded server until it
 * is killed. Prints a `PostgresProcessMessage` per line.
 */
import { isStartupError } from '@loci/core';
import { claimDataDir, startEmbeddedPostgres } from '../src/embedded/index.ts';

try {
  const dataDir = claimDataDir(process.argv[2]!);
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: () => {},
    onExit: (reason) => console.log(JSON.stringify({ exit: reason })),
  });
  console.log(JSON.stringify({ pid: postgres.pid, superuser: postgres.superuser }));
  process.once('SIGTERM', () => void postgres.stop());
} catch (error) {
  if (!isStartupError(error)) throw error;
  console.log(JSON.stringify({ refused: error.message }));
}
