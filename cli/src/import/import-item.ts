/** Memory in the terms of the API, read from a file of another program. */
export interface ImportedMemory {
  kind: 'memory';
  /** Identifies the memory in the imported data. Relationships refer to it. */
  externalId: string;
  content: string;
  memoryType: MemoryType;
  tags: readonly string[];
  /** Time of the event in ISO 8601, or null if the data has no time. */
  occurredAt: string | null;
  sourceType: 'api_import' | 'conversation';
  /** Fields of the original that the API has no field for. */
  metadata: Readonly<Record<string, unknown>>;
}

/** Types that the readers assign. */
export type MemoryType =
  'fact' | 'insight' | 'conversation' | 'correction' | 'reference' | 'task' | 'relationship' | 'strategy';

/** Relationship between two imported memories, which the reader can return before the memories. */
export interface ImportedRelationship {
  kind: 'relationship';
  /** External IDs of the source and the target. */
  from: string;
  to: string;
  relationshipType: string;
  directionType: 'DIRECTED' | 'BIDIRECTIONAL';
  metadata: Readonly<Record<string, unknown>>;
}

/** Part of the data that is not imported, and why. */
export interface SkippedItem {
  kind: 'skipped';
  /** File and line, or the ID of the part. */
  where: string;
  reason: string;
}

export type ImportItem = ImportedMemory | ImportedRelationship | SkippedItem;

/** Reader of the data of one program. */
export interface ImportFormat {
  name: string;
  /** Name of the program, for people. */
  title: string;
  /** True if external IDs are paths, which are unique only in their folder. */
  idsArePaths?: boolean;
  /**
   * Reads a file or folder, item by item. Invalid parts become skipped items.
   *
   * @throws ImportError if the data as a whole is not in this format
   */
  read(path: string): AsyncIterable<ImportItem>;
}

/** The data cannot be imported. The message is for the user. */
export class ImportError extends Error {
  override name = 'ImportError';
}
