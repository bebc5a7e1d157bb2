/** Whether something must be there after the round; `either` after a write that got no certain answer. */
export type Presence = 'there' | 'gone' | 'either';

export interface ExpectedMemory {
  presence: Presence;
  /** Any of these. */
  contents: string[];
  /** False for one that a newer version has replaced. */
  active: boolean | 'either';
  /** Of as many acknowledged changes; more have happened only where an answer was missing. */
  leastRevision: number;
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

/** What the acknowledged writes of a tenant have to have brought about. */
export interface Expected {
  memories: Map<string, ExpectedMemory>;
  relationships: Map<string, ExpectedRelationship>;
  documents: Map<string, ExpectedFile>;
  /** By path. */
  artifacts: Map<string, ExpectedFile>;
  /** Contents of memories and documents whose creation got no certain answer: they may be there, whole. */
  unansweredContents: Set<string>;
}

export const expectNothing = (): Expected => ({
  memories: new Map(),
  relationships: new Map(),
  documents: new Map(),
  artifacts: new Map(),
  unansweredContents: new Set(),
});
