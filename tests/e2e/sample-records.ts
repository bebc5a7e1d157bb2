import { randomUUID } from 'node:crypto';
import { minimalValue } from './openapi/body-fields.ts';
import { isId, withoutNull } from './openapi/operation.ts';
import type { Operation, Schema } from './openapi/operation.ts';
import { appendToUpload, startUpload, uploadIdOf } from '../support/resumable-upload.ts';
import { eventually } from '../support/eventually.ts';
import type { Json } from '../support/api-connection.ts';
import type { Tenant } from '../support/tenants.ts';

/**
 * URL of the webhooks of the tests. Platforms under test allow loopback addresses. No server listens on the port, so
 * deliveries fail.
 */
export const WEBHOOK_URL = 'http://127.0.0.1:9/loci';
/** Definition of a persona of a test. */
const PERSONA = {
  name: 'Gardener',
  identity: 'You are a patient gardener.',
  voice: 'Calm and warm.',
};

export const WEBHOOK_ALLOWED_RANGES = '127.0.0.0/8';

/** Ids of records of one tenant, by the name of the path parameter that takes the id. */
export type SampleRecords = Readonly<Record<string, string>>;

/**
 * Creates one record for each path parameter of the operations, and the memories `memory_id` and `other_memory_id`.
 *
 * @throws Error for a path parameter without a known kind of record
 */
export async function createSampleRecords(
  tenant: Tenant,
  operations: readonly Operation[],
): Promise<SampleRecords> {
  const { loci } = tenant;
  const newMemory = async (): Promise<string> =>
    (await loci.memories.create({ content: `sample ${randomUUID()}` })).id;
  const [memoryId, otherId] = [await newMemory(), await newMemory()];
  // A tenant can have only 20 webhooks.
  const findOrCreateWebhook = async (): Promise<string> => {
    const [existing] = (await loci.webhooks.list()).items;
    const webhook = { url: WEBHOOK_URL, event_types: ['memory.created' as const] };
    return (existing ?? (await loci.webhooks.create(webhook))).id;
  };
  const creators: Record<string, () => Promise<{ id: string }>> = {
    memory_id: async () => ({ id: memoryId }),
    contradiction_id: () =>
      loci.contradictions.create({
        source_memory_id: memoryId,
        target_memory_id: otherId,
        contradiction_type: 'direct',
      }),
    relationship_id: () =>
      loci.relationships.create({ from_id: memoryId, to_id: otherId, relationship_type: 'supports' }),
    trait_id: () => loci.personality.addTrait({ content: 'Answer in one sentence.' }),
    persona_id: () => loci.personality.createPersona(PERSONA),
    webhook_id: async () => ({ id: await findOrCreateWebhook() }),
    checkpoint_id: () => loci.checkpoints.create({ name: randomUUID() }),
    saved_search_id: () => loci.search.save({ name: randomUUID(), parameters: {} }),
    suggestion_id: () => createSuggestion(tenant),
    delivery_id: async () => loci.webhooks.test(await findOrCreateWebhook()),
    document_id: async () => ({
      id: await uploadDocument(tenant, `sample-${randomUUID()}.txt`, `A sample text ${randomUUID()}.`),
    }),
    upload_id: async () => ({ id: await createUpload(tenant, 'documents', `A note ${randomUUID()}.`) }),
    erasure_id: async () => loci.erasures.create(await erasureOfNewUser(tenant)),
    tag: async () => {
      await loci.memories.addTags(memoryId, ['sample']);
      return { id: 'sample' };
    },
  };
  const names = new Set(
    operations.flatMap(({ parameters }) =>
      parameters.filter((parameter) => parameter.in === 'path').map((parameter) => parameter.name),
    ),
  );
  const records: Record<string, string> = { memory_id: memoryId, other_memory_id: otherId };
  for (const name of names) {
    const create = creators[name];
    if (create === undefined) throw new Error(`Unknown kind of record for the path parameter ${name}.`);
    records[name] = (await create()).id;
  }
  return records;
}

