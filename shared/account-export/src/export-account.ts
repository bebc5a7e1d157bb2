import type { Loci } from '@loci/client';
import { exportMemories } from './export-memories.ts';
import { exportStates } from './export-states.ts';
import { toPersonaFields } from './persona-fields.ts';
import type {
  ArtifactRecord,
  ContradictionRecord,
  DocumentRecord,
  ExportRecord,
  PersonaRecord,
  RelationshipRecord,
} from './export-record.ts';
import { ALL_VERSIONS, PAGE_SIZE } from './list-options.ts';

export interface ExportOptions {
  /** Whether the memories, contradictions and relationships are exported as states. By default, if the user is an owner. */
  states?: boolean;
}

/**
 * Exports the data of a tenant that the user can read. The records are no snapshot: changes during the export can be
 * missing. The export of an owner has version 2, which an owner can restore without loss.
 *
 * @see cli/src/export/README.md
 */
export async function* exportAccount(loci: Loci, options: ExportOptions = {}): AsyncGenerator<ExportRecord> {
  const states = options.states ?? (await loci.auth.verify()).role === 'owner';
  yield { record: 'header', format: 'loci-export', version: states ? 2 : 1 };
  if (states) {
    yield* exportStates(loci);
    yield { record: 'retention', defaults: (await loci.settings.retention()).defaults };
  } else {
    yield* exportMemories(loci);
    // Creating a `contradicts` relationship reports a contradiction, so the contradictions come first.
    yield* exportContradictions(loci);
    yield* exportRelationships(loci);
  }
  yield* exportDocuments(loci);
  yield* exportArtifacts(loci);
  const { personas } = await loci.personality.personas();
  const custom = personas.filter((persona) => persona.is_custom);
  for (const persona of custom) yield { record: 'custom_persona', ...toPersonaFields(persona) };
  yield await exportPersona(loci, custom);
}

/** The server creates the relationships of superseded versions again, so only active ones are exported. */
async function* exportRelationships(loci: Loci): AsyncGenerator<RelationshipRecord> {
  for await (const stored of loci.relationships.iterate({
    include: ['expired', 'future'],
    per_page: PAGE_SIZE,
  })) {
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
async function* exportContradictions(loci: Loci): AsyncGenerator<ContradictionRecord> {
  const seen = new Set<string>();
  const list = loci.relationships.iterate({
    relationship_type: 'contradicts',
    include: ALL_VERSIONS,
    per_page: PAGE_SIZE,
  });
  for await (const { from_id } of list) {
    for await (const stored of loci.contradictions.iterate(from_id, { per_page: PAGE_SIZE })) {
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

async function* exportDocuments(loci: Loci): AsyncGenerator<DocumentRecord> {
  for await (const { id, filename, metadata, created_at } of loci.documents.iterate({
    per_page: PAGE_SIZE,
  })) {
    const { bytes } = await loci.documents.download(id);
    const file = Buffer.from(await bytes()).toString('base64');
    yield { record: 'document', id, filename, metadata, created_at, file };
  }
}

async function* exportArtifacts(loci: Loci): AsyncGenerator<ArtifactRecord> {
  const pending = ['/'];
  for (let prefix = pending.pop(); prefix !== undefined; prefix = pending.pop()) {
    let cursor: string | undefined;
    do {
      const page = await loci.artifacts.list({ prefix, cursor, per_page: PAGE_SIZE });
      for (const { name } of page.files) {
        const path = `${prefix}${name}`;
        const { content } = await loci.artifacts.get({ path });
        yield { record: 'artifact', path, content };
      }
      for (const name of page.folders) pending.push(`${prefix}${name}/`);
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
  }
}

async function exportPersona(
  loci: Loci,
  custom: readonly { id: string; name: string }[],
): Promise<PersonaRecord> {
  const { persona_id, custom_traits: stored } = await loci.personality.get();
  const traits = stored.map(({ content, category, is_org_default }) => ({
    content,
    category,
    is_org_default,
  }));
  const selected = custom.find(({ id }) => id === persona_id);
  return selected === undefined
    ? { record: 'persona', persona_id, traits }
    : { record: 'persona', persona_id: null, persona_name: selected.name, traits };
}
