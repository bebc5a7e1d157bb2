import type { Corpus } from '../../load/corpus.ts';
import type { TextSource } from '../../texts/memory-texts.ts';
import { READ_VARIANTS, readPath } from './read-operations.ts';
import type { ReadData } from './read-operations.ts';

const RELATIONSHIPS = 1_000;
const DOCUMENTS = 20;
const PARAGRAPHS = 20;
const ARTIFACTS = 100;
const CONTRADICTIONS = 20;
const TEST_MESSAGES = 20;
const CHECKPOINTS = 100;
const MEMORIES_PER_CHECKPOINT = 20;
/** An address that needs no DNS. The webhook is disabled, so nothing is sent to it. */
const WEBHOOK_URL = 'https://1.1.1.1/';
const BOUNDARY = 'loci-benchmark-boundary';

/** Creates the resources that the read operations need. @throws Error if a request fails */
export async function prepareReadData(
  { tenant, ids, size, growTo }: Corpus,
  texts: TextSource,
  scale: number,
): Promise<ReadData> {
  const { stores: client } = tenant;
  // The evolution needs two memories, and two contradictions of one memory need three.
  if (size() < 5) await growTo(5);
  const memoryIds = [...ids()];
  const count = (full: number) => Math.max(2, Math.round(full * scale));

  const relationships = Array.from(
    { length: Math.min(count(RELATIONSHIPS), memoryIds.length - 1) },
    (_, i) => ({
      from_id: memoryIds[i],
      to_id: memoryIds[i + 1],
      relationship_type: 'supports',
      strength: 0.5,
    }),
  );
  await client.send('POST', '/api/v2/relationships/bulk', JSON.stringify(relationships), 201);
  for (let i = 0; i < count(ARTIFACTS); i++) {
    const artifact = { path: `/bench/note-${i}.md`, content: texts.memory(i) };
    await client.send('POST', '/api/v2/artifacts', JSON.stringify(artifact), 201);
  }
  const documentIds: string[] = [];
  for (let i = 0; i < count(DOCUMENTS); i++) {
    const paragraphs = Array.from({ length: PARAGRAPHS }, (_, n) => texts.memory(i * PARAGRAPHS + n));
    const answer = await client.read(
      'POST',
      '/api/v2/documents/upload',
      multipart(`note-${i}.txt`, paragraphs.join('\n\n')),
      201,
      { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    );
    documentIds.push((JSON.parse(answer) as { data: { id: string } }).data.id);
  }
  const evolved = await client.call<{ new_memory_id: string }>(
    'POST',
    `/api/v2/memories/${memoryIds[0]}/evolve`,
    { new_content: `${texts.memory(0)} This has changed.`, evolution_type: 'update' },
    201,
  );
  const revisedId = memoryIds[0]!;
  // The evolution has deactivated the original memory.
  memoryIds[0] = evolved.new_memory_id;
  for (const target of memoryIds.slice(3, 3 + count(CONTRADICTIONS))) {
    const contradiction = {
      source_memory_id: memoryIds[2],
      target_memory_id: target,
      contradiction_type: 'partial',
    };
    await client.send('POST', '/api/v2/memories/contradictions', JSON.stringify(contradiction), 201);
  }
  const firstMemory = await client.call<{ user_id: string; tags: string[] }>(
    'GET',
    `/api/v2/memories/${memoryIds[1]}`,
    undefined,
    200,
  );
  const firstRelationship = await client.call<{ items: { id: string }[] }>(
    'GET',
    '/api/v2/relationships?per_page=1',
    undefined,
    200,
  );
  const relationshipId = firstRelationship.items[0]!.id;
  for (const confidence of [0.1, 0.2, 0.3]) {
    await client.call('PATCH', `/api/v2/relationships/${relationshipId}`, { confidence }, 200);
  }
  // A disabled webhook gets no events. Its test messages stay pending.
  const webhook = await client.call<{ id: string }>(
    'POST',
    '/api/v2/webhooks',
    { url: WEBHOOK_URL, event_types: ['memory.created'] },
    201,
  );
  await client.call('PATCH', `/api/v2/webhooks/${webhook.id}`, { status: 'disabled' }, 200);
  for (let i = 0; i < TEST_MESSAGES; i++) {
    await client.send('POST', `/api/v2/webhooks/${webhook.id}/test`, undefined, 202);
  }
  let checkpointId = '';
  for (let i = 0; i < count(CHECKPOINTS); i++) {
    const checkpoint = { name: `bench ${i}`, memory_ids: memoryIds.slice(0, MEMORIES_PER_CHECKPOINT) };
    const created = await client.call<{ id: string }>('POST', '/api/v2/checkpoints', checkpoint, 201);
    checkpointId = created.id;
  }
  const data: ReadData = {
    texts,
    memoryIds,
    userId: firstMemory.user_id,
    tag: firstMemory.tags[0]!,
    evolvedId: evolved.new_memory_id,
    revisedId,
    disputedId: memoryIds[2]!,
    relationshipId,
    documentId: documentIds[0]!,
    artifactPath: '/bench/note-0.md',
    webhookId: webhook.id,
    checkpointId,
    cursors: {},
  };
  const cursors: Record<string, string> = {};
  for (const variant of READ_VARIANTS.filter((each) => each.variant === 'cursor')) {
    const path = readPath(variant, data, 0);
    const query = new URLSearchParams(variant.query!(data));
    query.set('per_page', '1');
    query.delete('cursor');
    const page = await client.read('GET', `${path}?${query.toString()}`, undefined, 200);
    const cursor = /"next_cursor":"([^"]+)"/.exec(page)?.[1];
    if (cursor === undefined) {
      throw new Error(
        `The list ${path}?${query.toString()} has no second page, so a cursor cannot be measured.`,
      );
    }
    cursors[path] = cursor;
  }
  return { ...data, cursors };
}

function multipart(filename: string, content: string): string {
  return [
    `--${BOUNDARY}`,
    `Content-Disposition: form-data; name="file"; filename="${filename}"`,
    'Content-Type: application/octet-stream',
    '',
    content,
    `--${BOUNDARY}--`,
    '',
  ].join('\r\n');
}
