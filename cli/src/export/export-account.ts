import type { Api } from '../api/api.ts';
import { exportMemories } from './export-memories.ts';
import type {
  ArtifactRecord,
  ContradictionRecord,
  DocumentRecord,
  ExportRecord,
  PersonaRecord,
  RelationshipRecord,
} from './export-record.ts';
import { listFlat, listItems } from './list-pages.ts';

/**
 * Exports the data of a tenant that the user can read. The records are no snapshot: changes during the export can be
 * missing.
 *
 * @see cli/src/export/README.md
 */
export async function* exportAccount(api: Api): AsyncGenerator<ExportRecord> {
  yield { record: 'header', format: 'loci-export', version: 1 };
  yield* exportMemories(api);
  // Creating a `contradicts` relationship reports a contradiction, so the contradictions come first.
  yield* exportContradictions(api);
  yield* exportRelationships(api);
  yield* exportDocuments(api);
  yield* exportArtifacts(api);
  yield await exportPersona(api);
}

/** The server creates the relationships of superseded versions again, so only active ones are exported. */
async function* exportRelationships(api: Api): AsyncGenerator<RelationshipRecord> {
  for await (const stored of listItems<RelationshipRecord>(
    api,
    '/api/v2/relationships?include=expired,future',
  )) {
    const { id, from_id, to_id, relationship_type, direction_type, inverse_type, strength, confidence } =
      stored;
    const { evidence, traversal_properties, metadata, created_at, valid_from, valid_until } = stored;
    yield {
      record: 'relationship',
      id,
      from_id,
      to_id,
      relationship_type,
      direction_type,
      inverse_type,
      strength,
      confidence,
      evidence,
      traversal_properties,
      metadata,
      created_at,
      valid_from,
      valid_until,
    };
  }
}

/** The API has no list of all contradictions. Each reported one has a `contradicts` relationship. */
async function* exportContradictions(api: Api): AsyncGenerator<ContradictionRecord> {
  const seen = new Set<string>();
  const list = '/api/v2/relationships?relationship_type=contradicts&include=superseded,expired,future';
  for await (const { from_id } of listItems<RelationshipRecord>(api, list)) {
    const path = `/api/v2/memories/${from_id}/contradictions`;
    for await (const stored of listFlat<ContradictionRecord>(api, path, 'contradictions')) {
      if (seen.has(stored.id)) continue;
      seen.add(stored.id);
      const { id, source_memory_id, target_memory_id, contradiction_type, resolution_status, confidence } =
        stored;
      yield {
        record: 'contradiction',
        id,
        source_memory_id,
        target_memory_id,
        contradiction_type,
        resolution_status,
        confidence,
        detected_at: stored.detected_at,
      };
    }
  }
}

async function* exportDocuments(api: Api): AsyncGenerator<DocumentRecord> {
  for await (const { id, filename, metadata, created_at } of listItems<DocumentRecord>(
    api,
    '/api/v2/documents',
  )) {
    const file = Buffer.from(await api.download(`/api/v2/documents/${id}/download`)).toString('base64');
    yield { record: 'document', id, filename, metadata, created_at, file };
  }
}

async function* exportArtifacts(api: Api, folder = '/'): AsyncGenerator<ArtifactRecord> {
  const pending = [folder];
  for (let prefix = pending.pop(); prefix !== undefined; prefix = pending.pop()) {
    let cursor = '';
    do {
      const suffix = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const page: { folders: string[]; files: { name: string }[]; next_cursor: string | null } =
        await api.request({
          method: 'GET',
          path: `/api/v2/artifacts/list?per_page=100&prefix=${encodeURIComponent(prefix)}${suffix}`,
        });
      for (const { name } of page.files) {
        const path = `${prefix}${name}`;
        const { content } = await api.request<{ content: string }>({
          method: 'GET',
          path: `/api/v2/artifacts?path=${encodeURIComponent(path)}`,
        });
        yield { record: 'artifact', path, content };
      }
      for (const name of page.folders) pending.push(`${prefix}${name}/`);
      cursor = page.next_cursor ?? '';
    } while (cursor !== '');
  }
}

async function exportPersona(api: Api): Promise<PersonaRecord> {
  const stored = await api.request<{ persona_id: string | null; custom_traits: PersonaRecord['traits'] }>({
    method: 'GET',
    path: '/api/v2/personality',
  });
  const traits = stored.custom_traits.map(({ content, category, is_org_default }) => ({
    content,
    category,
    is_org_default,
  }));
  return { record: 'persona', persona_id: stored.persona_id, traits };
}
