import { FRESH } from '../../support/client-calls.ts';
import type { ScenarioMemories } from './memories.ts';
import type { ScenarioTenant } from './scenario-tenant.ts';

export async function recordRelationships(
  { loci, record }: ScenarioTenant,
  { tea, darjeeling, question, answer }: ScenarioMemories,
): Promise<void> {
  const { id } = await record(() =>
    loci.relationships.create({
      from_id: darjeeling,
      to_id: tea,
      relationship_type: 'supports',
      strength: 0.8,
    }),
  );
  await record(() =>
    loci.relationships.createMany([{ from_id: answer, to_id: question, relationship_type: 'follows' }]),
  );
  const evidence = { source: 'second report' };
  await record(() => loci.relationships.update(id, { strength: 0.9, evidence }));
  await record(() => loci.relationships.get(id));
  await record(() => loci.relationships.list({ memory_id: tea, per_page: 2, ...FRESH }));
  await record(() => loci.relationships.revisions(id, { per_page: 2 }));
  await record(() => loci.relationships.states({ per_page: 2 }));
  const start = { start_memory_id: darjeeling, max_depth: 2, direction: 'OUTBOUND' } as const;
  await record(() => loci.relationships.traverse(start, FRESH));
  await record(() => loci.relationships.neighborhood({ memory_ids: [tea], limit: 20 }));
}

/** Records the deletion of new relationships. */
export async function recordRelationshipDeletion(
  { loci, record }: ScenarioTenant,
  { engines, darjeeling, answer }: ScenarioMemories,
): Promise<void> {
  const { id } = await loci.relationships.create({
    from_id: answer,
    to_id: darjeeling,
    relationship_type: 'references',
  });
  await record(() => loci.relationships.delete(id));
  const ends = { from_id: answer, to_id: engines };
  await loci.relationships.create({ ...ends, relationship_type: 'references' });
  await record(() => loci.relationships.deleteBetween(ends));
}
