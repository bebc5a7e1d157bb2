import { collect, FRESH } from '../../support/client-calls.ts';
import type { ScenarioTenant } from './scenario-tenant.ts';

/** Records the states of all objects of a tenant, and their restore to an empty one. */
export async function recordStates(
  { loci, record }: ScenarioTenant,
  { loci: copy }: ScenarioTenant,
): Promise<void> {
  await record(() => loci.memories.states({ per_page: 2 }));
  await record(() => loci.contradictions.states({ per_page: 2 }));
  const memories = await collect(loci.memories.iterateStates());
  const contradictions = await collect(loci.contradictions.iterateStates());
  const relationships = await collect(loci.relationships.iterateStates());
  await record(() => copy.memories.restoreStates(memories));
  await record(() => copy.contradictions.restoreStates(contradictions));
  // The graph must know the restored memories.
  await copy.relationships.list(FRESH);
  await record(() => copy.relationships.restoreStates(relationships));
}
