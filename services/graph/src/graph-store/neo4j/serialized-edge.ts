import neo4j from 'neo4j-driver';
import type { Integer } from 'neo4j-driver';
import { edgeWeight } from '../edge-weight.ts';
import type { EdgeDirectionType, GraphEdge } from '../graph-store.ts';
import { keyOf } from './neo4j-schema.ts';

const INACTIVE_SUFFIX = '/inactive';

/**
 * Serializes an edge for its property `state`, in the format
 * `id fromId toId strength confidence revision directionType type`. The direction type of an inactive edge has
 * the suffix `/inactive`. If each field was a property, a query for a thousand edges would take twice as long.
 * Fields that queries compare are properties as well.
 */
function serializeEdge(edge: GraphEdge): string {
  const { id, fromId, toId, strength, confidence, revision, directionType, type } = edge;
  const ids = `${id} ${fromId} ${toId}`.toLowerCase();
  const state = edge.isActive ? directionType : `${directionType}${INACTIVE_SUFFIX}`;
  return `${ids} ${strength} ${confidence} ${revision} ${state} ${type}`;
}

/** Inverse of {@link serializeEdge}. */
export function parseEdge(state: string): GraphEdge {
  const [id, fromId, toId, strength, confidence, revision, direction = '', ...type] = state.split(' ');
  return {
    id: id!,
    fromId: fromId!,
    toId: toId!,
    type: type.join(' '),
    directionType: direction.replace(INACTIVE_SUFFIX, '') as EdgeDirectionType,
    strength: Number(strength),
    confidence: Number(confidence),
    isActive: !direction.endsWith(INACTIVE_SUFFIX),
    revision: Number(revision),
  };
}

/**
 * Cypher condition for an active relationship named `edge`. Edges that were written before the property
 * `active` was added lack it.
 */
export const IS_ACTIVE = 'coalesce(edge.active, true)';

/** Cypher expressions for the node ids of a relationship named `edge`. */
export const FROM_ID = 'substring(edge.state, 37, 36)';
export const TO_ID = 'substring(edge.state, 74, 36)';
/** Cypher sort order by id, largest first. `state` starts with the id. */
export const NEWEST_FIRST = 'edge.state DESC';

/** An edge as a parameter of the statement that creates it. */
export interface EdgeWrite {
  key: string;
  fromKey: string;
  toKey: string;
  revision: number;
  properties: {
    key: string;
    type: string;
    directionType: EdgeDirectionType;
    active: boolean;
    weight: number;
    revision: Integer;
    state: string;
  };
}

export function toEdgeWrite(tenantId: string, edge: GraphEdge): EdgeWrite {
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
      active: edge.isActive,
      weight: edgeWeight(edge.strength, edge.confidence),
      revision: neo4j.int(edge.revision),
      state: serializeEdge(edge),
    },
  };
}
