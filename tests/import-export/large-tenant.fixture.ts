import { setTimeout as delay } from 'node:timers/promises';
import { RELATIONSHIP_TYPES } from '@loci/contracts';
import type { TestPlatform } from '../e2e/test-platform.ts';
import type { Json } from '../support/api-connection.ts';
import { eventually } from '../support/eventually.ts';
import type { Tenant } from '../support/tenants.ts';

/** Time until the expired memory of the tenant expires. */
const EXPIRY_MS = 1_500;
/** Relationships of `createLargeTenant`, including those that the graph service derives. */
const DERIVED_RELATIONSHIPS = 10;

/**
 * Creates a tenant with every kind of data: memories with changes of two users, versions, bounds and pins, deleted and
 * expired memories, relationships of all types and directions, contradictions with every resolution and one without a
 * relationship, a saved context, a document, an artifact, a personality and a retention default.
 */
export async function createLargeTenant(platform: TestPlatform): Promise<Tenant> {
  const tenant = await platform.createTenant();
  const create = async (content: string, fields: object = {}): Promise<string> =>
    (await tenant.data('POST', '/api/v2/memories', { content, ...fields })).id;
  const expiredAt = Date.now() + EXPIRY_MS;
  await create('The tide is high.', { expires_at: new Date(expiredAt).toISOString() });
  const tea = await create('Ada prefers tea.', {
    tags: ['drinks'],
    importance: 0.9,
    occurred_at: '2020-01-02T03:04:05.000Z',
    metadata: { nested: { list: [1, 'two', null] }, conversation_id: 'c1' },
    pinned: true,
    valid_from: '2019-01-01T00:00:00.000Z',
  });
  await tenant.data('PUT', `/api/v2/memories/${tea}`, { importance: 0.4 });
  await tenant.data('PUT', `/api/v2/memories/${tea}`, { content: 'Ada prefers green tea.', tags: ['green'] });
  const city = await create('Ada lives in London.', { memory_type: 'insight', source_type: 'conversation' });
  const town = await create('Ada lives in Turin.', { expires_at: '2999-01-01T00:00:00.000Z' });
  const evolve = async (id: string, body: object): Promise<string> =>
    (await tenant.data('POST', `/api/v2/memories/${id}/evolve`, body)).new_memory_id;
  const evolution = { new_content: 'Ada lives in Ockham.', evolution_type: 'correction' };
  const suburb = await evolve(city, evolution);
  const deleted = await create('Ada lives in Paris.');
  await tenant.data('DELETE', `/api/v2/memories/${deleted}`);

  const facts = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      create(`Fact ${index} about the harbor.`, { tags: [`f${index}`] }),
    ),
  );
  await createRelationships(tenant, facts);
  // The relationships of a replaced version are carried over.
  await relate(tenant, suburb, tea, { relationship_type: 'references' });
  await evolve(suburb, {
    ...evolution,
    new_content: 'Ada lives in Ashley Combe.',
    original_validity: 'keep',
  });
  await createContradictions(tenant, [tea, town, ...facts.slice(4)]);

  await tenant.data('POST', '/api/v2/memories', {
    content: 'The state of Friday.',
    memory_type: 'checkpoint',
    metadata: { name: 'friday' },
  });
  await tenant.data('POST', '/api/v2/artifacts', { path: '/notes/deep/tea.md', content: '# Tea\n' });
  await upload(platform, tenant);
  const { id: personaId } = await tenant.data('POST', '/api/v2/personality/personas', {
    name: 'Gardener',
    identity: 'You are a patient gardener.',
    voice: 'Calm and warm.',
    quirks: ['Explains with plants.'],
  });
  await tenant.data('POST', '/api/v2/personality', { persona_id: personaId });
  await tenant.data('POST', '/api/v2/personality/traits', { content: 'Answer briefly.' });
  const defaults = [{ memory_type: 'conversation', ttl_seconds: 86_400 }];
  await tenant.data('PUT', '/api/v2/settings/retention', { defaults });
  await delay(Math.max(0, expiredAt - Date.now()));
  await eventually(async () => {
    const { pagination } = await tenant.data('GET', '/api/v2/relationships?include=superseded');
    if (pagination.total < RELATIONSHIP_TYPES.length + DERIVED_RELATIONSHIPS)
      throw new Error(`${pagination.total} relationships`);
  });
  return tenant;
}

const relate = (tenant: Tenant, from: string, to: string, fields: object): Promise<Json> =>
  tenant.data('POST', '/api/v2/relationships', { from_id: from, to_id: to, ...fields });

/** Creates relationships of all types except `contradicts`, of which contradictions create some. */
async function createRelationships(tenant: Tenant, facts: readonly string[]): Promise<void> {
  const [a, b, c, d] = facts as [string, string, string, string];
  for (const relationship_type of RELATIONSHIP_TYPES.filter((type) => type !== 'contradicts'))
    await relate(tenant, a, b, {
      relationship_type,
      strength: 0.25,
      evidence: { page: 3 },
      valid_from: '2020-01-01',
    });
  const changed = await relate(tenant, a, c, { relationship_type: 'supports', metadata: { note: 'x' } });
  await tenant.data('PATCH', `/api/v2/relationships/${changed.id}`, {
    strength: 0.75,
    evidence: { page: 4 },
  });
  await relate(tenant, b, c, { relationship_type: 'sibling_of', direction_type: 'BIDIRECTIONAL' });
  const pair = {
    direction_type: 'INVERSE_PAIRED',
    relationship_type: 'part_of',
    inverse_type: 'composed_of',
  };
  await relate(tenant, c, d, pair);
  const removed = await relate(tenant, a, d, { relationship_type: 'supports' });
  await tenant.data('DELETE', `/api/v2/relationships/${removed.id}`);
}

/** Creates an open contradiction, one without a relationship, and one of each resolution. */
async function createContradictions(tenant: Tenant, memories: readonly string[]): Promise<void> {
  const report = (index: number): Promise<Json> =>
    tenant.data('POST', '/api/v2/memories/contradictions', {
      source_memory_id: memories[2 * index],
      target_memory_id: memories[2 * index + 1],
      contradiction_type: 'partial',
      confidence: 0.6,
      metadata: { index },
    });
  const resolve = (id: string, body: object): Promise<Json> =>
    tenant.data('POST', `/api/v2/memories/contradictions/${id}/resolve`, body);
  await report(0);
  await resolve((await report(1)).id, { resolution: 'keep_both', reason: 'Both are true.' });
  await resolve((await report(2)).id, { resolution: 'choose_memory_1' });
  await resolve((await report(3)).id, { resolution: 'create_new', new_content: 'Facts 8 and 9.' });
  const unrelated = await report(4);
  await eventually(async () => {
    const path = `/api/v2/relationships?from_id=${unrelated.source_memory_id}&relationship_type=contradicts`;
    const { items } = await tenant.data('GET', path);
    if (items.length === 0) throw new Error('No relationship');
    await tenant.data('DELETE', `/api/v2/relationships/${items[0].id}`);
  });
}

async function upload(platform: TestPlatform, tenant: Tenant): Promise<void> {
  const form = new FormData();
  form.set('metadata', JSON.stringify({ project: 'atlas' }));
  form.set('file', new Blob(['A note about the harbor.']), 'harbor.txt');
  const response = await fetch(`${platform.baseUrl}/api/v2/documents/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tenant.token}` },
    body: form,
  });
  if (response.status !== 201) throw new Error(await response.text());
}
