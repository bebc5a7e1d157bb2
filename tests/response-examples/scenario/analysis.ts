import { FRESH } from '../../support/client-calls.ts';
import type { ScenarioTenant } from './scenario-tenant.ts';

export async function recordAnalysis({ loci, record }: ScenarioTenant): Promise<void> {
  await record(() => loci.analysis.reflect({ time_window: 'week', max_memories: 2 }, FRESH));
  await record(() => loci.analysis.summarize({ max_memories: 20 }, FRESH));
  await record(() => loci.analysis.insights(FRESH));
}
