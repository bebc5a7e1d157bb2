CREATE TABLE tags (
  tenant_id uuid NOT NULL,
  name text NOT NULL CHECK (name ~ '^[a-z0-9-]{1,100}$'),
  id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, name)
);
SELECT loci_isolate('tags');

-- Tags of active memories. There are no foreign keys: with three tags per memory, the one to `tags` cost about a quarter
-- of the throughput of creates, and both together with the index that deletes would need cost almost half.
CREATE TABLE memory_tags (
  tenant_id uuid NOT NULL,
  tag text NOT NULL,
  -- Creation time of the memory. Part of the key, so that it lists the memories of a tag in their order.
  created_at timestamptz NOT NULL,
  memory_id uuid NOT NULL,
  PRIMARY KEY (tenant_id, tag, created_at, memory_id)
);
SELECT loci_isolate('memory_tags');

-- The usage of a tag is the counter `tag:<name>`. A counter column in `tags` would serialize all writers of a popular tag.
CREATE INDEX tags_by_usage ON counters (tenant_id, value DESC, counter) WHERE counter LIKE 'tag:%';
