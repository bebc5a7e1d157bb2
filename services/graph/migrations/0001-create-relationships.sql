-- See docs/reference/relationships.md#relationship-types.
CREATE DOMAIN relationship_type AS text CHECK (VALUE IN (
  'supersedes', 'updates', 'evolution_of', 'supports', 'contradicts', 'disputes', 'parent_of', 'child_of', 'sibling_of',
  'composed_of', 'part_of', 'causes', 'influenced_by', 'prerequisite_for', 'implements', 'documents', 'tests',
  'example_of', 'responds_to', 'references', 'inspired_by', 'follows', 'precedes', 'depends_on'));

-- from_id and to_id have no foreign keys to known_memories. A foreign key would lock and rewrite two rows of that table
-- for each new relationship, and it could not require that the memories are not deleted, because known_memories keeps
-- deleted ones. Locks and the reconciler remove the relationships of deleted memories.
CREATE TABLE relationships (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  -- Grows with every change that is published as an event. Projections compare it to detect missing changes.
  revision bigint NOT NULL CHECK (revision > 0),
  from_id uuid NOT NULL,
  to_id uuid NOT NULL,
  relationship_type relationship_type NOT NULL,
  direction_type text NOT NULL CHECK (direction_type IN ('DIRECTED', 'BIDIRECTIONAL', 'INVERSE_PAIRED')),
  inverse_type relationship_type,
  -- The other half of an INVERSE_PAIRED relationship. It keeps its value when that half is deleted, because clearing it
  -- would make concurrent deletions of both halves deadlock. It therefore has no foreign key.
  inverse_relationship_id uuid,
  strength double precision NOT NULL CHECK (strength BETWEEN 0 AND 1),
  confidence double precision NOT NULL CHECK (confidence BETWEEN 0 AND 1),
  evidence jsonb NOT NULL CHECK (jsonb_typeof(evidence) = 'object'),
  traversal_properties jsonb NOT NULL CHECK (jsonb_typeof(traversal_properties) = 'object'),
  metadata jsonb NOT NULL CHECK (jsonb_typeof(metadata) = 'object'),
  origin text NOT NULL CHECK (origin IN ('user', 'evolution', 'contradiction')),
  created_by text NOT NULL CHECK (created_by <> ''),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT relationships_no_self_loop CHECK (from_id <> to_id),
  CONSTRAINT relationships_inverse_type_if_paired CHECK
    ((direction_type = 'INVERSE_PAIRED') = (inverse_type IS NOT NULL)),
  CONSTRAINT relationships_inverse_id_if_paired CHECK
    ((direction_type = 'INVERSE_PAIRED') = (inverse_relationship_id IS NOT NULL)),
  CONSTRAINT relationships_inverse_is_another CHECK (inverse_relationship_id <> id)
);
SELECT loci_isolate('relationships');

-- At most one relationship of a type from one memory to another. A BIDIRECTIONAL relationship occupies both directions,
-- so it is in both indexes.
CREATE UNIQUE INDEX relationships_upward ON relationships
  (tenant_id, least(from_id, to_id), greatest(from_id, to_id), relationship_type)
  WHERE from_id < to_id OR direction_type = 'BIDIRECTIONAL';
CREATE UNIQUE INDEX relationships_downward ON relationships
  (tenant_id, least(from_id, to_id), greatest(from_id, to_id), relationship_type)
  WHERE from_id > to_id OR direction_type = 'BIDIRECTIONAL';

CREATE INDEX relationships_from ON relationships (tenant_id, from_id, created_at, id);
CREATE INDEX relationships_to ON relationships (tenant_id, to_id, created_at, id);
CREATE INDEX relationships_by_creation ON relationships (tenant_id, created_at, id);
-- Lists of one type, and the verification of the counters, which reads only this index.
CREATE INDEX relationships_by_type ON relationships (tenant_id, relationship_type, created_at, id);

-- Relationship ids that events of the memory service have named. A relationship is derived from each id once: a repeated
-- event does not create it again after a client deleted it, and does not replace a client's relationship with this id.
CREATE TABLE derived_relationships (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
SELECT loci_isolate('derived_relationships');

SELECT loci_create_counters();

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
