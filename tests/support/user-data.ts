import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import { WEBHOOK_URL, createUpload, multipart } from '../e2e/sample-records.ts';
import type { ApiResponse, Json, SendRequest } from './api-connection.ts';
import type { Query } from './tenant-rows.ts';
import { ALL_PERMISSIONS } from './tenants.ts';
import type { Tenant } from './tenants.ts';

/** A user of a tenant, with an access token of an API key. */
export interface TenantUser {
  userId: string;
  send: SendRequest;
  call(method: string, path: string, body?: unknown): Promise<ApiResponse>;
  /** @throws Error if the request fails */
  data(method: string, path: string, body?: unknown): Promise<Json>;
}

/** Creates a member of a tenant with an API key that has all permissions. */
export async function createUser(tenant: Tenant): Promise<TenantUser> {
  const userId = await tenant.createUser();
  const token = await tenant.createToken(ALL_PERMISSIONS, userId);
  const send: SendRequest = (request) => tenant.send({ token, ...request });
  const call: TenantUser['call'] = (method, path, body) => send({ method, path, body });
  return {
    userId,
    send,
    call,
    data: async (method, path, body) => {
      const response = await call(method, path, body);
      if (response.status > 299) throw new Error(`${method} ${path}: ${response.status} ${response.text}`);
      return response.body.data;
    },
  };
}

/** IDs of the objects of {@link fillUser}. */
export interface UserData {
  memoryIds: string[];
  relationshipId: string;
  documentId: string;
}

/**
 * Stores objects of every type. Every field that accepts a text contains a word that starts with `marker`.
 *
 * @param marker lowercase letters that occur nowhere else
 */
export async function fillUser(user: TenantUser, marker: string): Promise<UserData> {
  const store = async (word: string, fields: object = {}): Promise<string> =>
    (
      await user.send({
        method: 'POST',
        path: '/api/v2/memories',
        body: {
          content: `The keeper of the lighthouse notes ${marker}${word}.`,
          tags: [`${marker}-tag`, 'shared'],
          metadata: { [`${marker}field`]: `${marker}value` },
          ...fields,
        },
        headers: { 'idempotency-key': randomUUID() },
      })
    ).body.data.id;
  const one = await store('one', { conversation_id: `${marker}conversation` });
  const two = await store('two', { memory_type: 'conversation' });
  const three = await store('three');
  const { id: four } = await user.data('POST', `/api/v2/memories/${three}/evolve`, {
    new_content: `The lighthouse is automatic since ${marker}four.`,
    evolution_type: 'update',
    reason: `${marker}reason`,
  });
  const { id: relationshipId } = await user.data('POST', '/api/v2/relationships', {
    from_id: one,
    to_id: two,
    relationship_type: 'supports',
    evidence: { [`${marker}evidence`]: `${marker}evidence` },
    metadata: { [`${marker}metadata`]: `${marker}metadata` },
  });
  const contradiction = await user.data('POST', '/api/v2/memories/contradictions', {
    source_memory_id: one,
    target_memory_id: two,
    contradiction_type: 'partial',
    metadata: { [`${marker}report`]: `${marker}report` },
  });
  await user.data('POST', `/api/v2/memories/contradictions/${contradiction.id}/resolve`, {
    resolution: 'keep_both',
    reason: `${marker}resolution`,
  });
  await user.data('POST', '/api/v2/personality/traits', { content: `Answer like ${marker}trait.` });
  await user.data('POST', '/api/v2/artifacts', {
    path: `/shared/${marker}folder/${marker}.md`,
    content: `# ${marker}artifact`,
  });
  const upload = await user.send({
    method: 'POST',
    path: '/api/v2/documents/upload',
    ...multipart(
      `${marker}.md`,
      `# ${marker}title\n\nThe log names ${marker}document.`,
      JSON.stringify({ [`${marker}meta`]: `${marker}meta` }),
    ),
  });
  expect(upload.status).toBe(201);
  await createUpload(user, 'documents', `The upload has ${marker}bytes.`);
  return { memoryIds: [one, two, three, four], relationshipId, documentId: upload.body.data.id };
}

/** Creates a webhook that subscribes to all events. Its deliveries fail and are kept. */
export const createWebhook = (owner: Pick<Tenant, 'data'>): Promise<Json> =>
  owner.data('POST', '/api/v2/webhooks', { url: WEBHOOK_URL, event_types: ['*'] });

/** Tables whose rows change without a request. */
const JOB_TABLES = /\.(outbox|counters|counter_changes|dead_letters)$/;

/** Columns of memories that change if Kafka delivers an embedding event again. */
const COLUMNS_OF_CONSUMERS = ['surprise_score', 'embedded_change'];

/**
 * Returns the rows of all tables that contain a text, as JSON, by table.
 *
 * @param options.onlyFromRequests omits the tables and columns that also change without a request
 */
export async function rowsContaining(
  query: Query,
  text: string,
  { onlyFromRequests = false } = {},
): Promise<Record<string, string[]>> {
  const tables = await query<{ name: string }>(
    `SELECT quote_ident(table_schema) || '.' || quote_ident(table_name) AS name FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`,
  );
  const found: Record<string, string[]> = {};
  for (const { name } of tables) {
    if (onlyFromRequests && JOB_TABLES.test(name)) continue;
    // The bytes of a `bytea` column are searched as text, too.
    const rows = await query<{ row: string }>(
      `SELECT (to_jsonb(t) - $3::text[])::text AS row FROM ${name} t
       WHERE position($1 IN row_to_json(t)::text) > 0 OR position($2 IN row_to_json(t)::text) > 0 ORDER BY 1`,
      [text, Buffer.from(text).toString('hex'), onlyFromRequests ? COLUMNS_OF_CONSUMERS : []],
    );
    if (rows.length > 0) found[name] = rows.map(({ row }) => row);
  }
  return found;
}

/** Waits no longer for requests that ran during the request of an erasure. */
export const skipSettling = (query: Query, erasureId: string): Promise<unknown[]> =>
  query(`UPDATE auth.erasures SET settled_at = requested_at, next_pass_at = now() WHERE id = $1`, [
    erasureId,
  ]);
