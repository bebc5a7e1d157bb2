/** Whether a record must exist after the round. `either` after a write whose outcome is uncertain. */
export type Presence = 'there' | 'gone' | 'either';

export interface ExpectedMemory {
  presence: Presence;
  /** Acceptable contents. */
  contents: string[];
  /** False for a superseded version. */
  active: boolean | 'either';
  /** Number of acknowledged writes. Writes without a response may have increased the revision further. */
  minRevision: number;
}

export interface ExpectedRelationship {
  presence: Presence;
  fromId: string;
  toId: string;
}

export interface ExpectedFile {
  presence: Presence;
  content: string;
}

/** State of a tenant that follows from its acknowledged writes. */
export interface ExpectedState {
  memories: Map<string, ExpectedMemory>;
  relationships: Map<string, ExpectedRelationship>;
  documents: Map<string, ExpectedFile>;
  /** Artifacts by path. */
  artifacts: Map<string, ExpectedFile>;
  /** Contents of memories and documents whose creation is uncertain. They may exist, but only completely. */
  uncertainContents: Set<string>;
}

export const createExpectedState = (): ExpectedState => ({
  memories: new Map(),
  relationships: new Map(),
  documents: new Map(),
  artifacts: new Map(),
  uncertainContents: new Set(),
});
