import { expect } from '@jest/globals';
import { WEBHOOK_URL, createUpload, multipart } from '../e2e/sample-records.ts';
import type { Tenant } from './tenants.ts';

/** Creates six memories. Returns their ids. */
export const storeMemories = (tenant: Tenant, tag: string): Promise<string[]> =>
  Promise.all(
    Array.from({ length: 6 }, async (_, i) => {
      const content = `The keeper ${i} of the lighthouse of Skerryvore counts ships (${tag}).`;
      return (await tenant.data('POST', '/api/v2/memories', { content, tags: ['ships', tag] })).id as string;
    }),
  );

/** Creates records of every kind in a tenant and searches them. */
export async function fillTenant(tenant: Tenant): Promise<void> {
  const [one, two, three, four] = (await storeMemories(tenant, 'initial')) as [
    string,
    string,
    string,
    string,
  ];
  await tenant.data('POST', '/api/v2/relationships', {
    from_id: one,
    to_id: two,
    relationship_type: 'supports',
  });
  await tenant.data('POST', '/api/v2/memories/contradictions', {
    source_memory_id: one,
    target_memory_id: three,
    contradiction_type: 'partial',
  });
  await tenant.data('POST', `/api/v2/memories/${four}/evolve`, {
    new_content: 'The lighthouse is automatic.',
    evolution_type: 'update',
  });
  await tenant.data('PUT', '/api/v2/settings/retention', {
    defaults: [{ memory_type: 'conversation', ttl_seconds: 315_360_000 }],
  });
  await tenant.data('POST', '/api/v2/personality/traits', { content: 'Answer in one sentence.' });
  await tenant.data('POST', '/api/v2/artifacts', { path: '/notes/ships.md', content: '# Ships' });
  const upload = await tenant.send({
    method: 'POST',
    path: '/api/v2/documents/upload',
    ...multipart('log.md', 'The log of the lighthouse names every ship.'),
  });
  expect(upload.status).toBe(201);
  await createUpload(tenant, 'documents', 'An upload that is not completed.');
  await createUpload(tenant, 'artifacts', 'An upload that is not completed.');
  const { id } = await tenant.data('POST', '/api/v2/webhooks', { url: WEBHOOK_URL, event_types: ['*'] });
  await tenant.data('POST', `/api/v2/webhooks/${id}/test`);
  await tenant.data('POST', '/api/v2/search/hybrid', { query: 'ships' });
}
