-- A file or a folder, by where it is. Both in one table, so that the primary key alone decides races between
-- saves: of a file against the same file, and of a file against a folder of that name.
CREATE TABLE entries (
  tenant_id uuid NOT NULL,
  -- `/` for the root, else without a slash at the end. Bytes decide the order, whatever the server's locale.
  folder text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  -- This and all below are null for a folder. A folder stays when its last file goes (SPEC.md "Artifacts" 4).
  artifact_id uuid,
  content_type text,
  size_bytes int,
  content_sha256 bytea,
  object_key text,
  last_modified timestamptz,
  PRIMARY KEY (tenant_id, folder, name),
  CONSTRAINT whole_file CHECK (
    num_nulls(artifact_id, content_type, size_bytes, content_sha256, object_key, last_modified) IN (0, 6)
  )
);
SELECT loci_isolate('entries');

CREATE INDEX files ON entries (tenant_id, folder, name) WHERE artifact_id IS NOT NULL;
CREATE INDEX folders ON entries (tenant_id, folder, name) WHERE artifact_id IS NULL;

-- Keys of objects that belong to no entry: on their way to one, or left behind. Written before the object is, so
-- that none is ever lost from sight; a job removes what is due.
CREATE TABLE orphaned_objects (
  tenant_id uuid NOT NULL,
  object_key text NOT NULL,
  removable_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, object_key)
);
SELECT loci_isolate('orphaned_objects');
CREATE INDEX orphaned_objects_due ON orphaned_objects (removable_at);
