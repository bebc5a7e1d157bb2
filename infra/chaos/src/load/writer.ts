import { setTimeout as delay } from 'node:timers/promises';
import { pick } from '../random.ts';
import type { Random } from '../random.ts';
import type { Tenant } from './create-tenant.ts';
import type { ExpectedState, ExpectedMemory } from './expected-state.ts';
import type { WriteArea, WriteLog } from './write-log.ts';
import type { Response, Call, Json } from './send.ts';

export interface WriterOptions {
  tenant: Tenant;
  expected: ExpectedState;
  /** Unique number of the writer within the round. */
  number: number;
  random: Random;
  log: WriteLog;
  stopping: AbortSignal;
  /** Milliseconds between two writes of the writer. Defaults to 60. */
  pauseMs?: number;
}

/** Sixteen writers send about 100 writes per second with this pause. */
const PAUSE_MS = 60;
const RELATIONSHIP_TYPES = ['supports', 'references', 'follows', 'contradicts', 'part_of'];
const EVOLUTION_TYPES = ['correction', 'update', 'expansion', 'deprecation'];
const DOCUMENT_SENTENCES = 12;

/** Outcome of a write. Null if it is uncertain, for example without a response. */
type Outcome = { happened: true; data: Json } | { happened: false } | null;

/** Writes repeatedly until `stopping` is aborted, and records the expected state. */
export async function runWriter(options: WriterOptions): Promise<void> {
  const { tenant, expected, number, random, log, stopping, pauseMs = PAUSE_MS } = options;
  /** Ids of memories that only this writer changes and whose state is certain. */
  const own: string[] = [];
  const related: string[] = [];
  const uploaded: string[] = [];
  const saved: string[] = [];
  let turn = 0;

  const text = (what: string): string =>
    `${tenant.mark} ${what}${number}x${turn} kept by writer ${number} of the harbor`;

  async function write(area: WriteArea, call: Omit<Call, 'token'>): Promise<Outcome> {
    const startedAt = performance.now();
    let response: Response | null = null;
    try {
      response = await tenant.send({ ...call, token: tenant.token });
    } catch (error) {
      log.recordFailure(area, call, startedAt, error);
      return null;
    }
    log.recordResponse(area, call, startedAt, response);
    if (response.status < 300) return { happened: true, data: response.body.data };
    // A write can be committed although the server returns an error.
    return response.status >= 500 ? null : { happened: false };
  }

  /** Excludes a memory from further changes, because its state is uncertain or final. */
  const release = (id: string): void => void own.splice(own.indexOf(id), 1);
  const memoryOf = (id: string): ExpectedMemory => expected.memories.get(id)!;

  const actions: readonly (readonly [number, () => Promise<unknown>])[] = [
    [40, create],
    [20, update],
    [8, evolve],
    [7, remove],
    [13, relate],
    [4, unrelate],
    [3, upload],
    [1, removeDocument],
    [3, save],
    [1, removeArtifact],
  ];
  const total = actions.reduce((sum, [weight]) => sum + weight, 0);

  async function create(): Promise<void> {
    const content = text('m');
    const body = { content, tags: ['harbor'], importance: 0.5 };
    const outcome = await write('memory', { method: 'POST', path: '/api/v2/memories', body });
    if (outcome === null) expected.uncertainContents.add(content);
    else if (outcome.happened) add(outcome.data.id, content);
  }

  function add(id: string, content: string): void {
    expected.memories.set(id, { presence: 'there', contents: [content], active: true, minRevision: 1 });
    own.push(id);
  }

  async function update(): Promise<void> {
    const id = pick(random, own);
    if (id === undefined) return create();
    const memory = memoryOf(id);
    const content = text('u');
    const path = `/api/v2/memories/${id}`;
    const outcome = await write('memory', { method: 'PUT', path, body: { content } });
    if (outcome === null) {
      memory.contents.push(content);
      release(id);
    } else if (outcome.happened) {
      memory.contents = [content];
      memory.minRevision++;
    }
  }

  async function evolve(): Promise<void> {
    const id = pick(random, own);
    if (id === undefined) return create();
    const memory = memoryOf(id);
    const content = text('e');
    const body = { new_content: content, evolution_type: pick(random, EVOLUTION_TYPES) };
    const path = `/api/v2/memories/${id}/evolve`;
    const outcome = await write('memory', { method: 'POST', path, body });
    if (outcome === null) {
      memory.active = 'either';
      expected.uncertainContents.add(content);
    } else if (outcome.happened) {
      memory.active = false;
      memory.minRevision++;
      add(outcome.data.new_memory_id, content);
    }
    release(id);
  }

  async function remove(): Promise<void> {
    const id = pick(random, own);
    if (id === undefined) return create();
    const outcome = await write('memory', { method: 'DELETE', path: `/api/v2/memories/${id}` });
    if (outcome === null) memoryOf(id).presence = 'either';
    else if (outcome.happened) memoryOf(id).presence = 'gone';
    release(id);
  }

  async function relate(): Promise<void> {
    const [fromId, toId] = [pick(random, own), pick(random, own)];
    if (fromId === undefined || toId === undefined || fromId === toId) return create();
    const body = { from_id: fromId, to_id: toId, relationship_type: pick(random, RELATIONSHIP_TYPES) };
    const outcome = await write('relationship', { method: 'POST', path: '/api/v2/relationships', body });
    if (!outcome?.happened) return;
    const { id } = outcome.data;
    expected.relationships.set(id, { presence: 'there', fromId, toId });
    // A contradiction remains after its relationship is deleted.
    if (body.relationship_type !== 'contradicts') related.push(id);
  }

  async function unrelate(): Promise<void> {
    const id = related.shift();
    const relationship = id === undefined ? undefined : expected.relationships.get(id)!;
    // Deleting one of the memories may already have deleted the relationship.
    if (!relationship || ![relationship.fromId, relationship.toId].every((end) => own.includes(end))) return;
    const outcome = await write('relationship', { method: 'DELETE', path: `/api/v2/relationships/${id}` });
    if (outcome === null) relationship.presence = 'either';
    else if (outcome.happened) relationship.presence = 'gone';
  }

  async function upload(): Promise<void> {
    const content = Array.from({ length: DOCUMENT_SENTENCES }, (_, i) => `${text('d')} part ${i}.`).join(' ');
    const body = new FormData();
    body.set('file', new Blob([content]), `w${number}x${turn}.txt`);
    const outcome = await write('document', { method: 'POST', path: '/api/v2/documents/upload', body });
    if (outcome === null) expected.uncertainContents.add(content);
    else if (outcome.happened) {
      expected.documents.set(outcome.data.id, { presence: 'there', content });
      uploaded.push(outcome.data.id);
    }
  }

  async function removeDocument(): Promise<void> {
    const id = uploaded.shift();
    if (id === undefined) return;
    const outcome = await write('document', { method: 'DELETE', path: `/api/v2/documents/${id}` });
    if (outcome === null) expected.documents.get(id)!.presence = 'either';
    else if (outcome.happened) expected.documents.get(id)!.presence = 'gone';
  }

  async function save(): Promise<void> {
    const path = `/notes/w${number}x${turn}.md`;
    const content = text('a');
    const body = { path, content };
    const outcome = await write('artifact', { method: 'POST', path: '/api/v2/artifacts', body });
    if (outcome === null) expected.artifacts.set(path, { presence: 'either', content });
    else if (outcome.happened) {
      expected.artifacts.set(path, { presence: 'there', content });
      saved.push(path);
    }
  }

  async function removeArtifact(): Promise<void> {
    const path = saved.shift();
    if (path === undefined) return;
    const query = `/api/v2/artifacts?path=${encodeURIComponent(path)}`;
    const outcome = await write('artifact', { method: 'DELETE', path: query });
    if (outcome === null) expected.artifacts.get(path)!.presence = 'either';
    else if (outcome.happened) expected.artifacts.get(path)!.presence = 'gone';
  }

  while (!stopping.aborted) {
    turn++;
    let draw = random() * total;
    const [, action] = actions.find(([weight]) => (draw -= weight) < 0) ?? actions[0]!;
    await action();
    await delay(pauseMs);
  }
}
