import { createHash } from 'node:crypto';
import type { Loci } from '@loci/client';

/** Returns an opaque ID of the server, the tenant and the user of a client. */
export async function accountOf(loci: Loci): Promise<string> {
  const { tenant_id: tenant, user_id: user } = await loci.auth.verify();
  const parts = [loci.baseUrl, tenant, user];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}
