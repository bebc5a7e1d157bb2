CREATE TABLE relationships (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  -- Grows with every change that makes an event; projections compare it to know what they miss.
  revision bigint NOT NULL,
  from_id uuid NOT NULL,
  to_id uuid NOT NULL CHECK (to_id <> from_id),
  relationship_type text NOT NULL,
  direction_type text NOT NULL,
  inverse_type text,
  -- The other half of an INVERSE_PAIRED relationship; it may be gone.
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
  PRIMARY KEY (tenant_id, id)
);
SELECT loci_isolate('relationships');

-- One relationship of a type for each way between two memories. A BIDIRECTIONAL one takes both ways, so it is in
-- both indexes and meets whatever goes either way.
CREATE UNIQUE INDEX relationships_upward ON relationships
  (tenant_id, least(from_id, to_id), greatest(from_id, to_id), relationship_type)
  WHERE from_id < to_id OR direction_type = 'BIDIRECTIONAL';
CREATE UNIQUE INDEX relationships_downward ON relationships
  (tenant_id, least(from_id, to_id), greatest(from_id, to_id), relationship_type)
  WHERE from_id > to_id OR direction_type = 'BIDIRECTIONAL';

CREATE INDEX relationships_from ON relationships (tenant_id, from_id, created_at, id);
CREATE INDEX relationships_to ON relationships (tenant_id, to_id, created_at, id);
CREATE INDEX relationships_by_creation ON relationships (tenant_id, created_at, id);

-- Ids that events of the memory service name for relationships. Each is made once: not again by a repeated event
-- after a caller has deleted it, and not at all where a caller's own relationship has the id already.
CREATE TABLE derived_relationships (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
SELECT loci_isolate('derived_relationships');

CREATE TABLE outbox (
  txid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  seq bigint GENERATED ALWAYS AS IDENTITY,
  tenant_id uuid NOT NULL,
  topic text NOT NULL,
  aggregate_id uuid NOT NULL,
  envelope text NOT NULL,
  PRIMARY KEY (txid, seq)
);
SELECT loci_isolate('outbox');
