/** A memory of the map. The content has at most 500 characters. */
export interface GraphMemory {
  id: string;
  content: string;
  is_shortened: boolean;
  memory_type: string;
  importance: number;
  tags: string[];
  created_at: string;
  occurred_at: string;
  version: number;
  is_active: boolean;
  validity: string;
  relationship_count: number;
}

export interface GraphRelationship {
  id: string;
  from_id: string;
  to_id: string;
  relationship_type: string;
  /** @see docs/reference/relationships.md#direction-types */
  direction_type: 'DIRECTED' | 'BIDIRECTIONAL' | 'INVERSE_PAIRED';
  strength: number;
}

/** Arrow in front of a relationship in the list of a memory, which is its source if `isOut` is true. */
export const arrowOf = (direction: GraphRelationship['direction_type'], isOut: boolean): string =>
  direction === 'BIDIRECTIONAL' ? '↔' : isOut ? '→' : '←';

/** A part of the graph. @see docs/reference/relationships.md#get-a-neighborhood */
export interface Neighborhood {
  memories: GraphMemory[];
  relationships: GraphRelationship[];
  truncated: boolean;
}

/** Props of the island `graph`. */
export interface GraphProps {
  /** Memories that the map starts from. */
  startIds: string[];
  neighborhood: Neighborhood;
  /** Time of the earliest event of the workspace, from which the time slider starts. */
  firstTime: string;
  /** URL path of the worker that computes positions. */
  workerPath: string;
}
