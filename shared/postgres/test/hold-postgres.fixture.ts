/** A process for tests to kill: claims the DATA_DIR given to it, starts the server, says so, and waits. */
import { claimDataDir, isStartupError, startEmbeddedPostgres } from '../src/embedded/index.ts';

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
