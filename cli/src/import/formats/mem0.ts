import { createHash } from 'node:crypto';
import type { ImportFormat, ImportItem } from '../import-item.ts';
import { asObject, asTags, asText, asTime, withoutEmpty } from '../json-values.ts';
import { readJsonElements } from '../read-json-elements.ts';
import { toRelationshipType } from '../relationship-types.ts';

/** Fields with memories or relations in the responses and exports of mem0. Older versions return an array. */
const FIELDS = ['results', 'memories', 'records', 'relations'];

/**
 * The JSON of mem0: the response of `get_all`, or an export. The entities of the graph are no memories, so each relation
 * becomes a fact.
 *
 * @see https://docs.mem0.ai/cookbooks/essentials/exporting-memories
 */
export const mem0: ImportFormat = {
  name: 'mem0',
  title: 'mem0',
  async *read(path) {
    for await (const { field, index, value } of readJsonElements(path, FIELDS)) {
      const where = `${path}: ${field ?? 'element'} ${index}`;
      yield field === 'relations' ? readRelation(value, where) : readMemory(value, where);
    }
  },
};

function readMemory(value: unknown, where: string): ImportItem {
  const memory = asObject(value);
  const content =
    asText(memory['memory']) ?? asText(memory['content']) ?? asText(asObject(memory['data'])['memory']);
  if (content === undefined) return { kind: 'skipped', where, reason: 'The memory has no text in `memory`.' };
  const { id, hash, metadata, user_id, agent_id, app_id, run_id, actor_id, role, updated_at } = memory;
  return {
    kind: 'memory',
    externalId: asText(id) ?? createHash('sha256').update(content).digest('hex'),
    content,
    memoryType: 'fact',
    tags: asTags(memory['categories']),
    occurredAt: asTime(memory['created_at']),
    sourceType: 'api_import',
    metadata: {
      ...asObject(metadata),
      mem0: withoutEmpty({ id, hash, user_id, agent_id, app_id, run_id, actor_id, role, updated_at }),
    },
  };
}

function readRelation(value: unknown, where: string): ImportItem {
  const relation = asObject(value);
  const source = asText(relation['source']);
  const type = asText(relation['relationship']) ?? asText(relation['relation']);
  const target = asText(relation['target']) ?? asText(relation['destination']);
  if (source === undefined || type === undefined || target === undefined)
    return { kind: 'skipped', where, reason: 'The relation has no `source`, `relationship` or `target`.' };
  return {
    kind: 'memory',
    externalId: `relation\n${source}\n${type}\n${target}`,
    content: [source, type, target].map((name) => name.replaceAll('_', ' ')).join(' '),
    memoryType: 'fact',
    tags: [],
    occurredAt: null,
    sourceType: 'api_import',
    metadata: { mem0: { source, relationship: type, target, type: toRelationshipType(type) } },
  };
}
