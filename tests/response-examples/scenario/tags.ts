import type { ScenarioMemories } from './memories.ts';
import type { ScenarioTenant } from './scenario-tenant.ts';

export async function recordTags(
  { loci, record }: ScenarioTenant,
  { engines }: ScenarioMemories,
): Promise<void> {
  await record(() => loci.memories.addTags(engines, ['Project X', 'planning']));
  await record(() => loci.memories.removeTags(engines, ['planning']));
  await record(() => loci.memories.tags(engines));
  await record(() => loci.tags.list({ per_page: 2 }));
  await record(() => loci.tags.rename('project-x', { name: 'project-y', merge: false }));
  await record(() => loci.tags.memories('preferences', { per_page: 2 }));
}
