import type { Loci } from '@loci/client';

/** State of a memory that the API can store. */
export interface MemoryState {
  content: string;
  memory_type: string;
  importance: number;
  confidence: number;
  metadata: Record<string, unknown>;
  tags: string[];
  occurred_at: string;
  valid_from: string | null;
  valid_until: string | null;
  expires_at: string | null;
  pinned: boolean;
}

/** One version of a memory, with its earlier states. */
export interface MemoryRecord extends MemoryState {
  record: 'memory';
  id: string;
  source_type: string;
  user_id: string;
  created_at: string;
  updated_at: string;
  lifecycle_state: string;
  version: number;
  /** ID of the version that this version replaced, and how. Null for the first version. */
  previous_id: string | null;
  evolution_type: string | null;
  /** Whether the evolution ended the validity of the previous version. Null for the first version. */
  original_validity: 'close' | 'keep' | null;
  /** All states, oldest first, if there are several. */
  revisions?: (MemoryState & { change: string; recorded_at: string })[];
}

export interface RelationshipRecord {
  record: 'relationship';
  id: string;
  from_id: string;
  to_id: string;
  relationship_type: string;
  direction_type: string;
  inverse_type: string | null;
  strength: number;
  confidence: number;
  evidence: Record<string, unknown>;
  traversal_properties: Record<string, unknown>;
  metadata: Record<string, unknown>;
  created_at: string;
  valid_from: string | null;
  valid_until: string | null;
}

export interface ContradictionRecord {
  record: 'contradiction';
  id: string;
  source_memory_id: string;
  target_memory_id: string;
  contradiction_type: string;
  resolution_status: string;
  confidence: number;
  detected_at: string;
}

export interface ArtifactRecord {
  record: 'artifact';
  path: string;
  content: string;
}

export interface DocumentRecord {
  record: 'document';
  id: string;
  filename: string;
  metadata: Record<string, unknown>;
  created_at: string;
  /** The original file in Base64. */
  file: string;
}

type NewPersona = Parameters<Loci['personality']['createPersona']>[0];

/** A persona that a user of the tenant created. Another tenant gives it a new ID. */
export type CustomPersonaRecord = { record: 'custom_persona' } & Required<NewPersona>;

export interface PersonaRecord {
  record: 'persona';
  /** Selected persona. Null without a selection, and for a persona of the tenant. */
  persona_id: string | null;
  /** Name of the selected persona if a user of the tenant created it. */
  persona_name?: string;
  traits: { content: string; category: string; is_org_default: boolean }[];
}

type States<Resource extends 'memories' | 'contradictions' | 'relationships'> = Awaited<
  ReturnType<Loci[Resource]['states']>
>['states'][number];

/** State of a memory, or of a saved context. @see docs/reference/states.md#the-state-object */
export type MemoryStateRecord = { record: 'memory_state' | 'context_state' } & States<'memories'>;

/** @see docs/reference/states.md#contradictions */
export type ContradictionStateRecord = { record: 'contradiction_state' } & States<'contradictions'>;

/** @see docs/reference/states.md#relationships */
export type RelationshipStateRecord = { record: 'relationship_state' } & States<'relationships'>;

/** Record of version 2 that the server restores with its ID. */
export type StateRecord = MemoryStateRecord | ContradictionStateRecord | RelationshipStateRecord;

export interface RetentionRecord {
  record: 'retention';
  defaults: Awaited<ReturnType<Loci['settings']['retention']>>['defaults'];
}

export interface HeaderRecord {
  record: 'header';
  format: 'loci-export';
  /** 2 for an export of an owner, which has states; 1 for an export of another user. */
  version: 1 | 2;
}

/** Line of an export. Records refer only to records before them. */
export type ExportRecord =
  | HeaderRecord
  | StateRecord
  | RetentionRecord
  | MemoryRecord
  | RelationshipRecord
  | ContradictionRecord
  | ArtifactRecord
  | DocumentRecord
  | CustomPersonaRecord
  | PersonaRecord;
