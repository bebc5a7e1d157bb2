-- What analysis knows of the memory service's memories, from its events.
CREATE TABLE analysed_memories (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  -- An event that is not newer than this changes nothing; of the deleted this is all that stays.
  revision bigint NOT NULL,
  -- False for deleted, inactive and protected memories: never analysed, and without their content.
  counted boolean NOT NULL,
  content text NOT NULL,
  -- The telling words of the content: one run of neighbours a line.
  runs text NOT NULL,
  memory_type text NOT NULL,
  importance double precision NOT NULL,
  access_count int NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
SELECT loci_isolate('analysed_memories');
CREATE INDEX analysed_memories_by_creation ON analysed_memories (tenant_id, created_at, id) WHERE counted;

-- Sums over the counted memories, kept with every change: insights do not read the memories themselves.
CREATE TABLE type_totals (
  tenant_id uuid NOT NULL,
  memory_type text NOT NULL,
  memory_count bigint NOT NULL,
  -- An integer, since a sum of floating-point numbers that are added and taken away drifts.
  importance_millionths bigint NOT NULL,
  access_count bigint NOT NULL,
  PRIMARY KEY (tenant_id, memory_type)
);
SELECT loci_isolate('type_totals');

CREATE TABLE created_by_hour (
  tenant_id uuid NOT NULL,
  hour timestamptz NOT NULL,
  memory_count bigint NOT NULL,
  PRIMARY KEY (tenant_id, hour)
);
SELECT loci_isolate('created_by_hour');

CREATE TABLE analysed_relationships (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  revision bigint NOT NULL,
  -- A tombstone stays, so that an older event that comes late revives nothing.
  deleted boolean NOT NULL,
  from_id uuid NOT NULL,
  to_id uuid NOT NULL,
  relationship_type text NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
SELECT loci_isolate('analysed_relationships');
CREATE INDEX analysed_relationships_from ON analysed_relationships (tenant_id, from_id) INCLUDE (id, relationship_type)
  WHERE NOT deleted;
CREATE INDEX analysed_relationships_to ON analysed_relationships (tenant_id, to_id) INCLUDE (id, relationship_type)
  WHERE NOT deleted;
