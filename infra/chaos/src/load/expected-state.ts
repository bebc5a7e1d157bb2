/** Whether a record must exist after the round. `either` after a write whose outcome is uncertain. */
export type Presence = 'there' | 'gone' | 'either';

export interface ExpectedMemory {
  presence: Presence;
  /** Contents that the memory may have after the round. */
  contents: string[];
  /** Whether the memory must be active. False for a superseded version. */
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

/** Expected state of a tenant after its acknowledged writes. */
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
