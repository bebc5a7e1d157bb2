-- Reads of a memory, aggregated by reader and UTC day. @see docs/reference/memories.md#readers
CREATE TABLE memory_readers (
  tenant_id uuid NOT NULL,
  memory_id uuid NOT NULL,
  day date NOT NULL,
  user_id text NOT NULL CHECK (char_length(user_id) BETWEEN 1 AND 200),
  client_id text NOT NULL CHECK (char_length(client_id) BETWEEN 1 AND 500),
  -- API key of the reader. The nil UUID if there is none, because a primary key has no nulls.
  key_id uuid NOT NULL,
  -- Number of reads by ID.
  opened int NOT NULL CHECK (opened >= 0),
  -- Number of searches and contexts that returned the memory.
  found int NOT NULL CHECK (found >= 0),
  first_read_at timestamptz NOT NULL,
  last_read_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, memory_id, day, user_id, client_id, key_id),
  FOREIGN KEY (tenant_id, memory_id) REFERENCES memories ON DELETE CASCADE
);
SELECT loci_isolate('memory_readers');
CREATE INDEX memory_readers_by_day ON memory_readers (day);
CREATE INDEX memory_readers_of_user ON memory_readers (tenant_id, user_id, first_read_at);
