import { WEBHOOK_URL, createUpload, uploadDocument } from '../e2e/sample-records.ts';
import type { Tenant } from './tenants.ts';

/** Creates six memories. Returns their ids. */
export const storeMemories = ({ loci }: Tenant, tag: string): Promise<string[]> =>
  Promise.all(
    Array.from({ length: 6 }, async (_, i) => {
      const content = `The keeper ${i} of the lighthouse of Skerryvore counts ships (${tag}).`;
      return (await loci.memories.create({ content, tags: ['ships', tag] })).id;
    }),
  );

/** Creates records of every kind in a tenant and searches them. */
export async function fillTenant(tenant: Tenant): Promise<void> {
  const { loci } = tenant;
  const [one, two, three, four] = (await storeMemories(tenant, 'initial')) as [
    string,
    string,
    string,
    string,
  ];
  await loci.relationships.create({ from_id: one, to_id: two, relationship_type: 'supports' });
  await loci.contradictions.create({
    source_memory_id: one,
    target_memory_id: three,
    contradiction_type: 'partial',
  });
  await loci.memories.evolve(four, {
    new_content: 'The lighthouse is automatic.',
    evolution_type: 'update',
  });
  await loci.settings.setRetention({
    defaults: [{ memory_type: 'conversation', ttl_seconds: 315_360_000 }],
  });
  await loci.personality.addTrait({ content: 'Answer in one sentence.' });
  await loci.artifacts.save({ path: '/notes/ships.md', content: '# Ships' });
  await uploadDocument(tenant, 'log.md', 'The log of the lighthouse names every ship.');
  await createUpload(tenant, 'documents', 'An upload that is not completed.');
  await createUpload(tenant, 'artifacts', 'An upload that is not completed.');
  const { id } = await loci.webhooks.create({ url: WEBHOOK_URL, event_types: ['*'] });
  await loci.webhooks.test(id);
  await loci.search.hybrid('ships');
}
