import { join } from 'node:path';
import { DISTRIBUTION_FOLDER, distributionServer } from '../engines/postgres.ts';
import { SetupError } from '../setup-problem.ts';

/**
 * Returns the folder of `pg_dump`, `pg_restore` and `psql` with the version of the test server.
 *
 * @throws SetupError if the operating system has no PostgreSQL, because the npm package of the server lacks these programs
 */
export function postgresPrograms(): string {
  const server = distributionServer(DISTRIBUTION_FOLDER);
  if (server === undefined)
    throw new SetupError(
      `${DISTRIBUTION_FOLDER} has no PostgreSQL 15 or newer. Install PostgreSQL (apt-get install postgresql) and run the ` +
        'command again.',
    );
  return join(server, 'bin');
}
