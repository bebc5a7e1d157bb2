import { findInconsistencies as findInconsistenciesIn } from '@loci/chaos';
import { openSuperuserDatabase } from '../support/platform-process.ts';

export { findInconsistenciesIn };

/**
 * Returns a message for each difference between the services of a running platform. Empty if they are
 * consistent.
 */
export async function findInconsistencies(dataDir: string, tenantId: string): Promise<string[]> {
  const database = openSuperuserDatabase(dataDir);
  try {
    return await findInconsistenciesIn(database, tenantId);
  } finally {
    await database.close();
  }
}

/** Reads the ids of the relationships of a tenant from PostgreSQL, sorted. */
export async function storedRelationshipIds(dataDir: string, tenantId: string): Promise<string[]> {
  const database = openSuperuserDatabase(dataDir);
  try {
    const rows = await database.inSystemTransaction((tx) =>
      tx.query<{ id: string }>('SELECT id FROM graph.relationships WHERE tenant_id = $1 ORDER BY id', [
        tenantId,
      ]),
    );
    return rows.map(({ id }) => id);
  } finally {
    await database.close();
  }
}
