import { FRESH } from '../../support/client-calls.ts';
import type { ScenarioMemories } from './memories.ts';
import type { ScenarioTenant } from './scenario-tenant.ts';

const QUESTION = { query: 'What does Ada like to drink?', limit: 2 };

export async function recordSearches(
  { loci, record }: ScenarioTenant,
  { engines }: ScenarioMemories,
): Promise<void> {
  await record(() => loci.search.hybrid(QUESTION, FRESH));
  const filters = { min_importance: 0.3 };
  await record(() => loci.search.vector({ query: 'beverages', limit: 2, filters }, FRESH));
  await record(() => loci.search.whyNot({ memory_id: engines, search: QUESTION }, FRESH));
  await record(() => loci.context({ query: QUESTION.query, tokens: 500 }));
  const saved = await record(() =>
    loci.search.save({ name: 'Recent decisions', parameters: { q: 'decisions', type: 'decision' } }),
  );
  await record(() => loci.search.saved());
  await record(() => loci.search.deleteSaved(saved.id));
}

export async function recordCheckpoints(
  { loci, record }: ScenarioTenant,
  { tea, darjeeling }: ScenarioMemories,
): Promise<void> {
  const { id } = await record(() =>
    loci.checkpoints.create({
      name: 'Tea research',
      description: 'What we know about tea.',
      memory_ids: [tea, darjeeling],
    }),
  );
  await record(() => loci.checkpoints.list({ per_page: 2 }));
  await record(() => loci.checkpoints.get(id));
  await record(() => loci.checkpoints.update(id, { description: 'What we know about green tea.' }));
}
