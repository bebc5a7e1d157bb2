import neo4j from 'neo4j-driver';
import type { Integer } from 'neo4j-driver';
import { weightOf } from '../edge-weight.ts';
import type { EdgeDirectionType, GraphEdge } from '../graph-store.ts';
import { keyOf } from './neo4j-schema.ts';

/**
 * An edge as one text, `id fromId toId strength confidence revision directionType type`: eight properties take a query
 * for a thousand edges twice as long, to look up and to send. What a query compares is a property besides.
 */
export function toState(edge: GraphEdge): string {
  const { id, fromId, toId, strength, confidence, revision, directionType, type } = edge;
  const ids = `${id} ${fromId} ${toId}`.toLowerCase();
  return `${ids} ${strength} ${confidence} ${revision} ${directionType} ${type}`;
}

export function toEdge(state: string): GraphEdge {
  const [id, fromId, toId, strength, confidence, revision, directionType, ...type] = state.split(' ');
  return {
    id: id!,
    fromId: fromId!,
    toId: toId!,
    type: type.join(' '),
    directionType: directionType as EdgeDirectionType,
    strength: Number(strength),
    confidence: Number(confidence),
    revision: Number(revision),
  };
}

/** The ids of the ends in a state, for a query in which the relationship is called `edge`. */
export const FROM_ID = 'substring(edge.state, 37, 36)';
export const TO_ID = 'substring(edge.state, 74, 36)';
/** Newest (largest id) first: a state begins with the id. */
export const NEWEST_FIRST = 'edge.state DESC';

/** An edge as the statement that creates it takes it. */
export interface NewEdge {
  key: string;
  fromKey: string;
  toKey: string;
  revision: number;
  properties: {
    key: string;
    type: string;
    directionType: EdgeDirectionType;
    weight: number;
    revision: Integer;
    state: string;
  };
}

export function toNewEdge(tenantId: string, edge: GraphEdge): NewEdge {
  const key = keyOf(tenantId, edge.id);
  return {
    key,
    fromKey: keyOf(tenantId, edge.fromId),
    toKey: keyOf(tenantId, edge.toId),
    revision: edge.revision,
    properties: {
      key,
      type: edge.type,
      directionType: edge.directionType,
      weight: weightOf(edge.strength, edge.confidence),
      revision: neo4j.int(edge.revision),
      state: toState(edge),
    },
  };
}
