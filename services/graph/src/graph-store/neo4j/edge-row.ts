import neo4j from 'neo4j-driver';
import type { Integer } from 'neo4j-driver';
import { weightOf } from '../edge-weight.ts';
import type { EdgeDirectionType, GraphEdge } from '../graph-store.ts';
import { keyOf } from './neo4j-schema.ts';

/** An edge as a query returns it: a list takes the driver half as long as a record. */
export type EdgeTuple = [
  id: string,
  fromId: string,
  toId: string,
  type: string,
  directionType: EdgeDirectionType,
  strength: number,
  confidence: number,
  revision: number,
];

/** The expression of an {@link EdgeTuple}, where the relationship is called `edge`. */
export const EDGE_TUPLE = `[edge.id, edge.fromId, edge.toId, edge.type, edge.directionType, edge.strength,
  edge.confidence, edge.revision]`;

export const tupleToEdge = (tuple: EdgeTuple): GraphEdge => ({
  id: tuple[0],
  fromId: tuple[1],
  toId: tuple[2],
  type: tuple[3],
  directionType: tuple[4],
  strength: tuple[5],
  confidence: tuple[6],
  revision: tuple[7],
});

/** An edge as the statement that creates it takes it. */
export interface NewEdge {
  key: string;
  fromKey: string;
  toKey: string;
  properties: Omit<GraphEdge, 'revision'> & { key: string; weight: number; revision: Integer };
}

export function toNewEdge(tenantId: string, edge: GraphEdge): NewEdge {
  const key = keyOf(tenantId, edge.id);
  return {
    key,
    fromKey: keyOf(tenantId, edge.fromId),
    toKey: keyOf(tenantId, edge.toId),
    properties: {
      key,
      id: edge.id.toLowerCase(),
      fromId: edge.fromId.toLowerCase(),
      toId: edge.toId.toLowerCase(),
      type: edge.type,
      directionType: edge.directionType,
      strength: edge.strength,
      confidence: edge.confidence,
      weight: weightOf(edge.strength, edge.confidence),
      revision: neo4j.int(edge.revision),
    },
  };
}
