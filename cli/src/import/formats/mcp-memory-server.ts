import type { ImportFormat, ImportItem } from '../import-item.ts';
import { asText, asArray } from '../json-values.ts';
import type { JsonObject } from '../json-values.ts';
import { readJsonLines } from '../read-lines.ts';
import { toRelationshipType } from '../relationship-types.ts';

/**
 * The `memory.jsonl` of the reference memory server of the Model Context Protocol. An entity becomes a memory, and each
 * of its observations a memory that `documents` the entity.
 *
 * @see https://github.com/modelcontextprotocol/servers/tree/main/src/memory
 */
export const mcpMemoryServer: ImportFormat = {
  name: 'mcp-memory-server',
  title: 'MCP memory server',
  async *read(path) {
    for await (const line of readJsonLines(path)) {
      const where = `${path}:${line.line}`;
      if ('problem' in line) yield { kind: 'skipped', where, reason: line.problem };
      else if (line.value['type'] === 'entity') yield* readEntity(line.value, where);
      else if (line.value['type'] === 'relation') yield readRelation(line.value, where);
      else yield { kind: 'skipped', where, reason: 'The line is neither an entity nor a relation.' };
    }
  },
};

function* readEntity(entity: JsonObject, where: string): Generator<ImportItem> {
  const name = asText(entity['name']);
  if (name === undefined) {
    yield { kind: 'skipped', where, reason: 'The entity has no name.' };
    return;
  }
  const type = asText(entity['entityType']);
  const tags = type === undefined ? [] : [type];
  yield {
    kind: 'memory',
    externalId: name,
    content: type === undefined ? name : `${name} (${type})`,
    memoryType: 'reference',
    tags,
    occurredAt: null,
    sourceType: 'api_import',
    metadata: { entity: name },
  };
  const seen = new Set<string>();
  for (const value of asArray(entity['observations'])) {
    const observation = asText(value);
    if (observation === undefined) {
      yield { kind: 'skipped', where, reason: `An observation of ${name} is not a text.` };
      continue;
    }
    if (seen.has(observation)) continue;
    seen.add(observation);
    const externalId = `${name}\n${observation}`;
    yield {
      kind: 'memory',
      externalId,
      content: `${name}: ${observation}`,
      memoryType: 'fact',
      tags,
      occurredAt: null,
      sourceType: 'api_import',
      metadata: { entity: name },
    };
    yield {
      kind: 'relationship',
      from: externalId,
      to: name,
      relationshipType: 'documents',
      directionType: 'DIRECTED',
      metadata: {},
    };
  }
}

function readRelation(relation: JsonObject, where: string): ImportItem {
  const [from, to, type] = [
    asText(relation['from']),
    asText(relation['to']),
    asText(relation['relationType']),
  ];
  if (from === undefined || to === undefined || type === undefined)
    return { kind: 'skipped', where, reason: 'The relation has no `from`, `to` or `relationType`.' };
  return {
    kind: 'relationship',
    from,
    to,
    relationshipType: toRelationshipType(type),
    directionType: 'DIRECTED',
    metadata: { relation_type: type },
  };
}
