import type { GraphEdge } from '../graph-store/graph-store.ts';
import type { RemovedRelationship } from './relationship.events.ts';
import type { Relationship } from './relationship.ts';

/** A row of the `relationships` table as the driver returns it. */
export interface RelationshipRow {
  tenant_id: string;
  id: string;
  revision: string;
  from_id: string;
  to_id: string;
  relationship_type: Relationship['relationshipType'];
  direction_type: Relationship['directionType'];
  inverse_type: Relationship['inverseType'];
  inverse_relationship_id: string | null;
  strength: number;
  confidence: number;
  evidence: Relationship['evidence'];
  traversal_properties: Relationship['traversalProperties'];
  metadata: Relationship['metadata'];
  origin: Relationship['origin'];
  created_by: string;
  created_at: Date;
  updated_at: Date;
  is_active: boolean;
  valid_from: Date | null;
  valid_until: Date | null;
}

type Column = keyof RelationshipRow;

const COLUMN_TYPES: Record<Column, string> = {
  tenant_id: 'uuid',
  id: 'uuid',
  revision: 'bigint',
  from_id: 'uuid',
  to_id: 'uuid',
  relationship_type: 'text',
  direction_type: 'text',
  inverse_type: 'text',
  inverse_relationship_id: 'uuid',
  strength: 'float8',
  confidence: 'float8',
  evidence: 'jsonb',
  traversal_properties: 'jsonb',
  metadata: 'jsonb',
  origin: 'text',
  created_by: 'text',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
  is_active: 'boolean',
  valid_from: 'timestamptz',
  valid_until: 'timestamptz',
};
/** Names of the columns of {@link RelationshipRow}. */
export const RELATIONSHIP_COLUMN_NAMES = Object.keys(COLUMN_TYPES) as Column[];
const COLUMNS = RELATIONSHIP_COLUMN_NAMES;

/** Columns of {@link RelationshipRow}, in `relationships` and in `relationship_revisions`. */
export const STATE_COLUMNS = COLUMNS.join(', ');

/**
 * Select list of {@link RelationshipRow} for a table named `r`. `inverse_relationship_id` is null if the
 * other relationship of an INVERSE_PAIRED pair was deleted.
 */
export const RELATIONSHIP_COLUMNS = COLUMNS.map((column) =>
  column === 'inverse_relationship_id'
    ? `(SELECT i.id FROM relationships i
        WHERE i.tenant_id = r.tenant_id AND i.id = r.inverse_relationship_id) AS inverse_relationship_id`
    : `r.${column}`,
).join(', ');

/** `INSERT` statement without its `ON CONFLICT` clause. {@link toInsertParameters} returns its parameters. */
export const INSERT_RELATIONSHIPS = `INSERT INTO relationships (${COLUMNS.join(', ')})
  SELECT * FROM unnest(${COLUMNS.map((column, index) => `$${index + 1}::${COLUMN_TYPES[column]}[]`).join(', ')})`;

/** Returns one array per column of {@link INSERT_RELATIONSHIPS}. */
export function toInsertParameters(relationships: readonly Relationship[]): unknown[][] {
  const rows = relationships.map(toRow);
  return COLUMNS.map((column) => rows.map((row) => row[column]));
}

/** Maps a relationship to the values of its row as query parameters. */
export function toRow(relationship: Relationship): Record<Column, unknown> {
  return {
    tenant_id: relationship.tenantId,
    id: relationship.id,
    revision: relationship.revision,
    from_id: relationship.fromId,
    to_id: relationship.toId,
    relationship_type: relationship.relationshipType,
    direction_type: relationship.directionType,
    inverse_type: relationship.inverseType,
    inverse_relationship_id: relationship.inverseRelationshipId,
    strength: relationship.strength,
    confidence: relationship.confidence,
    evidence: JSON.stringify(relationship.evidence),
    traversal_properties: JSON.stringify(relationship.traversalProperties),
    metadata: JSON.stringify(relationship.metadata),
    origin: relationship.origin,
    created_by: relationship.createdBy,
    created_at: relationship.createdAt,
    updated_at: relationship.updatedAt,
    is_active: relationship.isActive,
    valid_from: relationship.validFrom,
    valid_until: relationship.validUntil,
  };
}

export function toRelationship(row: RelationshipRow): Relationship {
  return {
    ...toRemovedRelationship(row),
    relationshipType: row.relationship_type,
    directionType: row.direction_type,
    inverseType: row.inverse_type,
    inverseRelationshipId: row.inverse_relationship_id,
    strength: row.strength,
    confidence: row.confidence,
    evidence: row.evidence,
    traversalProperties: row.traversal_properties,
    metadata: row.metadata,
    origin: row.origin,
    createdBy: row.created_by,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    isActive: row.is_active,
    validFrom: row.valid_from,
    validUntil: row.valid_until,
  };
}

/** Columns of {@link RemovedRow}, for the `RETURNING` clause of a `DELETE` statement. */
export const REMOVED_COLUMNS = 'tenant_id, id, revision, from_id, to_id';
export type RemovedRow = Pick<RelationshipRow, 'tenant_id' | 'id' | 'revision' | 'from_id' | 'to_id'>;

export function toRemovedRelationship(row: RemovedRow): RemovedRelationship {
  return {
    tenantId: row.tenant_id,
    id: row.id,
    revision: Number(row.revision),
    fromId: row.from_id,
    toId: row.to_id,
  };
}

/** Columns of {@link EdgeRow}, without the free-form columns, which can be large. */
export const EDGE_COLUMNS =
  'id, revision, from_id, to_id, relationship_type, direction_type, strength, confidence, is_active, valid_from, valid_until';
export type EdgeRow = Pick<
  RelationshipRow,
  | 'id'
  | 'revision'
  | 'from_id'
  | 'to_id'
  | 'relationship_type'
  | 'direction_type'
  | 'strength'
  | 'confidence'
  | 'is_active'
  | 'valid_from'
  | 'valid_until'
>;

export function toGraphEdge(row: EdgeRow): GraphEdge {
  return {
    id: row.id,
    fromId: row.from_id,
    toId: row.to_id,
    type: row.relationship_type,
    directionType: row.direction_type,
    strength: row.strength,
    confidence: row.confidence,
    isActive: row.is_active,
    ...toEdgePeriod(row.valid_from, row.valid_until),
    revision: Number(row.revision),
  };
}

/** Returns the fields of an edge for a validity period. */
export const toEdgePeriod = (
  validFrom: Date | null,
  validUntil: Date | null,
): Pick<GraphEdge, 'validFromMs' | 'validUntilMs'> => ({
  ...(validFrom !== null && { validFromMs: validFrom.getTime() }),
  ...(validUntil !== null && { validUntilMs: validUntil.getTime() }),
});