/** Stores two memories that contradict each other, and returns the suggestion that the indexing creates. */
async function createSuggestion({ loci }: Tenant): Promise<{ id: string }> {
  const store = async (content: string): Promise<string> => {
    const { id } = await loci.memories.create({ content });
    await eventually(async () => {
      const { embedding_status: status } = await loci.memories.get(id);
      if (status !== 'completed') throw new Error('The memory is not embedded yet.');
    });
    return id;
  };
  const room = `Meeting room ${randomUUID()}`;
  await store(`${room} has 10 seats.`);
  const newer = await store(`${room} has 12 seats.`);
  return eventually(async () => {
    const [suggestion] = (await loci.suggestions.list({ memory_id: newer })).items;
    if (suggestion === undefined) throw new Error('The pair is not suggested yet.');
    return suggestion;
  });
}

/** Creates a user without data. Returns the request for the erasure of this user. */
export async function erasureOfNewUser(tenant: Tenant): Promise<{ user_id: string; confirm: string }> {
  const userId = await tenant.createUser();
  return { user_id: userId, confirm: userId };
}

/** Builds a `multipart/form-data` request with one file and optional metadata. */
export function multipart(filename: string, content: Buffer | string, metadata?: string) {
  const boundary = `----loci-${randomUUID()}`;
  const part = (header: string, value: Buffer | string): Buffer =>
    Buffer.concat([
      Buffer.from(`--${boundary}\r\n${header}\r\n\r\n`),
      Buffer.from(value),
      Buffer.from('\r\n'),
    ]);
  const parts = [
    part(
      `Content-Disposition: form-data; name="file"; filename="${filename}"\r\nContent-Type: application/octet-stream`,
      content,
    ),
  ];
  if (metadata !== undefined) parts.push(part('Content-Disposition: form-data; name="metadata"', metadata));
  return {
    raw: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}

/**
 * Uploads a document and returns its id.
 *
 * @throws Error if the tenant already has the document
 */
export async function uploadDocument({ loci }: Tenant, filename: string, content: string): Promise<string> {
  const { id, metadata } = await loci.documents.upload({ file: new Blob([content]), filename });
  if (metadata.duplicate_upload) throw new Error(`The document ${id} was already stored.`);
  return id;
}

/** Sends the bytes of a resumable upload. Returns its ID. */
export async function createUpload(
  tenant: Pick<Tenant, 'send'>,
  resource: 'documents' | 'artifacts',
  content: string,
): Promise<string> {
  const name = `${resource === 'documents' ? '' : '/'}${randomUUID()}.txt`;
  const path = await startUpload(tenant, resource, name, Buffer.byteLength(content));
  const appended = await appendToUpload(tenant, path, 0, content);
  if (appended.status !== 204) throw new Error(`The upload returned ${appended.status}: ${appended.text}`);
  return uploadIdOf(path);
}

/**
 * Returns the example body of an operation with its ids replaced by `ids` in order, then by random ids. Equal ids of the
 * example are replaced by the same id.
 */
export function exampleBody(operation: Operation, ids: readonly string[] = []): Json {
  const remaining = [...ids];
  const replaced = new Map<string, string>();
  const fill = (schema: Schema, value: Json): Json => {
    const known = withoutNull(schema);
    if (isId(known) && typeof value === 'string') {
      if (!replaced.has(value)) replaced.set(value, remaining.shift() ?? randomUUID());
      return replaced.get(value);
    }
    if (Array.isArray(value)) return value.map((entry) => fill(known.items ?? {}, entry));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, entry]) => [key, fill(known.properties?.[key] ?? {}, entry)]),
    );
  };
  if (operation.bodySchema === null) return undefined;
  // The host of the documented example cannot be resolved.
  if (operation.name === 'POST /api/v2/webhooks') return { ...operation.bodyExample, url: WEBHOOK_URL };
  return fill(
    operation.bodySchema,
    structuredClone(operation.bodyExample ?? minimalValue(operation.bodySchema)),
  );
}
