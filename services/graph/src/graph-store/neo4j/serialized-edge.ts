import neo4j from 'neo4j-driver';
import type { Integer } from 'neo4j-driver';
import type { SelectionBounds } from '../../traversal/graph-selection.ts';
import { edgeWeight } from '../edge-weight.ts';
import type { EdgeDirectionType, GraphEdge } from '../graph-store.ts';
import { keyOf } from './neo4j-schema.ts';

const INACTIVE_SUFFIX = '/inactive';

/**
 * Serializes an edge for its property `state`, in the format
 * `id fromId toId strength confidence revision directionType type`. The direction type of an edge with a validity period
 * has the suffix `/<start>..<end>`, in which an open bound is empty. The direction type of an inactive edge has the suffix
 * `/inactive`, which is the last one. If each field was a property, a query for a thousand edges would take twice as long.
 * Fields that queries compare are properties as well.
 */
function serializeEdge(edge: GraphEdge): string {
  const { id, fromId, toId, strength, confidence, revision, directionType, type } = edge;
  const ids = `${id} ${fromId} ${toId}`.toLowerCase();
  const { validFromMs, validUntilMs } = edge;
  const hasPeriod = validFromMs !== undefined || validUntilMs !== undefined;
  const period = hasPeriod ? `/${validFromMs ?? ''}..${validUntilMs ?? ''}` : '';
  const state = `${directionType}${period}${edge.isActive ? '' : INACTIVE_SUFFIX}`;
  return `${ids} ${strength} ${confidence} ${revision} ${state} ${type}`;
}

/** Inverse of {@link serializeEdge}. */
export function parseEdge(state: string): GraphEdge {
  const [id, fromId, toId, strength, confidence, revision, direction = '', ...type] = state.split(' ');
  const [directionType, ...suffixes] = direction.split('/');
  const [validFrom = '', validUntil = ''] =
    suffixes.find((suffix) => suffix.includes('..'))?.split('..') ?? [];
  return {
    id: id!,
    fromId: fromId!,
    toId: toId!,
    type: type.join(' '),
    directionType: directionType as EdgeDirectionType,
    strength: Number(strength),
    confidence: Number(confidence),
    isActive: !direction.endsWith(INACTIVE_SUFFIX),
    ...(validFrom !== '' && { validFromMs: Number(validFrom) }),
    ...(validUntil !== '' && { validUntilMs: Number(validUntil) }),
    revision: Number(revision),
  };
}

/**
 * Cypher condition for a relationship named `edge` that the parameters of {@link selectionParameters} select. Edges that
 * were written before the property `active` was added lack it, and edges with open bounds lack `validFrom` or
 * `validUntil`.
 */
export const IS_SELECTED =
  'CASE WHEN coalesce(edge.active, true) THEN coalesce(edge.validUntil > $endsAfter, true) ' +
  'AND coalesce(edge.validFrom <= $startsBy, true) ELSE $includeInactive END';

export const selectionParameters = ({
  includeInactive,
  endsAfterMs,
  startsByMs,
  expiresAfterMs,
}: SelectionBounds) => ({
  includeInactive,
  endsAfter: endsAfterMs,
  startsBy: startsByMs,
  expiresAfter: expiresAfterMs,
});

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
    /** In milliseconds since the epoch. Absent for an open bound. */
    validFrom?: number;
    validUntil?: number;
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
      ...(edge.validFromMs !== undefined && { validFrom: edge.validFromMs }),
      ...(edge.validUntilMs !== undefined && { validUntil: edge.validUntilMs }),
      weight: edgeWeight(edge.strength, edge.confidence),
      revision: neo4j.int(edge.revision),
      state: serializeEdge(edge),
    },
  };
}
