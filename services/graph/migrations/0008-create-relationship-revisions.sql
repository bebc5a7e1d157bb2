-- User who stored the current revision of a relationship. Null is the user who created the relationship.
ALTER TABLE relationships ADD COLUMN recorded_by text;

-- States of relationships that a later change or a deletion replaced. `relationships` has the current states. A state was
-- current from `updated_at`, inclusive, until `recorded_until`, exclusive.
CREATE TABLE relationship_revisions (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  revision bigint NOT NULL,
  from_id uuid NOT NULL,
  to_id uuid NOT NULL,
  relationship_type relationship_type NOT NULL,
  direction_type text NOT NULL,
  inverse_type relationship_type,
  inverse_relationship_id uuid,
  strength double precision NOT NULL,
  confidence double precision NOT NULL,
  evidence jsonb NOT NULL,
  traversal_properties jsonb NOT NULL,
  metadata jsonb NOT NULL,
  origin text NOT NULL,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  is_active boolean NOT NULL,
  valid_from timestamptz,
  valid_until timestamptz,
  recorded_by text NOT NULL,
  recorded_until timestamptz NOT NULL,
  -- True for the last state of a deleted relationship.
  ended_by_deletion boolean NOT NULL,
  PRIMARY KEY (tenant_id, id, revision)
);
SELECT loci_isolate('relationship_revisions');
-- Deletion of the oldest revisions of a tenant.
CREATE INDEX relationship_revisions_by_end ON relationship_revisions (tenant_id, recorded_until, id, revision);
CREATE INDEX relationship_revisions_of_deleted ON relationship_revisions (recorded_until) WHERE ended_by_deletion;
-- Deletion of the revisions of erased memories.
CREATE INDEX relationship_revisions_from ON relationship_revisions (tenant_id, from_id);
CREATE INDEX relationship_revisions_to ON relationship_revisions (tenant_id, to_id);
