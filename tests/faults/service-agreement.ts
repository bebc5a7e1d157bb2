import { disagreements as disagreementsIn } from '@loci/chaos';
import { openSuperuserDatabase } from '../support/platform-process.ts';

export { disagreementsIn };

/** Where the services of a running platform hold different things of a tenant; empty when they agree. */
export async function disagreements(dataDir: string, tenantId: string): Promise<string[]> {
  const truth = openSuperuserDatabase(dataDir);
  try {
    return await disagreementsIn(truth, tenantId);
  } finally {
    await truth.close();
  }
}

/** Ids of a tenant's relationships, as the table has them. */
export async function relationshipsInTruth(dataDir: string, tenantId: string): Promise<string[]> {
  const truth = openSuperuserDatabase(dataDir);
  try {
    const rows = await truth.inSystemTransaction((tx) =>
      tx.query<{ id: string }>('SELECT id FROM graph.relationships WHERE tenant_id = $1 ORDER BY id', [
        tenantId,
      ]),
    );
    return rows.map(({ id }) => id);
  } finally {
    await truth.close();
  }
}
