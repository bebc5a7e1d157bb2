CREATE TABLE tags (
  tenant_id uuid NOT NULL,
  name text NOT NULL CHECK (name ~ '^[a-z0-9-]{1,100}$'),
  id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, name)
);
SELECT loci_isolate('tags');

-- Tags of active memories. The usage of a tag is counted from here. A counter column in `tags` would serialize all
-- writers of a popular tag. There are no foreign keys: with three tags per memory, the one to `tags` cost about a quarter
-- of the throughput of creates, and both together with the index that deletes would need cost almost half.
CREATE TABLE memory_tags (
  tenant_id uuid NOT NULL,
  tag text NOT NULL,
  memory_id uuid NOT NULL,
  PRIMARY KEY (tenant_id, tag, memory_id)
);
SELECT loci_isolate('memory_tags');
