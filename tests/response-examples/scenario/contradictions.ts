import { FRESH } from '../../support/client-calls.ts';
import { untilRelated } from './memories.ts';
import type { ScenarioMemories } from './memories.ts';
import type { ScenarioTenant } from './scenario-tenant.ts';

/** Records a contradiction. Returns its ID. */
export async function recordContradictions(
  { loci, record }: ScenarioTenant,
  { tea, coffee }: ScenarioMemories,
): Promise<string> {
  const { id } = await record(() =>
    loci.contradictions.create({
      source_memory_id: coffee,
      target_memory_id: tea,
      contradiction_type: 'direct',
      confidence: 0.9,
    }),
  );
  await untilRelated(loci, tea);
  await record(() => loci.contradictions.list(tea, FRESH));
  await record(() => loci.contradictions.open({ limit: 2 }));
  return id;
}

export async function recordContradictionResolution(
  { loci, record }: ScenarioTenant,
  contradictionId: string,
): Promise<void> {
  const reason = 'Tea at work, coffee at home.';
  await record(() => loci.contradictions.resolve(contradictionId, { resolution: 'keep_both', reason }));
}
