-- What memory responses show of relationships; the graph service owns them and tells by events.
CREATE TABLE relationship_projection (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  revision bigint NOT NULL,
  -- A tombstone stays, so that an older event that comes late revives nothing.
  deleted boolean NOT NULL,
  from_id uuid NOT NULL,
  to_id uuid NOT NULL,
  relationship_type text NOT NULL,
  direction_type text NOT NULL,
  strength double precision NOT NULL,
  confidence double precision NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
SELECT loci_isolate('relationship_projection');
CREATE INDEX relationship_projection_from ON relationship_projection (tenant_id, from_id, id) WHERE NOT deleted;
CREATE INDEX relationship_projection_to ON relationship_projection (tenant_id, to_id, id) WHERE NOT deleted;
