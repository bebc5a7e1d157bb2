import { setTimeout as delay } from 'node:timers/promises';
import { SEARCHABLE } from '../../support/client-calls.ts';
import { createClient } from './scenario-tenant.ts';
import type { ScenarioTenant, Stage } from './scenario-tenant.ts';

const POLL_MS = 1_000;
const COMPLETED_TIMEOUT_MS = 180_000;

/** Records the erasure of a user with two memories. It is completed after one minute. */
export async function recordErasures(stage: Stage, { tenant, loci, record }: ScenarioTenant): Promise<void> {
  const userId = await tenant.createUser();
  const user = await createClient(stage, tenant, userId);
  for (const content of ['Grace prefers coffee to tea.', 'Grace writes compilers.'])
    await user.memories.create({ content }, SEARCHABLE);
  const { id } = await record(() => loci.erasures.create({ user_id: userId, confirm: userId }));
  const deadline = performance.now() + COMPLETED_TIMEOUT_MS;
  while ((await loci.erasures.get(id)).status !== 'completed') {
    if (performance.now() > deadline) throw new Error('The erasure is not completed.');
    await delay(POLL_MS);
  }
  await record(() => loci.erasures.get(id));
  await record(() => loci.erasures.list({ limit: 2 }));
}
