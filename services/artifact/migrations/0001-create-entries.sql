-- Files and folders by path. They share a table, so that its primary key resolves races between saves of the same file,
-- and between a file and a folder of the same name.
CREATE TABLE entries (
  tenant_id uuid NOT NULL,
  -- `/` for the root, otherwise without a trailing slash. Sorted by bytes, whatever the locale of the server.
  folder text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  -- This column and the following ones are null for a folder. A folder stays when its last file is deleted.
  artifact_id uuid,
  content_type text CHECK (content_type <> ''),
  size_bytes int CHECK (size_bytes BETWEEN 0 AND 1048576),
  content_sha256 bytea CHECK (octet_length(content_sha256) = 32),
  object_key text,
  last_modified timestamptz,
  PRIMARY KEY (tenant_id, folder, name),
  CONSTRAINT entries_path CHECK (
    starts_with(folder, '/')
    AND ((CASE folder WHEN '/' THEN '' ELSE folder END) || '/' || name) ~ '^(/[A-Za-z0-9_-][A-Za-z0-9._-]*){1,10}$'
    AND (folder || '/' || name) !~ '\.\.'
    AND char_length(folder) + char_length(name) + (folder <> '/')::int <= 1024
  ),
  CONSTRAINT entries_file_or_folder CHECK (
    num_nulls(artifact_id, content_type, size_bytes, content_sha256, object_key, last_modified) IN (0, 6)
  ),
  CONSTRAINT entries_object_key CHECK (object_key = tenant_id::text || '/artifact/' || artifact_id::text)
);
SELECT loci_isolate('entries');

CREATE INDEX files ON entries (tenant_id, folder, name) WHERE artifact_id IS NOT NULL;
CREATE INDEX folders ON entries (tenant_id, folder, name) WHERE artifact_id IS NULL;

-- Objects that belong to no entry: their artifact is being saved, or was deleted. The row is inserted before the object
-- is written, so that a crash leaves no unknown object. A job deletes objects that are due.
CREATE TABLE orphaned_objects (
  tenant_id uuid NOT NULL,
  object_key text NOT NULL,
  removable_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, object_key),
  CONSTRAINT orphaned_objects_object_key CHECK (starts_with(object_key, tenant_id::text || '/artifact/'))
);
SELECT loci_isolate('orphaned_objects');
CREATE INDEX orphaned_objects_due ON orphaned_objects (removable_at);
