import type { Loci, MemoryInput } from '@loci/client';
import { WEBHOOK_URL, createUpload } from '../e2e/sample-records.ts';
import type { SendRequest } from './api-connection.ts';
import type { Query } from './tenant-rows.ts';
import { ALL_PERMISSIONS } from './tenants.ts';
import type { Tenant } from './tenants.ts';

/** A member of a tenant with all permissions. */
export interface TenantUser {
  userId: string;
  loci: Loci;
  /** Sends a request with an access token of the user. */
  send: SendRequest;
}

/** Creates a member of a tenant with an API key that has all permissions. */
export async function createUser(tenant: Tenant): Promise<TenantUser> {
  const userId = await tenant.createUser();
  const token = await tenant.createToken(ALL_PERMISSIONS, userId);
  return {
    userId,
    loci: await tenant.createClient({ userId }),
    send: (request) => tenant.send({ token, ...request }),
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
  const { loci } = user;
  const metadata = { [`${marker}field`]: `${marker}value` };
  const store = async (word: string, fields: Partial<MemoryInput> = {}): Promise<string> => {
    const content = `The keeper of the lighthouse notes ${marker}${word}.`;
    const tags = [`${marker}-tag`, 'shared'];
    return (await loci.memories.create({ content, tags, metadata, ...fields })).id;
  };
  const one = await store('one', { metadata: { ...metadata, conversation_id: `${marker}conversation` } });
  const two = await store('two', { memory_type: 'conversation' });
  const three = await store('three');
  const { new_memory_id: four } = await loci.memories.evolve(three, {
    new_content: `The lighthouse is automatic since ${marker}four.`,
    evolution_type: 'update',
    reason: `${marker}reason`,
  });
  const { id: relationshipId } = await loci.relationships.create({
    from_id: one,
    to_id: two,
    relationship_type: 'supports',
    evidence: { [`${marker}evidence`]: `${marker}evidence` },
    metadata: { [`${marker}metadata`]: `${marker}metadata` },
  });
  const contradiction = await loci.contradictions.create({
    source_memory_id: one,
    target_memory_id: two,
    contradiction_type: 'partial',
    metadata: { [`${marker}report`]: `${marker}report` },
  });
  await loci.contradictions.resolve(contradiction.id, {
    resolution: 'keep_both',
    reason: `${marker}resolution`,
  });
  await loci.personality.addTrait({ content: `Answer like ${marker}trait.` });
  await loci.artifacts.save({
    path: `/shared/${marker}folder/${marker}.md`,
    content: `# ${marker}artifact`,
  });
  const { id: documentId } = await loci.documents.upload({
    file: new Blob([`# ${marker}title\n\nThe log names ${marker}document.`]),
    filename: `${marker}.md`,
    metadata: { [`${marker}meta`]: `${marker}meta` },
  });
  await createUpload(user, 'documents', `The upload has ${marker}bytes.`);
  return { memoryIds: [one, two, three, four], relationshipId, documentId };
}

/** Creates a webhook that subscribes to all events. Its deliveries fail and are kept. */
export const createWebhook = ({ loci }: Pick<Tenant, 'loci'>): Promise<{ id: string }> =>
  loci.webhooks.create({ url: WEBHOOK_URL, event_types: ['*'] });

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
