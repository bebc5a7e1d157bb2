-- Relationships in memory responses. The graph service owns them and publishes their changes. There are no foreign keys,
-- because the events of relationships and memories arrive in any order, and the types are not checked, because the graph
-- service defines them.
CREATE TABLE relationship_projection (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  revision bigint NOT NULL CHECK (revision >= 1),
  -- A tombstone remains, so that an older event that arrives later does not restore the relationship.
  deleted boolean NOT NULL,
  from_id uuid NOT NULL,
  to_id uuid NOT NULL,
  relationship_type text NOT NULL,
  direction_type text NOT NULL,
  strength double precision NOT NULL CHECK (strength BETWEEN 0 AND 1),
  confidence double precision NOT NULL CHECK (confidence BETWEEN 0 AND 1),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT relationship_projection_types CHECK (deleted OR relationship_type <> '' AND direction_type <> '')
);
SELECT loci_isolate('relationship_projection');
CREATE INDEX relationship_projection_from ON relationship_projection (tenant_id, from_id, id) WHERE NOT deleted;
CREATE INDEX relationship_projection_to ON relationship_projection (tenant_id, to_id, id) WHERE NOT deleted;
