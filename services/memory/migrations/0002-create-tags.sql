CREATE TABLE tags (
  tenant_id uuid NOT NULL,
  name text NOT NULL,
  id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, name)
);
SELECT loci_isolate('tags');

-- Which active memories carry a tag. Usage is counted from here: a counter in `tags` would make every
-- writer of a popular tag wait for the one before.
CREATE TABLE memory_tags (
  tenant_id uuid NOT NULL,
  tag text NOT NULL,
  memory_id uuid NOT NULL,
  PRIMARY KEY (tenant_id, tag, memory_id)
);
SELECT loci_isolate('memory_tags');
