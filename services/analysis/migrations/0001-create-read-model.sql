-- Memories of the memory service, projected from its events. There are no foreign keys between these tables, because
-- events of memories and relationships arrive in any order.
CREATE TABLE analyzed_memories (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  -- Events with an equal or older revision are ignored. Also kept for deleted memories.
  revision bigint NOT NULL CHECK (revision >= 1),
  -- False for deleted, inactive and protected memories, which are never analyzed and have no content.
  counted boolean NOT NULL,
  content text NOT NULL,
  -- Content words of the memory. Each line is a run of adjacent words.
  runs text NOT NULL,
  memory_type text NOT NULL,
  importance double precision NOT NULL CHECK (importance BETWEEN 0 AND 1),
  access_count int NOT NULL CHECK (access_count >= 0),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT analyzed_memories_content CHECK (
    CASE WHEN counted THEN content <> '' AND memory_type <> ''
      ELSE content = '' AND runs = '' AND memory_type = '' END)
);
SELECT loci_isolate('analyzed_memories');
CREATE INDEX analyzed_memories_by_creation ON analyzed_memories (tenant_id, created_at, id) WHERE counted;

-- Totals of the counted memories, updated with every change, so that insights do not read the memories. The totals are
-- never negative, but a CHECK cannot ensure it: PostgreSQL checks the inserted row before ON CONFLICT adds it to the
-- stored one, and a decrement is such a row.
CREATE TABLE type_totals (
  tenant_id uuid NOT NULL,
  memory_type text NOT NULL CHECK (memory_type <> ''),
  memory_count bigint NOT NULL,
  -- Stored as an integer, because a running sum of floating-point numbers accumulates rounding errors.
  importance_millionths bigint NOT NULL,
  access_count bigint NOT NULL,
  PRIMARY KEY (tenant_id, memory_type)
);
SELECT loci_isolate('type_totals');

CREATE TABLE created_by_hour (
  tenant_id uuid NOT NULL,
  hour timestamptz NOT NULL CHECK (mod(extract(epoch FROM hour), 3600) = 0),
  memory_count bigint NOT NULL,
  PRIMARY KEY (tenant_id, hour)
);
SELECT loci_isolate('created_by_hour');

CREATE TABLE analyzed_relationships (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  revision bigint NOT NULL CHECK (revision >= 1),
  -- A tombstone remains, so that an older event that arrives later does not restore the relationship.
  deleted boolean NOT NULL,
  from_id uuid NOT NULL,
  to_id uuid NOT NULL,
  relationship_type text NOT NULL,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT analyzed_relationships_type CHECK (deleted OR relationship_type <> '')
);
SELECT loci_isolate('analyzed_relationships');
CREATE INDEX analyzed_relationships_from ON analyzed_relationships (tenant_id, from_id) INCLUDE (id, relationship_type)
  WHERE NOT deleted;
CREATE INDEX analyzed_relationships_to ON analyzed_relationships (tenant_id, to_id) INCLUDE (id, relationship_type)
  WHERE NOT deleted;
